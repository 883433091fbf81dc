// Before a launch: who waits in other campaigns, too, and after which messages the others rest (rule campaign-overlap): real Worker, real D1.
import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../contract/ground/settings.ts'
import { HOUR_MS } from '../../contract/ground/time.ts'
import { OVERLAPS_LOOKED_AT, type Rule, type SegmentCount } from '../../contract/recipients/segments.ts'
import { PERSON_STATES, type PersonState } from '../../contract/sending/reports.ts'
import { overlapStep } from '../../domain/sending/campaigns/overlap-store.ts'
import { stageCampaigns } from './support/campaigns.ts'
import { db, one, run } from './support/database.ts'
import { watchedDb } from './support/plans.ts'
import { numbers } from './support/stage.ts'

const { as, launched, move } = stageCampaigns('campaign-overlap')
const EVERYBODY: Rule = { join: 'and', not: false, of: [] }
const COOLDOWN_MS = DEFAULT_SETTINGS.recipient_cooldown_hours * HOUR_MS
const count = async (more = '&overlap=1') =>
  (await as<SegmentCount>('GET', `/admin/segment/count?rule=${encodeURIComponent(JSON.stringify(EVERYBODY))}${more}`))
    .json
const idOf = async (number: string | undefined): Promise<number> =>
  (await one<{ id: number }>('select id from phone_numbers where number = ?', number)).id
const became = async (campaign: number, person: number, state: PersonState, at: number) =>
  run(
    'update campaign_people set state = ?, at = ? where campaign_id = ? and number_id = ?',
    PERSON_STATES.indexOf(state),
    at,
    campaign,
    person,
  )
const attempted = (person: number, at: number) =>
  run('update phone_numbers set last_attempt_at = ? where id = ?', at, person)
const nameOf = async (id: number): Promise<string> =>
  (await one<{ name: string }>('select name from campaigns where id = ?', id)).name

const stage = async () => {
  const ids = await Promise.all((await numbers(0, 6)).map(idOf))
  const [both = 0, got = 0, other = 0, later = 0, stopped = 0, ended = 0] = ids
  const past = await launched()
  const running = await launched()
  const paused = await launched()
  await move('pause', paused)
  const cancelled = await launched()
  await move('cancel', cancelled)
  const now = Date.now()
  // in the paused one the first two wait, in the running one all but who got it
  for (const person of [other, later, stopped, ended])
    await run('delete from campaign_people where campaign_id = ? and number_id = ?', paused, person)
  await became(running, got, 'success', now - 60_000)
  await attempted(got, now - 60_000)
  await attempted(other, now - 30_000)
  await became(running, later, 'success', now - 90_000)
  await attempted(later, now - 10_000)
  await run('update phone_numbers set suppressed = 1 where id = ?', stopped)
  await run('delete from campaign_people where campaign_id = ? and number_id = ?', running, ended)
  await became(past, ended, 'unknown', now - 5_000)
  await attempted(ended, now - 5_000)
  await run(`update campaigns set state = 'finished', ended_at = ? where id = ?`, now, past)
  return { ids, both, past, running, paused, last: now - 5_000, now }
}

test('rule campaign-overlap: each person who waits in others counts once, and who rests by what they got last', async () => {
  const { past, running, paused, last } = await stage()
  const { overlap, resting } = await count()
  expect(resting).toBe(4)
  expect(overlap).toEqual({
    zones: [0, 0],
    // both, got (in the paused one) and other; who stopped gets nothing of any
    waiting: 3,
    resting: 2,
    free_at: new Date(last + COOLDOWN_MS).toISOString(),
    campaigns: expect.arrayContaining([
      { id: past, name: await nameOf(past), waiting: 0, resting: 1 },
      { id: running, name: await nameOf(running), waiting: 2, resting: 1 },
      { id: paused, name: await nameOf(paused), waiting: 2, resting: 0 },
    ]),
    is_all: true,
  })
  expect(overlap?.campaigns).toHaveLength(3)
  // nobody else asks for it
  expect((await count('')).overlap).toBeNull()
})

test('rule campaign-estimate: its steps say the same of everybody, each once, and of their zones', async () => {
  const { ids, now } = await stage()
  await run(
    `insert into phone_fields (number_id, fields) select id, '{"zona":"WITA"}' from phone_numbers where id in (?, ?)`,
    ids[0],
    ids[2],
  )
  await run(`insert into phone_fields (number_id, fields) values (?, '{"zona":"WIT"}')`, ids[5])
  const whole = await overlapStep(db, { rule: EVERYBODY, after: 0, rows: 100, zone: 'zona' }, now)
  const sums = { waiting: 0, resting: 0, wita: 0, wit: 0 }
  for (let after = 0; after < Math.max(...ids); ) {
    const step = await overlapStep(db, { rule: EVERYBODY, after, rows: 1, zone: 'zona' }, now)
    sums.waiting += step.waiting
    sums.resting += step.resting
    sums.wita += step.zones?.[0] ?? 0
    sums.wit += step.zones?.[1] ?? 0
    after = (await one<{ id: number }>('select min(id) as id from phone_numbers where id > ?', after)).id
  }
  expect(sums).toEqual({ waiting: whole.waiting, resting: whole.resting, wita: 2, wit: 1 })
  expect(whole.zones).toEqual([2, 1])
})

test('of more campaigns than it looks at, the counts are what there is at least', async () => {
  await numbers(0, 1)
  const first = await launched()
  for (let i = 0; i < OVERLAPS_LOOKED_AT; i++)
    await run(
      `insert into campaigns (id, name, state, segment_id, days, from_min, until_min, priority, created_by, created_at)
       values (?1, ?2, 'running', '', 127, 0, 1440, 5, 'x', 1)`,
      first + 1 + i,
      `Lain ${i}`,
    )
  expect((await count()).overlap).toMatchObject({ waiting: 0, is_all: false })
  await run('delete from campaigns where id = ?', first + 1)
  expect((await count()).overlap).toMatchObject({ waiting: 1, is_all: true })
})

test('a step reads the people of its own range alone, and of each campaign by its key', async () => {
  const { now } = await stage()
  const { db: watched, plans } = watchedDb()
  await overlapStep(watched, { rule: EVERYBODY, after: 1, rows: 2, zone: 'zona' }, now)
  const seen = await plans()
  const reads = (table: RegExp) => seen.filter((plan) => table.test(plan))
  expect(reads(/ (q|campaign_people)\b/)).toEqual([
    expect.stringMatching(/^SEARCH q USING PRIMARY KEY \(campaign_id=\? AND number_id>\? AND number_id<\?\)$/),
  ])
  expect(reads(/ phone_numbers\b/)).toEqual([
    expect.stringMatching(/^SEARCH phone_numbers USING INTEGER PRIMARY KEY \(rowid>\?\)$/),
  ])
})
