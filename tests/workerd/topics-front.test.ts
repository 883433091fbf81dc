// What a claim reads while many at the head of its index refused all that is sent (rule topics): the cron finds where it may begin.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { connect } from '../../domain/ground/db/connection.ts'
import { changeRefused } from '../../domain/recipients/topics/store.ts'
import { passRefused } from '../../domain/sending/blast/front-store.ts'
import { selectReady } from '../../domain/sending/blast/ready-store.ts'
import { claimNumbers } from '../../domain/sending/blast/store.ts'
import { all, bound, db, run } from './support/database.ts'
import { makeLender } from './support/people.ts'
import { stage } from './support/stage.ts'

const NOW = Date.now()
beforeAll(async () => {
  await stage()
  await makeLender('front')
})
beforeEach(async () => {
  for (const table of ['phone_numbers', 'templates', 'topic_refusals']) await run(`delete from ${table}`)
  await run(`delete from cron_rounds where name = 'topics-front'`)
  await template('Promo')
})
const template = (topic: string) =>
  run(
    `insert into templates (id, text, text_wa, button, status, topic, count_use, created_at)
     values (?1, 'x', 'x', '[]', 'active', ?1, 0, 1)`,
    topic,
  )
/** So many people, the first of them refusing what is sent; in the order of claims. */
const people = async (count: number, refusing: number) => {
  await run(
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < ?)
     insert into phone_numbers (number, name, status, consent_source, consent_at, consent_by, created_at)
     select cast(6281377000000 + i as text), 'Ani', 'active', 'Toko', 1, 'x', 0 from n`,
    count,
  )
  await run(
    `insert into topic_refusals (number, topic, at) select number, 'Promo', 1 from phone_numbers order by id limit ?`,
    refusing,
  )
}
const place = (i: number): string => String(6_281_377_000_000 + i)
/** Claims two, and gives them back. */
const claim = async (more: object = {}) => {
  let read = 0
  const counting = connect({
    prepare: (text: string) => bound.DB.prepare(text),
    batch: async (statements: D1PreparedStatement[]) => {
      const results = await bound.DB.batch(statements)
      read += results.reduce((sum, { meta }) => sum + (meta.rows_read ?? 0), 0)
      return results
    },
  } as unknown as D1Database)
  const asked = { accountId: 'acc', now: NOW, runStartedAt: NOW, userId: 'front', want: 2, claim: 1, count: false }
  const { numbers } = await claimNumbers(counting, { ...asked, ...more })
  await run('update phone_numbers set in_use = 0, in_use_by = null where in_use = 1')
  return { claimed: numbers.map(({ number }) => number), read }
}
const front = () => all(`select after from cron_rounds where name = 'topics-front'`)

test('rule topics: those who refused all that is sent are passed over without a look at each, and claims take the same people', async () => {
  await people(2_100, 2_000)
  const before = await claim()
  expect(before.claimed).toEqual([place(2_001), place(2_002)])
  expect(await selectReady(db, NOW)).toEqual([{ ready: 0, exact: 0 }])
  await passRefused(db)
  const after = await claim()
  expect(after.claimed).toEqual(before.claimed)
  // two claims' worth of rows: none of the two thousand is looked at, though all have one time
  expect(after.read * 40).toBeLessThan(before.read)
  expect(await selectReady(db, NOW)).toEqual([{ ready: 100, exact: 1 }])
  // one-off blasts have their own topic, or none that anybody could refuse
  expect((await claim({ templateId: null })).claimed).toEqual([place(1), place(2)])
})
test('rule topics: who turns a topic on is claimed at once, and whoever gets something by a new template with the next look', async () => {
  await people(1_500, 1_400)
  await passRefused(db)
  await changeRefused(db, { number: place(7), refuse: [], allow: ['Promo'], now: NOW })
  expect((await claim()).claimed).toEqual([place(7), place(1_401)])
  // they stand before the place, and so does everybody behind them
  await passRefused(db)
  expect(await front()).toEqual([])
  await changeRefused(db, { number: place(7), refuse: ['Promo'], allow: [], now: NOW })
  await passRefused(db)
  expect((await claim()).claimed).toEqual([place(1_401), place(1_402)])
  await template('Kabar')
  await passRefused(db)
  expect((await claim()).claimed).toEqual([place(1), place(2)])
})
test('rule topics: of a few there is no place, and none once nobody refuses anything', async () => {
  await people(1_100, 900)
  await passRefused(db)
  expect(await front()).toEqual([])
  await run(
    `insert or ignore into topic_refusals (number, topic, at) select number, 'Promo', 1 from phone_numbers order by id limit 1050`,
  )
  await passRefused(db)
  expect(await front()).toHaveLength(1)
  await run('delete from topic_refusals')
  await passRefused(db)
  expect(await front()).toEqual([])
})
