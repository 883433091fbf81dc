// What a job's source holds at a place, how far it is, and who may use which sender (rule lookup-cap). Pure.
import { normalizePhone } from '../../contract/phone.ts'
import type { AccountPurpose } from '../../contract/whatsapp.ts'

/** Rows of one part of a validator's source, and of one chunk of results. */
export const PART_ROWS = 5_000

export type Target = { number: string; name: string }

/** Numbers of a range from a place on; fewer at its end. */
export const rangeTargets = (range: { start: string; end: string }, from: number, count: number): Target[] => {
  const first = Number(range.start) + from
  const size = Math.max(0, Math.min(count, Number(range.end) - first + 1))
  return Array.from({ length: size }, (_, i) => ({ number: String(first + i), name: '' }))
}

/** Key of the bucket under which everything of a job lies. */
export const checkPrefix = (jobId: string): string => `checks/${jobId}/`
export const partPrefix = (jobId: string): string => `${checkPrefix(jobId)}in-`
export const partKey = (jobId: string, part: number): string => `${partPrefix(jobId)}${part}.json`
/** The file as it was given. */
export const sourceKey = (jobId: string): string => `${checkPrefix(jobId)}source`
/** Results from this place on; the name sorts as the place does, and a repeat writes the same key. */
export const chunkPrefix = (jobId: string): string => `${checkPrefix(jobId)}out-`
export const chunkKey = (jobId: string, from: number): string =>
  `${chunkPrefix(jobId)}${String(from).padStart(8, '0')}.ndjson`

/** A file's row as a target; null: no Indonesian number. */
export const targetOf = (row: { number: string; name: string }): Target | null => {
  const number = normalizePhone(row.number)
  return number === null ? null : { number, name: row.name }
}

/**
 * A job asks through its owner's accounts. Admin and dev may lend it any account that was linked for checks; an account
 * that a member lent for blasts stays out of it.
 */
export const maySend = (
  sender: { user_id: string; purpose: AccountPurpose },
  who: { id: string; seesAll: boolean },
): boolean => sender.user_id === who.id || (who.seesAll && sender.purpose !== 'blast')
