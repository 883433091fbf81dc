// What a backup is in its bucket: encrypted parts of NDJSON, the state of the one being made, and at last its manifest. A backup without
// a manifest is none.
import { z } from 'zod'

/** One a cron: an object that fails so often is left out, and the others are not. */
export const OBJECT_TRIES = 3

/** What is written again stands apart from what a bucket lock keeps (rule backup-lock). */
export const STATE_KEY = 'state/backup.json'
/** Ids of all whole backups, for those who cannot list the bucket. */
export const INDEX_KEY = 'state/index.json'
/** Where versions before the locks had both. */
export const OLD_STATE_KEY = 'backup/state.json'
export const OLD_INDEX_KEY = 'backup/index.json'
export const BACKUPS_PREFIX = 'backup/'
export const folderOf = (id: string): string => `${BACKUPS_PREFIX}${id}/`
export const manifestKey = (id: string): string => `${folderOf(id)}manifest.json`
/** Of its own for each that makes it: two crons that make the same part at once must not overwrite each other's. */
export const partKey = (id: string, place: number): string =>
  `${folderOf(id)}${String(place).padStart(5, '0')}-${crypto.randomUUID().slice(0, 8)}.ndjson.gz.enc`

const part = z.object({
  key: z.string(),
  /** cut: the tables that move together, read in one transaction; table: one of the others; objects: accounts' objects. */
  kind: z.enum(['cut', 'table', 'objects']),
  rows: z.number(),
  bytes: z.number(),
  /** Of the encrypted bytes, hex. */
  sha256: z.string(),
})
export type Part = z.infer<typeof part>

const counted = z.record(z.string(), z.number())
const common = z.object({
  /** When it began, as its name says it. */
  id: z.string(),
  /** When the cut was read, epoch ms: what was settled from here on comes from the journal. */
  cutAt: z.number(),
  /** The last migration of the database: it is loaded into one with the same. */
  migration: z.string(),
  /** Rows of each table. */
  tables: counted,
  /** Last id of each table that counts its ids: none of them is given a second time. */
  sequences: counted,
  objects: z.number(),
  /** Accounts whose object did not hand over its rows, however often it was asked. */
  missing: z.array(z.string()).default([]),
  parts: z.array(part),
})
export const manifest = common.extend({ finishedAt: z.number() })
export type Manifest = z.infer<typeof manifest>

const keyed = z.array(z.union([z.string(), z.number()])).nullable()
export const state = common.extend({
  /** Of each table with rowids the last one at the cut; 0: it was empty. */
  bounds: counted,
  /** YYYY-MM-DD: rows of money of this day and later are in the cut. */
  moneySince: z.string(),
  /** SHA-256 of the days before, as they were at the cut; null: there is no cut yet, or an older version made it. */
  past: z.string().nullable().default(null),
  place: z.discriminatedUnion('step', [
    z.object({ step: z.literal('cut') }),
    /** after: key of the last row that a part has; null: none has. */
    z.object({ step: z.literal('tables'), table: z.string(), after: keyed }),
    /** after: the last account that is whole; within: how far the one after it is; null: not begun; tries: how often that one failed. */
    z.object({
      step: z.literal('objects'),
      after: z.string(),
      within: z.string().nullable(),
      tries: z.number().default(0),
    }),
    /** Everything is read; the manifest is not written yet. */
    z.object({ step: z.literal('manifest') }),
    z.object({ step: z.literal('done') }),
  ]),
})
export type BackupState = z.infer<typeof state>
export const index = z.array(z.string())

/** A line of a table, or of an account's object. */
export const line = z.object({
  table: z.string(),
  object: z.string().optional(),
  row: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
})
export type Line = z.infer<typeof line>
