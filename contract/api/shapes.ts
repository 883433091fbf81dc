// Shapes that many answers share. Where the specification shows one value under several names, its schema and the function
// that makes the value are here side by side, so that no handler writes the names twice.
import { z } from 'zod'
import type { Rupiah } from '../ground/money.ts'
import { rupiah } from '../ground/amounts.ts'
import { importAccepted, skippedItem } from '../recipients/imports.ts'
import { TAG_LONGEST } from '../recipients/tags.ts'
import { pageMeta } from '../ground/paging.ts'

/** One thing under its own name and under `data`. */
export const both = <N extends string, T extends z.ZodType>(name: N, item: T) =>
  z.looseObject({ data: item }).extend(named(name, item))
export const saved = <N extends string, T extends z.ZodType>(name: N, item: T) =>
  both(name, item).extend({ success: z.literal(true) })
function named<N extends string, T>(name: N, item: T): Record<N, T>
function named(name: string, item: unknown) {
  return { [name]: item }
}
export const twice = <N extends string, T>(name: N, item: T): Record<N, T> & { data: T } => ({
  ...named(name, item),
  data: item,
})

export const page = <T extends z.ZodType>(row: T) =>
  z.looseObject({ data: z.array(row), list: z.array(row), meta: pageMeta, totalPages: z.number() })
/** A list without pages, which ends at a limit. */
export const list = <T extends z.ZodType>(row: T) =>
  z.looseObject({ list: z.array(row), data: z.array(row), truncated: z.boolean() })
/** @param total how many rows there are in all; `rows` are the first of them */
export const listed = <T>(rows: T[], total: number) => ({ list: rows, data: rows, truncated: total > rows.length })

/** The specification says "a value or total": the answer has both keys. */
export const total = z.looseObject({ total: rupiah, value: rupiah })
export const totalled = (sum: Rupiah) => ({ total: sum, value: sum })

export const blasts = z.looseObject({
  success: z.number(),
  fail: z.number(),
  successCount: z.number(),
  failCount: z.number(),
})
export const blastCounts = ({ success, fail }: { success: number; fail: number }) => ({
  success,
  fail,
  successCount: success,
  failCount: fail,
})
export const accountCounts = z.looseObject({ connectedCount: z.number(), disconnectedCount: z.number() })

/** The answer for a file that was small enough to be imported at once; for a larger one it is `importAccepted`. */
export const imported = <T extends z.ZodType>(row: T) =>
  z.looseObject({ success: z.literal(true), jobId: z.string(), created: z.array(row), skipped: z.array(skippedItem) })
export { importAccepted }
const SOURCE_MAX = 300
export const importForm = z.object({
  consent_source: z.string().max(SOURCE_MAX).optional(),
  /** Of a CSV of recipients: JSON `{ number, name?, consent?, tag?, header }` with 0-based columns; absent: the header says it. */
  columns: z.string().max(500).optional(),
  /** Of a CSV of recipients: JSON list of `{ column, key, name }`, the other columns that are kept (rule recipient-fields). */
  fields: z.string().max(5_000).optional(),
  /** Of recipients: the tag that everybody in the file gets; one that is not there is made. Empty: none. */
  tag: z.string().max(TAG_LONGEST).optional(),
})
/** reason: of all rows that say none themselves. */
export const stopsForm = z.object({
  reason: z.string().max(SOURCE_MAX).optional(),
  columns: importForm.shape.columns,
})

export const exportQuery = z.object({ format: z.enum(['csv', 'json']).default('csv') })
export const jsonOnlyQuery = z.object({ format: z.literal('json').default('json') })
/** The key is present and not false. */
export const flag = z
  .string()
  .optional()
  .transform((v) => v !== undefined && !['', '0', 'false', 'null', 'undefined'].includes(v))

/** Of a page that the Worker draws; lang: en, or Indonesian whatever else it says. */
export const langQuery = z.object({ lang: z.string().optional() })
