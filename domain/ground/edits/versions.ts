// Versions of what an edit read, and who wrote what it did not read (rule edit-versions). Pure.
import { createHash } from 'node:crypto'
import type { WrittenBy } from '../../../contract/ground/versions.ts'

export type Values = Readonly<Record<string, unknown>>

const LENGTH = 22
/**
 * Made of the values themselves and not of a counter, which a Worker of an older release would not move while both are there. The same
 * values again are the same version: nothing that was read is lost then.
 */
export const versionOf = (values: Values): string => {
  const fields = Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url').slice(0, LENGTH)
}

/** An audit entry about the same thing. */
export type Change = { before: Values | null; after: Values | null; name: string | null; at: number }
/** Seconds are numbers in the log and texts on the wire. */
const written = (value: unknown): string =>
  typeof value === 'number' ? String(value) : typeof value === 'string' ? value : JSON.stringify(value ?? null)
const same = (a: unknown, b: unknown): boolean => written(a) === written(b)
/**
 * Of each value, who wrote it: the newest entry that changed this field, if it is the one that left this value. Later changes by a machine
 * or by a member are in no entry, and nobody is named for them.
 * @param changes the newest first
 */
export const writersOf = (values: Values, changes: readonly Change[]): Record<string, WrittenBy> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([field, value]): [string, WrittenBy][] => {
      const last = changes.find(
        ({ before, after }) => after !== null && field in after && !same(before?.[field], after[field]),
      )
      if (!last || !same(last.after?.[field], value)) return []
      return [[field, { name: last.name, at: new Date(last.at).toISOString() }]]
    }),
  )
/** What an audit entry says of an edit that did not say what it read. */
export const UNVERSIONED = { unversioned: true } as const
export const withUnversioned = <T extends object>(
  version: string | undefined,
  after: T,
): T | (T & typeof UNVERSIONED) => (version ? after : { ...after, ...UNVERSIONED })
