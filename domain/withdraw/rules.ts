// Transitions of a withdraw: which are allowed, what each does to the held money, and who may make it (rules withdraw-steps,
// staff-pay-out).
import type { RefusalCode } from '../../contract/errors.ts'
import type { Role } from '../../contract/role-table.ts'
import { DAY_MS, jakartaDay } from '../../contract/time.ts'

export const WITHDRAW_STATUSES = ['requested', 'accepted', 'rejected'] as const
export type WithdrawStatus = (typeof WITHDRAW_STATUSES)[number]
/** hold: reserve again; release: give the reserved money back; pay: the reserved money is paid out; nothing: no change. */
export type Move = 'hold' | 'release' | 'pay' | 'nothing'

const MOVES: Record<WithdrawStatus, Partial<Record<WithdrawStatus, Move>>> = {
  requested: { accepted: 'pay', rejected: 'release' },
  accepted: { requested: 'nothing' },
  rejected: { requested: 'hold' },
}
export const moveOf = (from: WithdrawStatus, to: WithdrawStatus): Move | null => MOVES[from][to] ?? null

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
