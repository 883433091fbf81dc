// The hourly look at the record (rule record-days): some days are proved again each time, so that a change is told although nobody asks for a proof.
import { DAY_MS } from '../../../contract/ground/time.ts'
import { countDays, dayAt, type Read } from './read.ts'
import { type RecordPorts, verifyRecord } from './verify.ts'

/** A look ends after so many days, or entries. */
const DAYS = 31
const ROWS = 20_000

const before = (day: string): string => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10)
/**
 * Where this look begins; null: nothing is sealed yet. Every other one goes on by 31 days, so that a year takes a day; those between by one,
 * because where days have many entries a look ends after its first.
 */
const firstOf = async (read: Read, turn: number): Promise<string | null> => {
  const days = await countDays(read)
  if (days === 0) return null
  const half = Math.floor(turn / 2)
  const at = turn % 2 === 0 ? (half % Math.ceil(days / DAYS)) * DAYS : half % days
  return (await dayAt(read, at))?.day ?? null
}

/**
 * One day of which something is not as it was sealed, and how much of it; null: none was found.
 * @param turn counts up with each look
 * @param known the day that was found before, empty: none; as long as it differs no other is looked for
 */
export const differingDay = async (
  ports: RecordPorts,
  { turn, known }: { turn: number; known: string },
): Promise<{ day: string; rows: number } | null> => {
  const first = await firstOf(ports.read, turn)
  const looks = [
    ...(known === '' ? [] : [{ after: before(known), days: 1, rows: 1 }]),
    ...(first === null ? [] : [{ after: before(first), days: DAYS, rows: ROWS }]),
  ]
  for (const look of looks) {
    const { problems } = await verifyRecord(ports, look)
    const day = problems[0]?.day
    if (day !== undefined) return { day, rows: problems.filter((problem) => problem.day === day).length }
  }
  return null
}
