// Merges events that travel in one frame. Pure.
import type { BrowserEvent, EventName } from '../../../contract/operation/events.ts'

/** Absolute values: only the newest of each matters. */
const LATEST_ONLY: ReadonlySet<EventName> = new Set([
  'count_success',
  'count_fail',
  'count_synced',
  'update_target',
  'progressing',
  'waiting',
])
/** Progress of its messages or checks; every other event changes the account's state. */
export const isInBetween = ({ event }: BrowserEvent): boolean => LATEST_ONLY.has(event)

/** Adds the event at the end, and drops an older one whose absolute values it replaces. */
export const merge = (events: BrowserEvent[], event: BrowserEvent): void => {
  if (isInBetween(event)) {
    const i = events.findIndex((e) => e.event === event.event && e.payload.jobId === event.payload.jobId)
    if (i >= 0) events.splice(i, 1)
  }
  events.push(event)
}
