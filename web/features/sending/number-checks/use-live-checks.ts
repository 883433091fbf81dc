// Keeps the rows of a list of number checks live. A job's events are sent on the channel of its sender's owner; admin and dev,
// who also see other people's jobs, get those on the admins' channel (rule ownership).
import type { BrowserEvent } from '../../../../contract/operation/events.ts'
import { ADMIN_CLIENT_ID, userClientId } from '../../../../contract/ground/channels.ts'
import type { CheckKind } from '../../../../contract/sending/number-checks.ts'
import type { SessionUser } from '../../../lib/session/session.ts'
import { useRows } from '../../../lib/lists/use-rows.ts'
import { movedIn } from '../../../realtime/moved.ts'
import { useRealtime } from '../../../realtime/use-realtime.ts'
import { applyCheckEvents, type Live } from './apply-check-events.ts'
import { LISTS } from './kinds.ts'

/** After these the list is fetched again, since no event carries the days left and what entered the list of numbers. */
const ENDS: readonly string[] = ['finished', 'stop', 'idle', 'error_generate', 'error_validate', 'removed']

/** Another admin's job has begun, and its row may not be in this list yet. */
const begins = (event: BrowserEvent): boolean => {
  const { moved_jobs: moved } = movedIn(event)
  return moved?.start !== undefined || moved?.generating !== undefined || moved?.validating !== undefined
}

/** @param shown the rows on the screen, whose senders' events are requested */
export const useLiveChecks = (
  kind: CheckKind,
  user: SessionUser,
  shown: readonly Pick<Live, 'whatsapp_id'>[],
): void => {
  const rows = useRows<Live>(LISTS[kind])
  const own = userClientId(user.id)
  const onEvents = (events: BrowserEvent[]): void => {
    rows.change((list) => applyCheckEvents(list, events, Date.now()))
    const ended = ({ event, payload }: BrowserEvent): boolean =>
      ENDS.includes(event) && (event === 'removed' || payload.jobId !== undefined)
    if (events.some((event) => ended(event) || begins(event))) rows.refetch()
  }
  useRealtime(own, onEvents)
  const staff = user.role === 'staff'
  const watch = { accounts: shown.map((row) => row.whatsapp_id) }
  useRealtime(staff ? own : ADMIN_CLIENT_ID, staff ? () => undefined : onEvents, { watch })
}
