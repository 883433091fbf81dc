// The tree over closed days whose root a checkpoint signs: a leaf is what the day's head is made of.
import { dayText } from '../record/chain.ts'
import { type Hash, leafOf, rootOf } from '../record/merkle.ts'
import { daysAfter, partsOf, type Read, type RecordDay } from '../record/read.ts'

const DAYS_A_READ = 500
export const allDays = async (read: Read): Promise<RecordDay[]> => {
  const days: RecordDay[] = []
  for (;;) {
    const next = await daysAfter(read, days.at(-1)?.day ?? '', DAYS_A_READ)
    days.push(...next)
    if (next.length < DAYS_A_READ) return days
  }
}
const leafOfDay = (row: RecordDay): Hash => leafOf(dayText(row.previous, row.day, partsOf(row)))
/** Base64, of the first `size` days. */
export const rootOfDays = (days: readonly RecordDay[], size: number): string =>
  Buffer.from(rootOf(days.slice(0, size).map(leafOfDay))).toString('base64')

/** fewer: the record has fewer days than the checkpoint. other: one of its days, or more, is not what it was. */
export const checkAgainst = (
  days: readonly RecordDay[],
  { size, root }: { size: number; root: string },
): 'same' | 'fewer' | 'other' => {
  if (days.length < size) return 'fewer'
  return rootOfDays(days, size) === root ? 'same' : 'other'
}
