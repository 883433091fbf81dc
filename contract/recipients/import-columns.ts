// Which column of an uploaded CSV holds what: read from the header, or chosen by a person (rule imports). Free of zod, because the
// page shows the same recognition before the upload. Pure.
import type { ImportKind } from './imports.ts'
import { normalizePhone } from '../ground/phone.ts'

/** Columns of a file by field, 0-based. */
export type Columns = Record<string, number>
/** A choice of columns that replaces what the header says. */
export type ChosenColumns = {
  number: number
  name?: number | undefined
  /** Where each person agreed; an empty cell takes the form's source. */
  consent?: number | undefined
  /** A tag that each person gets; an empty cell gives none. */
  tag?: number | undefined
  /** true: the first line names the columns and is no row. */
  header: boolean
}

const words = (text: string): string[] => text.split(' ')
const NUMBER = words(
  'number phonenumber nomorhp nohp nomerhp nomorwhatsapp nowhatsapp nomorwa nowa msisdn ' +
    'nomortelepon notelepon nomortelp notelp nomorhandphone nohandphone nomorponsel noponsel telepon ' +
    'telpon telp tlp tel telephone phone phoneno mobile mobilephone mobilenumber hp handphone ponsel ' +
    'whatsapp whatsappnumber wa nomor nomer nomorkontak nokontak kontak contact no',
)
/**
 * Every name that a header may give a field, in order of preference: a file with both `No` and `Nomor HP` counts its rows in the
 * first. Spaces, dots, dashes and case make no difference.
 */
const NAMES: Record<ImportKind, Record<string, readonly string[]>> = {
  phonenumber: {
    number: NUMBER,
    name: words(
      'name nama namalengkap fullname namapenerima namapelanggan namakontak namacustomer firstname ' +
        'namadepan pelanggan customer penerima',
    ),
    status: ['status'],
  },
  suppression: {
    number: NUMBER,
    reason: words('reason alasan keterangan catatan note notes ket'),
    source: words('source sumber asal'),
    date: words('date tanggal tgl waktu sejak createdat at'),
  },
  proxy: { value: ['value', 'proxy'], status: ['status'] },
  message: {},
}
const HEADLESS: Record<ImportKind, readonly string[]> = {
  phonenumber: ['number', 'name'],
  suppression: ['number', 'reason'],
  proxy: ['value'],
  message: [],
}

const plain = (cell: string): string => cell.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
const placeOf = (cells: readonly string[], names: readonly string[]): number | undefined => {
  for (const name of names) {
    const at = cells.indexOf(name)
    if (at >= 0) return at
  }
  return undefined
}

/** What a header may mean otherwise: `No` counts rows, a `Kontak` may be a name. */
const DOUBTFUL = new Set(words('no nomor nomer number kontak contact'))
/** Its place from 1, and its name in the file. */
type Named = [at: number, name: string]
/** Two columns that a header says both are the number, so that nobody knows which is meant; null: it does not. */
export const twoNumbers = (kind: ImportKind, first: readonly string[]): [Named, Named] | null => {
  const number = columnOf(kind, first, 'number')
  if (number === undefined) return null
  const cells = first.map(plain)
  const isSure = (cell: string): boolean => NUMBER.includes(cell) && !DOUBTFUL.has(cell)
  const chosen = cells[number] ?? ''
  const other = cells.findIndex((cell, at) => at !== number && (cell === chosen || (isSure(cell) && isSure(chosen))))
  if (other < 0) return null
  const named = (at: number): Named => [at + 1, first[at]?.trim() ?? '']
  return [named(Math.min(number, other)), named(Math.max(number, other))]
}

