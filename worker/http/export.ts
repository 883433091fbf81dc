// Exports, streamed in pages of some thousand rows, so that memory stays flat (rules spreadsheet-safe, unpaged-lists).
// oxlint-disable-next-line typescript/triple-slash-reference -- an ambient module cannot be imported
/// <reference path="./csv-stringify.d.ts" />
import { stringify } from 'csv-stringify/browser/esm/sync'
import { z } from 'zod'
import { Refusal } from '../../contract/ground/errors.ts'

export const EXPORT_PAGE = 4_000
const exportQuery = z.object({ format: z.enum(['csv', 'json']).default('csv') })

type Row = Record<string, unknown>
type FilePlan<T extends Row> = {
  format: z.output<typeof exportQuery>['format']
  /** File name without its extension. */
  name: string
  /** Of the CSV, in order; JSON has every key of a row. */
  columns: readonly (keyof T & string)[]
  /** Text of the refusal when there are no rows. */
  emptyText?: string
}
type ExportPlan<T extends Row, K> = FilePlan<T> & {
  /** The rows after a key, at most EXPORT_PAGE; null: from the beginning. */
  page: (after: K | null) => Promise<{ rows: T[]; last: K | null }>
}
type Pages<T> = AsyncGenerator<T[], void>
/** The text around pages of rows; `between` also parts the rows of one page where `page` does not end each. */
type Frame<T> = { head: string; page: (rows: readonly T[]) => string; between: string; tail: string }

const jsonFrame = (head: string, between: string, tail: string): Frame<Row> => ({
  head,
  page: (rows) => rows.map((row) => JSON.stringify(row)).join(between),
  between,
  tail,
})
const cell = (value: unknown): unknown => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value)
/** Without it Excel reads a CSV in the computer's own code page, and names lose their accents; imports skip it. */
const BYTE_ORDER_MARK = '\ufeff'
/** Puts an apostrophe before a cell that a spreadsheet would run as a formula. */
const csvFrame = <T extends Row>(columns: readonly (keyof T & string)[]): Frame<T> => ({
  head: `${BYTE_ORDER_MARK}${columns.join(',')}\n`,
  page: (rows) =>
    stringify(
      rows.map((row) => columns.map((column) => cell(row[column]))),
      { escape_formulas: true },
    ),
  between: '',
  tail: '',
})

/** @param first was read before the headers leave: an empty list, a failing database or bucket are still answers. */
const streamOf = <T extends Row>(
  pages: Pages<T>,
  first: IteratorResult<T[], void>,
  frame: Frame<T>,
): ReadableStream => {
  const encoder = new TextEncoder()
  let next = first
  let lead = frame.head
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      if (next.done) {
        const end = (next === first ? lead : '') + frame.tail
        if (end !== '') controller.enqueue(encoder.encode(end))
        controller.close()
        return
      }
      controller.enqueue(encoder.encode(lead + frame.page(next.value)))
      lead = frame.between
      next = await pages.next()
    },
  })
}

/** `{ "list": […] }`, empty where there is nothing. */
export const listStream = async <T extends Row>(pages: Pages<T>): Promise<Response> => {
  const body = streamOf(pages, await pages.next(), jsonFrame('{"list":[', ',', ']}'))
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}
/** @throws Refusal nothing_to_export. */
export const exportPages = async <T extends Row>(plan: FilePlan<T>, pages: Pages<T>): Promise<Response> => {
  const csv = plan.format === 'csv'
  const first = await pages.next()
  if (first.done) throw new Refusal('nothing_to_export', plan.emptyText ? { text: plan.emptyText } : {})
  const body = streamOf(pages, first, csv ? csvFrame(plan.columns) : jsonFrame('[\n', ',\n', '\n]\n'))
  return new Response(body, {
    headers: {
      'content-type': csv ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="${plan.name}.${plan.format}"`,
      'cache-control': 'no-store',
    },
  })
}

async function* pagesOf<T extends Row, K>(page: ExportPlan<T, K>['page']): Pages<T> {
  let after: K | null = null
  do {
    const { rows, last }: { rows: T[]; last: K | null } = await page(after)
    if (rows.length === 0) return
    yield rows
    after = last
  } while (after !== null)
}
/** @throws Refusal nothing_to_export. */
export const exportFile = <T extends Row, K>(plan: ExportPlan<T, K>): Promise<Response> =>
  exportPages(plan, pagesOf(plan.page))

/** A page from rows and the key of its last one; a page that is not full is the last. */
export const pageOf = <R, T extends Row, K>(
  rows: readonly R[],
  show: (row: R) => T,
  key: (row: R) => K,
): { rows: T[]; last: K | null } => {
  const end = rows.at(-1)
  return { rows: rows.map(show), last: end === undefined || rows.length < EXPORT_PAGE ? null : key(end) }
}
