// Where the second person sees what a question is about (rule second-person), and what its list leaves out (rule masked-accounts). Real Worker
// and D1.
import { beforeAll, expect, test } from 'vitest'
import { ask } from './support/api.ts'
import { run } from './support/database.ts'
import { makeLevel, makePerson, type Person } from './support/people.ts'

let [admin, second, person] = [] as unknown as [Person, Person, Person]
beforeAll(async () => {
  ;[admin, second, person] = [await makePerson('admin'), await makePerson('admin'), await makePerson('member')]
  await makeLevel('l1', 300, 0)
  await run(
    `insert into campaigns (id, name, state, segment_id, days, from_min, until_min, priority, created_by, created_at) values (77, 'Promo', 'draft', '', 254, 0, 1440, 5, 'a', 1)`,
  )
  await run(`insert into consent_history (hash, number, event, at) values ('h', '628111', 'opt_out', 1)`)
})

const PRICE = { campaign: { name: 'Promo', before: null } }
const LEVEL = { values: { name: 'Baru', blast_fee: 1, requirement_blast: 1 }, isNew: true }
const REQUESTS = '/withdraw/requested?user_id=HIM&status=all'
test.each([
  ['a bonus to its person', 'bonus', 'new', 'HIM', {}, '/member/edit?id=HIM'],
  ['a price to its person', 'price', 'HIM', 'HIM', { blast_fee: 9 }, '/member/edit?id=HIM'],
  ['a price to its campaign', 'price', '77', null, PRICE, '/campaign/show?id=77'],
  ['a level', 'level', 'l1', null, { values: null }, '/level/edit?id=l1'],
  ['a withdraw', 'withdraw', 'w', 'HIM', {}, REQUESTS],
  ['a return', 'return', 'w', 'HIM', { reason: 'x', proof: 1 }, REQUESTS],
  ['settings', 'setting', 'settings', null, { price: 9 }, '/settings'],
  ['a number that stopped', 'lift', 'x', null, { reason: 'salah', hash: 'h' }, '/suppression?search=628111'],
  ['not to a campaign that was deleted', 'price', '78', null, PRICE, null],
  ['not to a level that is new', 'level', 'l2', null, LEVEL, null],
  ['not to a person who is gone', 'bonus', 'new', 'gone', {}, null],
  ['not to a request of a person who is gone', 'withdraw', 'w', 'gone', {}, null],
  ['not to a number that nobody knows', 'lift', 'x', null, { reason: 'salah', hash: 'nobody' }, null],
])('what waits leads to what it is about: %s', async (_, kind, subject, beneficiary, payload, link) => {
  const his = (text: string | null) => text?.replace('HIM', person.id) ?? null
  const id = crypto.randomUUID()
  await run(
    `insert into approvals (id, kind, subject, beneficiary_id, amount, payload, asked_by, asked_at, status) values (?, ?, ?, ?, 1, ?, ?, 1, 'waiting')`,
    id,
    kind,
    his(subject),
    his(beneficiary),
    JSON.stringify(payload),
    admin.id,
  )
  const path = '/admin/approval/list-per-page?limit=100'
  const { json } = await ask<{ data: { id: string; link: string | null }[] }>('GET', path, { token: second.token })
  expect(json.data.find((one) => one.id === id)?.link).toBe(his(link))
  await run('delete from approvals where id = ?', id)
})

test('rule masked-accounts: a list of questions tells no whole number of a bank account, nor does an answer', async () => {
  await run(
    `update users set account_bank = 'BCA', account_name = 'A', account_number = '5550123987654' where id = ?`,
    person.id,
  )
  for (const kind of ['bonus', 'withdraw', 'return'])
    await run(
      `insert into approvals (id, kind, subject, beneficiary_id, amount, payload, asked_by, asked_at, status) values (?1, ?1, 'w', ?2, 1, ?3, ?4, 1, 'waiting')`,
      kind,
      person.id,
      JSON.stringify({ userId: person.id, nominal: 1, reason: 'x', proof: 1 }),
      admin.id,
    )
  type Item = { id: string; account: { number: string } }
  const path = '/admin/approval/list-per-page?limit=100'
  const { json } = await ask<{ data: Item[] }>('GET', path, { token: second.token })
  expect(json.data.map(({ id, account }) => [id, account.number]).toSorted()).toEqual([
    ['bonus', '••••7654'],
    ['return', '••••7654'],
    ['withdraw', '••••7654'],
  ])
  const answer = { token: second.token, body: { id: 'bonus', approve: false } }
  const decided = await ask<{ approval: Item }>('PUT', '/admin/approval/decide', answer)
  expect([decided.status, decided.json.approval.account.number]).toEqual([200, '••••7654'])
  await run('delete from approvals')
})
