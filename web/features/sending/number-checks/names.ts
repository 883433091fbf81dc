// The name of a job in texts; a long file name is cut in the middle and keeps its ending.
import type { CheckRow } from './apply-check-events.ts'

const SHOWN = 22
export const shortName = (name: string): string =>
  name.length <= SHOWN ? name : `${name.slice(0, SHOWN - 11)}…${name.slice(-10)}`
export const nameOf = (row: CheckRow): string =>
  'fileName' in row ? shortName(row.fileName) : `${row.start_number}–${row.end_number}`