/** Of the first record. `hasHeader`: it names the first column at least, so it is no row itself. */
export const columnsOf = (kind: ImportKind, first: readonly string[]): { columns: Columns; hasHeader: boolean } => {
  const cells = first.map(plain)
  const columns: Columns = {}
  for (const [field, names] of Object.entries(NAMES[kind])) {
    const at = placeOf(cells, names)
    if (at !== undefined) columns[field] = at
  }
  if (columns[HEADLESS[kind][0] ?? ''] !== undefined) return { columns, hasHeader: true }
  return { columns: Object.fromEntries(HEADLESS[kind].map((field, i) => [field, i])), hasHeader: false }
}
/** Where a header names a field; undefined: nowhere. */
export const columnOf = (kind: ImportKind, first: readonly string[], field: string): number | undefined =>
  placeOf(first.map(plain), NAMES[kind][field] ?? [])
/** The key of an object that a field's value stands under, whatever its case; undefined: it has none. */
export const keyOfField = (kind: ImportKind, keys: readonly string[], field: string): string | undefined => {
  const at = columnOf(kind, keys, field)
  return at === undefined ? undefined : keys[at]
}

/** In order of preference when equally frequent; the comma is last, because names contain it. */
const DELIMITERS = [';', '\t', '|', ',']
/** The delimiter that occurs most often in the first line. */
export const delimiterOf = (line: string): string => {
  const best = DELIMITERS.reduce((a, b) => (line.split(b).length > line.split(a).length ? b : a))
  return line.includes(best) ? best : ','
}

/** What the columns of a list of recipients are before somebody has chosen them. `isClear`: the server reads them the same way. */
export type Guess = { chosen: Partial<ChosenColumns> & { header: boolean }; isClear: boolean }
/** @param rows the first records of the file */
export const guessColumns = (rows: readonly (readonly string[])[]): Guess => {
  const [first = []] = rows
  const { columns, hasHeader } = columnsOf('phonenumber', first)
  const isClear = twoNumbers('phonenumber', first) === null
  if (hasHeader)
    // The proof of consent of each row is never guessed: many a column of that name holds yes and no.
    return {
      chosen: { number: isClear ? columns['number'] : undefined, name: columns['name'], header: true },
      isClear,
    }
  const isNumber = (cell: string | undefined): boolean => cell !== undefined && normalizePhone(cell) !== null
  if (isNumber(first[0])) return { chosen: { number: 0, name: 1, header: false }, isClear: true }
  // Whichever column holds numbers where there are rows; the first line names the columns unless it has a number there itself.
  const width = Math.max(0, ...rows.map((row) => row.length))
  const counts = Array.from({ length: width }, (_, at) => rows.filter((row) => isNumber(row[at])).length)
  const most = Math.max(0, ...counts)
  const number = most === 0 ? undefined : counts.indexOf(most)
  const header = number === undefined || !isNumber(first[number])
  return {
    chosen: { number, name: header ? placeOf(first.map(plain), NAMES.phonenumber['name'] ?? []) : undefined, header },
    isClear: false,
  }
}

/** The first records of a CSV's beginning, for a preview; the server parses the file itself. */
export const firstRecords = (text: string, most: number): string[][] => {
  const body = text.replace(/^\ufeff/, '').trimStart()
  const delimiter = delimiterOf(body.split(/[\r\n]/, 1)[0] ?? '')
  const records: string[][] = []
  let record: string[] = []
  const end = delimiter === '|' ? '\\|' : delimiter
  const cellAt = new RegExp(` *(?:"((?:[^"]|"")*)"[^\\r\\n${end}]*|([^\\r\\n${end}]*))(\\r\\n|[\\r\\n]|.|$)`, 'yu')
  while (records.length < most && cellAt.lastIndex < body.length) {
    const match = cellAt.exec(body)
    if (match === null) break
    record.push((match[1]?.replaceAll('""', '"') ?? match[2] ?? '').trim())
    if (match[3] === delimiter) continue
    if (record.some((cell) => cell !== '')) records.push(record)
    record = []
  }
  if (record.some((cell) => cell !== '') && records.length < most) records.push(record)
  return records
}
