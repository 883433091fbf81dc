// What accounts' objects and a restored database say to each other (rule restore-gate).
import type { SettlementBatch } from '../../contract/settlement.ts'
import type { Line } from './format.ts'

/** Of an object that outlived its database: batches since the backup, and whom it wrote to without an outcome (epoch ms). */
export type Outlived = { batches: SettlementBatch[]; open: { id: number; at: number }[] }
/** What became of an attempt after the backup, and the batch that said so. */
export type Told = { attemptId: string; to: 'success' | 'fail' | 'unknown'; sequence: number; at: number }
/** For an object that is lost. */
export type RestoredRows = {
  lines: Line[]
  /** What the journal says of this account's attempts. */
  told: Told[]
  /** Attempts whose income was taken back since. */
  reversed: string[]
  /** Keyed hashes of people erased since the backup. */
  erased: string[]
}
/** Rows of an account's object, a line each; next: where the rest begins, null: that was all. */
export type ObjectPage = { lines: string[]; next: string | null }
