// An admin pauses, closes or opens a person; a person closes their own account (rules person-status, close-own).
import { Refusal } from '../../../contract/ground/errors.ts'
import { MIN_WITHDRAW_RUPIAH, rupiahToSen } from '../../../contract/ground/money.ts'
import type { PersonStatus } from '../../../contract/people/person-status.ts'
import type { Role } from '../../../contract/people/role-table.ts'
import { reasonTexts } from '../../../contract/people/reason-texts.ts'
import type { StatusChange } from '../../../contract/people/users.ts'
import { endSignIns } from '../../people/auth/store.ts'
import { type Db, runBatch, type Statement } from '../../ground/db/connection.ts'
import { refusalOf } from '../../ground/db/refusals.ts'
import { asRead } from '../../ground/edits/as-read.ts'
import { withUnversioned } from '../../ground/edits/versions.ts'
import { balanceOf } from '../../money/ledger/store.ts'
import { addNotice } from '../../people/notices/store.ts'
import { waitingOf } from '../../money/withdraw/store.ts'
import { statusEdit } from '../../people/users/as-read.ts'
import { mayChangeStatus, nameOf } from '../../people/users/rules.ts'
import { nothingToPay, turnStatus } from '../../people/users/status-store.ts'
import { type UserView, userById } from '../../people/users/store.ts'

/** Audit rows of what changed. */
type Audit = (before: { status: PersonStatus }, after: { status: PersonStatus; reason: string | null }) => Statement[]
/** One change is one fact. */
export const statusRef = (userId: string, at: number): string => `status:${userId}:${at}`

const mustFind = async (db: Db, id: string): Promise<UserView> => {
  const user = await userById(db, id)
  if (!user) throw new Refusal('not_found')
  return user
}

/** Closing ends every sign-in in the same transaction. @throws Refusal */
export const changeStatus = async (
  db: Db,
  request: { actor: { id: string; role: Role }; id: string; change: StatusChange; now: number },
  audit: Audit,
): Promise<UserView> => {
  const { actor, id, change, now: at } = request
  const [target, by] = await Promise.all([mustFind(db, id), userById(db, actor.id)])
  const refusal = mayChangeStatus(actor, target, change.status)
  if (refusal) throw new Refusal(refusal)
  const to = change.status
  const reason = change.status === 'active' ? null : change.reason
  const write = (guard: Statement[]) =>
    runBatch(db, [
      ...guard,
      ...turnStatus(db, { id, to, reason, by: nameOf(by), at }),
      ...(to === 'closed' ? endSignIns(db, id, null) : []),
      ...addNotice(db, {
        kind: 'person_status',
        data: { status: to, reason },
        ref: statusRef(id, at),
        to: { userId: id },
        at,
      }),
      ...audit({ status: target.status }, withUnversioned(change.version, { status: to, reason })),
    ])
  try {
    await asRead(db, statusEdit(db, { version: change.version, row: target, reader: actor.role }), write)
  } catch (error) {
    const refusal = refusalOf(error)
    throw refusal === 'status_moved' || refusal === 'last_admin' ? new Refusal(refusal) : error
  }
  return mustFind(db, id)
}

/**
 * Refused while money of theirs can be paid out, or waits for it. What is less than the smallest withdraw stays on the books.
 * @throws Refusal
 */
export const closeOwn = async (db: Db, userId: string, at: number, audit: Audit): Promise<void> => {
  const user = await mustFind(db, userId)
  const reason = reasonTexts.closedByOwner
  const leastSen = rupiahToSen(MIN_WITHDRAW_RUPIAH)
  try {
    await runBatch(db, [
      ...turnStatus(db, { id: userId, to: 'closed', reason, by: nameOf(user), at }, nothingToPay(leastSen)),
      ...endSignIns(db, userId, null),
      ...audit({ status: user.status }, { status: 'closed', reason }),
    ])
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === 'last_admin') throw new Refusal(refusal)
    if (refusal !== 'status_moved') throw error
    const [waiting, { balanceSen }] = await Promise.all([waitingOf(db, userId), balanceOf(db, userId)])
    if (waiting.count > 0) throw new Refusal('close_withdraw_waits')
    throw new Refusal(balanceSen >= leastSen ? 'close_balance' : 'status_moved')
  }
}
