// The second person's decision. An approval does what was asked for in the transaction that closes it (rule second-person).
import type { AuditAction } from '../../../contract/record/audit.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import type { KeyRing } from '../../../contract/ground/key-rings.ts'
import type { Role } from '../../../contract/people/role-table.ts'
import { seesAll } from '../../../contract/people/role-table.ts'
import { giveBonus } from '../bonus/give-bonus.ts'
import { type Db, runBatch, type Statement } from '../../ground/db/connection.ts'
import { refusalOf, type Refused } from '../../ground/db/refusals.ts'
import {
  insertLevel,
  levelById,
  levelRead,
  refuseLevelMoved,
  refuseLowest,
  refuseLowestMoved,
  removeLevel,
  updateLevel,
} from '../../people/levels/store.ts'
import { decidedRef, noticesOfSecond } from '../../people/notices/approval-notices.ts'
import { liftBatch, stoppedById } from '../../recipients/suppressions/lift.ts'
import { readSettings, refuseSettingsMoved, writeSettings } from '../../ground/settings/store.ts'
import { refusePriceMoved, updateUser, userById } from '../../people/users/store.ts'
import { agreedPrice } from '../../sending/campaigns/ask-price.ts'
import { decideWithdraw } from '../withdraw/decide-withdraw.ts'
import { returnWithdraw } from '../withdraw/return-withdraw.ts'
import { mayDecide } from '../withdraw/rules.ts'
import { payloadOf } from '../../people/approvals/payload.ts'
import { rolesThatPayOut } from '../../people/notices/withdraw-notices.ts'
import { refuseSteering } from '../../people/ties/refuse-steering.ts'
import { tiesOf } from '../../people/ties/store.ts'
import { waitStateOf } from '../../people/ties/waits-store.ts'
import { refuseStoppedAsker, refuseTied } from '../../people/approvals/refuse-tied.ts'
import { changesLowest, valuesBefore } from '../../people/approvals/rules.ts'
import { type ApprovalRow, approvalById, approveStatements, refuseStatements } from '../../people/approvals/store.ts'

type Audit = (action: AuditAction, target: string, before?: unknown, after?: unknown) => Statement[]
type Decision = {
  who: { id: string; role: Role }
  id: string
  approve: boolean
  reason?: string | undefined
  now: number
  /** Of people's hashes, for a lift. */
  ring: () => Promise<KeyRing>
}

/**
 * The statements of the act with its audit rows, for kinds that need nothing but a batch. They fail where what is to change is not any
 * more what the second person was shown; a question of a version before kept nothing to compare with.
 */
const actOf = async (db: Db, row: ApprovalRow, now: number, audit: Audit): Promise<Statement[]> => {
  switch (row.kind) {
    case 'price': {
      const { campaign, before, levelName: _shown, ...patch } = payloadOf<'price'>(row)
      if (campaign) return agreedPrice(db, row, campaign.before, audit)
      const user = await userById(db, row.subject)
      if (!user) throw new Refusal('not_found')
      if (patch.level_id !== undefined && !(await levelById(db, patch.level_id))) throw new Refusal('level_unknown')
      // an own fee hides the level, which may rise by itself while the question waits
      const hidesLevel = typeof patch.blast_fee === 'number' && patch.level_id === undefined
      const judged = before && (hidesLevel ? { blast_fee: before.blast_fee } : before)
      return [
        ...(judged ? [refusePriceMoved(db, user.id, judged)] : []),
        updateUser(db, user.id, patch),
        ...audit('user.update', user.id, valuesBefore(user, patch), patch),
      ]
    }
    case 'level': {
      const { values, isNew, before, lowest } = payloadOf<'level'>(row)
      // the lowest level is demanded as it was shown only by a change that has to do with it; others wait beside each other
      const isOfLowest = lowest !== undefined && changesLowest(row.subject, lowest)
      const begins = lowest && !isOfLowest ? [refuseLowest(db, row.subject)] : []
      const ends = lowest && isOfLowest ? [refuseLowestMoved(db, lowest.after)] : begins
      if (isNew && values) {
        const made = audit('level.create', row.subject, undefined, values)
        return [insertLevel(db, row.subject, values, now), ...ends, ...made]
      }
      const level = await levelById(db, row.subject)
      if (!level) throw new Refusal('not_found')
      const same = before ? [refuseLevelMoved(db, level.id, before)] : []
      const [act, entry] =
        values === null
          ? [removeLevel(db, level.id), audit('level.delete', level.id, levelRead(level))]
          : [[updateLevel(db, level.id, values)], audit('level.update', level.id, levelRead(level), values)]
      return [...same, ...begins, ...act, ...ends, ...entry]
    }
    case 'setting': {
      const { before, usual: _shown, ...change } = payloadOf<'setting'>(row)
      const was = valuesBefore(await readSettings(db), change)
      return [
        ...(before ? [refuseSettingsMoved(db, before)] : []),
        writeSettings(db, change),
        ...audit('settings.update', 'settings', was, change),
      ]
    }
    default:
      // of a release after this one, which was taken back
      throw new Error(`nobody here knows what an approval of the kind ${row.kind} does`)
  }
}

/** What was asked for is not any more what the second person was shown, or may not be done by them. */
const MOVED: ReadonlySet<Refused | undefined> = new Set([
  'approval_moved',
  'decider_steers',
  'level_moved',
  'price_moved',
  'setting_moved',
  'stop_moved',
  'taken bonuses.id',
] as const)
const told = (db: Db, row: ApprovalRow, outcome: Parameters<typeof noticesOfSecond>[2]): Statement[] =>
  noticesOfSecond(db, { id: row.id, of: row.kind, amount: row.amount, askedBy: row.asked_by }, outcome)

