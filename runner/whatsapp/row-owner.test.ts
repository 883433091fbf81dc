import { expect, test } from 'vitest'
import { userOf } from '../../contract/ground/key-user.ts'
import { isTransient, siblings } from './row-owner.ts'

test.each([
  ['session', '628123.0', '628123'],
  ['session', '77001_1.2', '77001'],
  ['identity-key', '77001_1.0', '77001'],
  ['device-list', '628123', '628123'],
  ['lid-mapping', '628123', '628123'],
  ['lid-mapping', '77001_reverse', '77001'],
  ['tctoken', '77001@lid', '77001'],
  ['tctoken', '628123:3@s.whatsapp.net', '628123'],
  ['tctoken', '__index', null],
  ['pre-key', '12', null],
  ['app-state-sync-key', 'AAAA', null],
  ['creds', 'creds', null],
])('%s %s belongs to %s', (type, id, user) => expect(userOf(type, id)).toBe(user))

test('one question brings all that a message to or from that address needs', () => {
  expect(siblings({ type: 'session', id: '77001_1.3' }).map(({ type, id }) => `${type} ${id}`)).toEqual([
    'session 77001_1.3',
    'session 77001_1.0',
    'identity-key 77001_1.0',
    'device-list 77001',
    'lid-mapping 77001_reverse',
    'tctoken 77001@lid',
  ])
  expect(siblings({ type: 'pre-key', id: '7' })).toEqual([{ type: 'pre-key', id: '7' }])
})
test('what groups need is never stored', () => {
  expect(isTransient('sender-key', 'x')).toBe(true)
  expect(isTransient('session', 'x')).toBe(false)
})
