// Campaigns from a draft to their end: who gets them, their price, their hours, and what cannot be (rules campaigns, campaign-hours,
// campaign-variants): real Worker, real D1, real objects.
import { evictDurableObject } from 'cloudflare:test'
import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../contract/ground/time.ts'
import { TAG_OF_CAMPAIGN } from '../../contract/recipients/tags.ts'
import { momentOf } from '../../contract/ground/moments.ts'
import { type CampaignPerson } from '../../contract/sending/campaigns.ts'
import { variantOf } from '../../contract/sending/variants.ts'
import { runBatch } from '../../domain/ground/db/connection.ts'
import { beginLaunch } from '../../domain/sending/campaigns/store.ts'
import { until } from '../../scripts/drive/until.ts'
import { blastSends } from './support/blasting.ts'
import {
  type Answer,
  finish,
  ownerOf,
  places,
  sentBy,
  settledAll,
  stageCampaigns,
  textOf,
} from './support/campaigns.ts'
import { cron } from './support/cron.ts'
import { all, db, one, run } from './support/database.ts'
import { acked, inside, numbers } from './support/stage.ts'

const { as, body, segmentOf, create, move, launched, campaign, account } = stageCampaigns('campaigns')

describe('rule campaigns: from a draft to its end', () => {
  test('its people come first, with its template, at its price; the others are everybody’s', async () => {
    const list = await numbers(0, 5)
    const segment_id = await segmentOf('081200')
    await numbers(200_000_000, 2)
    const id = await launched({ segment_id, price: 250 })
    expect(await campaign(id)).toMatchObject({
      people: 5,
      waiting: 5,
      held: 0,
      segment_name: expect.stringContaining('S '),
    })
    const sender = await account()
    const { object, socket } = sender
    await object.start()
    await finish(sender)
    const sends = blastSends(socket)
    expect(
      sends
        .slice(0, 5)
        .map((s) => s.number)
        .toSorted(),
    ).toEqual(list)
    for (const sent of sends.slice(0, 5)) expect(textOf(sent)).toContain('Promo N')
    expect(sends).toHaveLength(7)
    for (const sent of sends.slice(5)) expect(textOf(sent)).toContain('Halo N')
    await settledAll(id)
    expect(await places(id)).toMatchObject({ people: 5, claimed: 5, settled: 5 })
    await cron()
    expect(await campaign(id)).toMatchObject({
      state: 'finished',
      success: 5,
      fail: 0,
      waiting: 0,
      held: 0,
      cost: 1_250,
    })
    const owner = await ownerOf(sender)
    const paid = async (): Promise<number> =>
      (await one<{ n: number }>('select balance_sen as n from balances where user_id = ?', owner)).n
    // the standing blast's messages may be settled a batch later
    await until('all are paid', async () => (await paid()) >= 5 * 25_000 + 2 * 10_000)
    expect(await paid()).toBe(5 * 25_000 + 2 * 10_000)
    const { hours } = (
      await as<{ hours: { success: number; template_id: string }[] }>('GET', `/admin/campaign/hours?id=${id}`)
    ).json
    expect(hours.reduce((sum, hour) => sum + hour.success, 0)).toBe(5)
    expect(new Set(hours.map((hour) => hour.template_id))).toEqual(new Set(['promo']))
    type People = { data: CampaignPerson[]; meta: { total: number } }
    const people = await as<People>('GET', `/admin/campaign/people?id=${id}&state=success&page=1&limit=10`)
    expect(people.json.data.map((p) => [p.number, p.state, p.template_name])).toEqual(
      list.map((n) => [n, 'success', 'promo']),
    )
    const file = await as<{ number: string; state: string }[]>('GET', `/admin/campaign/export?id=${id}&format=json`)
    expect(file.json.map((row) => [row.number, row.state])).toEqual(list.map((n) => [n, 'success']))
  })

  test('a price below the member’s own changes nothing', async () => {
    await numbers(0, 1)
    await launched({ price: 40 })
    const sender = await account()
    await sender.object.start()
    await finish(sender)
    await until(
      'it is paid',
      async () =>
        (await all('select 1 from balances where user_id = ? and balance_sen = 10000', await ownerOf(sender)))[0],
    )
  })

  test('who comes to its segment after the launch is in none of it', async () => {
    await numbers(0, 2)
    const id = await launched()
    await numbers(50, 2)
    expect(await campaign(id)).toMatchObject({ people: 2 })
    expect(await places(id)).toMatchObject({ people: 2 })
  })

  test('who may not be written to is not written down', async () => {
    const [stopped, off, fine] = await numbers(0, 3)
    await run('update phone_numbers set suppressed = 1 where number = ?', stopped)
    await run(`update phone_numbers set status = 'nonactive' where number = ?`, off)
    const id = await launched()
    expect(
      await all(
        'select p.number from campaign_people q join phone_numbers p on p.id = q.number_id where campaign_id = ?',
        id,
      ),
    ).toEqual([{ number: fine }])
  })

  test('nor who comes between two of its steps', async () => {
    await numbers(0, 1)
    const id = await create()
    await runBatch(db, beginLaunch(db, id, { segmentName: null, rule: null, by: 'x', now: Date.now() }))
    await numbers(50, 1)
    await cron()
    expect(await campaign(id)).toMatchObject({ state: 'running', people: 1 })
  })

  test('nor who has the tag that it leaves out, because nobody takes that tag away before all are written down', async () => {
    await numbers(0, 2)
    const [left] = await all<{ id: number }>('select id from phone_numbers order by id desc')
    const { json } = await as<{ tag: { id: number } }>('POST', '/admin/tag/create', { name: 'Bukan promo' })
    const tag = json.tag.id
    await as('POST', '/admin/tag/people', { tag, ids: [left?.id], on: true })
    const rule = JSON.stringify({ join: 'and', not: true, of: [{ is: 'tag', tag }] })
    const id = await create()
    await runBatch(db, beginLaunch(db, id, { segmentName: 'Tanpa promo', rule, by: 'x', now: Date.now() }))
    const refused = await as<{ msg: string }>('DELETE', `/admin/tag/${tag}`)
    expect([refused.status, refused.json.msg]).toEqual([422, TAG_OF_CAMPAIGN])
    await cron()
    expect(await campaign(id)).toMatchObject({ state: 'running', people: 1 })
    expect((await as('DELETE', `/admin/tag/${tag}`)).status).toBe(200)
    const late = await create()
    await expect(
      runBatch(db, beginLaunch(db, late, { segmentName: 'Tanpa promo', rule, by: 'x', now: Date.now() })),
    ).rejects.toThrow()
  })

  test('a list longer than a step is written down whole, and each once, also by two at once', async () => {
    await run(
      `insert into phone_numbers (number, name, status, consent_source, consent_at, consent_by, created_at)
       with recursive n(i) as (values (0) union all select i + 1 from n where i < 19999)
       select 628130000000 + i, 'N', 'active', 'test', 1, 'admin', 0 from n`,
    )
    const id = await create()
    const [first, second] = await Promise.all([move('launch', id), move('launch', id)])
    expect([first.status, second.status].toSorted()).toEqual([200, 422])
    await Promise.all([cron(), cron()])
    expect(await campaign(id)).toMatchObject({ state: 'running', people: 20_000 })
    expect(await one('select count(*) as n from campaign_people where campaign_id = ?', id)).toEqual({ n: 20_000 })
  })
})
test('rule campaign-hours: who is held when its hours end goes back unsent', async () => {
  await numbers(0, 3)
  const id = await launched()
  await run(`update templates set status = 'nonactive' where id = 't1'`)
  const sender = await account()
  const { object, socket } = sender
  await object.start()
  await until('the first send', () => socket.sends()[0])
  await run('update campaigns set end_at = ? where id = ?', Date.now() - 1, id)
  await inside(object, ({ sql }) =>
    sql.exec(`update rules set value = json_set(value, '$.byCampaign."${id}".until', 1)`),
  )
  await evictDurableObject(object)
  socket.say(acked(socket, 0))
  await settledAll(id)
  await object.stop()
  await finish(sender)
  expect(await sentBy(object, id)).toHaveLength(1)
  await cron()
  expect(await campaign(id)).toMatchObject({ state: 'finished', success: 1, waiting: 2 })
})

