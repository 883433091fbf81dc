// Who steers a person's money makes their messages no dearer: by hand, by a question to a second person, and at the race.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { all, one, run } from './support/database.ts'
import { slowCall } from './support/meanwhile.ts'
import { approve, office, setting } from './support/payouts.ts'
import { makeLevel, makePerson, PASSWORD, type Person } from './support/people.ts'
import { link, makeNamedOffice, makePeople, people, put, signedIn } from './support/ties.ts'

let decider: Person
let member: Person
beforeAll(async () => {
  await makeNamedOffice()
  await makeLevel('dear', 140, 5_000)
})
beforeEach(async () => {
  await makePeople()
  ;({ decider, member } = people)
  await setting('second_person_fee_above', '150')
  await run('update users set blast_fee = 100 where id = ?', member.id)
})
const price = () => one('select blast_fee, level_id from users where id = ?', member.id)
const waiting = () => all<{ id: string }>(`select id from approvals where kind = 'price' and subject = ?`, member.id)

test.each<[string, object]>([
  ['a fee of their own', { blast_fee: 101 }],
  ['a fee that needs a second person', { blast_fee: 151 }],
  ['a level, and no fee of their own any more', { blast_fee: null, level_id: 'dear' }],
])('rule decider-ties: who steers the money, a dev too, never gives %s', async (_what, body) => {
  decider = await makePerson('dev')
  await link(decider, member)
  const before = await price()
  const refused = await put(member.id, { firstname: 'Lain', ...body }, decider)
  expect([refused.status, refused.json.reason]).toEqual([403, 'decider_tied'])
  expect(refused.json.msg).toContain('Aria Kantor')
  expect([await price(), await waiting()]).toEqual([before, []])
  expect((await put(member.id, body, office.admin)).status).toBe(200)
  expect([await price(), (await waiting()).length]).not.toEqual([before, 0])
})
test('rule decider-ties: a device in common ties as well, and what takes away, or is no price, is free', async () => {
  for (const who of [decider, member]) await signedIn(who, { device: `d${member.id}` })
  expect((await put(member.id, { blast_fee: 120 }, decider)).json.reason).toBe('decider_tied')
  expect((await put(member.id, { blast_fee: 90, firstname: 'Baru' }, decider)).status).toBe(200)
  expect(await price()).toMatchObject({ blast_fee: 90 })
})
test('rule decider-ties: the statement sees a tie that came since who raises a price has read', async () => {
  const sent = { token: decider.token, body: { blast_fee: 101, current_password: PASSWORD } }
  const late = await slowCall(['PUT', `/admin/users/${member.id}`], sent, 'update users', () => link(decider, member))
  expect([late.status, late.json.reason]).toEqual([403, 'decider_tied'])
  expect(await price()).toMatchObject({ blast_fee: 100 })
})
test('rule decider-ties: who asked for a price is asked, too, when another one approves', async () => {
  expect((await put(member.id, { blast_fee: 151 }, decider)).json).toMatchObject({ approval_pending: true })
  const [asked] = await waiting()
  await link(decider, member)
  expect((await approve(asked?.id ?? '', office.admin)).json.reason).toBe('asker_tied')
  expect(await price()).toMatchObject({ blast_fee: 100 })
  expect((await approve(asked?.id ?? '', office.admin, { approve: false })).status).toBe(200)
})
