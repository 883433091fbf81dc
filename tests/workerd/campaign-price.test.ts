// A campaign's price above the limit or far above the usual: asked for, agreed to by somebody else, and paid by this campaign alone (rule campaign-price).
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { KEY_HEADER } from '../../contract/ground/press-key.ts'
import { CAMPAIGN_MOVED, CAMPAIGN_PRICE_WAITS, campaignPriceText } from '../../contract/sending/campaigns.ts'
import { ask } from './support/api.ts'
import { type Answer as Campaign, stageCampaigns } from './support/campaigns.ts'
import { all, one, run } from './support/database.ts'
import { slowCall } from './support/meanwhile.ts'
import { makePerson, type Person } from './support/people.ts'
import { numbers } from './support/stage.ts'

type Answer = Campaign & { approval_pending?: boolean; reason?: string }
type Approval = { id: string; kind: string; amount: number; detail: string | null; mine: boolean; changes: object[] }
const { as, body, create, move, launched, campaign, admin } = stageCampaigns('campaign-price')
let second: Person
beforeAll(async () => {
  second = await makePerson('admin')
})
const above = (rupiah: number) =>
  run(`insert or replace into settings (key, value) values ('second_person_fee_above', ?)`, String(rupiah))
beforeEach(async () => {
  await run('delete from approvals')
  await above(200)
})
const made = (more: object) => as<Answer>('POST', '/admin/campaign/create', body(more))
const edit = async (id: number, more: object) => {
  const { name, segment_id, templates, price } = await campaign(id)
  return as<Answer>('PUT', `/admin/campaign/${id}`, { name, segment_id, templates, price, ...more })
}
const waiting = async (who = second): Promise<Approval[]> =>
  (await ask<{ data: Approval[] }>('GET', '/admin/approval/list-per-page', { token: who.token })).json.data
const decide = async (approve = true, who = second, of?: Approval) => {
  const asked = of ?? (await waiting())[0]
  const sent = { token: who.token, body: { id: asked?.id ?? '', approve } }
  const { status, json } = await ask<{ reason?: string }>('PUT', '/admin/approval/decide', sent)
  return json.reason ?? status
}
/** Made with this price, to which somebody agreed. */
const agreed = async (price: number, more: object = {}): Promise<number> => {
  const { id } = (await made({ price, ...more })).json.campaign
  expect(await decide()).toBe(200)
  return id
}
const price = async (id: number) => {
  const found = await campaign(id)
  return [found.price, found.price_asked]
}
const launch = async (id: number) => {
  const { status, json } = await move('launch', id)
  return json.fields?.['price'] ?? status
}

describe('rule campaign-price: above the limit', () => {
  test('it is asked for, all else is saved, and it is paid once somebody else agreed', async () => {
    await numbers(0, 1)
    const { json } = await made({ price: 250, budget: 7 })
    const { id, name } = json.campaign
    expect([json.approval_pending, json.campaign.budget]).toEqual([true, 7])
    expect(await price(id)).toEqual([null, 250])
    expect(await launch(id)).toBe(CAMPAIGN_PRICE_WAITS)
    const [asked] = await waiting()
    expect(asked).toMatchObject({ kind: 'price', amount: 250, detail: name, mine: false })
    expect(asked?.changes).toEqual([{ of: 'campaign_price', before: null, after: 250 }])
    const inbox = await ask<{ list: { id: string; name: string }[] }>('GET', '/admin/inbox', { token: second.token })
    expect(inbox.json.list.find((one) => one.id === asked?.id)).toMatchObject({ name })
    expect(await decide(true, admin())).toBe('approval_own')
    expect(await price(id)).toEqual([null, 250])
    const both = [await makePerson('dev'), second].map((who) => decide(true, who, asked))
    expect((await Promise.all(both)).toSorted()).toEqual([200, 'approval_moved'])
    expect(await price(id)).toEqual([250, null])
    expect(await launch(id)).toBe(200)
    const acts = await all<{ action: string; before: string | null; after: string }>(
      `select action, before, after from audit_log where target = ? order by id`,
      String(id),
    )
    expect(acts.map(({ action }) => action)).toEqual(['campaign.create', 'campaign.update', 'campaign.launch'])
    expect([acts[1]?.before, acts[1]?.after]).toEqual(['{"price":null}', '{"price":250}'])
    const said = await all<{ action: string; after: string }>(
      `select action, after from audit_log where target = ? order by id`,
      asked?.id,
    )
    expect(said.map(({ action }) => action)).toEqual(['approval.ask', 'approval.approve'])
    expect(JSON.parse(said[0]?.after ?? '')).toEqual({ kind: 'price', amount: 250, aboutId: String(id) })
  })
  test('far above the usual it is typed twice, and who agrees reads how far, also where there is no limit', async () => {
    await above(0)
    const { status, json } = await made({ price: 301 })
    expect([status, json.reason]).toEqual([422, 'amount_again'])
    expect((await made({ price: 301, price_again: 300 })).json.reason).toBe('amount_again')
    expect((await made({ price: 300 })).json.approval_pending).toBeUndefined()
    expect((await made({ price: 301, price_again: 301 })).json.approval_pending).toBe(true)
    expect((await waiting())[0]?.changes).toEqual([
      { of: 'campaign_price', before: null, after: 301, steep: { amount: 301, usual: 100 } },
    ])
    await above(1_000)
    expect((await made({ price: 301, price_again: 301 })).json.approval_pending).toBe(true)
  })
  test('refused, the price of before stays, and the campaign goes with it', async () => {
    await numbers(0, 1)
    const id = await create({ price: 150 })
    expect((await edit(id, { price: 250, budget: 3 })).json.approval_pending).toBe(true)
    expect(await campaign(id)).toMatchObject({ price: 150, price_asked: 250, budget: 3 })
    // one question at a time, and an edit of all else leaves it alone
    expect((await edit(id, { price: 260 })).json.reason).toBe('approval_waits')
    expect((await edit(id, { budget: 4 })).status).toBe(200)
    expect(await decide(false)).toBe(200)
    expect((await edit(id, { price: 250 })).json.approval_pending).toBe(true)
    expect(await decide(false)).toBe(200)
    expect(await price(id)).toEqual([150, null])
    expect(await launch(id)).toBe(200)
  })
  test('one press that comes twice asks once', async () => {
    const sent = { token: admin().token, body: body({ price: 250 }), headers: { [KEY_HEADER]: crypto.randomUUID() } }
    for (let press = 0; press < 2; press++) await ask('POST', '/admin/campaign/create', sent)
    expect([await one('select count(*) as n from campaigns'), (await waiting()).length]).toEqual([{ n: 1 }, 1])
  })
})

