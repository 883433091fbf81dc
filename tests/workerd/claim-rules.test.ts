// Who may be claimed, in which order, and at which price: rules that one SQL statement holds, so that no two accounts can
// claim the same number.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { claimNumbers, refusedNumbers } from '../../domain/sending/blast/store.ts'
import { connect } from '../../domain/ground/db/connection.ts'
import { all, bound, run } from './support/database.ts'
import { makeLender } from './support/people.ts'
import { numbers, stage } from './support/stage.ts'

const db = connect(bound.DB)
const NOW = Date.parse('2026-11-21T05:00:00Z')
const WEEK_MS = 168 * 3_600_000
const claim = (want: number, more: Partial<Parameters<typeof claimNumbers>[1]> = {}) =>
  claimNumbers(db, {
    accountId: 'acc',
    userId: 'claimer',
    want,
    now: NOW,
    runStartedAt: NOW,
    count: true,
    claim: 1,
    ...more,
  })
const setting = (key: string, value: string) => run('insert or replace into settings values (?, ?)', key, value)
/** The list, with what differs from an active number of somebody who agreed and was never written to. */
const list = async (...rows: Record<string, unknown>[]): Promise<string[]> => {
  const made = await numbers(700_000, rows.length)
  for (const [i, row] of rows.entries())
    for (const [column, value] of Object.entries(row))
      await run(`update phone_numbers set ${column} = ? where number = ?`, value, made[i])
  return made
}

beforeAll(async () => {
  await stage()
  await makeLender('claimer')
})
beforeEach(async () => {
  await run('delete from phone_numbers')
  await run('delete from whatsapp')
  await setting('recipient_cooldown_hours', '168')
})

describe('rule claim-order: only active numbers, with consent, not suppressed, not held, not an account’s own', () => {
  test.each<[string, Record<string, unknown>, string | null]>([
    ['somebody who agreed', {}, null],
    ['nobody agreed', { consent_at: null }, 'no_consent'],
    ['not active', { status: 'nonactive' }, 'nonactive'],
    ['opted out', { suppressed: 1 }, 'suppressed'],
    ['held by another account', { in_use: 1, in_use_by: 'other' }, 'in_use'],
    ['held by this account already: it gets it once', { in_use: 1, in_use_by: 'acc' }, 'cooldown'],
    ['opted out and no consent: the person’s word is told', { suppressed: 1, consent_at: null }, 'suppressed'],
  ])('%s', async (_, row, reason) => {
    const [number] = await list(row)
    const among = [number as string]
    expect(await refusedNumbers(db, { accountId: 'acc', now: NOW, among })).toEqual(reason ? [{ number, reason }] : [])
    expect((await claim(5)).numbers.map((n) => n.number)).toEqual(reason ? [] : [number])
  })
  test.each([
    ['a linked account’s own number', null, 'own_account'],
    ['the number of an account that was removed', NOW, null],
  ])('%s', async (_, removedAt, reason) => {
    const [number] = await list({})
    await run(
      `insert into whatsapp (id, clientid, user_id, purpose, state, status, phonenumber, created_at, removed_at)
       values ('w', 'w', 'claimer', 'blast', 'connected', 'idle', ?, 0, ?)`,
      number,
      removedAt,
    )
    expect((await claim(5)).numbers).toHaveLength(reason ? 0 : 1)
    await run('update phone_numbers set in_use = 0, in_use_by = null')
    const refused = await refusedNumbers(db, { accountId: 'acc', now: NOW, among: [number as string] })
    expect(refused).toEqual(reason ? [{ number, reason }] : [])
  })
  test('a number that is not on the list is unknown', async () =>
    expect(await refusedNumbers(db, { accountId: 'acc', now: NOW, among: ['6281'] })).toEqual([
      { number: '6281', reason: 'unknown' },
    ]))
})

describe('rule claim-order: never tried first, then the oldest attempt, ties by age on the list', () => {
  test('one claim after the other, each number once', async () => {
    const old = NOW - 2 * WEEK_MS
    const [recent, never, oldest, tie, second] = await list(
      { last_attempt_at: old + 5 },
      {},
      { last_attempt_at: old },
      { last_attempt_at: old },
      {},
    )
    const taken: string[] = []
    for (let i = 1; i <= 6; i++)
      taken.push(...(await claim(1, { claim: i, accountId: `acc-${i}` })).numbers.map((n) => n.number))
    expect(taken).toEqual([never, second, oldest, tie, recent])
  })
  test('a claim of none asks only', async () => {
    await list({}, {})
    expect(await claim(0)).toMatchObject({ numbers: [], rules: { claimable: 2, cooling: 0 } })
    expect(await all('select 1 from phone_numbers where in_use = 1')).toEqual([])
  })
})

describe('rule cooldown: a number gets one message in it, over all accounts', () => {
  test.each([
    ['a millisecond before its end', '168', NOW - WEEK_MS + 1, false],
    ['at its end', '168', NOW - WEEK_MS, true],
    ['a day, a millisecond before its end', '24', NOW - 86_400_000 + 1, false],
    ['a day, at its end', '24', NOW - 86_400_000, true],
    ['without one (sandbox), tried in this run', '0', NOW, false],
    ['without one (sandbox), tried a millisecond before this run', '0', NOW - 1, true],
  ])('%s', async (_, hours, lastAttemptAt, comes) => {
    await setting('recipient_cooldown_hours', hours)
    const [number] = await list({ last_attempt_at: lastAttemptAt })
    const { numbers: got, rules } = await claim(5)
    expect(got.map((n) => n.number)).toEqual(comes ? [number] : [])
    expect([rules.claimable, rules.cooling]).toEqual(comes ? [1, 0] : [0, 1])
    const waits = comes || hours === '0' ? null : lastAttemptAt + Number(hours) * 3_600_000
    expect(rules.nextClaimableAt).toBe(waits)
  })
  test('what others hold comes back after its attempt and the cooldown', async () => {
    await list({ in_use: 1, in_use_by: 'other' })
    expect((await claim(5)).rules.nextClaimableAt).toBe(NOW + WEEK_MS)
  })
  test('what this account holds itself is nothing to wait for', async () => {
    await list({ in_use: 1, in_use_by: 'acc' })
    expect((await claim(5)).rules.nextClaimableAt).toBeNull()
  })
})

describe('rule price: read with each claim, from the person, their level, the settings', () => {
  test.each([
    ['their own fee', 70, 'silver', 7_000],
    ['an own fee of 0', 0, 'silver', 0],
    ['their level’s', null, 'silver', 15_000],
    ['the settings’, where their level is gone', null, 'gone', 10_000],
  ])('%s', async (_, fee, level, priceSen) => {
    await run(`update users set blast_fee = ?, level_id = ? where id = 'claimer'`, fee, level)
    expect((await claim(0)).rules.priceSen).toBe(priceSen)
  })
})
