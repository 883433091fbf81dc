// How the record is chained: digests of entries, of each table's entries of a day, and the head over all days (rule record-chain).
// Pure.
import { createHash } from 'node:crypto'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Each with what of it is plain, and so stands in the chain itself. Another table is added at the end. */
export const SEALED = {
  audit_log: 'id, at, actor_id, actor_role, action, request_id, digest',
  ledger: 'id, user_id, kind, amount_sen, ref, at, demo',
  security_events: 'id, at, user_id, kind, by, digest',
} as const
export type SealedTable = keyof typeof SEALED
export const SEALED_TABLES = Object.keys(SEALED) as SealedTable[]

/** The entries of one table that a day closes: up to which id, how many, and the SHA-256 over them. */
export type Part = { last: number; rows: number; sha256: string }
export type Parts = Partial<Record<SealedTable, Part>>

/**
 * What an entry's digest stands for, because it may be taken away: of an audit entry when its person is erased, which leaves a hash as
 * the target; of a security event when its time as a place is over. Such entries are deleted after five years.
 */
export const CONTENTS = {
  audit_log: ['target', 'before', 'after'],
  security_events: ['session', 'network', 'country', 'device', 'subject'],
} as const satisfies Partial<Record<SealedTable, readonly string[]>>
export type TableOfContents = keyof typeof CONTENTS
export const hasContents = (table: SealedTable): table is TableOfContents => table in CONTENTS
/** Of audit entries. */
export type Personal = { target: string; before: string | null; after: string | null }
/** @param contents in the order of CONTENTS */
export const digestOf = (salt: string, contents: readonly (string | null)[]): string =>
  sha256(JSON.stringify([salt, ...contents]))
/** Whether nothing is left of what was taken away; a target stays as a hash. */
export const isTaken = (table: TableOfContents, row: Readonly<Record<string, unknown>>): boolean =>
  row['salt'] === null && CONTENTS[table].every((field) => field === 'target' || row[field] === null)

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
      // a day that was closed before a table was sealed has no part of it
      SEALED_TABLES.flatMap((table) => {
        const part = parts[table]
        return part ? [[table, part.last, part.rows, part.sha256]] : []
      }),
    ]),
  )
