// A question about a campaign's price ends with the campaign, and who asked is told why (rule campaign-price). Real Worker and D1.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Notice } from '../../contract/people/notices.ts'
import { HOUR_MS } from '../../contract/ground/time.ts'
import { endPriceQuestions } from '../../domain/sending/campaigns/question-store.ts'
import { ask } from './support/api.ts'
import { type Answer as Campaign, arrived, stageCampaigns } from './support/campaigns.ts'
import { all, db, one, run } from './support/database.ts'
import { slowCall } from './support/meanwhile.ts'
import { makePerson, type Person } from './support/people.ts'
import { deliver, numbers } from './support/stage.ts'

type Answer = Campaign & { approval_pending?: boolean }
const { as, body, create, move, launched, campaign, someone, admin } = stageCampaigns('campaign-price-ends')
let other: Person
beforeAll(async () => {
  other = await makePerson('admin')
})
beforeEach(async () => {
  for (const table of ['approvals', 'notices']) await run(`delete from ${table}`)
  await run(`insert or replace into settings (key, value) values ('second_person_fee_above', '200')`)
})
/** A draft whose price waits. */
const asked = async (name: string): Promise<number> => {
  const { json } = await as<Answer>('POST', '/admin/campaign/create', body({ name, price: 250 }))
  expect(json.approval_pending).toBe(true)
  return json.campaign.id
}
const editPrice = async (id: number, price: number) => {
  const { name, segment_id, templates } = await campaign(id)
  return as<Answer>('PUT', `/admin/campaign/${id}`, { name, segment_id, templates, price })
}
const press = (who: Person, method: string, path: string, sent?: object) =>
  ask(method, path, { token: who.token, body: sent })
/** What the asker reads. */
const told = async (): Promise<string[]> => {
  const { json } = await ask<{ list: Notice[] }>('GET', '/admin/notice', { token: admin().token })
  return json.list.filter(({ kind }) => kind === 'office_decided').map(({ text }) => text)
}
const ended = () =>
  all<{ status: string; reason: string | null; decided_by: string | null }>(
    'select status, reason, decided_by from approvals',
  )
const sentence = (why: string) => `Tidak menunggu persetujuan lagi: harga per pesan Rp 250 yang Anda minta. ${why}`

test('rule campaign-price: deleted by another admin, the question says why, and so does a notice to who asked', async () => {
  const id = await asked('Promo')
  expect((await press(other, 'DELETE', `/admin/campaign/${id}`)).status).toBe(200)
  expect(await told()).toEqual([sentence('Kampanye “Promo” dihapus.')])
  expect(await ended()).toEqual([{ status: 'refused', reason: 'Kampanye “Promo” dihapus.', decided_by: other.id }])
})
test('rule campaign-price: cancelled, too', async () => {
  await numbers(0, 1)
  const id = await launched({ name: 'Promo', price: 150 })
  await move('pause', id)
  await editPrice(id, 250)
  expect((await press(other, 'POST', '/admin/campaign/cancel', { id })).status).toBe(200)
  expect(await told()).toEqual([sentence('Kampanye “Promo” dibatalkan.')])
  expect(await ended()).toMatchObject([{ reason: 'Kampanye “Promo” dibatalkan.' }])
})
test('rule campaign-price: nobody is told of what they ended themselves, nor of a campaign without a question', async () => {
  await as('DELETE', `/admin/campaign/${await asked('Promo')}`)
  await press(other, 'DELETE', `/admin/campaign/${await create()}`)
  expect(await told()).toEqual([])
  expect(await ended()).toMatchObject([{ decided_by: admin().id }])
})
test('rule campaign-price: who asked in the moment of the deletion is told of the price that they asked for', async () => {
  const id = await create({ name: 'Promo', price: 150 })
  const late = await slowCall(
    ['DELETE', `/admin/campaign/${id}`],
    { token: other.token },
    'update approvals',
    async () => {
      expect((await editPrice(id, 250)).json.approval_pending).toBe(true)
    },
  )
  expect(late.status).toBe(200)
  expect(await told()).toEqual([sentence('Kampanye “Promo” dihapus.')])
})
test('rule campaign-price: a draft of a restored database that settlement cancels takes its question along', async () => {
  const [number] = await numbers(0, 1)
  const id = await asked('Promo')
  const { id: numberId } = await one<{ id: number }>('select id from phone_numbers where number = ?', number)
  await deliver([
    { accountId: 'acc', sequence: 1, userId: await someone(), results: [arrived(id, numberId)], reversals: [] },
  ])
  expect(await campaign(id)).toMatchObject({ state: 'cancelled', why: 'restored' })
  const refs = await endPriceQuestions(db, Date.now())
  const why = 'Kampanye “Promo” dibatalkan, karena basis data dipulihkan dari cadangan.'
  expect(await told()).toEqual([sentence(why)])
  expect(await ended()).toEqual([{ status: 'refused', reason: why, decided_by: null }])
  expect(refs).toEqual([(await one<{ ref: string }>('select ref from notices where user_id = ?', admin().id)).ref])
  expect(await endPriceQuestions(db, Date.now() + HOUR_MS)).toEqual([])
})
test('rule campaign-price: what the release before ended or deleted, which knows no question, ends as well; others wait on', async () => {
  const [finished, deleted] = [await asked('Selesai'), await asked('Hilang')]
  await asked('Rancangan')
  await run(`update campaigns set state = 'finished' where id = ?`, finished)
  await run('delete from campaigns where id = ?', deleted)
  await run(
    `insert into approvals (id, kind, subject, beneficiary_id, amount, payload, asked_by, asked_at, status) values ('p', 'price', ?1, ?1, 9, '{"blast_fee":9}', ?2, 1, 'waiting')`,
    other.id,
    admin().id,
  )
  expect(await endPriceQuestions(db, Date.now())).toHaveLength(2)
  expect((await told()).toSorted()).toEqual([
    sentence('Kampanye “Hilang” dihapus.'),
    sentence('Kampanye “Selesai” selesai.'),
  ])
  const waiting = await all<{ name: string | null }>(
    `select payload ->> '$.campaign.name' as name from approvals where status = 'waiting' order by asked_at desc`,
  )
  expect(waiting).toEqual([{ name: 'Rancangan' }, { name: null }])
})
