// Templates and sources judged on the day itself, before an account tells its day (rule rates): real Worker, real D1.
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, jakartaDay } from '../../contract/ground/time.ts'
import { hashRing } from '../../domain/recipients/suppressions/hash-keys.ts'
import { hashesOfNumber } from '../../domain/recipients/suppressions/hash.ts'
import { suppress } from '../../domain/recipients/suppressions/suppress.ts'
import { judgeRates } from '../../domain/sending/rates/judge-store.ts'
import { freshStop } from '../../domain/sending/rates/store.ts'
import { stageBlasts } from './support/blasting.ts'
import { all, bound, db, one, run } from './support/database.ts'
import { makeLender } from './support/people.ts'
import { deliver, numbers, portsOf } from './support/stage.ts'

stageBlasts('rates-days')
beforeEach(async () => {
  for (const table of ['send_rates', 'rate_days', 'consent_sources', 'suppressions']) await run(`delete from ${table}`)
  await run(`delete from milestones where name = 'rates'`)
  await run(`update templates set status = 'active', paused_at = null, paused_stops = null, paused_of = null`)
})
const DAY = jakartaDay(Date.now() - 4 * DAY_MS)
const idsOf = async (list: string[]): Promise<number[]> =>
  (
    await all<{ id: number }>(
      'select id from phone_numbers where number in (select value from json_each(?)) order by id',
      JSON.stringify(list),
    )
  ).map(({ id }) => id)

describe('rule rates: of the days that nobody has told yet', () => {
  const NOW = Date.now()
  /** 60 messages of today that WhatsApp accepted, of one template and one source. */
  const sentToday = async (apart: number): Promise<string[]> => {
    const { id: userId } = await makeLender(`rates-today-${apart}`)
    const list = await numbers(apart, 60)
    await run(`update phone_numbers set consent_source = 'Pameran Pagi' where number >= ?`, list[0])
    const accepted = { templateId: 't1', priceSen: 0, from: 'none', to: 'success', notRegistered: false } as const
    const sent = { ...accepted, at: NOW, attemptedAt: NOW }
    const results = (await idsOf(list)).map((numberId) => ({ ...sent, attemptId: `today-${numberId}`, numberId }))
    const batch = { accountId: `acc-today-${apart}`, sequence: 1, userId, results, reversals: [] }
    await deliver([batch])
    await deliver([batch])
    return list
  }
  /** They answer it, or press the link in it. */
  const stop = (number: string | undefined, isReply: boolean, now = NOW) => {
    const via = isReply ? ('reply' as const) : ('page' as const)
    const who = { number: number ?? '', lid: null, via, by: null, reason: null }
    const hashes = hashesOfNumber(hashRing(bound), who.number)
    const more = isReply ? [freshStop(db, 't1', { number: who.number, hashes, sentAt: NOW, now })] : []
    return suppress(portsOf(db), who, now, more, now)
  }
  /** Of an older day something was counted, so of this one all was. */
  const countedBefore = () => run(`insert into rate_days values ('template', 'lain', ?, 1, 0)`, DAY)

  test('a template is paused by its replies, and a source held by all its stops, on the day itself', async () => {
    await countedBefore()
    const list = await sentToday(3_000)
    for (const number of list.slice(0, 5)) await stop(number, true)
    // once more counts no more
    await stop(list[0], true, NOW + 1)
    expect(await judgeRates(db, NOW)).toEqual({ templates: 0, sources: 0 })
    await stop(list[5], false)
    expect(await judgeRates(db, NOW)).toEqual({ templates: 0, sources: 1 })
    expect(await all('select held_why from consent_sources')).toEqual([{ held_why: '{"count":6,"of":60}' }])
    await stop(list[6], true)
    expect(await judgeRates(db, NOW)).toEqual({ templates: 1, sources: 0 })
    expect(await one(`select paused_stops as s, paused_of as n from templates where id = 't1'`)).toEqual({
      s: 6,
      n: 60,
    })
  })
  test('lists of stops and an admin’s answer nothing, and of the first day that is counted not all is known', async () => {
    const list = await sentToday(3_100)
    for (const number of list.slice(0, 6)) await stop(number, true)
    expect(await judgeRates(db, NOW)).toEqual({ templates: 0, sources: 0 })
    // and it is the first for ever: an older one that comes in later makes no other day whole
    await countedBefore()
    expect(await judgeRates(db, NOW)).toEqual({ templates: 0, sources: 0 })
    await run(`delete from milestones where name = 'rates'`)
    await run(`update suppressions set via = 'admin' where number = ?`, list[0])
    expect(await judgeRates(db, NOW)).toEqual({ templates: 1, sources: 0 })
  })
  test('after eight days without a message, of which nothing is kept, the next day counts from its first', async () => {
    await countedBefore()
    await judgeRates(db, NOW)
    await run('delete from rate_days')
    for (const number of (await sentToday(3_200)).slice(0, 6)) await stop(number, true)
    expect(await judgeRates(db, NOW)).toEqual({ templates: 1, sources: 1 })
  })
})
