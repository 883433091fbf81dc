// What a draft says of itself before it is launched: which template each person will get, and when it begins (rules campaign-start, campaign-variants):
// real Worker, real D1, real objects.
import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../contract/ground/time.ts'
import type { SegmentCount } from '../../contract/recipients/segments.ts'
import { momentAt, momentOf } from '../../contract/ground/moments.ts'
import { CAMPAIGN_START_OVER } from '../../contract/sending/campaigns.ts'
import { variantOf } from '../../contract/sending/variants.ts'
import { blastSends } from './support/blasting.ts'
import { type Answer, finish, settledAll, stageCampaigns, textOf } from './support/campaigns.ts'
import { run } from './support/database.ts'
import { numbers } from './support/stage.ts'

const { as, body, create, move, launched, campaign, account } = stageCampaigns('campaign-drafts')

test('rule campaign-variants: who gets which of a draft’s templates is what its form reckons, also after they changed places', async () => {
  await numbers(0, 8)
  const id = await create({
    templates: [
      { id: 'promo', weight: 2 },
      { id: 'other', weight: 1 },
    ],
  })
  const shown = [
    { id: 'other', weight: 1 },
    { id: 'promo', weight: 2 },
  ]
  const { name, version } = (await as<Answer>('GET', `/admin/campaign/${id}`)).json.campaign
  expect((await as('PUT', `/admin/campaign/${id}`, { ...body({ name, templates: shown }), version })).status).toBe(200)
  expect((await campaign(id)).templates.map((one) => one.id)).toEqual(['other', 'promo'])
  const rule = encodeURIComponent(JSON.stringify({ join: 'and', not: false, of: [] }))
  const { sample } = (await as<SegmentCount>('GET', `/admin/segment/count?rule=${rule}`)).json
  expect(sample).toHaveLength(8)
  expect(sample.every(({ may, off }) => may === true && off?.length === 0)).toBe(true)
  expect((await move('launch', id)).status).toBe(200)
  const sender = await account()
  await sender.object.start()
  await finish(sender)
  await settledAll(id)
  const sent = new Map(
    blastSends(sender.socket).map((one) => [one.number, textOf(one).includes('Promo') ? 'promo' : 'other']),
  )
  expect(sample.map((one) => sent.get(one.number))).toEqual(sample.map((one) => variantOf(shown, id, one.id)?.id))
})

const made = (more: object) => as<Answer>('POST', '/admin/campaign/create', body(more))
/** Changes one that was read just now. */
const change = async (id: number, more: object) => {
  const { campaign: read } = (await as<Answer>('GET', `/admin/campaign/${id}`)).json
  const given = {
    ...body({ name: read.name }),
    start_at: read.start_at === null ? '' : momentOf(Date.parse(read.start_at)),
  }
  return as<Answer>('PUT', `/admin/campaign/${id}`, { ...given, version: read.version, ...more })
}
const PASSED = '2026-01-01T10:00'
const AN_HOUR_AGO = momentAt(momentOf(Date.now() - HOUR_MS))
const refusedStart = { status: 422, json: { fields: { start_at: CAMPAIGN_START_OVER } } }

test('rule campaign-start: a start that has passed is refused when it is written, and of a few minutes ago is not', async () => {
  expect(await made({ start_at: PASSED })).toMatchObject(refusedStart)
  expect((await made({ start_at: momentOf(Date.now() - 2 * MINUTE_MS) })).status).toBe(200)
  const draft = await create({ start_at: momentOf(Date.now() + HOUR_MS) })
  expect(await change(draft, { start_at: PASSED })).toMatchObject(refusedStart)
  expect((await change(draft, { start_at: '' })).status).toBe(200)
})
test('rule campaign-start: a draft that waited past its start says so when it is launched, and is launched without one', async () => {
  await numbers(0, 2)
  const id = await create({ start_at: momentOf(Date.now() + HOUR_MS) })
  await run('update campaigns set start_at = ? where id = ?', AN_HOUR_AGO, id)
  expect(await move('launch', id)).toMatchObject(refusedStart)
  expect(await campaign(id)).toMatchObject({ state: 'draft', people: 0 })
  // what has nothing to do with it may still be changed
  expect((await change(id, { budget: 1 })).json.campaign).toMatchObject({ budget: 1 })
  expect((await change(id, { start_at: '' })).status).toBe(200)
  expect((await move('launch', id)).json.campaign).toMatchObject({ state: 'running', start_at: null })
})
test('rule campaign-start: one that began long ago is paused, changed and goes on', async () => {
  await numbers(0, 2)
  const id = await launched()
  await run('update campaigns set start_at = ? where id = ?', AN_HOUR_AGO, id)
  await move('pause', id)
  expect((await change(id, { budget: 1 })).json.campaign).toMatchObject({ budget: 1, state: 'paused' })
  expect(await change(id, { start_at: PASSED })).toMatchObject(refusedStart)
  expect((await move('resume', id)).json.campaign.state).toBe('running')
})
test.each([
  ['31 February', { start_at: '2031-02-31T10:00' }, 'start_at'],
  ['29 February of a year that has none', { end_at: '2031-02-29T10:00' }, 'end_at'],
  ['an hour after the last', { start_at: '2031-02-01T24:00' }, 'start_at'],
  ['no month', { start_at: '2031-13-01T10:00' }, 'start_at'],
])('a moment that is in no calendar is refused: %s', async (_, more, field) =>
  expect(await made(more)).toMatchObject({
    status: 422,
    json: { fields: { [field]: 'Tanggal atau jam ini tidak ada. Periksa lagi.' } },
  }),
)
