import { expect, test } from 'vitest'
import { changesOf, isUnversioned } from './diff-rules.ts'

test('a new field has no value before', () => {
  expect(changesOf(null, { name: 'Ayu', note: '' })).toEqual([{ field: 'name', before: null, after: 'Ayu' }])
})
test('a deleted field has no value after', () => {
  expect(changesOf({ name: 'Ayu', active: false }, null)).toEqual([
    { field: 'name', before: 'Ayu', after: null },
    { field: 'active', before: 'false', after: null },
  ])
})
test('an update shows what differs only; fields it does not name have stayed', () => {
  expect(changesOf({ name: 'Ayu', status: 'active', number: '62' }, { name: 'Budi', status: 'active' })).toEqual([
    { field: 'name', before: 'Ayu', after: 'Budi' },
  ])
})
test('lists and objects are shown as JSON, plain values under no name', () => {
  expect(changesOf({ button: [] }, { button: [{ id: 1 }] })).toEqual([
    { field: 'button', before: '[]', after: '[{"id":1}]' },
  ])
  expect(changesOf(null, 'x')).toEqual([{ field: '', before: null, after: 'x' }])
  expect(changesOf(null, null)).toEqual([])
})
test('rule edit-versions: that an edit did not say what it read is no field of it', () => {
  const after = { name: 'Budi', unversioned: true }
  expect(changesOf({ name: 'Ayu' }, after)).toEqual([{ field: 'name', before: 'Ayu', after: 'Budi' }])
  expect([after, { name: 'Budi' }, 'x', null].map(isUnversioned)).toEqual([true, false, false, false])
})