test('rule opt-out-words: the title of a stop button that a campaign sent counts, at the account that sent it', async () => {
  const stop = { id: 'x', title: 'Tutup dulu', url: '', type: 'stop_button' }
  await run(`update templates set button = ? where id = 'promo'`, JSON.stringify([stop]))
  const [a = '', b = ''] = await numbers(0, 2)
  await launched()
  const [sender, other] = [await account(), await account()]
  await sender.object.start()
  await finish(sender)
  const say = ({ socket }: typeof sender, number: string) =>
    socket.say({ kind: 'inbound', items: [{ id: number, number, lid: null, text: 'Tutup dulu', at: Date.now() }] })
  const heard = other.socket.acked
  say(other, a)
  await until('the other account has it', () => other.socket.acked > heard)
  say(sender, b)
  const stopped = () => all<{ number: string }>('select number from phone_numbers where suppressed = 1')
  await until('it is a stop', async () => (await stopped()).length > 0)
  expect(await stopped()).toEqual([{ number: b }])
  await run(`update templates set button = '[]' where id = 'promo'`)
})

test('rules campaign-variants, topics: of several templates nobody gets one whose topic they refused', async () => {
  const list = await numbers(0, 6)
  await run(`update templates set topic = 'Promo' where id = 'promo'`)
  for (const number of list.slice(0, 4))
    await run(`insert into topic_refusals (number, topic, at) values (?, 'Promo', 1)`, number)
  const templates = [
    { id: 'promo', weight: 100 },
    { id: 'other', weight: 1 },
  ]
  const id = await launched({ templates })
  const sender = await account()
  await sender.object.start()
  await finish(sender)
  await settledAll(id)
  const sent = blastSends(sender.socket).filter((one) => !textOf(one).includes('Halo'))
  const texts = new Map(sent.map((one) => [one.number, textOf(one)]))
  expect([...texts.keys()].toSorted()).toEqual(list)
  for (const number of list.slice(0, 4)) expect(texts.get(number)).toContain('Lain N')
  await run(`update templates set topic = null`)
  await run('delete from topic_refusals')
})

