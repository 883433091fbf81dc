// The last change of bank details as the wire shows it (rule bank-change).
import type { BankChange } from '../../../contract/people/bank-change.ts'
import { BANK_WAIT_MS, type LastChange } from './changes-store.ts'

/** @param json as lastChangeOf answers it */
export const presentBankChange = (json: string | null): BankChange | null => {
  if (json === null) return null
  const { at, by, own, replaced } = JSON.parse(json) as LastChange
  return { at: new Date(at).toISOString(), by, byMember: own === 1, replaced: replaced === 1 }
}
/** When one person may pay to these details alone; null: they replaced none. */
export const alonePaidFrom = (replacedAt: number | null): string | null =>
  replacedAt === null ? null : new Date(replacedAt + BANK_WAIT_MS).toISOString()
