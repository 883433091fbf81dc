// What the Queue may do to settlement batches, and what the ledger must make of it.
import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { SettlementBatch } from '../../contract/money/settlement.ts'
import { connect } from '../../domain/ground/db/connection.ts'
import { reconcile } from '../../domain/money/ledger/store.ts'
import worker from '../../worker/index.ts'
import { all, bound, one, run } from './support/database.ts'
import { makeLender } from './support/people.ts'
import { deliver, numbers, stage } from './support/stage.ts'

let serial = 0
const someone = async (referrer: string | null = null) => (await makeLender(`payee-${++serial}`, referrer)).id
let ids: number[] = []
const batchOf = (
  accountId: string,
  sequence: number,
  userId: string,
  more: Partial<SettlementBatch> = {},
): SettlementBatch => ({
  accountId,
  sequence,
  userId,
  reversals: [],
  results: [
    {
      attemptId: `${accountId}-${sequence}`,
      numberId: ids[sequence] ?? 1,
      templateId: 't1',
      priceSen: 10_000,
      from: 'none',
      to: 'success',
      notRegistered: false,
      at: Date.now(),
      attemptedAt: Date.now(),
    },
  ],
  ...more,
})
const balance = async (userId: string) =>
  (await one<{ b: number } | undefined>('select balance_sen as b from balances where user_id = ?', userId))?.b ?? 0
const difference = async () => (await reconcile(connect(bound.DB))).difference

beforeAll(async () => {
  await stage()
  await numbers(1000, 40)
  ids = (await all<{ id: number }>('select id from phone_numbers order by id')).map((r) => r.id)
})

test('rule income-once: batches in any order, repeated in any company, are each paid once', async () => {
  const referrer = await someone()
  const userId = await someone(referrer)
  const batches = Array.from({ length: 8 }, (_, i) => batchOf('acc-order', i + 1, userId))
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...batches, ...batches], { minLength: 1 }), async (delivered) => {
      const settled = await deliver(delivered)
      expect(settled.later).toEqual([])
      expect(await difference()).toBe(0)
    }),
    { numRuns: 12 },
  )
  await deliver(batches)
  expect(await balance(userId)).toBe(80_000)
  expect(await balance(referrer)).toBe(8_000)
})

test('rule cooldown: a batch that comes late does not set the time of the last attempt back', async () => {
  const userId = await someone()
  const id = ids[30]
  const at = (sequence: number, attemptedAt: number) => {
    const batch = batchOf('acc-back', sequence, userId)
    return { ...batch, results: batch.results.map((result) => ({ ...result, numberId: id ?? 0, attemptedAt })) }
  }
  const now = Date.now()
  for (const batch of [at(2, now), at(1, now - 60_000)]) await deliver([batch])
  expect(await one('select last_attempt_at as at from phone_numbers where id = ?', id)).toEqual({ at: now })
})

test('rule number-claim: a result ends the claim of its own account, and nobody else’s', async () => {
  const userId = await someone()
  const id = ids[31] ?? 0
  await run(`update phone_numbers set in_use = 1, in_use_by = 'acc-holds', in_use_claim = 1 where id = ?`, id)
  const claim = async (accountId: string) => {
    const batch = batchOf(accountId, 1, userId)
    await deliver([{ ...batch, results: batch.results.map((result) => ({ ...result, numberId: id })) }])
    return one('select in_use, in_use_by from phone_numbers where id = ?', id)
  }
  expect(await claim('acc-held')).toEqual({ in_use: 1, in_use_by: 'acc-holds' })
  expect(await claim('acc-holds')).toEqual({ in_use: 0, in_use_by: null })
})

test('rule income-once: two consumers at once settle a batch once', async () => {
  const userId = await someone()
  const batch = batchOf('acc-race', 1, userId)
  await Promise.all([deliver([batch]), deliver([batch]), deliver([batch, batchOf('acc-race', 2, userId)])])
  expect(await balance(userId)).toBe(20_000)
  expect(await difference()).toBe(0)
})

test('a reversal that comes before its income waits for it', async () => {
  const userId = await someone()
  const reversal = batchOf('acc-rev', 2, userId, {
    results: [],
    reversals: [{ attemptId: 'acc-rev-1', creditedSequence: 1, priceSen: 10_000, at: Date.now() }],
  })
  expect((await deliver([reversal])).later).toHaveLength(1)
  expect(await balance(userId)).toBe(0)
  const both = await deliver([reversal, batchOf('acc-rev', 1, userId)])
  expect(both.later).toEqual([])
  expect(await balance(userId)).toBe(0)
  expect(await all('select kind, amount_sen from posting_parts where user_id = ? order by kind', userId)).toEqual([
    { kind: 'blast_income', amount_sen: 10_000 },
    { kind: 'income_reversal', amount_sen: -10_000 },
  ])
})

