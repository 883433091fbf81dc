// Members as the daily look at them finds them: with accounts that are recipients, with paid messages, with sign-ins.
import type { SignalKind } from '../../../contract/money/fraud.ts'
import { jakartaDay } from '../../../contract/ground/time.ts'
import { type Db, runBatch } from '../../../domain/ground/db/connection.ts'
import { scoreMembers } from '../../../domain/money/fraud/score-members.ts'
import { securityStatement } from '../../../domain/record/security-events/store.ts'
import { ask } from './api.ts'
import { all, db, one, run } from './database.ts'
import { makePerson, type Person } from './people.ts'
import { deliver } from './stage.ts'

export const NOW = Date.now()
export const TODAY = jakartaDay(NOW)
/** An error fails the test, unless it is asked for. */
const thrown = (error: unknown): never => {
  throw error
}
export const look = (d: Db = db, people?: number, hasTime = () => true, failed: (error: unknown) => void = thrown) =>
  scoreMembers(d, { now: NOW, hasTime, failed }, people)
export const lookAnew = async () => {
  await run(`delete from cron_rounds where name like 'fraud%'`)
  await look()
}
let made = 0
/** A member with a linked account, and the number of it, which is also a recipient's. */
export const lender = async (more: { referrerId?: string; bank?: string; at?: string } = {}) => {
  const person = await makePerson('member', { referrerId: more.referrerId ?? null })
  const n = ++made
  const number = String(6287700000000 + n)
  await run(
    `insert into whatsapp (id, clientid, user_id, purpose, phonenumber, state, status, created_at)
     values (?1, ?1, ?2, 'blast', ?3, 'connected', 'idle', 1)`,
    `fraud-${n}`,
    person.id,
    number,
  )
  const { id } = await one<{ id: number }>(
    `insert into phone_numbers (number, name, status, consent_source, consent_at, consent_by, created_at)
     values (?, 'R', 'active', 'test', 1, 'admin', 0) returning id`,
    number,
  )
  if (more.bank)
    await run(
      'update users set account_number = ?, account_bank = ? where id = ?',
      more.bank,
      more.at ?? 'BCA',
      person.id,
    )
  return { ...person, accountId: `fraud-${n}`, numberId: id }
}
export type Lender = Awaited<ReturnType<typeof lender>>
/** Six at most. */
export const lenders = (count: number) =>
  Promise.all(Array.from({ length: count }, () => lender())) as Promise<
    [Lender, Lender, Lender, Lender, Lender, Lender]
  >
let sequence = 0
/** Of the last batch. */
export const lastSequence = (): number => sequence
/** Paid messages to these numbers, as an account's object settles them. */
export const paid = (who: Lender, numberIds: readonly number[], more: object = {}) =>
  deliver([
    {
      accountId: who.accountId,
      sequence: ++sequence,
      userId: who.id,
      results: numberIds.map((numberId, i) => ({
        attemptId: `a-${sequence}-${i}`,
        numberId,
        templateId: null,
        priceSen: 10_000,
        from: 'none',
        to: 'success',
        notRegistered: false,
        at: NOW,
        attemptedAt: NOW,
      })),
      reversals: [],
      ...more,
    },
  ])
export const signedIn = (who: Person, place: { device?: string; network?: string }) =>
  runBatch(db, [securityStatement(db, { ...place, at: NOW, kind: 'sign_in', userId: who.id })])
export const five = (id: number): number[] => Array.from({ length: 5 }, () => id)
export const kindsOf = async (who: Person): Promise<SignalKind[]> =>
  (
    await all<{ kind: SignalKind }>(
      'select kind from fraud_signals where user_id = ? and day = ? order by kind',
      who.id,
      TODAY,
    )
  ).map(({ kind }) => kind)
export const scoreOf = async (who: Person): Promise<number> =>
  (await all<{ score: number }>('select score from fraud_scores where user_id = ? and day = ?', who.id, TODAY))[0]
    ?.score ?? 0
type Suspect = {
  user_id: string
  score: number
  signals: { kind: SignalKind; people: { id: string; name: string }[]; count: number | null; of: number | null }[]
  hold: { by: string | null; reason: string } | null
  lifted: { reason: string } | null
}
export const suspects = async (admin: Person) =>
  (
    await ask<{ list: Suspect[]; day: string; old: boolean; partial: boolean }>('GET', '/admin/fraud?limit=100', {
      token: admin.token,
    })
  ).json
