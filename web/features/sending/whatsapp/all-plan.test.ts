import { expect, test } from 'vitest'
import type { Account } from '../../../../contract/sending/whatsapp.ts'
import { byReason, planOf } from './all-plan.ts'

const account = (id: string, more: Partial<Account> = {}): Account => ({
  id,
  clientid: `wa-${id}`,
  phonenumber: '6281230000001',
  pushname: id.toUpperCase(),
  nickname: null,
  server: 's.whatsapp.net',
  proxyId: null,
  user_id: 'u1',
  purpose: 'blast',
  state: 'connected',
  status: 'idle',
  currentState: 'connected',
  blasting: false,
  progressing: false,
  blaster: false,
  waiting: false,
  waitTime: 0,
  waitReason: null,
  count_success: 0,
  count_fail: 0,
  income: 0,
  sent_today: 0,
  progress: 0,
  last_run: null,
  held: null,
  attempting: false,
  attempingCode: null,
  suspended: false,
  suspended_count: 0,
  restricted_until: null,
  version: 1,
  createdAt: '2026-11-01T00:00:00.000Z',
  ...more,
})
const ALL = [
  account('a'),
  account('b', { status: 'sending', blasting: true }),
  account('c', { state: 'loggedOut' }),
  account('d', { state: 'suspended', suspended: true }),
  account('e', { purpose: 'validator' }),
  account('f', { status: 'sending', blasting: true, blaster: true }),
  // a generator or validator works with it
  account('g', { status: 'sending' }),
]

test('a start of all asks for those at rest, and names those that cannot', () => {
  const { chosen, refused } = planOf(ALL, 'start')
  expect(chosen.map(({ id }) => id)).toEqual(['a'])
  expect(refused.map(({ name, why }) => [name, why])).toEqual([
    ['C', 'Dikeluarkan dari ponsel'],
    ['D', 'Ditangguhkan'],
    ['G', 'Sedang memeriksa nomor. Mulai setelah pemeriksaan selesai.'],
  ])
})
test('a stop of all asks for those that send, and leaves an admin’s one-off blast to its row', () => {
  const { chosen, refused } = planOf(ALL, 'stop')
  expect(chosen.map(({ id }) => id)).toEqual(['b'])
  expect(refused.map(({ name }) => name)).toEqual(['F'])
})
test('who did not go along is told by reason, that of the most accounts first', () => {
  const one = (name: string, why: string) => ({ id: name, name, why, again: false })
  const groups = byReason([one('A', 'x'), one('B', 'y'), one('C', 'y')])
  expect(groups.map(({ why, accounts }) => [why, accounts.map(({ name }) => name)])).toEqual([
    ['y', ['B', 'C']],
    ['x', ['A']],
  ])
})
