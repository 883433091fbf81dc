// The counters of a rolling campaign, whoever joins it past its walk: real Worker, real D1.
import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../contract/ground/time.ts'
import { TAG_OF_CAMPAIGN } from '../../contract/recipients/tags.ts'
import { momentOf } from '../../contract/ground/moments.ts'
import { CAMPAIGN_ROLLING_TOO_LONG } from '../../contract/sending/campaigns.ts'
import { runBatch } from '../../domain/ground/db/connection.ts'
import { continueLaunch } from '../../domain/sending/campaigns/launch-store.ts'
import { rollCampaigns } from '../../domain/sending/campaigns/roll-store.ts'
import {
  campaignStatements,
  recountCampaigns,
  unknownInCampaigns,
} from '../../domain/sending/campaigns/settle-store.ts'
import { type Answer, places, stageCampaigns } from './support/campaigns.ts'
import { bound, db, one, run } from './support/database.ts'
import { TASKS } from '../../worker/cron-tasks.ts'
import { numbers } from './support/stage.ts'

const { as, body, launched, move } = stageCampaigns('campaign-rolling-counts')
const ROLLING = { audience: 'rolling', end_at: momentOf(Date.now() + 30 * DAY_MS) }
const roll = (hours: number) => rollCampaigns(db, Date.now() + hours * HOUR_MS, () => true)
const idOf = async (number: string): Promise<number> =>
  (await one<{ id: number }>('select id from phone_numbers where number = ?', number)).id

test('rule campaign-rolling: a restored one counts whoever joined and was written to since the backup', async () => {
  await run('delete from phone_numbers')
  await numbers(0, 1)
  const id = await launched(ROLLING)
  const [settled = '', lost = ''] = await numbers(1, 2)
  const numberId = await idOf(settled)
  const sent = { campaign: id, numberId, templateId: 'promo', attemptedAt: Date.now(), to: 'success', priceSen: 0 }
  await runBatch(db, campaignStatements(db, [{ results: [sent] }] as never, Date.now()))
  expect(await places(id)).toMatchObject({ people: 2, settled: 1 })
  const claimed = [{ campaign: id, id: await idOf(lost) }]
  await runBatch(db, unknownInCampaigns(db, 'lost', claimed, Date.now()))
  expect(await places(id)).toMatchObject({ people: 3, settled: 2 })
  await roll(1.1)
  expect(await places(id)).toMatchObject({ people: 3, settled: 2 })
})

test('rule campaign-rolling: a backup whose rows are newer than its campaigns counts them', async () => {
  await run('delete from phone_numbers')
  await numbers(0, 3)
  const id = await launched(ROLLING)
  await run('update campaigns set people = 1 where id = ?', id)
  await runBatch(db, recountCampaigns(db))
  expect(await places(id)).toMatchObject({ people: 3, gone: 0 })
})

test('rule campaign-rolling: who is kept out while the launch writes people down is counted once', async () => {
  await run('delete from phone_numbers')
  const [got = '', other = ''] = await numbers(0, 2)
  const id = await launched(ROLLING)
  await run('update phone_numbers set last_attempt_at = ? where number = ?', Date.now(), got)
  await as('DELETE', `/admin/phonenumber/${await idOf(got)}`)
  // the launch has still to come to the row that is given the number
  await run('delete from campaign_people')
  await run(`update campaigns set state = 'launching', launched_to = 0, people = 0, gone = 0 where id = ?`, id)
  const edit = { number: got, consent_source: 'Formulir' }
  expect((await as('PUT', `/admin/phonenumber/${await idOf(other)}`, edit)).status).toBe(200)
  expect(await one('select people, dropped from campaigns where id = ?', id)).toEqual({ people: 0, dropped: 1 })
  await continueLaunch(db, id, Date.now(), () => true)
  expect(await places(id)).toMatchObject({ people: 1, dropped: 1 })
})

test('rules campaign-rolling, campaign-once: who was written to and whose number came back by another row is not sent it again', async () => {
  await run('delete from phone_numbers')
  const [got = '', other = ''] = await numbers(0, 2)
  const id = await launched(ROLLING)
  const first = await idOf(got)
  await run('update phone_numbers set last_attempt_at = ? where id = ?', Date.now(), first)
  await run('update campaign_people set state = 2 where campaign_id = ? and number_id = ?', id, first)
  await run('update campaigns set claimed = 1, settled = 1, success = 1 where id = ?', id)
  const renumber = async (row: number, number: string) => {
    const edit = { number, consent_source: 'Formulir' }
    expect((await as('PUT', `/admin/phonenumber/${row}`, edit)).status).toBe(200)
  }
  await renumber(first, '6281299990002')
  await roll(1.1)
  await renumber(await idOf(other), got)
  await roll(2.2)
  const theirs = await one(
    'select state from campaign_people where number_id = (select id from phone_numbers where number = ?)',
    got,
  )
  expect(theirs).toEqual({ state: 5 })
  // and back again
  await renumber(await idOf(got), other)
  await renumber(first, got)
  await roll(3.3)
  expect(
    await one(
      'select state from campaign_people where number_id = (select id from phone_numbers where number = ?)',
      got,
    ),
  ).toEqual({ state: 5 })
  expect(
    await one(
      'select state from campaign_people where number_id = (select id from phone_numbers where number = ?)',
      other,
    ),
  ).toEqual({ state: 0 })
})

