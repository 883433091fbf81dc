// What may be asked for: whole rupiah, not below the minimum, not above the balance. Pure.
import { MIN_WITHDRAW_RUPIAH } from '../../../contract/money.ts'
import { RANGES } from '../../../contract/ranges.ts'
import { readWhole } from '../../../contract/written.ts'
import { withdrawTexts as texts } from '../../texts/indonesian.ts'

/** Whole rupiah, or why what was typed cannot be asked for. @param balance rupiah; null while it is not known. */
export const readNominal = (typed: string, balance: number | null): { value: number } | { problem: string } => {
  const read = readWhole(typed, RANGES.withdraw)
  if ('problem' in read) return read
  if (read.value < MIN_WITHDRAW_RUPIAH) return { problem: texts.minimum }
  return balance !== null && read.value > balance ? { problem: texts.overBalance } : read
}
