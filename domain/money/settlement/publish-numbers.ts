// Publishes settled results to admins: counts for the totals, and events of the numbers that an open list shows.
import { ADMIN_CLIENT_ID } from '../../../contract/ground/channels.ts'
import type { BrowserEvent, EventCounts } from '../../../contract/operation/events.ts'
import type { MovedNumber } from './settle-batches.ts'

/** The admins' channel. settled: adds to the totals, and returns the numbers that an open screen shows. */
export type NumberPorts = {
  settled: (counts: EventCounts, numbers: string[]) => Promise<string[]>
  publishNumbers: (events: BrowserEvent[]) => Promise<void>
}
/** Events of one call: a screen that named no rows gets the events of all numbers. */
const FRAME_NUMBERS = 200

/** One call to the channel; a second one only if a screen shows some of these numbers. @throws what the channel throws. */
export const publishNumbers = async (ports: NumberPorts, moved: readonly MovedNumber[]): Promise<void> => {
  if (moved.length === 0) return
  const count = (outcome: MovedNumber['outcome']): number => moved.filter((row) => row.outcome === outcome).length
  const counts = { count_success: count('success'), count_fail: count('fail') }
  const shown = await ports.settled(
    counts,
    moved.map((row) => row.number),
  )
  const wanted = new Set(shown)
  const events = moved.filter((row) => wanted.has(row.number)).map(numberEvent)
  for (let i = 0; i < events.length; i += FRAME_NUMBERS) await ports.publishNumbers(events.slice(i, i + FRAME_NUMBERS))
}
const numberEvent = (row: MovedNumber): BrowserEvent => ({
  event: row.outcome === null ? 'in_use' : `count_${row.outcome}`,
  payload: {
    deviceId: ADMIN_CLIENT_ID,
    number: row.number,
    in_use: row.in_use,
    count_success: row.count_success,
    count_fail: row.count_fail,
    ...(row.last_sent === null ? {} : { last_sent: new Date(row.last_sent).toISOString() }),
  },
})