test('rule campaign-variants: by person and campaign, in the shares of their weights', () => {
  const variants = [
    { id: 'a', weight: 1 },
    { id: 'b', weight: 3 },
  ].map((one) => ({ ...one, textWa: '', countUse: 0, button: [], media: null }))
  const chosen = Array.from({ length: 4_000 }, (_, i) => variantOf(variants, 7, i)?.id)
  expect(chosen).toEqual(Array.from({ length: 4_000 }, (_, i) => variantOf(variants, 7, i)?.id))
  const share = chosen.filter((id) => id === 'a').length / chosen.length
  expect(Math.abs(share - 0.25)).toBeLessThan(0.03)
  expect(variantOf([], 7, 1)).toBeNull()
})

describe('rule campaigns: what cannot be', () => {
  const field = async (more: object) => {
    const { status, json } = await as<Answer & { fields?: Record<string, string> }>(
      'POST',
      '/admin/campaign/create',
      body(more),
    )
    return [status, Object.keys(json.fields ?? {})[0]]
  }
  test.each([
    ['no template', { templates: [] }, 'templates'],
    ['a draft as template', { templates: [{ id: 'nope', weight: 1 }] }, 'templates'],
    [
      'one template twice',
      {
        templates: [
          { id: 'promo', weight: 1 },
          { id: 'promo', weight: 2 },
        ],
      },
      'templates',
    ],
    ['an end before the start', { start_at: '2027-01-02T08:00', end_at: '2027-01-01T08:00' }, 'end_at'],
    ['hours that end before they begin', { from: '10:00', until: '09:00' }, 'until'],
    ['no day', { days: [] }, 'days'],
    ['budget 0', { budget: 0 }, 'budget'],
    ['a segment that is gone', { segment_id: 'x' }, 'segment_id'],
    ['no name', { name: ' ' }, 'name'],
    ['a price of more than three times the usual, typed once', { price: 301 }, 'price'],
  ])('%s', async (_, more, at) => expect(await field(more)).toEqual([422, at]))

  test('a name that is taken, nobody to send to, an end that has passed, and a change while it runs', async () => {
    const name = 'Sama'
    expect(await field({ name })).toEqual([200, undefined])
    expect(await field({ name })).toEqual([422, 'name'])
    const nobody = await create()
    expect((await move('launch', nobody)).status).toBe(422)
    expect(await campaign(nobody)).toMatchObject({ state: 'draft', why: 'nobody' })
    await numbers(0, 2)
    expect(await field({ end_at: momentOf(Date.now() - HOUR_MS) })).toEqual([422, 'end_at'])
    const past = await create()
    await run('update campaigns set end_at = 1 where id = ?', past)
    expect((await move('launch', past)).status).toBe(422)
    const id = await launched()
    const { version } = (await as<Answer>('GET', `/admin/campaign/${id}`)).json.campaign
    const change = (more: object) => as<Answer>('PUT', `/admin/campaign/${id}`, { ...body(), version, ...more })
    expect((await change({})).status).toBe(422)
    await move('pause', id)
    expect((await change({ segment_id: await segmentOf('0812') })).status).toBe(422)
    expect((await change({ budget: 1 })).json.campaign).toMatchObject({ budget: 1, state: 'paused' })
    expect((await change({ budget: 2 })).status).toBe(409)
    // what somebody read before it was changed is not gone on with
    expect((await as('POST', '/admin/campaign/resume', { id, version })).status).toBe(422)
    expect((await as('DELETE', `/admin/campaign/${id}`)).status).toBe(422)
    expect((await as('DELETE', `/admin/campaign/${nobody}`)).status).toBe(200)
  })
})
