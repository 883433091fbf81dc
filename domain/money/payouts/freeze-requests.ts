// Makes a payout batch of chosen requests, lets a second person approve it, and lets its undecided requests go again
// (rules payout-batch, second-person, day-limits, decider-ties).
import { Refusal } from '../../../contract/ground/errors.ts'
import type { Role } from '../../../contract/people/role-table.ts'
import type { Settings } from '../../../contract/ground/settings.ts'
import { caseTexts } from '../../../contract/ground/texts.ts'
import { refuseStoppedAsker, refuseTied } from '../../people/approvals/refuse-tied.ts'
import { type Deciding, dayDecision, needsSecondToday } from '../day-limits/store.ts'
import { type Db, runBatch, type Statement } from '../../ground/db/connection.ts'
import { refusalOf } from '../../ground/db/refusals.ts'
import { noticesOfAsking, noticesOfSecond } from '../../people/notices/approval-notices.ts'
import { rolesThatPayOut } from '../../people/notices/withdraw-notices.ts'
import { readSettings } from '../../ground/settings/store.ts'
import { refuseSteeringOf } from '../../people/ties/refuse-steering.ts'
import { tiesOf } from '../../people/ties/store.ts'
import { refusePayHeld } from '../../people/holds/pay-hold-store.ts'
import { isUnusable } from './bank-file-rules.ts'
import { secondOf } from './present.ts'
import {
  accountsOf,
  approvePayout,
  insertPayout,
  type LineRow,
  linesOf,
  type NewPayout,
  type PayoutRow,
  payoutById,
  releasePayout,
} from './store.ts'

type Who = { id: string; role: Role }
type Act = { who: Who; now: number }
/** Admin and dev; staff while the setting lets them (rule staff-pay-out). */
export const mayPayOut = (role: Role, settings: Settings): boolean =>
  role !== 'member' && (role !== 'staff' || settings.staff_can_process)
/** @throws Refusal forbidden. */
export const mustPayOut = (who: Who, settings: Settings): void => {
  if (!mayPayOut(who.role, settings)) throw new Refusal('forbidden')
}
/** @throws Refusal not_found. */
export const mustFindPayout = async (db: Db, id: string, { who, now }: Act): Promise<PayoutRow> => {
  const row = await payoutById(db, id, { id: who.id, now })
  if (!row) throw new Refusal('not_found')
  return row
}

/** Ten capitals and digits that are not mistaken for each other; the database refuses one that is there already. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const newReference = (): string =>
  `WD${[...crypto.getRandomValues(new Uint8Array(10))].map((byte) => LETTERS[byte % LETTERS.length]).join('')}`

/** @throws Refusal decider_tied, which names the members. */
export const mustNotSteer = (
  db: Db,
  { who, now }: Act,
  lines: readonly { id: string; user_id: string; member: string }[],
  { staff_can_process }: Settings,
): Promise<void> =>
  refuseSteeringOf(
    db,
    { by: who.id, roles: rolesThatPayOut(staff_can_process), now },
    lines.map(({ id, user_id, member }) => ({ userId: user_id, withdrawId: id, member })),
  )
/** Those that nobody decided yet. */
export const undecided = (lines: readonly LineRow[]) =>
  lines.filter(({ status }) => status === 'waiting').map((line) => ({ ...line, id: line.withdraw_id }))
/** @throws Refusal forbidden, payout_choice, decider_tied, or payout_unusable with the members' names. */
export const createPayout = async (
  db: Db,
  { who, ids, now }: Act & { ids: readonly string[] },
  audit: (id: string, after: unknown) => Statement[],
): Promise<PayoutRow> => {
  const settings = await readSettings(db)
  mustPayOut(who, settings)
  const requests = [...new Set(ids)]
  // a request's account never changes, so what is read here is what will be in the file
  const accounts = await accountsOf(db, requests)
  const unusable = accounts.filter(isUnusable).map(({ member }) => member)
  if (unusable.length > 0)
    throw new Refusal('payout_unusable', { text: caseTexts.unusableAccounts(unusable.join(', ')) })
  await mustNotSteer(db, { who, now }, accounts, settings)
  await refusePayHeld(db)
  const id = crypto.randomUUID()
  const lines = requests.map((request) => ({ id: request, reference: newReference() }))
  const deciding: Deciding = {
    kind: 'withdraw',
    by: who.id,
    now,
    lines: accounts.map((account) => ({
      subject: account.id,
      beneficiaryId: account.user_id,
      amount: account.nominal,
    })),
  }
  const freeze = (needsSecond: boolean): Promise<boolean> => {
    const payout = { id, lines, by: who.id, needsSecond, now }
    return insertPayout(db, payout, [
      ...dayDecision(db, deciding, { alone: !needsSecond }),
      ...audit(id, { count: lines.length }),
      ...noticesOf(db, payout, accounts, settings),
    ])
  }
  let frozen: boolean
  try {
    // what was accepted before may be at the bank (rule bank-return)
    const isAgain = accounts.some((account) => account.was_accepted === 1)
    frozen = await freeze(isAgain || (await needsSecondToday(db, deciding)))
  } catch (error) {
    if (refusalOf(error) !== 'day_limit') throw error
    // by what was decided since this was judged it needs a second person
    frozen = await freeze(true)
  }
  if (!frozen) {
    await mustNotSteer(db, { who, now }, accounts, settings)
    await refusePayHeld(db)
    throw new Refusal('payout_choice')
  }
  return mustFindPayout(db, id, { who, now })
}

