// What members read of campaigns that their accounts send (rule own-campaigns): real Worker, real D1.
import { expect, test } from 'vitest'
import { HOUR_MS } from '../../contract/ground/time.ts'
import { momentOf } from '../../contract/ground/moments.ts'
import { type OwnCampaign } from '../../contract/sending/campaigns.ts'
import { ask } from './support/api.ts'
import { stageCampaigns } from './support/campaigns.ts'
import { run } from './support/database.ts'
import { makePerson, type Person } from './support/people.ts'
import { numbers } from './support/stage.ts'

const { launched, create, move } = stageCampaigns('own-campaigns')
const own = async (member: Person): Promise<OwnCampaign[]> =>
  (await ask<{ campaigns: OwnCampaign[] }>('GET', '/user/campaigns', { token: member.token })).json.campaigns
const names = async (member: Person): Promise<string[]> => (await own(member)).map(({ name }) => name)

test('rule own-campaigns: those that run now, with their words, and the higher of two prices', async () => {
  await numbers(0, 3)
  const [member, dear] = [await makePerson('member'), await makePerson('member')]
  await run('update users set blast_fee = 400 where id = ?', dear.id)
  await launched({ name: 'Pagi', price: 250, priority: 8, from: '00:00', until: '24:00' })
  await launched({ name: 'Biasa' })
  await create({ name: 'Rancangan' })
  const soon = Date.now() + HOUR_MS
  await launched({ name: 'Nanti', start_at: momentOf(soon) })
  await move('pause', await launched({ name: 'Dijeda' }))
  expect(await own(member)).toMatchObject([
    { name: 'Pagi', price: 250, from: '00:00', until: '24:00', templates: [{ id: 'promo', text_wa: 'Promo {name}' }] },
    { name: 'Biasa', price: 100 },
  ])
  expect((await own(dear)).map(({ price }) => price)).toEqual([400, 400])
})

test('none that has nobody left, whose budget is used up, or of which everything is refused or off', async () => {
  await numbers(0, 3)
  const member = await makePerson('member')
  await launched({ name: 'Ada' })
  const [done, spent] = [await launched({ name: 'Habis' }), await launched({ name: 'Batas', budget: 2 })]
  await run('update campaigns set claimed = people, settled = people where id = ?', done)
  await run('update campaigns set claimed = 2, settled = 2 where id = ?', spent)
  await launched({ name: 'Topik', templates: [{ id: 'other', weight: 1 }] })
  await run(`update templates set topic = 'Promo' where id = 'other'`)
  expect(await names(member)).toEqual(['Ada', 'Topik'])
  await run(`update users set refused_topics = '["Promo"]' where id = ?`, member.id)
  expect(await names(member)).toEqual(['Ada'])
  await run(`update templates set status = 'nonactive' where id = 'promo'`)
  expect(await own(member)).toEqual([])
})

test('rule own-campaigns: one whose rupiah pay for no message of theirs is not shown, before it has ended', async () => {
  await numbers(0, 4)
  const [member, dear] = [await makePerson('member'), await makePerson('member')]
  await run('update users set blast_fee = 400 where id = ?', dear.id)
  const id = await launched({ name: 'Rupiah', budget_rupiah: 600 })
  expect([await names(member), await names(dear)]).toEqual([['Rupiah'], ['Rupiah']])
  const settled = (success: number, unknown: number) =>
    run(
      `update campaigns set claimed = ?1 + ?2, settled = ?1 + ?2, success = ?1, unknown = ?2, cost_sen = ?1 * 20000, dearest_sen = 20000
       where id = ?3`,
      success,
      unknown,
      id,
    )
  await settled(2, 0)
  expect([await names(member), await names(dear)]).toEqual([['Rupiah'], []])
  // who is not certain may have cost it
  await settled(2, 1)
  expect(await names(member)).toEqual([])
})

test('rule own-campaigns: with what stands for a field where a recipient has no value, of the fields that they ask for', async () => {
  await numbers(0, 1)
  const member = await makePerson('member')
  for (const [key, fallback] of [
    ['kota', 'kota Anda'],
    ['toko', ''],
    ['lain', 'rahasia'],
  ])
    await run(
      `insert into recipient_fields (key, name, fallback, created_by, created_at) values (?1, ?1, ?2, 'x', 1)`,
      key,
      fallback,
    )
  await run(`update templates set status = 'active', text_wa = 'Halo {kota} dari {toko}' where id = 'promo'`)
  await launched({ name: 'Kota' })
  expect((await own(member)).map(({ fallbacks }) => fallbacks)).toEqual([{ kota: 'kota Anda', toko: '' }])
  await run('delete from recipient_fields')
})
