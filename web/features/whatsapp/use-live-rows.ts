// The rows of the account list, live (rule newer-only).
import { ADMIN_CLIENT_ID } from '../../../contract/channels.ts'
import type { BrowserEvent } from '../../../contract/events.ts'
import type { SessionUser } from '../../lib/session/session.ts'
import { useRealtime } from '../../realtime/use-realtime.ts'
import { whatsappTexts as texts } from '../../texts/indonesian.ts'
import { notify } from '../../ui/notify.tsx'
import { useAccountRows } from './api.ts'

/** Somewhere an account came or went: it may belong on this page. */
const changesList = ({ payload: { moved } }: BrowserEvent): boolean =>
  moved?.authenticated !== undefined || moved?.removed !== undefined

/** Rows follow the person's channel; admin and dev, who see everyone's accounts, hear of the rows on their screen. */
export const useLiveRows = (user: SessionUser, shown: readonly { id: string }[]): void => {
  const rows = useAccountRows()
  const tell = ({ event, payload }: BrowserEvent): void => {
    if (payload.jobId !== undefined) return
    if (event === 'error_blast') notify.error(payload.sendError ?? texts.blastError)
    // why an account came to rest, when there is more to say than its state
    if (event === 'connection.update' && payload.msg) notify.error(payload.msg)
    if (event === 'finished')
      notify.success(texts.finished(payload.pushname ?? payload.phonenumber ?? payload.deviceId))
  }
  const onEvents = (events: BrowserEvent[]): void => {
    rows.apply(events)
    for (const event of events) tell(event)
    const isNew = ({ event, payload }: BrowserEvent): boolean =>
      (event === 'authenticated' || event === 'connection.update') && !rows.knows(payload)
    if (events.some((event) => event.event === 'removed' || isNew(event) || changesList(event))) rows.refetch()
  }
  const channel = user.role === 'member' ? `client-${user.id}` : ADMIN_CLIENT_ID
  useRealtime(channel, onEvents, { watch: { accounts: shown.map((row) => row.id) } })
}
