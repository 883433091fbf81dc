// What ties somebody to a member, so that they decide nothing about their money.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../contract/time.ts'
import { securityStatement } from '../../domain/security-events/store.ts'
import { runBatch } from '../../domain/db/connection.ts'
import { ask } from './support/api.ts'
import { db, one, run } from './support/database.ts'
import { decide, type Fail, makeOffice, member as makeMember, office, request, setting } from './support/payouts.ts'
import { makePerson, PASSWORD, type Person } from './support/people.ts'

let decider: Person
let member: Person
beforeAll(async () => {
  await makeOffice()
  await run(`update users set firstname = 'Aria', lastname = 'Kantor' where id = ?`, office.admin.id)
})
beforeEach(async () => {
  await setting('second_person_above', '0')
  decider = await makePerson('admin')
  member = await makeMember(100_000)
})

const put = (id: string, body: object, who: Person) =>
  ask<Fail>('PUT', `/admin/users/${id}`, { token: who.token, body: { current_password: PASSWORD, ...body } })
const link = (who: Person, to: Person) => ask('POST', `/admin/users/${to.id}/reset-link`, { token: who.token })
const number = () => `77${String(Math.floor(Math.random() * 1e10)).padStart(10, '0')}`
const changeBank = (by = decider, of = member) => put(of.id, { account_number: number() }, by)
const signedIn = (who: Person, place: object, daysAgo = 0) =>
  runBatch(db, [
    securityStatement(db, { at: Date.now() - daysAgo * DAY_MS, kind: 'sign_in', userId: who.id, ...place }),
  ])
const credential = (after: object) =>
  run(
    `insert into audit_log (at, actor_id, actor_role, action, target, after, request_id) values (?, ?, 'admin', 'user.update', ?, ?, 'r')`,
    Date.now(),
    decider.id,
    member.id,
    JSON.stringify(after),
  )
const ofMember = () => one<{ n: string }>('select account_number as n from users where id = ?', member.id)

const TIES: [string, () => Promise<unknown>, string][] = [
  ['who changed their bank details', () => changeBank(), 'Anda mengubah rekening member ini (sampai '],
  ['who made their reset link', () => link(decider, member), 'Anda dan member ini dapat masuk sebagai satu sama lain'],
  ['who gave them a password', () => credential({ password: 'changed' }), 'dapat masuk sebagai satu sama lain'],
  ['who gave them an email', () => credential({ email_pending: 'a@b.id' }), 'dapat masuk sebagai satu sama lain'],
  ['who gave them a role', () => credential({ role: 'member' }), 'dapat masuk sebagai satu sama lain'],
  ['to whom they could sign in', () => link(member, decider).then(() => link(decider, member)), 'satu sama lain'],
  [
    'as whom somebody could sign in who could as them',
    async () => {
      const third = await makePerson('admin')
      await link(third, decider)
      await link(third, member)
    },
    'Satu orang dapat masuk sebagai Anda dan sebagai member ini (sampai ',
  ],
  [
    'who was on their device, or signed in as them',
    async () => {
      await signedIn(member, { device: 'd'.repeat(8) + member.id.slice(0, 8) }, 80)
      await signedIn(decider, { device: 'd'.repeat(8) + member.id.slice(0, 8) })
    },
    'Anda dan member ini masuk di perangkat yang sama (sampai ',
  ],
  [
    'who has their account, written otherwise',
    async () => {
      const written = (await ofMember()).n.replace(/^0/, '+62 ').replace(/(\d{4})/g, '$1-')
      await run(`update users set account_bank = 'Bank GoPay', account_number = ? where id = ?`, written, decider.id)
      await run(`update users set account_bank = 'GoPay' where id = ?`, member.id)
    },
    'Anda dan member ini memakai rekening yang sama (selama masih sama)',
  ],
  [
    'who had their account until now',
    async () => {
      await run(
        `update users set account_bank = 'BCA', account_name = 'x', account_number = ? where id = ?`,
        (await ofMember()).n,
        decider.id,
      )
      await put(decider.id, { account_number: number() }, decider)
    },
    'Anda dan member ini memakai rekening yang sama',
  ],
]
describe('rule decider-ties:', () => {
  test.each(TIES)('nobody accepts a withdraw of somebody %s', async (_tie, tie, words) => {
    await tie()
    const id = await request(member)
    const refused = await decide(id, 'accepted', decider)
    expect([refused.status, refused.json.reason]).toEqual([403, 'decider_tied'])
    expect(refused.json.msg).toContain(words)
    expect(refused.json.msg).toMatch(/Orang lain harus memutuskannya: .*Aria Kantor/)
    expect(refused.json.msg).not.toContain('undefined')
    // what gives the money back is nobody's gain, and others decide
    expect((await decide(id, 'rejected', decider)).status).toBe(200)
  })
})
