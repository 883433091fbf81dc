// How many a blast reaches, and how many are cooling, in a list that is longer than what was once counted: as SQL itself counts them, and
// without a look at the rows.
import { beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../contract/ground/time.ts'
import { connect } from '../../domain/ground/db/connection.ts'
import { claimNumbers, previewReach } from '../../domain/sending/blast/store.ts'
import { bound, one, run } from './support/database.ts'
import { makeLender } from './support/people.ts'
import { stage } from './support/stage.ts'

const NOW = Date.parse('2026-11-21T05:00:00Z')
const ALL = 48_000
const FIRST = 6_281_500_000_000
let read = 0
const db = connect({
  prepare: (text: string) => bound.DB.prepare(text),
  batch: async (statements: D1PreparedStatement[]) => {
    const results = await bound.DB.batch(statements)
    read += results.reduce((sum, { meta }) => sum + (meta.rows_read ?? 0), 0)
    return results
  },
} as unknown as D1Database)
const asked = { accountId: 'acc', userId: 'claimer', now: NOW, templateId: 'promo' }
const preview = (more: object = {}) => previewReach(db, { ...asked, among: null, samples: 1, ...more })
/** What stands in the way of people, as plain SQL says it: `claimable` and `cooling`. */
const counted = (since: number | null = null) =>
  one<{ claimable: number; cooling: number }>(
    `select sum(last_attempt_at <= ?1) as claimable, sum(last_attempt_at > ?1) as cooling
     from phone_numbers p
     where status = 'active' and suppressed = 0 and in_use = 0 and consent_at is not null
       and consent_source not in (select name from consent_sources where held_at is not null)
       and number not in (select number from topic_refusals where topic = 'promo')
       and number not in (select phonenumber from whatsapp where removed_at is null and phonenumber is not null)
       and created_at < ?2`,
    // who got anything since then is passed over
    Math.min(NOW - 7 * DAY_MS, (since ?? NOW * 2) - 1),
    since ?? NOW * 2,
  )

beforeAll(async () => {
  await stage()
  await makeLender('claimer')
  for (const table of ['phone_numbers', 'whatsapp']) await run(`delete from ${table}`)
  await run(`insert or replace into settings values ('recipient_cooldown_hours', '168')`)
  await run(
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < ?)
     insert into phone_numbers (
       number, name, status, suppressed, in_use, in_use_by, consent_source, consent_at, created_at, last_attempt_at
     )
     select cast(? + i as text), 'Ani', iif(i % 37 = 0, 'nonactive', 'active'), iif(i % 41 = 0, 1 + i % 4, 0),
       i % 997 = 0, iif(i % 997 = 0, 'other', null), iif(i % 101 = 0, 'Pameran', 'Formulir'), iif(i % 43 = 0, null, 5), i,
       case when i % 5 < 3 then 0 when i % 5 = 3 then ? else ? end
     from n`,
    ALL,
    FIRST,
    NOW - 8 * DAY_MS,
    NOW - DAY_MS,
  )
  await run(`insert into topic_refusals (number, topic, at)
    select number, iif(id % 2, 'promo', 'berita'), 1 from phone_numbers where id % 211 < 2`)
  await run(`insert into whatsapp (id, clientid, user_id, purpose, phonenumber, state, status, created_at)
    select 'own' || id, 'c' || id, 'claimer', 'blast', number, 'disconnected', 'idle', 1 from phone_numbers where id % 4001 = 2`)
  await run(`insert into templates (id, name, text, text_wa, button, status, count_use, created_at, topic)
    values ('promo', 'Promo', 'Halo', 'Halo', '[]', 'active', 0, 1, 'promo')`)
})
const answer = ({ count, rules }: Awaited<ReturnType<typeof preview>>) => ({ claimable: count, cooling: rules.cooling })

test('rule one-off-preview: beyond 20,000 it is as many as SQL counts', async () => {
  const free = await counted()
  expect(free?.claimable).toBeGreaterThan(25_000)
  expect(answer(await preview())).toEqual(free)
})

test('rule one-off-preview: of a source that is held and not marked yet nobody counts', async () => {
  await run(`insert into consent_sources (name, held_at, marked, created_at) values ('Pameran', 1, 0, 1)`)
  expect(answer(await preview())).toEqual(await counted())
  // the cron has marked them
  await run(`update phone_numbers set suppressed = 3 where suppressed = 0 and consent_source = 'Pameran'`)
  await run(`update consent_sources set marked = 1 where name = 'Pameran'`)
  expect(answer(await preview())).toEqual(await counted())
})

test('rule end-of-blast: progress begins with all who could be claimed, also of one that goes on', async () => {
  const of = (notSince: number | null) =>
    claimNumbers(db, { ...asked, want: 0, runStartedAt: NOW, claim: 1, count: true, notSince })
  const { claimable, cooling } = (await of(null)).rules
  expect({ claimable, cooling }).toEqual(await counted())
  expect((await of(30_000)).rules.claimable).toBe((await counted(30_000))?.claimable)
  // a claim in the middle of a run counts nobody
  read = 0
  await claimNumbers(db, { ...asked, want: 0, runStartedAt: NOW, claim: 1, count: false })
  expect(read).toBeLessThan(1_000)
})
