// What a campaign may cost, and how it is spread until its end (rules campaign-budget,
// campaign-pace), and when it stops by itself (rule campaign-stops): real Worker, real D1.
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/ground/time.ts'
import { momentOf } from '../../contract/ground/moments.ts'
import { CAMPAIGN_COST_SPENT, CAMPAIGN_EVEN_WITHOUT_END } from '../../contract/sending/campaigns.ts'
import type { CampaignOutlook } from '../../contract/sending/campaign-outlook.ts'
import { setPaces } from '../../domain/sending/campaigns/spend-store.ts'
import { type Answer, claimedBy, places, stageCampaigns } from './support/campaigns.ts'
import { cron } from './support/cron.ts'
import { db, one, run } from './support/database.ts'
import { numbers } from './support/stage.ts'

const { as, body, launched, move, campaign, someone } = stageCampaigns('campaign-spend')
/** A member whose message costs so much; their account is called as they are. */
const member = async (fee: number): Promise<string> => {
  const id = await someone()
  await run('update users set blast_fee = ? where id = ?', fee, id)
  return id
}
const claim = async (who: string, serial: number, want = 5, now = Date.now()) =>
  (await claimedBy(who, who, serial, want, now)).filter((number) => number.campaign !== undefined)

describe('rule campaign-budget: in rupiah', () => {
  test('many at once claim no more than it pays for, each at the highest price of those who are held', async () => {
    await numbers(0, 60)
    const id = await launched({ budget_rupiah: 1_050 })
    const cheap = await Promise.all(Array.from({ length: 8 }, () => member(100)))
    const taken = await Promise.all(cheap.map((who) => claim(who, 1, 2)))
    expect(taken.flat()).toHaveLength(10)
    expect(await claim(await member(300), 1)).toEqual([])
    await places(id)
    // two come back: what they would have cost may be spent again, by whoever it suffices for
    const [first = []] = taken.filter((list) => list.length === 2)
    const holder = cheap[taken.indexOf(first)] ?? ''
    await run(
      `update phone_numbers set in_use = 0, in_use_by = null, in_use_claim = 0, in_use_campaign = null where in_use_by = ?`,
      holder,
    )
    expect(await claim(await member(300), 1)).toEqual([])
    expect(await claim(await member(120), 1)).toEqual([])
    expect(await claim(await member(100), 1)).toHaveLength(2)
  })
  test('the campaign’s price counts where it is higher, and an outcome that is not certain costs until it is', async () => {
    await numbers(0, 10)
    const id = await launched({ budget_rupiah: 1_000, price: 200 })
    const who = await member(100)
    expect(await claim(who, 1, 4)).toHaveLength(4)
    // three arrived, one nobody knows of
    await run(`update campaigns set settled = 4, success = 3, unknown = 1, cost_sen = 60000 where id = ?`, id)
    await run(
      `update phone_numbers set in_use = 0, in_use_by = null, in_use_claim = 0, in_use_campaign = null where in_use = 1`,
    )
    await run(`update campaigns set claimed = 4 where id = ?`, id)
    expect(await claim(who, 2)).toHaveLength(1)
  })
  test('whose row goes while they are held still costs, until it is known', async () => {
    await numbers(0, 10)
    const id = await launched({ budget_rupiah: 500 })
    const who = await member(100)
    expect(await claim(who, 1, 4)).toHaveLength(4)
    await run('delete from phone_numbers where in_use_by = ?', who)
    expect(await claim(await member(100), 1, 4)).toHaveLength(1)
    expect((await campaign(id)).state).toBe('running')
  })
  test('ends when nothing is left that would pay for a message, and not before', async () => {
    await numbers(0, 10)
    const id = await launched({ budget_rupiah: 250 })
    await run(`update campaigns set claimed = 1, settled = 1, success = 1, cost_sen = 10000 where id = ?`, id)
    await cron(0)
    expect((await campaign(id)).state).toBe('running')
    await run(`update campaigns set claimed = 2, settled = 2, success = 2, cost_sen = 20000 where id = ?`, id)
    await cron(0)
    expect((await campaign(id)).state).toBe('finished')
  })
  test('is a number that is there, and no less than what was spent', async () => {
    await numbers(0, 2)
    expect((await as('POST', '/admin/campaign/create', body({ budget_rupiah: 0 }))).status).toBe(422)
    const id = await launched({ budget_rupiah: 1_000 })
    await move('pause', id)
    await run(`update campaigns set cost_sen = 50000 where id = ?`, id)
    const said = await as<Answer>('PUT', `/admin/campaign/${id}`, body({ budget_rupiah: 499 }))
    expect([said.status, said.json.fields]).toEqual([422, { budget_rupiah: CAMPAIGN_COST_SPENT }])
  })
})