test('one bad batch never fails its neighbours', async () => {
  const userId = await someone()
  const settled = await deliver([
    batchOf('acc-good', 1, userId),
    // of nobody: no day takes it, it can never be applied
    batchOf('acc-bad', 1, null as never),
    batchOf('acc-good', 2, userId),
  ])
  expect(settled.later.map((b) => b.accountId)).toEqual(['acc-bad'])
  // whoever reads the log must learn whose it is (docs/runbooks/settlement_waits.md)
  expect(settled.problems).toEqual([expect.stringMatching(/^acc-bad:1: .*constraint failed/)])
  expect(settled.confirmed).toHaveLength(2)
  expect(await balance(userId)).toBe(20_000)
})

test('the consumer acks each message for itself; what it cannot read is retried until the dead-letter queue, and that is watched', async () => {
  const userId = await someone()
  const message = (id: string, body: unknown) => ({ id, timestamp: new Date(), attempts: 1, body })
  const queue = createMessageBatch('wa-blaster-settlements', [
    message('good', batchOf('acc-queue', 1, userId)),
    message('bad', { nonsense: true }),
  ])
  await worker.queue(queue, bound)
  const result = await getQueueResult(queue, createExecutionContext())
  expect(result.explicitAcks).toEqual(['good'])
  expect(result.retryMessages.map((m) => m.msgId)).toEqual(['bad'])
  const dead = createMessageBatch('wa-blaster-settlements-dead', [message('dead', batchOf('acc-queue', 2, userId))])
  await worker.queue(dead, bound)
  expect((await getQueueResult(dead, createExecutionContext())).explicitAcks).toEqual(['dead'])
  // the object keeps the batch and sends it again: nothing was paid here
  expect(await balance(userId)).toBe(10_000)
})

test('rule level: lifetime successes raise the level, never lower it', async () => {
  const userId = await someone()
  const level = async () => (await one<{ l: string }>('select level_id as l from users where id = ?', userId)).l
  for (let i = 1; i <= 4; i++) await deliver([batchOf('acc-level', i, userId)])
  expect(await level()).toBe('bronze')
  await deliver([batchOf('acc-level', 5, userId)])
  expect(await level()).toBe('silver')
  await run(`update levels set requirement_blast = 500 where id = 'silver'`)
  await deliver([batchOf('acc-level', 6, userId)])
  expect(await level()).toBe('silver')
  await run(`update levels set requirement_blast = 5 where id = 'silver'`)
})

test('rule not-on-whatsapp: twice not on WhatsApp makes a number nonactive', async () => {
  const userId = await someone()
  const fail = (sequence: number): SettlementBatch => {
    const batch = batchOf('acc-fail', sequence, userId)
    return {
      ...batch,
      results: batch.results.map((r) => ({
        ...r,
        numberId: ids[39] as number,
        to: 'fail' as const,
        notRegistered: true,
      })),
    }
  }
  await deliver([fail(1)])
  expect((await one<{ s: string }>('select status as s from phone_numbers where id = ?', ids[39])).s).toBe('active')
  await deliver([fail(2)])
  expect(await one('select status as s, count_fail as f from phone_numbers where id = ?', ids[39])).toEqual({
    s: 'nonactive',
    f: 2,
  })
})

test('a failure that turns out a success leaves the day that counted it, and no day goes below zero', async () => {
  const userId = await someone()
  const [number] = await numbers(900, 1)
  const [row] = await all<{ id: number }>('select id from phone_numbers where number = ?', number)
  const monday = Date.parse('2026-11-16T10:00:00Z')
  const result = {
    attemptId: 'late-1',
    numberId: row?.id ?? 0,
    templateId: null,
    priceSen: 10_000,
    notRegistered: false,
  }
  const batch = (sequence: number, results: SettlementBatch['results']): SettlementBatch => ({
    accountId: 'acc-late',
    sequence,
    userId,
    results,
    reversals: [],
  })
  const failed = { ...result, from: 'none' as const, to: 'fail' as const, at: monday, attemptedAt: monday - 600_000 }
  await deliver([batch(1, [failed])])
  const arrived = { ...failed, from: 'fail' as const, to: 'success' as const, at: monday + 86_400_000, fromAt: monday }
  await deliver([batch(2, [arrived])])
  const days = await all('select day, success, fail from daily_stats where user_id = ? order by day', userId)
  expect(days).toEqual([
    { day: '2026-11-16', success: 0, fail: 0 },
    { day: '2026-11-17', success: 1, fail: 0 },
  ])
})
