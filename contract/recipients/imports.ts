// Imports on the wire (rule imports).
import { z } from 'zod'

/** A file of up to this size with up to this many rows is imported before the answer; a larger one becomes a job. */
export const IMPORT_NOW_ROWS = 5_000
export const IMPORT_NOW_BYTES = 1024 * 1024
export const IMPORT_MAX_ROWS = 1_000_000
export const IMPORT_MAX_BYTES = 100 * 1024 * 1024
/** How many skipped rows an answer or a screen shows; the file of skipped rows has all of them. */
export const SKIPPED_SHOWN = 5

export const IMPORT_KINDS = ['phonenumber', 'proxy', 'message', 'suppression'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]
/**
 * duplicate: known already, or twice in the file. declined: the row says that they have not agreed. source: what the row says of that is no
 * source of consent. media: a template's file is not stored. address: one that must not be sent. spaces: the proxy has
 * some in it. private: it is in our own network.
 */
const SKIP_REASONS = [
  'duplicate',
  'invalid',
  'suppressed',
  'declined',
  'source',
  'media',
  'address',
  'spaces',
  'private',
] as const
export type SkipReason = (typeof SKIP_REASONS)[number]

/** What identifies the row: `number` for phone numbers and stops, `value` for proxies, `text` for templates. All three are equal. */
export const skippedItem = z.object({
  /** Of the file, 1-based, without a row of headings. */
  row: z.number(),
  number: z.string(),
  value: z.string(),
  text: z.string(),
  name: z.string(),
  reason: z.enum(SKIP_REASONS),
})
export type SkippedItem = z.infer<typeof skippedItem>

const column = z.number().int().min(0).max(999)
/** The form's field `columns`: JSON that says which column of a CSV holds what, 0-based; absent or empty: as the header says. */
export const importColumns = z
  .string()
  .max(500)
  .default('')
  .transform((text, ctx): unknown => {
    if (text === '') return null
    try {
      return JSON.parse(text)
    } catch {
      ctx.addIssue({ code: 'custom', message: 'columns' })
      return z.NEVER
    }
  })
  .pipe(
    z
      .object({
        number: column,
        name: column.optional(),
        consent: column.optional(),
        tag: column.optional(),
        header: z.boolean(),
      })
      .nullable(),
  )

export const importAccepted = z.object({ success: z.literal(true), jobId: z.string(), msg: z.string() })
export const importWire = z.object({
  id: z.string(),
  jobId: z.string(),
  kind: z.enum(IMPORT_KINDS),
  status: z.enum(['running', 'done', 'failed']),
  fileName: z.string(),
  /** Percent of the file, two decimals. */
  progress: z.number(),
  rows: z.number(),
  createdCount: z.number(),
  skippedCount: z.number(),
  /** How many of the recipients that it created look like landlines. */
  landlineCount: z.number(),
  /** How many of them were deleted again when the import was taken back. */
  takenBackCount: z.number(),
  /** The first five skipped rows. */
  skipped: z.array(skippedItem),
  /** How many rows were skipped for each reason; empty while it runs. */
  skippedReasons: z.partialRecord(z.enum(SKIP_REASONS), z.number()),
  /** Path of the file with all skipped rows; null: there are none. */
  skippedUrl: z.string().nullable(),
  error: z.string().nullable(),
  createdAt: z.string(),
})
export type ImportWire = z.infer<typeof importWire>
/** In the list of imports: what it skipped is asked of one. */
export const listedImport = importWire
  .omit({ skipped: true, skippedReasons: true })
  .extend({ byName: z.string().nullable() })
export type ListedImport = z.infer<typeof listedImport>
