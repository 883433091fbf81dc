// What may be asked for (s.5 Withdraw, decision 29). Pure.
import { MIN_WITHDRAW_RUPIAH } from '../../../contract/money.ts'

/** Whole rupiah out of what people type: 25000, 25.000, Rp 25.000; null for anything else. */
export const readNominal = (typed: string): number | null => {
  const bare = typed.trim().replace(/^rp\.?\s*/i, '')
  if (!/^(\d+|\d{1,3}([.,]\d{3})+)$/.test(bare)) return null
  return Number(bare.replaceAll(/[.,]/g, ''))
}

export type NominalProblem = 'number' | 'minimum' | 'balance'
/** @param balance rupiah; null while it is not known. */
export const nominalProblem = (nominal: number | null, balance: number | null): NominalProblem | null => {
  if (nominal === null || !Number.isSafeInteger(nominal)) return 'number'
  if (nominal < MIN_WITHDRAW_RUPIAH) return 'minimum'
  return balance !== null && nominal > balance ? 'balance' : null
}
