// Who could be the second person is told that something waits, and who asked that it no longer does (rules notices, second-person).
import type { SQL } from 'drizzle-orm'
import type { Rupiah } from '../../../contract/ground/money.ts'
import type { ApprovalKind } from '../../../contract/people/approvals.ts'
import type { NoticeData } from '../../../contract/people/notices.ts'
import type { Role } from '../../../contract/people/role-table.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { addNotice } from './store.ts'

type About = Pick<NoticeData['office_approval'], 'of' | 'amount'> & {
  /** Of the approval, or of the payout batch; it makes the refs, so each person is told once of each. */
  id: string
}
const dataOf = ({ of, amount, id }: About) => ({ who: '', of, amount, batch: of === 'payout' ? id : null })

export const askedRef = (id: string): string => `approval:${id}:asked`
export const decidedRef = (id: string): string => `approval:${id}:decided`
/** Of a withdraw, by the step that answers the question. */
export const droppedRef = ({ id, step }: { id: string; step: number }): string => `approval:withdraw:${id}:${step}`

/** For the batch that asks. @param except who could not decide about it; the asker never is told */
export const noticesOfAsking = (
  db: Db,
  about: About,
  { by, now, roles, except = [] }: { by: string; now: number; roles: readonly Role[]; except?: readonly string[] },
): Statement[] =>
  addNotice(db, {
    kind: 'office_approval',
    data: dataOf(about),
    whoId: by,
    ref: askedRef(about.id),
    to: { roles, except: [by, ...except] },
    at: now,
  })

type Outcome = Pick<NoticeData['office_decided'], 'outcome'> & { by: string; reason?: string | undefined; now: number }
/** For the batch that decides. Nobody is told of what they took back themselves. */
export const noticesOfSecond = (
  db: Db,
  about: About & { askedBy: string },
  { outcome, by, reason, now }: Outcome,
): Statement[] =>
  about.askedBy === by
    ? []
    : addNotice(db, {
        kind: 'office_decided',
        data: { ...dataOf(about), outcome, reason: reason || null },
        whoId: by,
        ref: decidedRef(about.id),
        to: { userId: about.askedBy },
        at: now,
      })

/**
 * For the batch in which what was asked for comes to nothing, before it drops the question.
 * @param about amount: or SQL that selects it
 * @param end askers: SQL of who asked it. by null: nobody did it
 */
export const noticesOfDropped = (
  db: Db,
  { of, amount, ref }: { of: ApprovalKind; amount: Rupiah | SQL; ref: string },
  { askers, by, reason = null, now }: { askers: SQL; by: string | null; reason?: string | null; now: number },
): Statement[] =>
  addNotice(db, {
    kind: 'office_decided',
    data: { who: '', of, amount: typeof amount === 'number' ? amount : 0, batch: null, outcome: 'dropped', reason },
    ...(by === null ? {} : { whoId: by }),
    ...(typeof amount === 'number' ? {} : { amountOf: amount }),
    ref,
    to: { ids: askers },
    at: now,
  })
