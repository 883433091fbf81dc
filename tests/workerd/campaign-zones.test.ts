// A campaign whose hours are those of its people's zones (rule campaign-zone): real Worker, real D1.
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../contract/ground/time.ts'
import { FIELD_TEXTS } from '../../contract/recipients/field-texts.ts'
import { CAMPAIGN_ZONE_FIXED, CAMPAIGN_ZONE_GONE } from '../../contract/sending/campaigns.ts'
import { claimNumbers, giveBackNumbers } from '../../domain/sending/blast/store.ts'
import { fileEnded } from '../../domain/sending/campaigns/report-store.ts'
import { rollCampaigns } from '../../domain/sending/campaigns/roll-store.ts'
import { ask, call } from './support/api.ts'
import { type Answer, claimRequest, places, stageCampaigns } from './support/campaigns.ts'
import { all, bound, db, one, run } from './support/database.ts'
import { slowCall } from './support/meanwhile.ts'
import { makePerson } from './support/people.ts'
import { numbers } from './support/stage.ts'
import { at, stageZones, TOMORROW, window, zone } from './support/zones.ts'

const { as, admin, body, create, move, launched, campaign, someone } = stageCampaigns('campaign-zones')

let list: string[]
beforeEach(async () => {
  await stageZones(as)
  list = await numbers(0, 4)
  await zone(list[1], 'wita')
  await zone(list[2], ' WIT ')
  await zone(list[3], 'Solo')
})
const HOURS = { from: '10:00', until: '11:00', zone_field: 'zona' }
let claims = 0
const claim = async (now: number, want = 5) => {
  const answer = await claimNumbers(db, claimRequest('acc-zone', await someone(), ++claims, want, now))
  return { ...answer, got: answer.numbers.filter((n) => n.campaign !== undefined).map((n) => n.number) }
}
const rows = async (id: number) =>
  (await as<{ data: { number: string; at: string }[] }>('GET', `/admin/campaign/people?id=${id}&page=1`)).json.data