test('rule campaign-rolling: a walk that fails keeps no other campaign from its pace and its judges, and the round says so', async () => {
  await run('delete from phone_numbers')
  await numbers(0, 2)
  const broken = await launched(ROLLING)
  const even = await launched({ end_at: ROLLING.end_at, pace: 'even' })
  await run(`update campaigns set rule = '{', launched_to = 0 where id = ?`, broken)
  await run('update campaigns set per_slot = null where id = ?', even)
  const now = Date.now()
  const round = { env: bound, db, now, scheduledAt: now, until: now + 30_000 }
  await expect(TASKS.campaigns.run(round)).rejects.toThrow('could not be written down')
  expect(await one('select per_slot from campaigns where id = ?', even)).toEqual({ per_slot: expect.any(Number) })
})

test('rule campaign-rolling: whoever got it, went and came again while it was paused is not sent it again', async () => {
  await run('delete from phone_numbers')
  const [got = ''] = await numbers(0, 1)
  const id = await launched(ROLLING)
  await run('update phone_numbers set last_attempt_at = ? where number = ?', Date.now(), got)
  await run('update campaign_people set state = 2 where campaign_id = ?', id)
  await run('update campaigns set claimed = 1, settled = 1, success = 1 where id = ?', id)
  await move('pause', id)
  await as('DELETE', `/admin/phonenumber/${await idOf(got)}`)
  await as('POST', '/admin/phonenumber/save', { number: got, name: 'Lagi', consent_source: 'Formulir' })
  await move('resume', id)
  await roll(1.1)
  expect(await one('select number_id, state from campaign_people where campaign_id = ?', id)).toEqual({
    number_id: await idOf(got),
    state: 5,
  })
})

test('rule campaign-rolling: a label of a paused one stays, and one that lost what it asks for keeps saying so when it is changed', async () => {
  await run('delete from phone_numbers')
  await numbers(0, 1)
  const tag = (await as<{ tag: { id: number } }>('POST', '/admin/tag/create', { name: 'Rolling jeda' })).json.tag.id
  const rule = { join: 'and', not: true, of: [{ is: 'tag', tag }] }
  const made = await as<{ segment: { id: string } }>('POST', '/admin/segment/create', { name: 'Rolling jeda', rule })
  const segmentId = made.json.segment.id
  const id = await launched({ ...ROLLING, segment_id: segmentId })
  await as('DELETE', `/admin/segment/${segmentId}`)
  await move('pause', id)
  expect((await as<Answer>('DELETE', `/admin/tag/${tag}`)).json).toMatchObject({ fields: { id: TAG_OF_CAMPAIGN } })
  await move('resume', id)
  await run('update tags set deleted_at = 1 where id = ?', tag)
  await roll(1.1)
  await move('pause', id)
  const { version, name } = (await as<Answer>('GET', `/admin/campaign/${id}`)).json.campaign
  const edit = { ...body({ end_at: ROLLING.end_at, segment_id: segmentId }), name, version }
  expect((await as<Answer>('PUT', `/admin/campaign/${id}`, edit)).json.campaign).toMatchObject({
    audience: 'frozen',
    audience_lost: true,
  })
})

test('rule campaign-rolling: its year begins with its launch, and not with each change', async () => {
  await run('delete from phone_numbers')
  await numbers(0, 1)
  const id = await launched(ROLLING)
  await move('pause', id)
  await run('update campaigns set launched_at = launched_at - ? where id = ?', 10 * DAY_MS, id)
  const { version, name } = (await as<Answer>('GET', `/admin/campaign/${id}`)).json.campaign
  const longer = momentOf(Date.now() + 360 * DAY_MS)
  const edit = { ...body({ ...ROLLING, end_at: longer }), name, version }
  expect((await as<Answer>('PUT', `/admin/campaign/${id}`, edit)).json.fields).toEqual({
    end_at: CAMPAIGN_ROLLING_TOO_LONG,
  })
})

test('rule campaign-rolling: nobody joins one that was cancelled while a step of its walk was on its way', async () => {
  await run('delete from phone_numbers')
  const id = await launched(ROLLING)
  await numbers(0, 2)
  const late = new Proxy(db, {
    get: (target, key) =>
      key === 'batch'
        ? async (...of: Parameters<typeof db.batch>) => {
            await move('cancel', id)
            return target.batch(...of)
          }
        : Reflect.get(target, key),
  })
  await rollCampaigns(late, Date.now() + 1.1 * HOUR_MS, () => true)
  expect(await places(id)).toMatchObject({ people: 0 })
})
