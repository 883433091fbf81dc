// Imports on the wire (rule imports).
import { z } from 'zod'

/** As many rows, in a file of this size, are answered at once; more become a job. */
export const IMPORT_NOW_ROWS = 5_000
export const IMPORT_NOW_BYTES = 1024 * 1024
export const IMPORT_MAX_ROWS = 1_000_000
export const IMPORT_MAX_BYTES = 100 * 1024 * 1024
/** Skipped rows that an answer or a screen shows; the file has them all. */
export const SKIPPED_SHOWN = 5

const IMPORT_KINDS = ['phonenumber', 'proxy', 'message'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]
/** duplicate: known already, or twice in the file. media, address: of a template, not here and not to be sent. */
const SKIP_REASONS = ['duplicate', 'invalid', 'suppressed', 'media', 'address'] as const
export type SkipReason = (typeof SKIP_REASONS)[number]

/** `number` of phone numbers, `value` of proxies, `text` of templates; all three are the same. */
export const skippedItem = z.object({
  number: z.string(),
  value: z.string(),
  text: z.string(),
  name: z.string(),
  reason: z.enum(SKIP_REASONS),
})
export type SkippedItem = z.infer<typeof skippedItem>

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
  /** The first five. */
  skipped: z.array(skippedItem),
  /** Path of the file with all of them; null: none. */
  skippedUrl: z.string().nullable(),
  error: z.string().nullable(),
  createdAt: z.string(),
})
export type ImportWire = z.infer<typeof importWire>