/** Refs of the notices about it. */
const approve = async (db: Db, row: ApprovalRow, { who, now, ring }: Decision, audit: Audit): Promise<string[]> => {
  const about = { kind: row.kind, amount: row.amount }
  const close = [
    ...approveStatements(db, row.id, who.id, now),
    ...told(db, row, { outcome: 'approved', by: who.id, now }),
    ...audit('approval.approve', row.id, undefined, about),
  ]
  if (row.kind === 'withdraw') {
    // closes the approval itself, as it does for a second person who accepts in the list of requests
    return (await decideWithdraw(db, who, { id: row.subject, to: 'accepted', answers: row.id, now }, audit)).refs
  }
  if (row.kind === 'return') {
    const { reason } = payloadOf<'return'>(row)
    return [
      ...(await returnWithdraw(db, { id: row.subject, by: who.id, reason, now }, close, audit)),
      decidedRef(row.id),
    ]
  }
  if (row.kind === 'lift') {
    const stopped = await stoppedById(db, row.subject, await ring())
    const lift = { by: who.id, reason: payloadOf<'lift'>(row).reason, now }
    await runBatch(db, [...close, ...liftBatch(db, stopped, lift, false, audit)])
    return [decidedRef(row.id)]
  }
  if (row.kind === 'bonus') {
    const bonus = payloadOf<'bonus'>(row)
    // the bonus has the approval's id, so its ledger entry is unique beyond the approval's own state
    const given = audit('bonus.create', row.id, undefined, bonus)
    await giveBonus(db, { id: row.id, adminId: row.asked_by, ...bonus, now }, who.id, [...close, ...given])
  } else {
    await runBatch(db, [...close, ...(await actOf(db, row, now, audit))])
  }
  return [decidedRef(row.id)]
}

const mayTouch = async (db: Db, who: Decision['who'], row: ApprovalRow): Promise<void> => {
  if (row.kind === 'withdraw' || row.kind === 'return') {
    const { staff_can_process } = await readSettings(db)
    const refusal = mayDecide(who, row.beneficiary_id ?? '', staff_can_process)
    if (refusal) throw new Refusal(refusal)
  } else if (!seesAll(who.role)) throw new Refusal('forbidden')
  if (row.beneficiary_id === who.id) throw new Refusal('approval_yours')
}
/** Neither who approves nor who asked steers the money, but by a wait (rules decider-ties, decider-wait). @throws Refusal decider_tied or asker_tied. */
const mustNotSteer = async (db: Db, { who, now }: Decision, row: ApprovalRow): Promise<void> => {
  if (row.beneficiary_id === null) return
  const line = { userId: row.beneficiary_id, withdrawId: row.subject, member: row.beneficiary ?? '' }
  const { staff_can_process } = await readSettings(db)
  const isPayout = row.kind === 'withdraw' || row.kind === 'return'
  const roles = rolesThatPayOut(isPayout && staff_can_process)
  const ofRequest = row.kind === 'withdraw'
  await refuseSteering(db, { by: who.id, roles, now }, line, ofRequest)
  if ((await tiesOf(db, row.asked_by, [line], now)).length === 0) return
  const waited = ofRequest ? await waitStateOf(db, row.asked_by, row.subject, now) : null
  if (waited?.over !== 1) throw new Refusal('asker_tied')
}
/** @throws Refusal not_found, forbidden, approval_own, approval_yours, approval_tied, decider_tied, asker_tied, asker_stopped, approval_moved, level_in_use, or what the act itself throws. refs: of the notices about it. */
export const decideApproval = async (
  db: Db,
  decision: Decision,
  audit: Audit,
): Promise<{ row: ApprovalRow; refs: string[] }> => {
  const { who, id, now } = decision
  const row = await approvalById(db, id, { id: who.id, now })
  if (!row) throw new Refusal('not_found')
  await mayTouch(db, who, row)
  if (row.status !== 'waiting') throw new Refusal('approval_moved')
  if (decision.approve && row.asked_by === who.id) throw new Refusal('approval_own')
  refuseTied(row)
  if (decision.approve) {
    refuseStoppedAsker(row)
    await mustNotSteer(db, decision, row)
  }
  let refs = [decidedRef(id)]
  try {
    if (decision.approve) refs = await approve(db, row, decision, audit)
    else {
      const refusal = { by: who.id, reason: decision.reason || null, now }
      const about = { kind: row.kind, amount: row.amount }
      await runBatch(db, [
        ...refuseStatements(db, id, refusal),
        ...told(db, row, { outcome: 'refused', by: who.id, reason: decision.reason, now }),
        ...audit('approval.refuse', id, undefined, about),
      ])
    }
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === 'level_in_use') throw new Refusal('level_in_use')
    // of two approvals at one moment the later one finds the bonus, which has the approval's id, before the approval
    const after = await approvalById(db, id, { id: who.id, now })
    if (after && refusal === 'approval_moved') {
      refuseTied(after)
      if (decision.approve && after.status === 'waiting') refuseStoppedAsker(after)
    }
    if (refusal === 'approval_moved' || refusal === 'decider_steers') await mustNotSteer(db, decision, row)
    throw MOVED.has(refusal) ? new Refusal('approval_moved') : error
  }
  return { row: (await approvalById(db, id, { id: who.id, now })) ?? row, refs }
}