describe('rule campaign-price: what was agreed to', () => {
  test('stays with the campaign through edits, also for less, and when the limit falls', async () => {
    await numbers(0, 1)
    const id = await agreed(250)
    await above(100)
    expect((await edit(id, { budget: 3 })).json.approval_pending).toBeUndefined()
    expect((await edit(id, { price: 240 })).json.approval_pending).toBeUndefined()
    expect((await edit(id, { price: 250 })).json.approval_pending).toBeUndefined()
    expect(await price(id)).toEqual([250, null])
    expect(await launch(id)).toBe(200)
    await move('pause', id)
    expect((await edit(id, { price: 251 })).json.approval_pending).toBe(true)
    // as at its pace of before, which the new price changes
    await run('update campaigns set per_slot = 7 where id = ?', id)
    expect((await move('resume', id)).json.fields).toEqual({ price: CAMPAIGN_PRICE_WAITS })
    expect(await decide()).toBe(200)
    expect(await price(id)).toEqual([251, null])
    expect(await one('select per_slot from campaigns where id = ?', id)).toEqual({ per_slot: null })
    expect((await move('resume', id)).status).toBe(200)
  })
  test('is of this campaign alone: another one and a copy ask anew', async () => {
    const other = await create({ price: 150 })
    const id = await agreed(250)
    expect((await edit(other, { price: 250 })).json.approval_pending).toBe(true)
    const { json } = await made({ price: 250, copied_from: id })
    expect(json.approval_pending).toBe(true)
    expect(await price(json.campaign.id)).toEqual([null, 250])
  })
  test('is not of a campaign that has the number of one that was deleted', async () => {
    // numbers ahead of the clock, as of many that are made in one second
    await run('update campaigns set id = 4000000000 where id = ?', await create())
    const id = await agreed(250)
    expect((await as('DELETE', `/admin/campaign/${id}`)).status).toBe(200)
    expect(await create({ price: 150 })).toBe(id)
    expect((await edit(id, { price: 250 })).json.approval_pending).toBe(true)
    expect(await price(id)).toEqual([150, 250])
  })
  test('is of what a message earns, not of the text or the audience, and less than what is usual takes nothing from what is', async () => {
    await numbers(0, 1)
    const id = await agreed(250)
    expect((await edit(id, { templates: [{ id: 'other', weight: 1 }] })).json.approval_pending).toBeUndefined()
    await above(0)
    expect((await edit(id, { price: 300 })).json.approval_pending).toBeUndefined()
    expect(await price(id)).toEqual([300, null])
    await above(200)
    expect(await launch(id)).toBe(campaignPriceText('Rp 250'))
  })
  test.each([[-1], [250.5], [1_000_001], [1e308], [[250]], [true]])(
    'as %j it is no price, and nobody is asked',
    async (value) => {
      expect((await made({ price: value, price_again: value })).status).toBe(422)
      expect([await waiting(), await one('select count(*) as n from campaigns')]).toEqual([[], { n: 0 }])
    },
  )
  test('a draft of before the limit fell is not launched, and asks when it is saved again', async () => {
    await numbers(0, 1)
    const id = await create({ price: 150 })
    await above(100)
    expect(await launch(id)).toBe(campaignPriceText('Rp 100'))
    expect((await edit(id, {})).json.approval_pending).toBe(true)
    expect(await price(id)).toEqual([150, 150])
    expect(await decide()).toBe(200)
    expect(await launch(id)).toBe(200)
  })
})

