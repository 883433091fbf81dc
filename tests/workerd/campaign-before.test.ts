// A further wave, or a copy, beside the campaign before it (rule campaign-before): real Worker, real D1.
import { expect, test } from 'vitest'
import type { CampaignFigures } from '../../contract/sending/campaigns.ts'
import { suppress } from '../../domain/recipients/suppressions/suppress.ts'
import { stageCampaigns } from './support/campaigns.ts'
import { db, one, run } from './support/database.ts'
import { numbers, portsOf } from './support/stage.ts'

const { as, create, launched, move } = stageCampaigns('campaign-before')
const beside = async (id: number) =>
  (await as<{ now: CampaignFigures; before: CampaignFigures | null }>('GET', `/admin/campaign/before?id=${id}`)).json
/** The one before, by its id; null: none. */
const before = async (id: number): Promise<number | null> => (await beside(id)).before?.id ?? null
let launchedAt = Date.now() - 1_000_000
/** Each is launched after the one before it, however fast the test is. */
const launch = async (more: object = {}): Promise<number> => {
  const id = await launched(more)
  await run('update campaigns set launched_at = ? where id = ?', (launchedAt += 1_000), id)
  return id
}
let serial = 0
const segmentAbout = async (...campaigns: number[]): Promise<string> => {
  const asked = campaigns.map((campaign) => ({ is: 'campaign', campaign, was: 'sent' }))
  const rule = { join: 'and', not: false, of: [{ join: 'or', not: true, of: asked }] }
  const name = `Gelombang ${++serial}`
  return (await as<{ segment: { id: string } }>('POST', '/admin/segment/create', { name, rule })).json.segment.id
}

test('rule campaign-before: the newest that its segment asks about, or that it was copied from', async () => {
  await numbers(0, 1)
  const first = await launch()
  const second = await launch({ segment_id: await segmentAbout(first) })
  const third = await launch({ segment_id: await segmentAbout(second, first) })
  const copy = await launch({ segment_id: await segmentAbout(first), copied_from: second })
  expect([await before(first), await before(second), await before(third), await before(copy)]).toEqual([
    null,
    first,
    second,
    second,
  ])
  // its segment is another one by now, or gone: it went by what was frozen
  await run('delete from segments')
  expect(await before(third)).toBe(second)
})

test('what was no campaign before it is none: a draft, one of later, one that is gone, itself', async () => {
  await numbers(0, 1)
  const draft = await create()
  const copy = await launch({ copied_from: draft })
  expect(await before(copy)).toBeNull()
  // the draft is launched after its copy
  await move('launch', draft)
  expect(await before(copy)).toBeNull()
  expect(await before(draft)).toBeNull()
  expect(await before(await launch({ copied_from: 7 }))).toBeNull()
  expect(await one('select copied_from from campaigns order by id desc limit 1')).toEqual({ copied_from: null })
  // its launch found nobody, and it is a draft again
  const nobody = await create()
  await run(`update campaigns set launched_at = 1, why = 'nobody' where id = ?`, nobody)
  expect(await before(await launch({ copied_from: nobody }))).toBeNull()
})

test('both say what was sent, what came of it, who stopped, and what it cost; of whom nothing is known, nothing', async () => {
  const [number = ''] = await numbers(0, 1)
  const first = await launch()
  await run(
    `update campaigns
     set success = 20, fail = 5, delivered = 18, read = 9, answered = 2, cost_sen = 400000
     where id = ?`,
    first,
  )
  const sent = launchedAt + 10
  await run('update campaign_people set state = 2, at = ? where campaign_id = ?', sent, first)
  const copy = await launch({ copied_from: first })
  await suppress(portsOf(db), { number, lid: null, via: 'dispute', by: null, reason: null }, Date.now())
  const { now, before: was } = await beside(copy)
  expect(was).toEqual({
    id: first,
    name: (await one<{ name: string }>('select name from campaigns where id = ?', first)).name,
    success: 20,
    fail: 5,
    delivered: 18,
    read: 9,
    answered: 2,
    cost: 4_000,
    stops: { stopped: 1, disputed: 1 },
  })
  expect(now).toMatchObject({ id: copy, success: 0, cost: 0, stops: { stopped: 0, disputed: 0 } })
  // a month after its end its people are in files
  await run('delete from campaign_people where campaign_id = ?', first)
  expect((await beside(copy)).before?.stops).toBeNull()
})
