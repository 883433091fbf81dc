// Which figure of a day an entry of the ledger is in (rule money-periods).
import { LEDGER_KINDS } from '../../../contract/money/ledger.ts'

/** messages: posted from daily_stats, which has it by day. */
type Figure = 'messages' | 'bonus' | 'withheld'
type LedgerKind = (typeof LEDGER_KINDS)[number]
/** The index ledger_moves and the trigger ledger_moved name those that are no messages' money: a new one of these needs a migration of both. */
const FIGURE_OF: Readonly<Record<LedgerKind, Figure>> = {
  blast_income: 'messages',
  income_reversal: 'messages',
  referral_income: 'messages',
  bonus: 'bonus',
  bonus_reversal: 'bonus',
  withdraw_hold: 'withheld',
  withdraw_release: 'withheld',
}
export const kindsOf = (...figures: Figure[]): LedgerKind[] =>
  LEDGER_KINDS.filter((kind) => figures.includes(FIGURE_OF[kind]))
