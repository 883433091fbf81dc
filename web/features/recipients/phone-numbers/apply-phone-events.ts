// Applies events of the admins' channel to the rows shown. Pure. An event about a number
// has that number's own absolute counts; an account's event only says that something about a number has changed.
import { ADMIN_CLIENT_ID } from '../../../../contract/ground/channels.ts'
import type { BrowserEvent, EventCounts } from '../../../../contract/operation/events.ts'
import type { PhoneRow } from '../../../../contract/recipients/phone-numbers.ts'
import { movedIn } from '../../../realtime/moved.ts'
import { afterEvents } from '../../../realtime/live-rows-rules.ts'

const later = (a: string | null, b: string | undefined): string | null =>
  b !== undefined && (a === null || Date.parse(b) > Date.parse(a)) ? b : a

const applyOne = (row: PhoneRow, { event, payload }: BrowserEvent): PhoneRow => {
  const own = payload.deviceId === ADMIN_CLIENT_ID
  switch (event) {
    case 'in_use':
      return { ...row, in_use: payload.in_use === 1 ? 1 : 0 }
    case 'count_success':
    case 'count_fail':
      return {
        ...row,
        last_sent: later(row.last_sent, payload.last_sent),
        count_success: own ? Math.max(row.count_success, payload.count_success ?? 0) : row.count_success,
        count_fail: own ? Math.max(row.count_fail, payload.count_fail ?? 0) : row.count_fail,
        in_use: own && payload.in_use === 0 ? 0 : row.in_use,
      }
    case 'update_target':
      return row.in_use === 1 ? row : { ...row, in_use: 1 }
    default:
      return row
  }
}

/** Returns the same list when none of the events is about its rows, so that nothing is drawn again. */
export const applyPhoneEvents = (rows: PhoneRow[], events: readonly BrowserEvent[]): PhoneRow[] =>
  afterEvents(rows, events, (row, { payload }) => 'number' in payload && payload.number === row.number, applyOne)

const SETTLING: readonly (keyof EventCounts)[] = [
  'count_success',
  'count_fail',
  'finished',
  'stop',
  'idle',
  'error_blast',
]
/** A number that is sent to now is counted and released a little later, so its row must be fetched again then. */
export const unsettles = (events: readonly BrowserEvent[]): boolean =>
  events.some((event) => {
    const { moved, moved_jobs } = movedIn(event)
    return (
      (event.payload.deviceId !== ADMIN_CLIENT_ID && SETTLING.some((name) => name === event.event)) ||
      SETTLING.some((name) => (moved?.[name] ?? moved_jobs?.[name]) !== undefined)
    )
  })
