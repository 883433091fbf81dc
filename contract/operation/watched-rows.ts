// What an admin's screen wants to hear on the channel that admins share: events of the rows that it shows, and no others.
import { z } from 'zod'

/** The most rows that one screen may watch: a page of the longest list. */
export const WATCH_ROWS_MAX = 100
/** A longer message to the channel is not read. */
export const WATCH_CHARS_MAX = 16_000

const ids = z.array(z.string().min(1).max(64)).max(WATCH_ROWS_MAX).default([])
const watch = z.object({
  /** Ids of accounts; for a list of jobs those of their senders. */
  accounts: ids,
  /** Phone numbers in their stored form. */
  numbers: ids,
})
export type Watch = z.infer<typeof watch>
/** Sent over the open socket whenever other rows are shown; it replaces the one before. */
export const watchFrame = z.object({ watch })
export type WatchFrame = z.infer<typeof watchFrame>
export const WATCH_NOTHING: Watch = { accounts: [], numbers: [] }

/** Value of the query `watch` of GET /ws: this socket will name its rows. Without it an admin's socket gets all events. */
export const WATCH_ROWS = 'rows'
