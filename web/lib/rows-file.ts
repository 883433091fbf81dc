// Rows that the page already has, as a file; cells cannot become formulas in a spreadsheet (rule spreadsheet-safe).
import { saveFile } from './save-file.ts'

type Cell = string | number | null
type ExportFormat = 'csv' | 'json'

export const rowsToText = async (
  rows: readonly Record<string, Cell>[],
  columns: readonly string[],
  format: ExportFormat,
): Promise<string> => {
  if (format === 'json')
    return JSON.stringify(
      rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? null]))),
      null,
      2,
    )
  const { stringify } = await import('csv-stringify/browser/esm/sync')
  return stringify([...rows], { header: true, columns: [...columns], escape_formulas: true, record_delimiter: '\r\n' })
}

export const saveRows = async (
  rows: readonly Record<string, Cell>[],
  columns: readonly string[],
  name: string,
): Promise<void> => {
  const format = name.endsWith('.json') ? 'json' : 'csv'
  const type = format === 'json' ? 'application/json' : 'text/csv;charset=utf-8'
  saveFile(new Blob([await rowsToText(rows, columns, format)], { type }), name)
}
