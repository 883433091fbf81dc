// The real objects, queue, routes and runner links on the double: an account is linked, blasts, is paid; and a seed that is
// played again gives the same history, event by event.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { accountObject } from '../../../durable-objects/stubs.ts'
import type { Env } from '../../../worker/env.ts'
import type { Database } from './d1.ts'
import type { Faults } from './faults.ts'
import type { Platform } from './platform.ts'
import type { Random } from './random.ts'
import { productDatabase, productPlatform, SmokeRunner, stageProduct } from './smoke-world.ts'

const PRICE_SEN = 10_000
const database = productDatabase()
/** Faults begin when the blast does: linking is left in peace. */
let blasting = false

/** Links one account, starts its blast and lets it run; answers a hash of all events. */
const play = async (
  seed: number,
  look: (platform: Platform, runner: SmokeRunner, database: Database) => unknown,
  faults?: (random: Random) => Partial<Faults>,
): Promise<string> => {
  const platform = productPlatform(seed, database, faults).install()
  try {
    const hash = createHash('sha256')
    platform.clock.trace = ({ at, kind, owner }) => hash.update(`${at} ${owner.name} ${kind}\n`)
    stageProduct(database, 'ani', 5)
    const runner = new SmokeRunner(platform, 'runner-1')
    const account = () => accountObject(platform.env as unknown as Env, 'acc-1')
    await platform.run({ until: platform.clock.now + 2_000 })
    const begun = await platform.drive(() =>
      account().beginLink({
        accountId: 'acc-1',
        clientid: 'client-1',
        userId: 'ani',
        purpose: 'blast',
        mode: 'qr',
        phone: null,
      }),
    )
    expect(begun.ok).toBe(true)
    await platform.run({ until: platform.clock.now + 10_000 })
    expect((await platform.drive(() => account().snapshot()))?.state).toBe('connected')
    expect((await platform.drive(() => account().start())).ok).toBe(true)
    blasting = true
    await platform.run({ until: platform.clock.now + 180_000 })
    await look(platform, runner, database)
    return hash.digest('hex')
  } finally {
    blasting = false
    platform.dispose()
  }
}

test('an account is linked, sends to everybody once, and its member is paid for each', async () => {
  await play(1, async (platform, runner, db) => {
    expect(new Set(runner.sent).size).toBe(5)
    expect(runner.sent).toHaveLength(5)
    expect(db.sql('select balance_sen from balances')).toEqual([{ balance_sen: 5 * PRICE_SEN }])
    expect(db.sql('select sum(amount_sen) as s from ledger')).toEqual([{ s: 5 * PRICE_SEN }])
    expect(db.sql('select count(*) as n from phone_numbers where in_use = 1')).toEqual([{ n: 0 }])
    expect(platform.problems).toEqual([])
    const { sql } = platform.object('ACCOUNT_BLAST', 'acc-1').instance?.storage ?? {}
    expect(sql?.exec('select count(*) as n from batches').one()).toEqual({ n: 0 })
  })
})

test('a seed gives the same history again, another seed another', async () => {
  const first = await play(7, () => undefined)
  expect(await play(7, () => undefined)).toBe(first)
  expect(await play(8, () => undefined)).not.toBe(first)
})

test('a seed with faults gives the same history again', async () => {
  const rough = (random: Random): Partial<Faults> => ({
    latencyMs: (route) => (route === 'commit' ? random.between(1, 30) : random.between(1, 60)),
    crash: (_, who) =>
      blasting && who.startsWith('ACCOUNT_BLAST') && random.chance(0.03) ? { keep: random.below(2) } : null,
    d1: () => (blasting && random.chance(0.05) ? random.pick(['refused', 'answer-lost'] as const) : 'ok'),
    queueCopies: () => (random.chance(0.2) ? 1 : 0),
  })
  let wakes = 0
  const look = (platform: Platform): void => {
    wakes = platform.object('ACCOUNT_BLAST', 'acc-1').wakes
  }
  const first = await play(12, look, rough)
  expect(await play(12, look, rough)).toBe(first)
  expect(wakes).toBeGreaterThan(1)
})