describe('rule campaign-price: meanwhile', () => {
  test('with another price since, or while it runs, nothing is agreed to', async () => {
    const id = await create({ price: 150 })
    await edit(id, { price: 250 })
    await edit(id, { price: 160 })
    expect(await decide()).toBe('approval_moved')
    expect(await price(id)).toEqual([160, 250])
    await edit(id, { price: 150 })
    // as the release before launches it, which knows no question of a campaign
    await run(`update campaigns set state = 'running' where id = ?`, id)
    expect(await decide()).toBe('approval_moved')
    await run(`update campaigns set state = 'paused' where id = ?`, id)
    expect(await decide()).toBe(200)
    expect(await price(id)).toEqual([250, null])
  })
  test('a launch that did not see the question is none', async () => {
    await numbers(0, 1)
    const id = await create({ price: 150 })
    const sent = { token: admin().token, body: { id } }
    const late = await slowCall(['POST', '/admin/campaign/launch'], sent, 'update campaigns', async () => {
      expect((await edit(id, { price: 250 })).json.approval_pending).toBe(true)
    })
    expect([late.status, (late.json as Partial<Answer>).fields]).toEqual([422, { state: CAMPAIGN_MOVED }])
    expect((await campaign(id)).state).toBe('draft')
  })
  test('going on that did not see the question is none, and neither is one that did not see the price', async () => {
    await numbers(0, 1)
    const id = await launched({ price: 150 })
    await move('pause', id)
    const sent = { token: admin().token, body: { id } }
    const resume = (meanwhile: () => Promise<void>) =>
      slowCall(['POST', '/admin/campaign/resume'], sent, 'update campaigns', meanwhile)
    const asked = await resume(async () => {
      expect((await edit(id, { price: 250 })).json.approval_pending).toBe(true)
    })
    expect([asked.status, (asked.json as Partial<Answer>).fields]).toEqual([422, { state: CAMPAIGN_MOVED }])
    expect(await decide(false)).toBe(200)
    const dearer = await resume(async () => {
      expect((await edit(id, { price: 250 })).json.approval_pending).toBe(true)
      expect(await decide()).toBe(200)
    })
    expect([dearer.status, (dearer.json as Partial<Answer>).fields]).toEqual([422, { state: CAMPAIGN_MOVED }])
    expect((await campaign(id)).state).toBe('paused')
  })
  test('an approval does not write its price over a lower one that came in the same moment', async () => {
    const id = await create({ price: 150 })
    await edit(id, { price: 250 })
    const [asked] = await waiting()
    const sent = { token: second.token, body: { id: asked?.id, approve: true } }
    const late = await slowCall(['PUT', '/admin/approval/decide'], sent, 'update campaigns', async () => {
      expect((await edit(id, { price: 100 })).status).toBe(200)
    })
    expect([late.status, late.json.reason]).toEqual([409, 'approval_moved'])
    expect(await price(id)).toEqual([100, 250])
  })
  test('an edit that asks, without saying what it read, writes over no newer price', async () => {
    const id = await create({ price: 150 })
    const { name, templates } = await campaign(id)
    const sent = { token: admin().token, body: { name, templates, price: 250 } }
    const late = await slowCall(['PUT', `/admin/campaign/${id}`], sent, 'update campaigns', async () => {
      expect((await edit(id, { price: 100 })).status).toBe(200)
    })
    expect([late.status, late.json.reason]).toEqual([409, 'edited_meanwhile'])
    expect(await price(id)).toEqual([100, null])
  })
  test('deleted or cancelled, it waits for nobody', async () => {
    await numbers(0, 1)
    const draft = (await made({ price: 250 })).json.campaign.id
    const paused = await launched({ price: 150 })
    await move('pause', paused)
    await edit(paused, { price: 250 })
    expect(await waiting()).toHaveLength(2)
    expect((await as('DELETE', `/admin/campaign/${draft}`)).status).toBe(200)
    expect((await waiting()).map(({ amount }) => amount)).toEqual([250])
    expect((await move('cancel', paused)).status).toBe(200)
    expect(await waiting()).toEqual([])
  })
  test('rule two-sign-ins: who could act as the asker does not agree', async () => {
    const tied = await makePerson('admin')
    await run(
      `insert into audit_log (at, actor_id, actor_role, action, target, after) values (?, ?, 'admin', 'user.update', ?, ?)`,
      Date.now(),
      tied.id,
      admin().id,
      '{"password":"changed"}',
    )
    const { id } = (await made({ price: 250 })).json.campaign
    expect(await decide(true, tied)).toBe('approval_tied')
    expect(await price(id)).toEqual([null, 250])
  })
  // docs/decisions/0127-a-campaigns-price-is-asked-for.md
  test('the release before finds a person’s price whose person is not there, and refuses it', async () => {
    await made({ price: 250 })
    const { kind, beneficiary_id, payload } = await one<{ kind: string; beneficiary_id: null; payload: string }>(
      'select kind, beneficiary_id, payload from approvals',
    )
    expect([kind, beneficiary_id, Object.keys(JSON.parse(payload) as object)]).toEqual(['price', null, ['campaign']])
  })
})
