import { describe, expect, test } from 'vitest'
import { chosen, conflictsOf, type Side } from './edited-rules.ts'

const read = { version: 'a', values: { name: 'Awal', fee: 100, note: 'x', button: [{ id: '1', title: 'Ya' }] } }
const edited = (values: object) => ({
  version: 'b',
  values: { ...read.values, ...values },
  by: { name: { name: 'Ani', at: 't' } },
})
const FIELDS = Object.keys(read.values)
const fieldsOf = (body: object, values: object) =>
  conflictsOf(FIELDS, read, body as Record<string, unknown>, edited(values)).map(({ field, own }) => [field, own])

describe('rule edit-versions: what two people changed', () => {
  test('both the same field', () => {
    expect(conflictsOf(FIELDS, read, { name: 'Saya' }, edited({ name: 'Mereka' }))).toEqual([
      { field: 'name', read: 'Awal', now: 'Mereka', mine: 'Saya', own: true, by: { name: 'Ani', at: 't' } },
    ])
  })
  test('another field, which the form sends as it was read or not at all', () => {
    expect(fieldsOf({ name: 'Saya', fee: 100 }, { fee: 125 })).toEqual([['fee', false]])
    expect(fieldsOf({ name: 'Saya' }, { fee: 125 })).toEqual([['fee', false]])
  })
  test('nothing where both say the same, in whatever type, or where the form does not have the field', () => {
    expect(fieldsOf({ fee: '125', name: 'Saya' }, { fee: 125 })).toEqual([])
    expect(fieldsOf({ button: [{ id: '2', title: 'Ya' }] }, { button: [{ id: '3', title: 'Ya' }] })).toEqual([])
    expect(conflictsOf(['name'], read, { name: 'Saya' }, edited({ fee: 125 }))).toEqual([])
  })
  test('is sent as each was chosen, and the rest as it was typed', () => {
    const body = { name: 'Saya', note: 'ketikan' }
    const conflicts = conflictsOf(FIELDS, read, body, edited({ name: 'Mereka', fee: 125 }))
    const sides: Record<string, Side> = { name: 'mine', fee: 'theirs' }
    const other: Record<string, Side> = { name: 'theirs', fee: 'mine' }
    expect(chosen({ body, isPartial: false }, conflicts, sides)).toEqual({ name: 'Saya', note: 'ketikan', fee: 125 })
    expect(chosen({ body, isPartial: false }, conflicts, other)).toEqual({ name: 'Mereka', note: 'ketikan', fee: 100 })
    expect(chosen({ body, isPartial: true }, conflicts, sides)).toEqual({ name: 'Saya', note: 'ketikan' })
    expect(chosen({ body, isPartial: true }, conflicts, other)).toEqual({ note: 'ketikan', fee: 100 })
  })
})