describe('rule campaign-zone: a claim', () => {
  test('brings each zone’s people in their hours, and says when these end', async () => {
    const id = await launched(HOURS)
    expect((await claim(at(7, 59))).got).toEqual([])
    const wit = await claim(at(8, 30))
    expect(wit.got).toEqual([list[2]])
    expect(wit.rules.campaign?.until).toBe(at(9))
    const wita = await claim(at(9, 30))
    expect(wita.got).toEqual([list[1]])
    expect(wita.rules.campaign?.until).toBe(at(10))
    const wib = await claim(at(10, 30))
    expect(wib.got).toEqual([list[0], list[3]])
    expect(wib.rules.campaign?.until).toBe(at(11))
    expect(await places(id)).toMatchObject({ claimed: 4 })
  })

  test('brings those first whose hours end first', async () => {
    await launched({ zone_field: 'zona' })
    expect((await claim(at(12), 1)).got).toEqual([list[2]])
    expect((await claim(at(12), 1)).got).toEqual([list[1]])
    expect((await claim(at(12))).got).toEqual([list[0], list[3]])
  })

  test('passes over a zone whose people all rest, for those of another one', async () => {
    await run('update phone_numbers set last_attempt_at = ? where number = ?', Date.now(), list[2])
    const id = await launched({ zone_field: 'zona' })
    await run('update campaign_people set at = at + ? where campaign_id = ? and at > ?', 9 * DAY_MS, id, 2e15)
    expect((await claim(at(12))).got).toEqual([list[1]])
    expect((await claim(at(12))).got).toEqual([list[0], list[3]])
  })

  test.each([
    ['WITA', 1],
    ['utc+8', 1],
    ['UTC+08:00', 1],
    ['GMT +9', 2],
    ['GMT+8', 1],
    ['+08:00', 1],
    ['Asia/Makassar', 1],
    ['Asia/Ujung_Pandang', 1],
    ['WIT', 2],
    ['UTC+9', 2],
    ['gmt+9', 2],
    ['+9', 2],
    ['+09:00', 2],
    [' asia/jayapura ', 2],
    ['WIB', 0],
    ['UTC+7', 0],
    ['', 0],
  ])('reads %s as so many hours ahead', async (value, ahead) => {
    await zone(list[0], value)
    const id = await launched(HOURS)
    expect(
      await one(
        'select at / 1000000000000000 as ahead from campaign_people where campaign_id = ? order by number_id',
        id,
      ),
    ).toEqual({ ahead })
  })

  test('goes by the weekday of the zone', async () => {
    const id = await launched(HOURS)
    const monday = TOMORROW + ((8 - (new Date(TOMORROW + HOUR_MS * 7).getUTCDay() || 7)) % 7) * DAY_MS
    await run('update campaigns set days = 2, from_min = 0, until_min = 60 where id = ?', id)
    // an hour before Monday in Jakarta it is Monday in Makassar
    expect((await claim(monday - HOUR_MS + 1)).got).toEqual([list[1]])
    expect((await claim(monday + DAY_MS - HOUR_MS + 1)).got).toEqual([])
    expect((await claim(monday + 1)).got).toEqual([list[0], list[3]])
  })

  test('passes over a zone that is closed, however many of it wait, and puts off only whose turn it is', async () => {
    const id = await launched(HOURS)
    // somebody in Jakarta rests, too
    for (const one of [list[0], list[2]])
      await run('update phone_numbers set last_attempt_at = ? where number = ?', at(8), one)
    expect((await claim(at(8, 30))).got).toEqual([])
    const left = await all<{ number: string; lane: number; moment: number }>(
      `select p.number, q.at / 1000000000000000 as lane, q.at % 1000000000000000 as moment
       from campaign_people q join phone_numbers p on p.id = q.number_id where q.campaign_id = ? order by p.id`,
      id,
    )
    const [first, second, third] = left
    expect([first?.lane, second?.lane, third?.lane]).toEqual([0, 1, 2])
    expect([first?.moment, second?.moment]).toEqual([0, 0])
    expect(third?.moment).toBeGreaterThan(at(8, 30))
  })

  test('whoever is given back or rests stays in their zone', async () => {
    await run('update phone_numbers set last_attempt_at = ? where number = ?', Date.now(), list[1])
    const id = await launched(HOURS)
    expect((await claim(at(8, 30))).got).toEqual([list[2]])
    await giveBackNumbers(db, { accountId: 'acc-zone', upTo: claims, keep: [] })
    expect((await claim(at(10, 30))).got).not.toContain(list[2])
    await giveBackNumbers(db, { accountId: 'acc-zone', upTo: claims, keep: [] })
    expect((await claim(at(8, 30) + DAY_MS)).got).toEqual([list[2]])
    const { id: resting } = await one<{ id: number }>('select id from phone_numbers where number = ?', list[1])
    expect(
      await one(
        'select at / 1000000000000000 as lane from campaign_people where campaign_id = ? and number_id = ?',
        id,
        resting,
      ),
    ).toEqual({ lane: 1 })
  })

  test('of a campaign without a zone brings everybody in the hours of Jakarta', async () => {
    await launched({ ...HOURS, zone_field: null })
    expect((await claim(at(8, 30))).got).toEqual([])
    expect((await claim(at(10, 30))).got).toEqual(list)
  })
})

test('rule campaign-zone: list, file and page say the moment, and not the zone’s place in it', async () => {
  await run('update phone_numbers set last_attempt_at = ? where number = ?', Date.now(), list[1])
  const id = await launched(HOURS)
  const { launched_at: launch } = await campaign(id)
  const shown = await rows(id)
  expect(shown.map((row) => row.at)).toEqual([launch, shown[1]?.at, launch, launch])
  expect(Date.parse(shown[1]?.at ?? '')).toBeLessThan(Date.now() + 400 * DAY_MS)
  const { json } = await as<{ campaign: { outlook: { free_at: string | null } } }>('GET', `/admin/campaign/${id}`)
  expect(json.campaign.outlook.free_at).toBe(shown[1]?.at)
  await move('cancel', id)
  await run('update campaigns set ended_at = ? where id = ?', Date.now() - 31 * DAY_MS, id)
  const file = async () =>
    (await call('GET', `/admin/campaign/export?id=${id}&format=csv`, { token: admin().token })).text()
  const before = await file()
  await fileEnded(db, { bucket: bound.MEDIA, now: Date.now(), hasTime: () => true })
  expect(await all('select 1 from campaign_people')).toEqual([])
  expect(await file()).toBe(before)
  expect(before).not.toContain('+03')
})

test('rule campaign-zone: who joins a rolling campaign later has a zone, too', async () => {
  const id = await launched({ ...HOURS, audience: 'rolling', end_at: '2099-01-01T00:00' }).catch(() => null)
  expect(id).toBeNull()
  const soon = new Date(at(20) + 30 * DAY_MS + 7 * HOUR_MS).toISOString().slice(0, 16)
  const rolling = await launched({ ...HOURS, audience: 'rolling', end_at: soon })
  const [later = ''] = await numbers(50, 1)
  await zone(later, 'WITA')
  await run('update campaigns set rolled_at = 1, launched_at = 1 where id = ?', rolling)
  await rollCampaigns(db, Date.now() + HOUR_MS, () => true)
  expect((await claim(at(9, 30))).got).toEqual([list[1], later])
})

