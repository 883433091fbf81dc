// Exports, streamed in pages of some thousand rows, so that memory stays flat (rules spreadsheet-safe, unpaged-lists).
// oxlint-disable-next-line typescript/triple-slash-reference -- an ambient module cannot be imported
/// <reference path="./csv-stringify.d.ts" />
import { stringify } from 'csv-stringify/browser/esm/sync'
import { z } from 'zod'
import { Refusal } from '../../contract/errors.ts'

export const EXPORT_PAGE = 4_000
const exportQuery = z.object({ format: z.enum(['csv', 'json']).default('csv') })
type ExportFormat = z.output<typeof exportQuery>['format']

type Row = Record<string, unknown>
export type ExportPlan<T extends Row, K> = {
  format: ExportFormat
  /** File name without its extension. */
  name: string
  /** Of the CSV, in order; JSON has every key of a row. */
  columns: readonly (keyof T & string)[]
  /** The rows after a key, at most EXPORT_PAGE; null: from the beginning. */
  page: (after: K | null) => Promise<{ rows: T[]; last: K | null }>
  /** Text of the refusal when there are no rows. */
  emptyText?: string
}

const cell = (value: unknown): unknown => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value)

/** Puts an apostrophe before a cell that a spreadsheet would run as a formula. */
const csvOf = <T extends Row>(columns: readonly (keyof T & string)[], rows: readonly T[]): string =>
  stringify(
    rows.map((row) => columns.map((column) => cell(row[column]))),
    { escape_formulas: true },
  )
const jsonOf = (rows: readonly Row[], first: boolean): string =>
  rows.map((row, i) => `${first && i === 0 ? '\n' : ',\n'}${JSON.stringify(row)}`).join('')

/** @throws Refusal nothing_to_export. */
export const exportFile = async <T extends Row, K>(plan: ExportPlan<T, K>): Promise<Response> => {
  const encoder = new TextEncoder()
  const csv = plan.format === 'csv'
  // the first page is read before the headers leave, so that an empty list or a failing database still gets an error status
  let next: Awaited<ReturnType<typeof plan.page>> | null = await plan.page(null)
  if (next.rows.length === 0) throw new Refusal('nothing_to_export', plan.emptyText ? { text: plan.emptyText } : {})
  let first = true
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const page: { rows: T[]; last: K | null } | null = next
      if (page === null || page.rows.length === 0) {
        if (!csv) controller.enqueue(encoder.encode('\n]\n'))
        controller.close()
        return
      }
      const head = first ? (csv ? `${plan.columns.join(',')}\n` : '[') : ''
      controller.enqueue(encoder.encode(head + (csv ? csvOf(plan.columns, page.rows) : jsonOf(page.rows, first))))
      first = false
      next = page.last === null ? null : await plan.page(page.last)
    },
  })
  return new Response(body, {
    headers: {
      'content-type': csv ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="${plan.name}.${plan.format}"`,
      'cache-control': 'no-store',
    },
  })
}

/** A page from rows and the key of its last one; a page that is not full is the last. */
export const pageOf = <R, T extends Row, K>(
  rows: readonly R[],
  show: (row: R) => T,
  key: (row: R) => K,
): { rows: T[]; last: K | null } => {
  const end = rows.at(-1)
  return { rows: rows.map(show), last: end === undefined || rows.length < EXPORT_PAGE ? null : key(end) }
}
