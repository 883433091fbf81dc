// Bank details that were just changed: who did it, and what is paid to them.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BankDetails, recordBankChange } from '../../domain/bank-details/changes-store.ts'
import { updateUser } from '../../domain/users/store.ts'
import { runBatch } from '../../domain/db/connection.ts'
import { ask } from './support/api.ts'
import { all, db, one, run } from './support/database.ts'
import { slowCall } from './support/meanwhile.ts'
import {
  bonusesOfYesterday,
  decide,
  type Fail,
  makeOffice,
  member as makeMember,
  office,
  open,
  prove,
  request,
  setting,
} from './support/payouts.ts'
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
const number = () => `77${String(Math.floor(Math.random() * 1e10)).padStart(10, '0')}`
const changeBank = (by = decider, of = member) => put(of.id, { account_number: number() }, by)
const ofMember = () => one<{ n: string }>('select account_number as n from users where id = ?', member.id)

describe('rule bank-change:', () => {
  const changes = () =>
    all('select by, replaced, before_number, account_number from bank_changes where user_id = ? order by id', member.id)
  const later = (hours: number) =>
    run('update bank_changes set at = at - ? where user_id = ?', hours * 3_600_000, member.id)
  /** As the call does it, without the proof, which takes its time. */
  const own = (to: Partial<BankDetails>) =>
    runBatch(db, [
      recordBankChange(db, { userId: member.id, by: member.id, now: Date.now(), to }),
      updateUser(db, member.id, to),
    ])
  test('whoever changed them is on record, with what they were', async () => {
    const { n } = await ofMember()
    await put(member.id, { account_number: '1111111111' }, member)
    await changeBank()
    const second = await ofMember()
    expect(await changes()).toEqual([
      { by: member.id, replaced: 1, before_number: n, account_number: '1111111111' },
      { by: decider.id, replaced: 1, before_number: '1111111111', account_number: second.n },
    ])
    await put(member.id, { firstname: 'Baru' }, member)
    expect(await changes()).toHaveLength(2)
  })
  test('a request on changed details is paid after 24 hours, or with a second person', async () => {
    const old = await request(member)
    await own({ account_number: '1111111111' })
    const [id, other, third] = [await request(member), await request(member), await request(member)]
    expect((await decide(old, 'accepted')).status).toBe(200)
    expect((await decide(id, 'accepted')).status).toBe(202)
    expect((await decide(id, 'accepted')).json.reason).toBe('approval_own')
    expect((await open([other])).second).toBe('waiting')
    expect((await decide(id, 'accepted', office.other)).status).toBe(200)
    await later(23.9)
    expect((await decide(third, 'accepted')).status).toBe(202)
    await later(0.2)
    // who asked may do it alone now, and the question comes to nothing
    expect((await decide(third, 'accepted')).status).toBe(200)
    expect(await all(`select status from approvals where subject = ?`, third)).toEqual([{ status: 'refused' }])
    expect((await open([await request(member)])).second).toBe('none')
  })
  test('the first filling of empty ones is no change; emptied ones are not filled for the first time', async () => {
    await run(`update users set account_bank = '', account_name = '', account_number = '' where id = ?`, member.id)
    await own({ account_bank: 'BCA', account_name: 'Sari', account_number: '2222222222' })
    const id = await request(member)
    expect((await decide(id, 'accepted')).status).toBe(200)
    await own({ account_number: '' })
    await later(30)
    await own({ account_number: '3333333333' })
    expect((await decide(await request(member), 'accepted')).status).toBe(202)
  })
  test('the statement sees a change that came since', async () => {
    const { n } = await ofMember()
    const id = await request(member)
    const body = { id, status: 'accepted' }
    const answer = await slowCall(
      ['PUT', '/admin/withdraw/update'],
      { token: office.admin.token, body },
      'insert into withdraw_steps',
      () => own({ account_number: '1111111111' }).then(() => own({ account_number: n })),
    )
    expect(answer.status).toBe(202)
    await bonusesOfYesterday()
    expect((await prove(id)).json.reason).toBe('proof_status')
  })
})
