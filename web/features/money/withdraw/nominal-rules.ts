// Which amount may be requested: whole rupiah, not below the minimum, not above the balance. Pure.
import { MIN_WITHDRAW_RUPIAH } from '../../../../contract/ground/money.ts'
import { RANGES } from '../../../../contract/ground/ranges.ts'
import { readWhole } from '../../../../contract/ground/read-numbers.ts'

export type NominalRefusal = 'minimum' | 'overBalance'
type Nominal = { value: number } | { problem: string } | { refused: NominalRefusal }

/**
 * Whole rupiah. problem: why the typed text is no amount, in words; refused: why this amount cannot be requested.
 * @param balance rupiah; null while it is not known
 */
export const readNominal = (typed: string, balance: number | null): Nominal => {
  // below zero is below the minimum, too, and says so
  const read = readWhole(typed, { ...RANGES.withdraw, min: Number.NEGATIVE_INFINITY })
  if ('problem' in read) return read
  if (read.value < MIN_WITHDRAW_RUPIAH) return { refused: 'minimum' }
  return balance !== null && read.value > balance ? { refused: 'overBalance' } : read
}
