// Transitions of a withdraw: which are allowed, what each does to the held money, and who may make it (rules withdraw-steps,
// paid-is-paid, staff-pay-out).
import type { RefusalCode } from '../../../contract/ground/errors.ts'
import type { WithdrawStage } from '../../../contract/money/withdraw.ts'
import type { Role } from '../../../contract/people/role-table.ts'
import { DAY_MS, jakartaDay } from '../../../contract/ground/time.ts'

export type WithdrawStatus = 'requested' | 'accepted' | 'rejected'
/** hold: reserve again; release: give the reserved money back; pay: the reserved money is to be paid out; nothing: no change. */
export type Move = 'hold' | 'release' | 'pay' | 'nothing'
type Payment = 'ordered' | 'paid' | 'returned'

/** Where a request stands; `ordered` straight from `requested` is a payout batch whose file is given out (rule paid-is-paid). */
const MOVES: Record<WithdrawStage, Partial<Record<WithdrawStage, Move>>> = {
  requested: { accepted: 'pay', ordered: 'pay', rejected: 'release' },
  accepted: { requested: 'nothing', ordered: 'nothing' },
  ordered: { paid: 'nothing', returned: 'release' },
  paid: { returned: 'release' },
  returned: { requested: 'hold' },
  rejected: { requested: 'hold' },
}
export const moveOf = (from: WithdrawStage, to: WithdrawStage): Move | null => MOVES[from][to] ?? null
/** The bank has the order: it is undone as returned by the bank, and in no other way. */
export const isOrdered = (stage: WithdrawStage): boolean => stage === 'ordered' || stage === 'paid'

/** The specification's three statuses go on; what the bank did is kept beside them. */
export const stageOf = ({ status, payment }: { status: WithdrawStatus; payment: Payment | null }): WithdrawStage => {
  if (status === 'accepted' && (payment === 'ordered' || payment === 'paid')) return payment
  return status === 'rejected' && payment === 'returned' ? payment : status
}
const STORED: Record<WithdrawStage, { status: WithdrawStatus; payment: Payment | null }> = {
  requested: { status: 'requested', payment: null },
  accepted: { status: 'accepted', payment: null },
  ordered: { status: 'accepted', payment: 'ordered' },
  paid: { status: 'accepted', payment: 'paid' },
  returned: { status: 'rejected', payment: 'returned' },
  rejected: { status: 'rejected', payment: null },
}
export const storedAs = (stage: WithdrawStage): (typeof STORED)[WithdrawStage] => STORED[stage]

export const mayDecide = (
  who: { id: string; role: Role },
  ownerId: string,
  staffCanProcess: boolean,
): RefusalCode | null => {
  if (who.role === 'member' || (who.role === 'staff' && !staffCanProcess)) return 'forbidden'
  return who.id === ownerId ? 'withdraw_own' : null
}

/** Its member took it back (rule withdraw-cancel): nobody else's rejection is by the member, because nobody decides about their own. */
export const isCancelled = (row: { user_id: string; status: WithdrawStatus; decided_by: string | null }): boolean =>
  row.status === 'rejected' && row.decided_by === row.user_id

export const bankComplete = (bank: { account_name: string; account_bank: string; account_number: string }): boolean =>
  [bank.account_name, bank.account_bank, bank.account_number].every((part) => part.trim() !== '')

const isWorkingDay = (day: string): boolean => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
/**
 * The day, in Jakarta, by which a request is paid (rule expected-day): this many working days after it
 * was made, and never on a Saturday or Sunday. Public holidays are not known here.
 */
export const expectedDay = (requestedAt: number, workingDays: number): string => {
  const first = Date.parse(`${jakartaDay(requestedAt)}T00:00:00Z`)
  const dayAfter = (days: number): string => new Date(first + days * DAY_MS).toISOString().slice(0, 10)
  let days = 0
  for (let left = workingDays; left > 0; ) {
    days += 1
    if (isWorkingDay(dayAfter(days))) left -= 1
  }
  while (!isWorkingDay(dayAfter(days))) days += 1
  return dayAfter(days)
}
