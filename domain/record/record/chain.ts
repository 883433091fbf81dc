// How the record is chained: digests of entries, of each table's entries of a day, and the head over all days (rule record-chain).
// Pure.
import { createHash } from 'node:crypto'
import { SEALED_TABLES, type SealedTable } from '../../../contract/record/sealed-tables.ts'
import { leafOf, MerkleRoot } from './merkle.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Each with what of it is plain, and so stands in the chain itself. Closed days are proved by these columns, too: with one more, one less or
 * another order no older day sums up to its root (chain.test.ts). Another list needs a mark in the parts of the days that it begins with, as byHash is one.
 */
export const SEALED = {
  audit_log: 'id, at, actor_id, actor_role, action, request_id, digest',
  ledger: 'id, user_id, kind, amount_sen, ref, at, demo',
  security_events: 'id, at, user_id, kind, by, digest',
  consent_history: 'id, hash, event, source, by, at',
  consent_imports: 'id, at, import_no, kind, sha256, size_bytes, rows_read, created, skipped, source, by, failed',
} as const satisfies Record<SealedTable, string>
export { SEALED_TABLES, type SealedTable }

/** Which rows are entries, where not all are: those of an import are one together, with the hash of its file (rule sealed-consent). */
export const ENTRIES: Partial<Record<SealedTable, string>> = { consent_history: 'import_no is null' }

/**
 * The entries of one table that a day closes: after which id, up to which, how many, and the root of their Merkle tree. Days of older
 * versions began where the one before had ended, and have one SHA-256 over all entries.
 */
export type Part = { last: number; rows: number } & ({ after: number; root: string; byHash?: 1 } | { sha256: string })
export type Parts = Partial<Record<SealedTable, Part>>
/**
 * byHash, of the consent history: the version that closed the day writes each stop, erasure and lift under the hash that the list of stops has
 * them by. Entries of that day may be of an older one still, so the day after it is the first whose stops are all asked for by their hash.
 */
export const isByHash = (parts: Parts): boolean => {
  const part = parts.consent_history
  return part !== undefined && 'byHash' in part && part.byHash === 1
}

/**
 * What an entry's digest stands for, because it may be taken away: of an audit entry when its person is erased, which leaves a hash as
 * the target; of a security event when its time as a place is over. Such entries are deleted after five years. Until then they are proved by
 * these fields: with another list every older one counts as changed (chain.test.ts).
 */
export const CONTENTS = {
  audit_log: ['target', 'before', 'after'],
  security_events: ['session', 'network', 'country', 'device', 'subject'],
} as const satisfies Partial<Record<SealedTable, readonly string[]>>
export type TableOfContents = keyof typeof CONTENTS
export const hasContents = (table: SealedTable): table is TableOfContents => table in CONTENTS
/** Whose entries go after five years; the others' stay for ever. */
export const AGED = ['audit_log', 'security_events', 'consent_history'] as const satisfies readonly SealedTable[]
export type AgedTable = (typeof AGED)[number]
/** Of audit entries. */
export type Personal = { target: string; before: string | null; after: string | null }
/** @param contents in the order of CONTENTS */
export const digestOf = (salt: string, contents: readonly (string | null)[]): string =>
  sha256(JSON.stringify([salt, ...contents]))
/** Whether nothing is left of what was taken away; a target stays as a hash. */
export const isTaken = (table: TableOfContents, row: Readonly<Record<string, unknown>>): boolean =>
  row['salt'] === null && CONTENTS[table].every((field) => field === 'target' || row[field] === null)

/** Entries in the order of their ids, as rows of the columns of SEALED. */
export const entryText = (row: Record<string, unknown>): string => JSON.stringify(Object.values(row))
export type Sum = { add: (entry: string) => void; end: () => string }
export const treeSum = (): Sum => {
  const tree = new MerkleRoot()
  return { add: (entry) => tree.add(leafOf(entry)), end: () => Buffer.from(tree.root()).toString('hex') }
}
const flatSum = (): Sum => {
  const hash = createHash('sha256')
  return { add: (entry) => void hash.update(`${entry}\n`), end: () => hash.digest('hex') }
}
/** What the entries of a part are to sum up to, and how. */
export const sumOf = (part: Part): { sum: Sum; expected: string } =>
  'root' in part ? { sum: treeSum(), expected: part.root } : { sum: flatSum(), expected: part.sha256 }

/** @param previous the head of the day closed before; empty for the first */
export const dayText = (previous: string, day: string, parts: Parts): string =>
  JSON.stringify([
    previous,
    day,
    // a day that was closed before a table was sealed has no part of it
    SEALED_TABLES.flatMap((table) => {
      const part = parts[table]
      if (!part) return []
      return 'root' in part
        ? [[table, part.after, part.last, part.rows, part.root, ...(part.byHash ? ['by hash'] : [])]]
        : [[table, part.last, part.rows, part.sha256]]
    }),
  ])
export const headOf = (previous: string, day: string, parts: Parts): string => sha256(dayText(previous, day, parts))
