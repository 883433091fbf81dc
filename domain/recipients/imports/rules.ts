// The encoding of an uploaded file, from its beginning, and the values of its items (rule imports).
import { type Columns, keyOfField } from '../../../contract/recipients/import-columns.ts'
import type { ImportKind } from '../../../contract/recipients/imports.ts'

/** tag: what everybody of the file gets (rule tags). */
type CsvHead = { format: 'csv'; delimiter: string; columns: Columns; startBytes: number; tag?: string }
type JsonHead = { format: 'json'; startBytes: number; tag?: string }
export type Head = CsvHead | JsonHead

/** What a row has under this name is a tag of its own. */
export const OWN_TAG = 'own_tag'
/** Before the key of a column that is kept as a field (rule recipient-fields). */
export const FIELD = 'field.'
/** Keys of the fields that this file brings. */
export const fieldsOf = (head: Head): string[] =>
  head.format === 'csv'
    ? Object.keys(head.columns).flatMap((name) => (name.startsWith(FIELD) ? [name.slice(FIELD.length)] : []))
    : []

/** Whether a column of tags was chosen. */
export const hasOwnTag = (head: Head): boolean => head.format === 'csv' && OWN_TAG in head.columns

/** An object's value under any of a field's names, whatever their case. */
export const fieldOf = (kind: ImportKind, item: Record<string, unknown>, field: string): unknown => {
  if (item[field] !== undefined) return item[field]
  const key = keyOfField(kind, Object.keys(item), field)
  return key === undefined ? undefined : item[key]
}

/** Name of an encoding that is not UTF-8, as far as its first bytes show; null: it may well be UTF-8. */
export const foreignEncoding = (bytes: Uint8Array): string | null => {
  const [a, b] = bytes
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return 'UTF-16'
  return bytes.subarray(0, 512).includes(0) ? 'UTF-16' : null
}
export const bomBytes = (bytes: Uint8Array): number =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0

/** Removes the apostrophe that an export puts before formulas. */
export const unguarded = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r])/, '')