/** Where a second person must approve it: everybody who could, which those are not whose requests are in it. */
const noticesOf = (
  db: Db,
  { id, by, needsSecond, now }: NewPayout,
  requests: Awaited<ReturnType<typeof accountsOf>>,
  { staff_can_process }: Settings,
): Statement[] => {
  if (!needsSecond) return []
  const amount = requests.reduce((sum, { nominal }) => sum + nominal, 0)
  const except = requests.map(({ user_id }) => user_id)
  return noticesOfAsking(
    db,
    { id, of: 'payout', amount },
    { by, now, roles: rolesThatPayOut(staff_can_process), except },
  )
}

/** Nothing is paid to a member whose withdraws are held. @throws Refusal pay_held of all, or payout_held, which names them. */
export const refuseHeld = async (db: Db, lines: readonly LineRow[]): Promise<void> => {
  const held = lines.filter((line) => line.status === 'waiting' && line.held === 1)
  const names = [...new Map(held.map(({ user_id, member }) => [user_id, member])).values()]
  if (names.length > 0) await refusePayHeld(db)
  if (names.length > 0) throw new Refusal('payout_held', { text: caseTexts.payoutHeld(names.join(', ')) })
}

/** @throws Refusal not_found, or forbidden to who may not pay out. */
const openPayout = async (db: Db, { who, id, now }: Act & { id: string }) => {
  const [row, settings, lines] = await Promise.all([
    mustFindPayout(db, id, { who, now }),
    readSettings(db),
    linesOf(db, id),
  ])
  mustPayOut(who, settings)
  return { row, settings, lines }
}

/** @throws Refusal not_found, payout_approver, payout_own, approval_tied, decider_tied, asker_tied, asker_stopped, payout_held or payout_moved. */
export const approveAsSecond = async (
  db: Db,
  { who, id, now }: Act & { id: string },
  audit: Statement[],
): Promise<PayoutRow> => {
  const { row, settings, lines } = await openPayout(db, { who, id, now })
  if (row.created_by === who.id) throw new Refusal('payout_approver')
  if (lines.some(({ user_id }) => user_id === who.id)) throw new Refusal('payout_own')
  refuseTied(row)
  refuseStoppedAsker(row)
  const mustBothBeFree = async (): Promise<void> => {
    await mustNotSteer(db, { who, now }, undecided(lines), settings)
    const money = undecided(lines).map(({ id: withdrawId, user_id, member }) => ({
      userId: user_id,
      withdrawId,
      member,
    }))
    if ((await tiesOf(db, row.created_by, money, now)).length > 0) throw new Refusal('asker_tied')
  }
  await mustBothBeFree()
  await refuseHeld(db, lines)
  await orMoved(
    runBatch(db, [...approvePayout(db, id, who.id, now), ...told(db, row, 'approved', { who, now }), ...audit]),
    async () => {
      refuseStoppedAsker(await mustFindPayout(db, id, { who, now }))
      await mustBothBeFree()
    },
  )
  return mustFindPayout(db, id, { who, now })
}

/** For its maker. */
const told = (db: Db, row: PayoutRow, outcome: 'approved' | 'dropped', { who, now }: Act): Statement[] => {
  const about = { id: row.id, of: 'payout', amount: row.total, askedBy: row.created_by } as const
  return noticesOfSecond(db, about, { outcome, by: who.id, now })
}
/** Only before its file is given out for the first time. @throws Refusal not_found, payout_own, payout_fetched or payout_moved. */
export const releaseRequests = async (
  db: Db,
  { who, id, now }: Act & { id: string },
  audit: Statement[],
): Promise<PayoutRow> => {
  const { row, lines } = await openPayout(db, { who, id, now })
  if (lines.some(({ user_id }) => user_id === who.id)) throw new Refusal('payout_own')
  if (row.fetched_at !== null && row.status === 'frozen') throw new Refusal('payout_fetched')
  await orMoved(
    runBatch(db, [
      ...releasePayout(db, id, now),
      ...(secondOf(row) === 'waiting' ? told(db, row, 'dropped', { who, now }) : []),
      ...audit,
    ]),
  )
  return mustFindPayout(db, id, { who, now })
}

/**
 * @param why throws where it knows why
 * @throws Refusal payout_moved, where the batch's own conditions do not hold any more.
 */
const orMoved = async (write: Promise<unknown>, why = async (): Promise<void> => {}): Promise<void> => {
  try {
    await write
  } catch (error) {
    if (refusalOf(error) !== 'payout_moved') throw error
    await why()
    throw new Refusal('payout_moved')
  }
}
