// Campaigns whose people are renewed every hour (rule campaign-rolling): real Worker, real D1.
import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../contract/ground/time.ts'
import { momentOf } from '../../contract/ground/moments.ts'
import {
  CAMPAIGN_NOT_ROLLING,
  CAMPAIGN_ROLLING_TOO_LONG,
  CAMPAIGN_ROLLING_WITHOUT_END,
} from '../../contract/sending/campaigns.ts'
import { TAG_OF_CAMPAIGN } from '../../contract/recipients/tags.ts'
import { endCampaigns } from '../../domain/sending/campaigns/launch-store.ts'
import { rollCampaigns } from '../../domain/sending/campaigns/roll-store.ts'
import { type Answer, places, stageCampaigns } from './support/campaigns.ts'
import { all, db, one, run } from './support/database.ts'
import { numbers } from './support/stage.ts'

const { as, create, launched, move, body } = stageCampaigns('campaign-rolling')
const END = momentOf(Date.now() + 30 * DAY_MS)
const ROLLING = { audience: 'rolling', end_at: END }
const always = (): boolean => true
/** So many hours after now; each walk that is due is made to its end. */
const roll = (hours: number, hasTime = always) => rollCampaigns(db, Date.now() + hours * HOUR_MS, hasTime)
const waiting = async (id: number): Promise<number[]> =>
  (
    await all<{ id: number }>(
      'select number_id as id from campaign_people where campaign_id = ? and state = 0 order by 1',
      id,
    )
  ).map((row) => row.id)
const idOf = async (number: string): Promise<number> =>
  (await one<{ id: number }>('select id from phone_numbers where number = ?', number)).id
const tag = async (name: string): Promise<number> =>
  (await as<{ tag: { id: number } }>('POST', '/admin/tag/create', { name })).json.tag.id
const segment = async (name: string, of: object[], not = false): Promise<string> =>
  (
    await as<{ segment: { id: string } }>('POST', '/admin/segment/create', {
      name,
      rule: { join: 'and', not, of },
    })
  ).json.segment.id
const put = (tagId: number, ids: number[]) =>
  run('insert into phone_tags (tag_id, number_id) select ?, value from json_each(?)', tagId, JSON.stringify(ids))

test('rule campaign-rolling: whoever comes to fit joins within the hour, whoever waits and fits no more leaves, and nobody who got it joins again', async () => {
  await run('delete from phone_numbers')
  const [a, b, c, d] = (await Promise.all((await numbers(0, 4)).map(idOf))) as [number, number, number, number]
  const vip = await tag('Rolling VIP')
  await put(vip, [a, b, c])
  const id = await launched({ ...ROLLING, segment_id: await segment('Rolling VIP', [{ is: 'tag', tag: vip }]) })
  expect(await waiting(id)).toEqual([a, b, c])
  // one of them got it, and has the label no more
  await run('update campaign_people set state = 2 where campaign_id = ? and number_id = ?', id, a)
  await run('update campaigns set claimed = 1, settled = 1, success = 1 where id = ?', id)
  await run('delete from phone_tags where tag_id = ?', vip)
  await put(vip, [c, d])
  const [e] = (await Promise.all((await numbers(10, 1)).map(idOf))) as [number]
  await put(vip, [e])
  await roll(0)
  expect(await waiting(id)).toEqual([b, c])
  const joinedFrom = Date.now()
  await roll(1.1)
  expect(await waiting(id)).toEqual([c, d, e])
  // who joins stands behind those of the launch
  const { at } = await one<{ at: number }>(
    'select at from campaign_people where campaign_id = ? and number_id = ?',
    id,
    d,
  )
  expect(at).toBeGreaterThan(joinedFrom)
  expect(await places(id)).toMatchObject({ people: 4, settled: 1 })
  await put(vip, [a])
  await roll(2.2)
  expect(await waiting(id)).toEqual([c, d, e])
  expect((await as<Answer>('GET', `/admin/campaign/${id}`)).json.campaign).toMatchObject({
    audience: 'rolling',
    audience_lost: false,
    rolled_at: expect.any(String),
  })
})

test('rule campaign-rolling: it begins with nobody, goes on when all who were in it are done, and ends at its end', async () => {
  await run('delete from phone_numbers')
  const id = await launched(ROLLING)
  await endCampaigns(db, Date.now())
  await numbers(0, 2)
  await roll(1.1)
  expect(await waiting(id)).toHaveLength(2)
  await run('update campaign_people set state = 2 where campaign_id = ?', id)
  await run('update campaigns set claimed = 2, settled = 2, success = 2 where id = ?', id)
  await endCampaigns(db, Date.now())
  expect(await one('select state from campaigns where id = ?', id)).toEqual({ state: 'running' })
  await endCampaigns(db, Date.now() + 31 * DAY_MS)
  expect(await one('select state from campaigns where id = ?', id)).toEqual({ state: 'finished' })
})

