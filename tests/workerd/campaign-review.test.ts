// Who changed a campaign, or what it sends, does not let it go (rule campaign-review): real Worker, real D1.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { CAMPAIGN_MOVED, CAMPAIGN_NEEDS_ANOTHER, TEMPLATE_IS_SENT } from '../../contract/sending/campaigns.ts'
import { ask, call } from './support/api.ts'
import { type Answer, stageCampaigns } from './support/campaigns.ts'
import { one, run } from './support/database.ts'
import { slowCall } from './support/meanwhile.ts'
import { makePerson, type Person } from './support/people.ts'
import { numbers } from './support/stage.ts'

const { body, segmentOf, create, campaign, admin } = stageCampaigns('campaign-review')
let other: Person
let third: Person
const review = (on: boolean) =>
  run(`insert or replace into settings (key, value) values ('campaigns_reviewed', ?)`, String(on))
beforeAll(async () => {
  ;[other, third] = [await makePerson('admin'), await makePerson('dev')]
})
beforeEach(async () => {
  await numbers(0, 3)
  await review(true)
  await run(`update templates set text_wa = 'Promo {name}', text = 'Promo {name}' where id = 'promo'`)
})

const move = async (who: Person, what: 'launch' | 'resume' | 'pause', id: number) =>
  (await ask<Answer>('POST', `/admin/campaign/${what}`, { token: who.token, body: { id } })).json.fields ?? 'done'
const save = async (who: Person, id: number, more: object = {}) =>
  (await ask('PUT', `/admin/campaign/${id}`, { token: who.token, body: body(more) })).status
const edit = async (who: Person, fields: Record<string, string>) => {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.set(key, value)
  const answer = await call('PUT', '/admin/message/promo', { token: who.token, form })
  return { status: answer.status, json: await answer.json<Answer>() }
}
const field = (who: Person, fallback: string) =>
  ask<Answer>('POST', '/admin/recipient-field/save', {
    token: who.token,
    body: { key: 'kota', name: 'Kota', fallback },
  })
const REFUSED = { state: CAMPAIGN_NEEDS_ANOTHER }

test('rule campaign-review: somebody else launches it, and lets it go on after a change', async () => {
  const id = await create()
  expect(await move(admin(), 'launch', id)).toEqual(REFUSED)
  expect((await campaign(id)).state).toBe('draft')
  expect(await move(other, 'launch', id)).toBe('done')
  await move(admin(), 'pause', id)
  // nobody has changed it since
  expect(await move(admin(), 'resume', id)).toBe('done')
  await move(admin(), 'pause', id)
  expect(await save(admin(), id, { priority: 8 })).toBe(200)
  expect(await move(admin(), 'resume', id)).toEqual(REFUSED)
  expect(await move(other, 'resume', id)).toBe('done')
  // where nobody asks for it, one does all
  await review(false)
  await move(admin(), 'pause', id)
  expect(await save(admin(), id, { priority: 7 })).toBe(200)
  expect(await move(admin(), 'resume', id)).toBe('done')
})

test('rule campaign-review: what it says, to whom, and where a person has no value are of it', async () => {
  const segment = await segmentOf('081200')
  const id = await create({ segment_id: segment })
  expect(await save(other, id, { segment_id: segment })).toBe(200)
  expect((await edit(admin(), { text: 'Promo baru {name}', name: 'Promo' })).status).toBe(200)
  expect(await move(admin(), 'launch', id)).toEqual(REFUSED)
  expect(await save(other, id, { segment_id: segment })).toBe(200)
  const rule = { join: 'and', not: false, of: [{ is: 'number', prefix: '0812' }] }
  const asked = { token: admin().token, body: { name: 'Lebih banyak', rule } }
  expect((await ask('PUT', `/admin/segment/${segment}`, asked)).status).toBe(200)
  expect(await move(admin(), 'launch', id)).toEqual(REFUSED)
  await field(other, 'kota Anda')
  await run(`update templates set text_wa = 'Di {kota}' where id = 'promo'`)
  expect(await save(other, id, { segment_id: segment })).toBe(200)
  await field(admin(), 'Bogor')
  expect(await move(admin(), 'launch', id)).toEqual(REFUSED)
  // of another template, or of the same before the form was saved, it is none
  await run(`update templates set text_wa = 'Promo' where id = 'promo'`)
  expect(await save(other, id, { segment_id: segment })).toBe(200)
  await field(admin(), 'Depok')
  expect(await move(admin(), 'launch', id)).toBe('done')
})

