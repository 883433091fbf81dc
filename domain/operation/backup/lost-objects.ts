// What accounts' objects and a restored database say to each other (rule restored-place).
import type { SettlementBatch } from '../../../contract/money/settlement.ts'
import type { Line } from './format.ts'

/** A number that was written to, by the id that its row had then, and when last, epoch ms. */
export type Tried = { id: number; number: string; at: number }
/**
 * Of an object that outlived its database: batches since the backup, whom it wrote to without an outcome (epoch ms), the LIDs of stops,
 * which the journal tells by their hash alone, and whom it wrote to since (absent: its release does not tell).
 */
export type Outlived = {
  batches: SettlementBatch[]
  open: { id: number; at: number }[]
  stops: { number: string | null; lid: string }[]
  tried?: Tried[]
}
/** For an object that is lost, which has heard before what the journal says of it. since: of the backup, epoch ms. */
export type RestoredRows = { lines: Line[]; since: number }
/** Rows of an account's object, a line each; next: where the rest begins, null: that was all. */
export type ObjectPage = { lines: string[]; next: string | null }
