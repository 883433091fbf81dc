// An uploaded list of recipients, .csv or .json, as rows of number and name (decision 42).
// oxlint-disable-next-line typescript/triple-slash-reference -- an ambient module cannot be imported
/// <reference path="./csv-parse.d.ts" />
import { parse } from 'csv-parse/browser/esm/sync'
import { Refusal } from '../../contract/errors.ts'
import { cleanName } from './rules.ts'

export const IMPORT_MAX_ROWS = 5_000
export type FileRow = { number: string; name: string }

const decode = (bytes: ArrayBuffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    throw new Refusal('file_broken')
  }
}
const scalar = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const toRow = (number: unknown, name: unknown): FileRow => ({
  number: scalar(number).trim().slice(0, 60),
  name: cleanName(scalar(name)),
})

const fromCsv = (text: string): FileRow[] => {
  const lines = parse(text, {
    bom: true,
    delimiter: [',', ';', '\t'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
    to: IMPORT_MAX_ROWS + 2,
  })
  const head = lines[0]?.map((cell) => cell.toLowerCase()) ?? []
  const numberAt = head.indexOf('number')
  if (numberAt < 0) return lines.map((cells) => toRow(cells[0], cells[1]))
  const nameAt = head.indexOf('name')
  return lines.slice(1).map((cells) => toRow(cells[numberAt], nameAt < 0 ? '' : cells[nameAt]))
}
const fromJson = (text: string): FileRow[] => {
  const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
  const list: unknown = Array.isArray(value) ? value : (value as { data?: unknown } | null)?.data
  if (!Array.isArray(list)) throw new Refusal('file_broken')
  return list.map((item: unknown) => {
    const row = typeof item === 'object' && item !== null ? (item as Record<string, unknown>) : { number: item }
    return toRow(row['number'], row['name'])
  })
}

/** @throws Refusal file_broken, file_rows or file_required. */
export const readPhoneFile = (fileName: string, bytes: ArrayBuffer): FileRow[] => {
  const text = decode(bytes)
  const kind = /\.(csv|json)$/i.exec(fileName)?.[1]?.toLowerCase()
  if (!kind) throw new Refusal('file_broken')
  let rows: FileRow[]
  try {
    rows = kind === 'csv' ? fromCsv(text) : fromJson(text)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('file_broken')
  }
  if (rows.length > IMPORT_MAX_ROWS) throw new Refusal('file_rows')
  return rows
}