describe('rule campaign-pace: what is to be spread', () => {
  test('spread evenly, so many are claimed in ten minutes that all are by its end', async () => {
    await numbers(0, 40)
    const now = Math.floor(Date.now() / (10 * MINUTE_MS)) * 10 * MINUTE_MS
    const end = now + 100 * MINUTE_MS
    const id = await launched({ end_at: momentOf(end), pace: 'even' })
    // the minutes that have passed of the first ten count as well
    await run('update campaigns set per_slot = null where id = ?', id)
    await run('update campaign_people set at = 0')
    await setPaces(db, now)
    const [one_, two] = [await member(100), await member(100)]
    const first = await Promise.all([claim(one_, 1, 3, now), claim(two, 1, 3, now)])
    expect(first.flat()).toHaveLength(4)
    expect(await claim(one_, 2, 3, now + 9 * MINUTE_MS)).toEqual([])
    // what was not claimed then is spread over what is left
    const later = now + 50 * MINUTE_MS
    // half of the rupiah, half of the pace: they last until its end, too
    await run(`update campaigns set budget_sen = (claimed + 18) * dearest_sen where id = ?`, id)
    await setPaces(db, later)
    expect(await one('select per_slot from campaigns where id = ?', id)).toEqual({ per_slot: 4 })
    // of a number of messages those that were claimed are no more to be spread
    await run(`update campaigns set budget_sen = null, budget = claimed + 18, per_slot = null where id = ?`, id)
    await setPaces(db, later)
    expect(await one('select per_slot from campaigns where id = ?', id)).toEqual({ per_slot: 4 })
    await run(`update campaigns set budget = null, per_slot = null where id = ?`, id)
    await setPaces(db, later)
    expect(await one('select per_slot from campaigns where id = ?', id)).toEqual({ per_slot: 8 })
    expect(await claim(one_, 3, 12, later)).toHaveLength(8)
  })
  test('needs an end to be spread to', async () => {
    const said = await as<Answer>('POST', '/admin/campaign/create', body({ pace: 'even' }))
    expect([said.status, said.json.fields]).toEqual([422, { end_at: CAMPAIGN_EVEN_WITHOUT_END }])
  })
})

