// Settled results to admins: into the totals, and on lists of phone numbers the numbers that a screen shows.
import { ADMIN_CLIENT_ID } from '../../contract/channels.ts'
import type { BrowserEvent } from '../../contract/events.ts'
import type { MovedNumber } from '../../domain/settlement/settle-batches.ts'
import { adminChannel } from '../../durable-objects/stubs.ts'
import type { Env } from '../env.ts'
import { errorFields, log } from './log.ts'

/** Events of one call: a screen that named no rows hears of all numbers. */
const FRAME_NUMBERS = 200

/** One call to the channel, and no more while nobody looks at these numbers. Never throws. */
export const publishNumbers = async (env: Env, moved: readonly MovedNumber[]): Promise<void> => {
  if (moved.length === 0) return
  const count = (outcome: MovedNumber['outcome']): number => moved.filter((row) => row.outcome === outcome).length
  const counts = { count_success: count('success'), count_fail: count('fail') }
  try {
    const channel = adminChannel(env)
    const shown = await channel.settled(
      counts,
      moved.map((row) => row.number),
    )
    const wanted = new Set(shown)
    const events = moved.filter((row) => wanted.has(row.number)).map(numberEvent)
    for (let i = 0; i < events.length; i += FRAME_NUMBERS)
      await channel.publishNumbers(events.slice(i, i + FRAME_NUMBERS))
  } catch (error) {
    log.warn('the admins were not told of numbers', errorFields(error))
  }
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
