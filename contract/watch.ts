// What an admin's screen asks to hear on the channel that admins share: events of the rows it shows, and no others.
import { z } from 'zod'

/** Rows that one screen may watch: a page of the longest list. */
export const WATCH_ROWS_MAX = 100
/** A longer message to the channel is not read. */
export const WATCH_CHARS_MAX = 16_000

const ids = z.array(z.string().min(1).max(64)).max(WATCH_ROWS_MAX).default([])
const watch = z.object({
  /** Account ids; of a list of jobs, its senders. */
  accounts: ids,
  /** Phone numbers in stored form. */
  numbers: ids,
})
export type Watch = z.infer<typeof watch>
/** Up the open socket, whenever other rows are shown; it replaces what was asked before. */
export const watchFrame = z.object({ watch })
export type WatchFrame = z.infer<typeof watchFrame>
export const WATCH_NOTHING: Watch = { accounts: [], numbers: [] }

/** Value of the query `watch` of GET /ws: this socket names its rows; without it an admin's socket hears of all. */
export const WATCH_ROWS = 'rows'