test('rule campaign-estimate: by the last hours of the campaign, else by the last week of the place', async () => {
  await numbers(0, 20)
  await run(`delete from daily_stats`)
  const id = await launched()
  const outlook = async () =>
    (await as<{ campaign: { outlook: CampaignOutlook } }>('GET', `/admin/campaign/${id}`)).json.campaign.outlook
  expect(await outlook()).toEqual({
    per_minute: null,
    per_hour: null,
    by_hour: null,
    price: 100,
    free_at: null,
    zones: [],
    window: { start: '00:00', end: '24:00' },
  })
  const day = new Date(Date.now() + 7 * HOUR_MS - DAY_MS).toISOString().slice(0, 10)
  await run(`insert into daily_stats (user_id, day, success, fail) values ('', ?, 10000, 80)`, day)
  expect(await outlook()).toMatchObject({ per_minute: 1, per_hour: null })
  // what its messages were paid says more than the setting; who rests is waited for
  await run(`update daily_stats set income_sen = 130000000 where user_id = ''`)
  const free = Date.now() + 3 * DAY_MS
  await run(
    'update campaign_people set at = ? where campaign_id = ? and number_id = (select max(id) from phone_numbers)',
    free,
    id,
  )
  expect(await outlook()).toMatchObject({ price: 130, free_at: new Date(free).toISOString() })
  // whoever got another message since the launch rests, also where no claim has looked at them yet
  const written = Date.now()
  await run(
    'update phone_numbers set last_attempt_at = ? where id = (select min(number_id) from campaign_people where campaign_id = ?)',
    written,
    id,
  )
  expect(await outlook()).toMatchObject({ free_at: new Date(written + 7 * DAY_MS).toISOString() })
  // its own price, where that is higher
  await run('update campaigns set price_sen = 20000 where id = ?', id)
  expect(await outlook()).toMatchObject({ price: 200 })
  // four days ago at nine WIB three times as much as in the other hours of the day
  await run(`delete from measures`)
  const midnight = Math.floor((Date.now() + 7 * HOUR_MS) / DAY_MS - 4) * DAY_MS - 7 * HOUR_MS
  for (let hour = 0; hour < 24; hour++)
    await run(
      `insert into measures (at, counts) values (?, json_object('wa_sends_total|outcome=success|reason=none', ?))`,
      midnight + hour * HOUR_MS,
      hour === 9 ? 30 : 10,
    )
  const shares = (await outlook()).by_hour ?? []
  expect([shares[9], shares[8]].map((share) => share?.toFixed(2))).toEqual(['2.77', '0.92'])
  await run(`delete from measures`)
  const now = Date.now()
  const began = now - 2 * HOUR_MS
  await run('update campaigns set launched_at = ?, success = 240, cost_sen = 3600000 where id = ?', began, id)
  const hour = Math.floor(now / HOUR_MS) * HOUR_MS
  await run(
    `insert into campaign_hours (campaign_id, hour, template_id, success, fail, unknown) values (?, ?, 'promo', 230, 6, 4)`,
    id,
    hour,
  )
  expect((await outlook()).per_minute).toBeCloseTo(2, 1)
  // so it went, by whichever way it is estimated
  expect((await outlook()).per_hour).toBeCloseTo(120, -1)
  // before its start nothing is sent, however long ago its launch was
  await run('update campaigns set start_at = ? where id = ?', now - HOUR_MS, id)
  expect((await outlook()).per_hour).toBeCloseTo(240, -1)
  await run('update campaigns set start_at = null where id = ?', id)
  await run('update campaign_hours set success = 2, fail = 0, unknown = 0 where campaign_id = ?', id)
  expect((await outlook()).per_hour).toBeCloseTo(1, 1)
  expect((await outlook()).price).toBe(150)
})

test('rule campaign-stops: it pauses itself when too many of who got it stop, and is not judged by them again', async () => {
  const list = await numbers(0, 60)
  const id = await launched()
  const sent = Date.now() - HOUR_MS
  await run('update campaigns set judged_from = ? where id = ?', sent - 1, id)
  await run('update campaign_people set state = 2, at = ? where campaign_id = ?', sent, id)
  await run('update campaigns set claimed = 60, settled = 60, success = 60, people = 70 where id = ?', id)
  const stop = (number: string, via: string, at: number) =>
    run(`insert into suppressions (hash, number, via, created_at) values (?1, ?1, ?2, ?3)`, number, via, at)
  for (const number of list.slice(0, 5)) await stop(number, 'page', sent + 1)
  // before the message, or by the office: not because of it
  await stop(list[6] ?? '', 'page', sent - 1)
  await stop(list[7] ?? '', 'admin', sent + 1)
  await cron(0)
  expect((await campaign(id)).state).toBe('running')
  await stop(list[8] ?? '', 'reply', sent + 1)
  await cron(0)
  expect(await campaign(id)).toMatchObject({ state: 'paused', why: 'stops', why_count: 6, why_of: 60 })
  expect((await move('resume', id)).status).toBe(200)
  await cron(0)
  expect(await campaign(id)).toMatchObject({ state: 'running', why: null })
  await move('cancel', id)
  const away = (on: boolean) => as('POST', '/admin/campaign/archive', { id, on })
  const listed = async (query: string) =>
    (await as<{ data: { id: number }[] }>('GET', `/admin/campaign/list-per-page${query}`)).json.data.map(
      (row) => row.id,
    )
  expect((await away(true)).status).toBe(200)
  expect([await listed(''), await listed('?archived=1')]).toEqual([[], [id]])
  await away(false)
  expect([await listed(''), await listed('?archived=1')]).toEqual([[id], []])
})
