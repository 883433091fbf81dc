// Where everybody who may decide is tied to a member: one of them opens a wait of 72 hours, and the member may stop it (rule decider-wait).
import { Refusal } from '../../../contract/ground/errors.ts'
import { noticeText } from '../../../contract/people/notice-texts.ts'
import type { Role } from '../../../contract/people/role-table.ts'
import { securityMail } from '../../../contract/people/mails.ts'
import { reasonTexts } from '../../../contract/people/reason-texts.ts'
import { WAIT_MS } from '../../../contract/people/ties.ts'
import { type Db, runBatch, type Statement } from '../../ground/db/connection.ts'
import { refusalOf } from '../../ground/db/refusals.ts'
import { addNotice } from '../../people/notices/store.ts'
import { rolesThatPayOut } from '../../people/notices/withdraw-notices.ts'
import { readSettings } from '../../ground/settings/store.ts'
import { namesOfUntied, tiesOf } from '../../people/ties/store.ts'
import { objectToWaits, openWait, waitStateOf } from '../../people/ties/waits-store.ts'
import { tieTexts } from '../../../contract/people/tie-texts.ts'
import { userById } from '../../people/users/store.ts'
import { lineOf, movedRefusal } from './decide-withdraw.ts'
import { mustDecideAbout } from './order-withdraw.ts'
import { isOrdered, stageOf } from './rules.ts'
import { type WithdrawRow, withdrawById } from './store.ts'

/** ref and mail: what the member is told, after the batch. */
type Told = { ref: string; mail: { to: string; subject: string; text: string } }
/**
 * Asked again, it answers the wait that there is.
 * @param more for its batch
 * @throws Refusal not_found, forbidden, withdraw_own, withdraw_moved, withdraw_frozen, withdraw_held, withdraw_objected, wait_needless,
 * or decider_tied, where somebody else may decide.
 */
export const waitForWithdraw = async (
  db: Db,
  who: { id: string; role: Role },
  { id, origin, now }: { id: string; origin: string; now: number },
  more: (row: WithdrawRow, after: object) => Statement[],
): Promise<{ row: WithdrawRow; told: Told | null }> => {
  const row = await mustDecideAbout(db, who, id)
  if (stageOf(row) !== 'requested') throw await movedRefusal(db, id)
  if (row.payout_id !== null) throw new Refusal('withdraw_frozen')
  const line = lineOf(row)
  const [member, [found], wait] = await Promise.all([
    userById(db, row.user_id),
    tiesOf(db, who.id, [line], now),
    waitStateOf(db, who.id, id, now),
  ])
  if (!member || !wait) throw new Refusal('not_found')
  if (wait.objected === 1) throw new Refusal('withdraw_objected')
  if (wait.until !== null) return { row, told: null }
  if (row.held === 1) throw new Refusal('withdraw_held')
  if (!found) throw new Refusal('wait_needless')
  const { tie } = found
  if (wait.free === 1) {
    const others = await namesOfUntied(db, rolesThatPayOut((await readSettings(db)).staff_can_process), [line], now)
    throw new Refusal('decider_tied', { text: tieTexts.one(tie, others) })
  }
  const until = now + WAIT_MS
  const ref = `wait:${id}:${row.step}:${who.id}`
  const notice = { kind: 'withdraw_wait' as const, data: { nominal: row.nominal, tie: tie.kind, until } }
  try {
    await runBatch(db, [
      ...openWait(db, { withdrawId: id, step: row.step, by: who.id, now, tie: tie.kind }),
      ...addNotice(db, { ...notice, ref, to: { userId: row.user_id }, at: now }),
      ...more(row, { nominal: row.nominal, tie: tie.kind, until: new Date(until).toISOString() }),
    ])
  } catch (error) {
    // the same press twice is one wait
    const refusal = refusalOf(error)
    if (refusal === 'taken withdraw_waits.withdraw_id') return { row: (await withdrawById(db, id)) ?? row, told: null }
    throw refusal === 'wait_moved' ? await movedRefusal(db, id) : error
  }
  const mail = { to: member.email, ...securityMail(`${noticeText(notice, true)} ${origin}/withdraw`) }
  return { row: (await withdrawById(db, id)) ?? row, told: { ref, mail } }
}

/**
 * *Bukan saya*: its member's withdraws are held until somebody who is not tied lifts that, and no wait about the request counts any more.
 * Asked again, it answers the same.
 * @param row belongs to the caller
 * @throws Refusal withdraw_ordered or wait_none.
 */
export const objectToWait = async (
  db: Db,
  row: WithdrawRow,
  now: number,
  more: Statement[],
): Promise<{ row: WithdrawRow; moved: boolean }> => {
  const objection = { withdrawId: row.id, userId: row.user_id, reason: reasonTexts.objected, now }
  let moved = true
  try {
    await runBatch(db, [...objectToWaits(db, objection), ...more])
  } catch (error) {
    if (refusalOf(error) !== 'wait_moved') throw error
    moved = false
  }
  const after = (await withdrawById(db, row.id)) ?? row
  if (moved) return { row: after, moved }
  if (isOrdered(stageOf(after))) throw new Refusal('withdraw_ordered')
  const state = await waitStateOf(db, row.user_id, row.id, now)
  if (state?.objected !== 1) throw new Refusal('wait_none')
  return { row: after, moved }
}
