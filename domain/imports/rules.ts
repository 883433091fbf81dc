// Finds encoding, delimiter and columns of an uploaded file from its beginning (rule imports).
import type { ImportKind } from '../../contract/imports.ts'

type CsvHead = { format: 'csv'; delimiter: string; columns: Record<string, number>; startBytes: number }
type JsonHead = { format: 'json'; startBytes: number }
export type Head = CsvHead | JsonHead

/** Columns of a CSV in the order of a file without a header, with every name a header may give them. */
const COLUMNS: Record<ImportKind, Record<string, readonly string[]>> = {
  phonenumber: {
    number: ['number', 'nomor', 'phone', 'phonenumber', 'phone_number', 'no_hp', 'no', 'hp', 'telepon', 'whatsapp'],
    name: ['name', 'nama'],
    status: ['status'],
  },
  proxy: { value: ['value', 'proxy'], status: ['status'] },
  message: {},
}
const HEADLESS: Record<ImportKind, readonly string[]> = {
  phonenumber: ['number', 'name'],
  proxy: ['value'],
  message: [],
}

const plain = (cell: string): string =>
  cell
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
/** Of the first record. `hasHeader`: it names the first column at least, so it is no row itself. */
export const columnsOf = (
  kind: ImportKind,
  first: readonly string[],
): { columns: Record<string, number>; hasHeader: boolean } => {
  const cells = first.map(plain)
  const columns: Record<string, number> = {}
  for (const [field, names] of Object.entries(COLUMNS[kind])) {
    const at = cells.findIndex((cell) => names.includes(cell))
    if (at >= 0) columns[field] = at
  }
  const key = HEADLESS[kind][0] ?? ''
  if (columns[key] !== undefined) return { columns, hasHeader: true }
  return { columns: Object.fromEntries(HEADLESS[kind].map((field, i) => [field, i])), hasHeader: false }
}
/** An object's value under any of a field's names, whatever their case. */
export const fieldOf = (kind: ImportKind, item: Record<string, unknown>, field: string): unknown => {
  if (item[field] !== undefined) return item[field]
  const names = COLUMNS[kind][field] ?? []
  const key = Object.keys(item).find((k) => names.includes(plain(k)))
  return key === undefined ? undefined : item[key]
}

/** In order of preference when equally frequent; the comma is last, because names contain it. */
const DELIMITERS = [';', '\t', '|', ',']
/** The delimiter that occurs most often in the first line. */
export const delimiterOf = (line: string): string => {
  const best = DELIMITERS.reduce((a, b) => (line.split(b).length > line.split(a).length ? b : a))
  return line.includes(best) ? best : ','
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
