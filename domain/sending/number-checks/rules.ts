// Next numbers of a range, names of a check's files in the bucket, and who may use which sender (rule lookup-cap). Pure.
import { normalizePhone } from '../../../contract/ground/phone.ts'
import type { AccountPurpose } from '../../../contract/ground/account-purpose.ts'

/** Rows of one part of a validator's source, and of one chunk of results. */
export const PART_ROWS = 5_000

export type Target = { number: string; name: string }

/** At most `count` numbers of a range from a position on. */
export const rangeTargets = (range: { start: string; end: string }, from: number, count: number): Target[] => {
  const first = Number(range.start) + from
  const size = Math.max(0, Math.min(count, Number(range.end) - first + 1))
  return Array.from({ length: size }, (_, i) => ({ number: String(first + i), name: '' }))
}

export const CHECKS_PREFIX = 'checks/'
/** Prefix of all keys that a check has in the bucket. */
export const checkPrefix = (checkId: string): string => `${CHECKS_PREFIX}${checkId}/`
export const partPrefix = (checkId: string): string => `${checkPrefix(checkId)}in-`
export const partKey = (checkId: string, part: number): string => `${partPrefix(checkId)}${part}.json`
/** The file as it was given. */
export const sourceKey = (checkId: string): string => `${checkPrefix(checkId)}source`
/** Results from this place on; the name sorts as the place does, and a repeat writes the same key. */
export const chunkPrefix = (checkId: string): string => `${checkPrefix(checkId)}out-`
export const chunkKey = (checkId: string, from: number): string =>
  `${chunkPrefix(checkId)}${String(from).padStart(8, '0')}.ndjson`

/** A file's row as a target; null: no Indonesian number. */
export const targetOf = (row: { number: string; name: string }): Target | null => {
  const number = normalizePhone(row.number)
  return number === null ? null : { number, name: row.name }
}

/**
 * A check uses its owner's accounts. Admin and dev may also use any account that was linked for checks, but never one that a
 * member lent for blasts.
 */
export const maySend = (
  sender: { user_id: string; purpose: AccountPurpose },
  who: { id: string; seesAll: boolean },
): boolean => sender.user_id === who.id || (who.seesAll && sender.purpose !== 'blast')
