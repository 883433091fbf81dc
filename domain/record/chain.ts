// How the record is chained: digests of entries, of each table's entries of a day, and the head over all days (rule record-chain).
// Pure.
import { createHash } from 'node:crypto'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Each with what of it is plain, and so stands in the chain itself. Another table is added at the end. */
export const SEALED = {
  audit_log: 'id, at, actor_id, actor_role, action, request_id, digest',
  ledger: 'id, user_id, kind, amount_sen, ref, at, demo',
} as const
export type SealedTable = keyof typeof SEALED
export const SEALED_TABLES = Object.keys(SEALED) as SealedTable[]

/** The entries of one table that a day closes: up to which id, how many, and the SHA-256 over them. */
export type Part = { last: number; rows: number; sha256: string }
export type Parts = Partial<Record<SealedTable, Part>>

/** What of an audit entry an erasure takes away. */
export type Personal = { target: string; before: string | null; after: string | null }
export const digestOf = (salt: string, { target, before, after }: Personal): string =>
  sha256(JSON.stringify([salt, target, before, after]))

/** Entries in the order of their ids, as rows of the columns of SEALED. */
export class PartSum {
  readonly #hash = createHash('sha256')
  #rows = 0
  add(row: Record<string, unknown>): void {
    this.#hash.update(`${JSON.stringify(Object.values(row))}\n`)
    this.#rows += 1
  }
  end(last: number): Part {
    return { last, rows: this.#rows, sha256: this.#hash.digest('hex') }
  }
}

/** @param previous the head of the day closed before; empty for the first */
export const headOf = (previous: string, day: string, parts: Parts): string =>
  sha256(
    JSON.stringify([
      previous,
      day,
      SEALED_TABLES.map((table) => [table, parts[table]?.last, parts[table]?.rows, parts[table]?.sha256]),
    ]),
  )