test('rule campaign-zone: a column that is gone, another zone after the launch, and hours that some zone never has', async () => {
  const field = async (more: object) => {
    const { status, json } = await as<Answer>('POST', '/admin/campaign/create', body({ ...HOURS, ...more }))
    return [status, json.fields]
  }
  expect(await field({ zone_field: 'lain' })).toEqual([422, { zone_field: CAMPAIGN_ZONE_GONE }])
  // the place sends from 08:00 to 20:00 in Jakarta, which is 10:00 in Jayapura
  await window('08:00', '20:00')
  expect(await field({ from: '08:00', until: '10:00' })).toEqual([
    422,
    { until: expect.stringContaining('menurut WIT') },
  ])
  expect(await field({ from: '08:00', until: '10:30' })).toEqual([200, undefined])
  expect(await field({ from: '20:00', until: '22:00', zone_field: null })).toEqual([
    422,
    { until: expect.stringContaining('08:00–20:00 WIB') },
  ])
  const id = await create(HOURS)
  await move('launch', id)
  await move('pause', id)
  const { version } = (await as<Answer>('GET', `/admin/campaign/${id}`)).json.campaign
  const change = (more: object) => as<Answer>('PUT', `/admin/campaign/${id}`, { ...body(HOURS), version, ...more })
  expect((await change({ zone_field: null })).json.fields).toEqual({ zone_field: CAMPAIGN_ZONE_FIXED })
  // its people have their zones since the launch
  await as('POST', '/admin/recipient-field/delete', { key: 'zona' })
  // a page of before knows no zone, and leaves it
  expect((await change({ zone_field: undefined })).json.campaign).toMatchObject({ zone_field: 'zona', state: 'paused' })
  expect((await move('resume', id)).status).toBe(200)
})

test('rule campaign-zone: a field stays while people are written down with it, and one that is gone is not launched', async () => {
  const remove = () => as<Answer>('POST', '/admin/recipient-field/delete', { key: 'zona' })
  const draft = await create(HOURS)
  const launch = await slowCall(
    ['POST', '/admin/campaign/launch'],
    { token: admin().token, body: { id: draft } },
    "state = 'launching'",
    async () => expect((await remove()).status).toBe(200),
  )
  expect([launch.status, (await campaign(draft)).state]).toEqual([422, 'draft'])
  await run('update recipient_fields set deleted_at = null')
  const soon = new Date(at(20) + 30 * DAY_MS + 7 * HOUR_MS).toISOString().slice(0, 16)
  const id = await launched({ ...HOURS, audience: 'rolling', end_at: soon })
  expect((await remove()).json.fields).toEqual({ key: FIELD_TEXTS.ofCampaign })
  await move('pause', id)
  expect((await remove()).status).toBe(422)
  await move('cancel', id)
  expect((await remove()).status).toBe(200)
})

test('rule campaign-zone: a draft changes its zone, of which a launch at the same moment knows, and members read it', async () => {
  const values = { ...HOURS, name: 'Zona' }
  const id = await create({ ...values, zone_field: null })
  const change = async (zoneField: string | null) => {
    const { version } = (await as<Answer>('GET', `/admin/campaign/${id}`)).json.campaign
    return as<Answer>('PUT', `/admin/campaign/${id}`, { ...body(values), version, zone_field: zoneField })
  }
  expect((await change('zona')).json.campaign.zone_field).toBe('zona')
  const launch = await slowCall(
    ['POST', '/admin/campaign/launch'],
    { token: admin().token, body: { id } },
    "state = 'launching'",
    async () => expect((await change(null)).status).toBe(200),
  )
  expect([launch.status, await campaign(id)]).toMatchObject([422, { state: 'draft', zone_field: null }])
  await change('zona')
  await move('launch', id)
  const { token } = await makePerson('member')
  const { json } = await ask<{ campaigns: object[] }>('GET', '/user/campaigns', { token })
  expect(json.campaigns).toMatchObject([{ zone_field: 'zona' }])
})

test('rule campaign-zone: one whose hours the place has no more does not go on', async () => {
  const id = await launched({ from: '20:00', until: '22:00' })
  await move('pause', id)
  await window('08:00', '20:00')
  expect((await move('resume', id)).json.fields).toEqual({ until: expect.stringContaining('08:00–20:00 WIB') })
  // of a night, they are
  await window('21:00', '04:00')
  expect((await move('resume', id)).status).toBe(200)
})
