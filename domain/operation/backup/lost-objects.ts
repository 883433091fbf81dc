// What accounts' objects and a restored database say to each other (rule restored-place).
import type { SettlementBatch } from '../../../contract/money/settlement.ts'
import type { Line } from './format.ts'

/**
 * Of an object that outlived its database: batches since the backup, whom it wrote to without an outcome (epoch ms), and the LIDs of stops,
 * which the journal tells by their hash alone.
 */
export type Outlived = {
  batches: SettlementBatch[]
  open: { id: number; at: number }[]
  stops: { number: string | null; lid: string }[]
}
/** For an object that is lost, which has heard before what the journal says of it. since: of the backup, epoch ms. */
export type RestoredRows = { lines: Line[]; since: number }
/** Rows of an account's object, a line each; next: where the rest begins, null: that was all. */
export type ObjectPage = { lines: string[]; next: string | null }
