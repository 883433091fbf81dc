// A decider and a member who are tied in one way or another (rules decider-ties, decider-wait, bank-change).
import { DAY_MS, HOUR_MS } from '../../../contract/ground/time.ts'
import { runBatch } from '../../../domain/ground/db/connection.ts'
import { securityStatement } from '../../../domain/record/security-events/store.ts'
import { ask } from './api.ts'
import { all, db, one, run } from './database.ts'
import { type Fail, makeOffice, member as makeMember, office, setting } from './payouts.ts'
import { makePerson, PASSWORD, type Person } from './people.ts'

/** decider: an admin beside those of the office. */
export const people = {} as Record<'decider' | 'member', Person>
export const makeNamedOffice = async (): Promise<void> => {
  await makeOffice()
  await run(`update users set firstname = 'Aria', lastname = 'Kantor' where id = ?`, office.admin.id)
}
export const makePeople = async (): Promise<void> => {
  await setting('second_person_above', '0')
  people.decider = await makePerson('admin')
  people.member = await makeMember(100_000)
}

export const put = (id: string, body: object, who: Person) =>
  ask<Fail>('PUT', `/admin/users/${id}`, { token: who.token, body: { current_password: PASSWORD, ...body } })
export const link = (who: Person, to: Person) => ask('POST', `/admin/users/${to.id}/reset-link`, { token: who.token })
export const number = () => `77${String(Math.floor(Math.random() * 1e10)).padStart(10, '0')}`
export const changeBank = (by = people.decider, of = people.member) => put(of.id, { account_number: number() }, by)
export const numberOfMember = () =>
  one<{ n: string }>('select account_number as n from users where id = ?', people.member.id)
export const signedIn = (who: Person, place: object, daysAgo = 0) =>
  runBatch(db, [
    securityStatement(db, { at: Date.now() - daysAgo * DAY_MS, kind: 'sign_in', userId: who.id, ...place }),
  ])
/** Everybody who may decide signs in where this member does, but these. */
export const onOneDevice = async (member: Person, ...but: Person[]): Promise<void> => {
  const team = await all<{ id: string }>(`select id from users where role in ('admin', 'dev', 'staff')`)
  const there = [member, ...team.filter(({ id }) => !but.some((one) => one.id === id))]
  const event = { at: Date.now(), kind: 'sign_in', device: member.id.slice(0, 16) } as const
  await runBatch(
    db,
    there.map(({ id }) => securityStatement(db, { ...event, userId: id })),
  )
}
/** Time passes: what nothing else changes is moved back. */
export const hoursAfterWaits = async (hours: number): Promise<void> => {
  await run('drop trigger if exists withdraw_waits_no_update')
  await run('update withdraw_waits set at = at - ?1, until = until - ?1', Math.round(hours * HOUR_MS))
}
