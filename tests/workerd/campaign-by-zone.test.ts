// How many people of a campaign live in each zone, and what its estimate and its pace make of that (rules campaign-estimate, campaign-pace): real
// Worker, real D1.
import { beforeEach, describe, expect, test } from 'vitest'
import { momentOf } from '../../contract/ground/moments.ts'
import { claimNumbers } from '../../domain/sending/blast/store.ts'
import { campaignWithOutlook } from '../../domain/sending/campaigns/outlook-store.ts'
import { rollCampaigns } from '../../domain/sending/campaigns/roll-store.ts'
import { setPaces } from '../../domain/sending/campaigns/spend-store.ts'
import { claimRequest, stageCampaigns } from './support/campaigns.ts'
import { db, one, run } from './support/database.ts'
import { numbers } from './support/stage.ts'
import { at, stageZones, zone } from './support/zones.ts'

const { as, launched, someone } = stageCampaigns('campaign-by-zone')
const HOURS = { from: '10:00', until: '11:00', zone_field: 'zona' }

let list: string[]
/** Of the rest nothing is known. */
const live = async (wita: number, wit: number, of: number) => {
  list = await numbers(0, of)
  for (const number of list.slice(0, wita)) await zone(number, 'WITA')
  for (const number of list.slice(wita, wita + wit)) await zone(number, 'WIT')
}
beforeEach(async () => {
  await stageZones(as)
  await run('delete from phone_numbers')
})
const joined = (id: number) => one('select people, people_wita, people_wit from campaigns where id = ?', id)
const zones = async (id: number, now = at(0)) => (await campaignWithOutlook(db, id, now))?.outlook.zones
let claims = 0
const claim = async (now: number, want: number) =>
  (await claimNumbers(db, claimRequest('acc-by-zone', await someone(), ++claims, want, now))).numbers.length

describe('rule campaign-estimate: by zone', () => {
  test('a launch counts who lives where, and so does each hour of a rolling one', async () => {
    await live(2, 3, 9)
    const rule = { join: 'and', not: true, of: [{ is: 'field', field: 'zona', how: 'none' }] }
    const made = await as<{ segment: { id: string } }>('POST', '/admin/segment/create', { name: 'Berzona', rule })
    const end = momentOf(at(24 * 20))
    const more = { segment_id: made.json.segment.id, audience: 'rolling', end_at: end }
    const id = await launched({ ...HOURS, ...more })
    expect(await joined(id)).toEqual({ people: 5, people_wita: 2, people_wit: 3 })
    // one joins, one leaves, one is held
    await zone(list[8], 'WITA')
    await run('delete from phone_fields where number_id = (select id from phone_numbers where number = ?)', list[4])
    expect(await claim(at(8, 30), 1)).toBe(1)
    await run('update campaigns set launched_at = 1 where id = ?', id)
    await rollCampaigns(db, Date.now(), () => true)
    expect(await joined(id)).toEqual({ people: 5, people_wita: 3, people_wit: 2 })
    expect((await zones(id))?.map(({ people }) => people)).toEqual([0, 3, 1])
  })
  test('without zones nobody is counted by them', async () => {
    await live(1, 1, 3)
    const id = await launched({ ...HOURS, zone_field: null })
    expect(await joined(id)).toEqual({ people: 3, people_wita: 0, people_wit: 0 })
    expect(await zones(id)).toEqual([])
  })
  test('few who wait are counted, many are shared out as they joined; each zone has its own rest', async () => {
    await live(1, 1, 3)
    const id = await launched(HOURS)
    const free = at(30)
    await run(
      `with recursive n (i) as (select 1 union all select i + 1 from n where i < 2400)
       insert into campaign_people (campaign_id, number_id, state, at)
       select ?, 1000000 + i, 0, iif(i % 2 = 0, 0, 1000000000000000) from n`,
      id,
    )
    await run('update campaign_people set at = at + ? where campaign_id = ? and at >= 2e15', free, id)
    await run('update campaigns set people = 4001, people_wita = 1000, people_wit = 1 where id = ?', id)
    expect(await zones(id)).toEqual([
      { people: 3000, free_at: null },
      { people: 1000, free_at: null },
      { people: 1, free_at: new Date(free).toISOString() },
    ])
  })
  test('how fast it goes is read from the hours of those who wait still', async () => {
    await live(0, 0, 20)
    const id = await launched(HOURS)
    for (const [hour, n] of [
      [8, 1],
      [9, 1],
      [10, 15],
    ] as const)
      await run(
        `insert into campaign_hours (campaign_id, hour, template_id, success, fail, unknown) values (?, ?, 'promo', ?, 0, 0)`,
        id,
        at(hour),
        n,
      )
    const outlook = (await campaignWithOutlook(db, id, at(10, 15)))?.outlook
    expect([outlook?.per_minute, outlook?.per_hour]).toEqual([expect.closeTo(1), expect.closeTo(60)])
  })
})

describe('rule campaign-pace: by zone', () => {
  const pace = async (id: number, now: number) => {
    await run('update campaigns set per_slot = null where id = ?', id)
    await setPaces(db, now)
    return (await one<{ per_slot: number }>('select per_slot from campaigns where id = ?', id)).per_slot
  }
  test('each zone is spread over its own hours, to the last of them', async () => {
    await live(0, 24, 30)
    const id = await launched({ ...HOURS, pace: 'even', end_at: momentOf(at(11)) })
    // all thirty in the hour of Jakarta would be five
    expect(await pace(id, at(8))).toBe(4)
    for (let slot = 0; slot < 6; slot++) {
      const now = at(8, slot * 10)
      await pace(id, now)
      expect(await claim(now, 20)).toBe(4)
    }
    expect(await claim(at(9), 20)).toBe(0)
    expect(await pace(id, at(10))).toBe(1)
    for (let slot = 0; slot < 6; slot++) expect(await claim(at(10, slot * 10), 20)).toBe(1)
    expect(await joined(id)).toMatchObject({ people: 30 })
    expect(await one('select claimed from campaigns where id = ?', id)).toEqual({ claimed: 30 })
  })
  test('whose hours are over take nothing from the others', async () => {
    await live(0, 24, 30)
    const id = await launched({ ...HOURS, pace: 'even', end_at: momentOf(at(11)), budget: 24 })
    expect(await pace(id, at(10))).toBe(1)
    expect(await pace(id, at(10, 50))).toBe(6)
  })
})
