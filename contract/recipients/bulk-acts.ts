// Acts on every recipient that matches, and the way back (rule bulk-acts).
import { z } from 'zod'
import { wholeNumber } from '../ground/amounts.ts'
import { RANGES } from '../ground/ranges.ts'
import { segmentRule } from './segments.ts'

/** untag: the tag is taken. unimport: the rows of an import that nobody used since. */
export const BULK_ACTS = ['activate', 'deactivate', 'tag', 'untag', 'stop', 'delete', 'unimport'] as const
export type BulkAct = (typeof BULK_ACTS)[number]
/** These can be taken back for a day. A stop is a promise to its person, and a deleted row is not kept anywhere. */
export const TAKEN_BACK: readonly BulkAct[] = ['activate', 'deactivate', 'tag', 'untag']
export const UNDO_HOURS = 24
export const BULK_STATUSES = ['running', 'done', 'cancelled', 'undoing', 'undone'] as const

/** As many as the person confirmed: no more are changed, whoever else matches by then. */
const people = wholeNumber({ ...RANGES.noticeId, min: 1 })
const tag = wholeNumber(RANGES.noticeId)
const which = { rule: segmentRule, people }
export const bulkBody = z.discriminatedUnion('act', [
  z.object({ act: z.literal('activate'), ...which }),
  z.object({ act: z.literal('deactivate'), ...which }),
  z.object({ act: z.literal('tag'), tag, ...which }),
  z.object({ act: z.literal('untag'), tag, ...which }),
  z.object({
    act: z.literal('stop'),
    reason: z.string('Tulis alasannya.').trim().min(1, 'Tulis alasannya.').max(300),
    ...which,
  }),
  z.object({ act: z.literal('delete'), ...which }),
])
export const unimportBody = z.object({ people })

export const bulkRow = z.object({
  id: z.string(),
  act: z.enum(BULK_ACTS),
  status: z.enum(BULK_STATUSES),
  /** Name of the tag, of the import's file, or the reason of the stops. */
  about: z.string().nullable(),
  /** Percent, two decimals. */
  progress: z.number(),
  /** As confirmed. */
  people: z.number(),
  /** Who matched so far, and who of them was changed. The others were so already, or must not be. */
  matched: z.number(),
  changed: z.number(),
  /** Who was changed back. */
  undone: z.number(),
  /** Until when it can be taken back; null: it cannot. */
  undo_until: z.string().nullable(),
  by_name: z.string().nullable(),
  created_at: z.string(),
})
export type BulkRow = z.infer<typeof bulkRow>

/** Why an import's row stays: it was written to; its person stopped; somebody edited it, or what they agreed to; it has a tag. */
const STAYS = ['written', 'stopped', 'edited', 'tagged'] as const
export const unimportQuery = z.object({ after: z.coerce.number().int().min(0).default(0) })
/** One step of the count. */
export const unimportCount = z.object({
  /** May go. */
  people: z.number(),
  stays: z.record(z.enum(STAYS), z.number()),
  next: z.number().nullable(),
})
export type UnimportCount = z.infer<typeof unimportCount>