test('rule campaign-rolling: a walk that was cut off goes on where it stood, and a paused one is not walked', async () => {
  await run('delete from phone_numbers')
  const id = await launched(ROLLING)
  await numbers(0, 3)
  await roll(1.1, () => false)
  expect(await waiting(id)).toEqual([])
  await move('pause', id)
  await roll(1.2)
  expect(await waiting(id)).toEqual([])
  await move('resume', id)
  await roll(1.2)
  expect(await waiting(id)).toHaveLength(3)
  // one that takes longer than an hour is made to its end before the next begins
  const standing = () => one('select launched_to, rolled_at from campaigns where id = ?', id)
  await roll(2.3, () => false)
  await run('update campaigns set launched_to = 1 where id = ?', id)
  const before = await standing()
  await roll(3.4, () => false)
  expect(await standing()).toEqual(before)
})

test('rule campaign-rolling: whose row was deleted after they got it and is made anew is not sent it again', async () => {
  await run('delete from phone_numbers')
  const [number = '', other = ''] = await numbers(0, 2)
  const id = await launched(ROLLING)
  const theirs = await idOf(number)
  // it is sent to one of them; the other one waits
  await run('update phone_numbers set last_attempt_at = ?, count_success = 1 where id = ?', Date.now(), theirs)
  await run('update campaign_people set state = 2 where campaign_id = ? and number_id = ?', id, theirs)
  await run('update campaigns set claimed = 1, settled = 1, success = 1 where id = ?', id)
  for (const one of [number, other]) {
    await as('DELETE', `/admin/phonenumber/${await idOf(one)}`)
    await as('POST', '/admin/phonenumber/save', { number: one, name: 'Lagi', consent_source: 'Formulir' })
  }
  await run('update phone_numbers set last_attempt_at = 0')
  await roll(1.1)
  expect(await waiting(id)).toEqual([await idOf(other)])
  // the one who got it is settled and, anew, dropped; the other one's first row is gone
  expect(await one('select people, settled, dropped, gone from campaigns where id = ?', id)).toEqual({
    people: 4,
    settled: 1,
    dropped: 1,
    gone: 1,
  })
})

test('rule campaign-rolling: a label that it asks for stays; without what it asks for nobody joins any more, and that is said', async () => {
  await run('delete from phone_numbers')
  const [a] = (await Promise.all((await numbers(0, 1)).map(idOf))) as [number]
  const away = await tag('Rolling tidak')
  const id = await launched({
    ...ROLLING,
    segment_id: await segment('Rolling tidak', [{ is: 'tag', tag: away }], true),
  })
  const segmentId = (await one<{ id: string }>('select segment_id as id from campaigns where id = ?', id)).id
  await as('DELETE', `/admin/segment/${segmentId}`)
  expect((await as<Answer>('DELETE', `/admin/tag/${away}`)).json).toMatchObject({ fields: { id: TAG_OF_CAMPAIGN } })
  await run('update tags set deleted_at = 1 where id = ?', away)
  await numbers(10, 1)
  await roll(1.1)
  expect(await waiting(id)).toEqual([a])
  const shown = (await as<Answer>('GET', `/admin/campaign/${id}`)).json.campaign
  expect(shown).toMatchObject({ audience: 'frozen', audience_lost: true })
  // and it ends with its people
  await run('update campaign_people set state = 2 where campaign_id = ?', id)
  await run('update campaigns set claimed = 1, settled = 1, success = 1 where id = ?', id)
  await endCampaigns(db, Date.now())
  expect(await one('select state from campaigns where id = ?', id)).toEqual({ state: 'finished' })
})

test('rule campaign-rolling: it needs an end within a year, and one that was launched frozen stays so', async () => {
  await run('delete from phone_numbers')
  await numbers(0, 1)
  const without = await as<Answer>('POST', '/admin/campaign/create', body({ audience: 'rolling' }))
  expect(without.json.fields).toEqual({ end_at: CAMPAIGN_ROLLING_WITHOUT_END })
  const long = await create({ audience: 'rolling', end_at: momentOf(Date.now() + 366 * DAY_MS) })
  expect((await move('launch', long)).json.fields).toEqual({ end_at: CAMPAIGN_ROLLING_TOO_LONG })
  const edit = async (id: number, more: object) => {
    const { version, name } = (await as<Answer>('GET', `/admin/campaign/${id}`)).json.campaign
    return (await as<Answer>('PUT', `/admin/campaign/${id}`, { ...body(more), name, version })).json
  }
  const frozen = await launched({ end_at: END })
  await move('pause', frozen)
  expect((await edit(frozen, ROLLING)).fields).toEqual({ audience: CAMPAIGN_NOT_ROLLING })
  const rolling = await launched(ROLLING)
  await move('pause', rolling)
  expect((await edit(rolling, { ...ROLLING, end_at: momentOf(Date.now() + 366 * DAY_MS) })).fields).toEqual({
    end_at: CAMPAIGN_ROLLING_TOO_LONG,
  })
  expect((await edit(rolling, { end_at: END })).campaign).toMatchObject({ audience: 'frozen', audience_lost: false })
})