test('rule campaign-review: what somebody else changes beside it is no look at it', async () => {
  const id = await create()
  expect((await edit(other, { text: 'Promo rapi {name}' })).status).toBe(200)
  expect(await move(admin(), 'launch', id)).toEqual(REFUSED)
  expect(await move(other, 'launch', id)).toEqual(REFUSED)
  // who saves the form has looked
  expect(await save(other, id)).toBe(200)
  expect(await move(other, 'launch', id)).toEqual(REFUSED)
  expect(await move(admin(), 'launch', id)).toBe('done')
  await move(admin(), 'pause', id)
  expect(await save(admin(), id, { priority: 9 })).toBe(200)
  expect((await edit(other, { text: 'Promo lain {name}' })).status).toBe(200)
  expect(await move(admin(), 'resume', id)).toEqual(REFUSED)
  expect(await move(third, 'resume', id)).toBe('done')
})

test('rule campaign-review: a price that was agreed to is no look at the form, and nobody is somebody else by a second sign-in', async () => {
  const id = await create()
  const entry = `insert into audit_log (at, actor_id, actor_role, action, target, before, after, request_id)
    values (?, ?, 'admin', 'campaign.update', ?, '{"price":null}', '{"price":150}', 'r')`
  await run(entry, Date.now(), other.id, String(id))
  expect(await move(admin(), 'launch', id)).toEqual(REFUSED)
  const second = await makePerson('admin')
  await ask('POST', `/admin/users/${second.id}/reset-link`, { token: admin().token })
  expect(await move(second, 'launch', id)).toEqual(REFUSED)
  expect(await move(other, 'launch', id)).toBe('done')
})

test('rule campaign-review: what a running campaign sends is changed by nobody, and paused before', async () => {
  await run(`update templates set text_wa = 'Di {kota}', text = 'Di {kota}' where id = 'promo'`)
  await field(other, 'kota Anda')
  const id = await create()
  expect(await move(other, 'launch', id)).toBe('done')
  const wrong = await edit(admin(), { text: 'Kirim uang ke saya' })
  expect([wrong.status, wrong.json.fields]).toEqual([422, { text: TEMPLATE_IS_SENT }])
  expect((await field(admin(), 'Bogor')).json.fields).toEqual({ fallback: TEMPLATE_IS_SENT })
  expect(
    await one(
      `select text, (select fallback from recipient_fields where key = 'kota') as kota from templates where id = 'promo'`,
    ),
  ).toEqual({ text: 'Di {kota}', kota: 'kota Anda' })
  // what recipients do not notice is free, and to stop it
  expect((await edit(admin(), { text: 'Di {kota}', name: 'Nama lain' })).status).toBe(200)
  expect((await field(admin(), 'kota Anda')).status).toBe(200)
  expect((await edit(admin(), { text: 'Kirim uang ke saya', status: 'nonactive' })).status).toBe(200)
  expect((await edit(admin(), { text: 'Kirim uang ke saya', status: 'active' })).json.fields).toEqual({
    text: TEMPLATE_IS_SENT,
  })
  await move(admin(), 'pause', id)
  expect((await edit(admin(), { text: 'Promo {name}', status: 'active' })).status).toBe(200)
  expect(await move(admin(), 'resume', id)).toEqual(REFUSED)
  expect(await move(other, 'resume', id)).toBe('done')
  await review(false)
  expect((await edit(admin(), { text: 'Promo lagi {name}' })).status).toBe(200)
})

test('rule campaigns: it is let go with the messages that the question showed, also where one changes in that moment', async () => {
  await review(false)
  const id = await create()
  const version = async () =>
    (await ask<{ message: { version: string } }>('GET', '/admin/message/promo', { token: admin().token })).json.message
      .version
  const shown = async () => ({ id, messages: [{ id: 'promo', version: await version() }] })
  const send = async (what: 'launch' | 'resume', sent: object) =>
    (await ask<Answer>('POST', `/admin/campaign/${what}`, { token: admin().token, body: sent })).json.fields ?? 'done'
  const before = await shown()
  await edit(other, { text: 'Teks lain {name}' })
  expect(await send('launch', before)).toEqual({ state: CAMPAIGN_MOVED })
  const late = await slowCall(
    ['POST', '/admin/campaign/launch'],
    { token: admin().token, body: await shown() },
    'update campaigns',
    () => edit(other, { text: 'Teks ketiga {name}' }),
  )
  expect([late.status, (await campaign(id)).state]).toEqual([422, 'draft'])
  expect(await send('launch', await shown())).toBe('done')
  await move(admin(), 'pause', id)
  const read = await shown()
  await edit(other, { text: 'Teks keempat {name}' })
  expect(await send('resume', read)).toEqual({ state: CAMPAIGN_MOVED })
  expect(await send('resume', { id, messages: [{ id: 'none', version: 'x' }] })).toEqual({ state: CAMPAIGN_MOVED })
  expect(await send('resume', await shown())).toBe('done')
})
