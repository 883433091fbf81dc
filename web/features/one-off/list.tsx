// /blaster: one message to chosen receivers, and the progress of those sent before, live (rule one-off).
import { useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { BrowserEvent } from '../../../contract/events.ts'
import { ADMIN_CLIENT_ID, userClientId } from '../../../contract/channels.ts'
import { errorText } from '../../lib/api/http.ts'
import { PagedList } from '../../lib/lists/paged-list.tsx'
import type { SessionUser } from '../../lib/session/session.ts'
import { signedIn } from '../../lib/session/signed-in.tsx'
import { ScreenHead } from '../../lib/screen/screen-head.tsx'
import { refresh } from '../../lib/api/query-keys.ts'
import { usePageQuery } from '../../lib/lists/use-page-query.ts'
import { useRows } from '../../lib/lists/use-rows.ts'
import { movedIn } from '../../realtime/moved.ts'
import { useRealtime } from '../../realtime/use-realtime.ts'
import { oneOffTexts as texts } from '../../texts/indonesian.ts'
import { Card, CardHead } from '../../ui/card.tsx'
import { notify } from '../../ui/notify.tsx'
import { part } from '../../ui/part.tsx'
import { stopOneOff, useOneOffs } from './api.ts'
import { applyOneOffEvents, type LiveOneOff } from './apply-one-off-events.ts'
import type { SendOutcome } from './parts/dialogs.tsx'
import { oneOffColumns } from './parts/columns.tsx'
import { SendForm } from './parts/send-form.tsx'

const Dialogs = part(() => import('./parts/dialogs.tsx'))
/** What the events do not carry: a one-off blast that is not listed yet, and why receivers were skipped. */
const FETCHES: readonly string[] = ['start', 'finished', 'stop', 'error_blast']

/** Its own events come at once to whoever sent it; those of colleagues on the admins' channel. */
const useLiveOneOffs = (user: SessionUser, shown: readonly LiveOneOff[]): void => {
  const rows = useRows<LiveOneOff>('one-offs')
  const onEvents = (events: BrowserEvent[]): void => {
    rows.change((oneOffs) => applyOneOffEvents(oneOffs, events, Date.now()))
    const fetches = (event: BrowserEvent): boolean =>
      (event.payload.jobId !== undefined && FETCHES.includes(event.event)) ||
      movedIn(event).moved_jobs?.start !== undefined
    if (events.some(fetches)) rows.refetch()
  }
  useRealtime(userClientId(user.id), onEvents)
  useRealtime(ADMIN_CLIENT_ID, onEvents, { watch: { accounts: shown.map((oneOff) => oneOff.whatsapp_id) } })
}

const useStop = () => {
  const rows = useRows<LiveOneOff>('one-offs')
  const mark = (id: string, stopping: boolean): void =>
    rows.change((oneOffs) => oneOffs.map((oneOff) => (oneOff.id === id ? { ...oneOff, stopping } : oneOff)))
  return async ({ id }: LiveOneOff): Promise<void> => {
    mark(id, true)
    try {
      await stopOneOff(id)
    } catch (error) {
      mark(id, false)
      notify.error(errorText(error))
    }
    rows.refetch()
  }
}

export default signedIn(function OneOffList({ user }: { user: SessionUser }) {
  const place = usePageQuery()
  const { query } = useOneOffs(place.page)
  const rows = useRows<LiveOneOff>('one-offs')
  const cache = useQueryClient()
  const stop = useStop()
  const [outcome, setOutcome] = useState<SendOutcome | null>(null)
  useLiveOneOffs(user, query.data?.data ?? [])
  return (
    <>
      <ScreenHead title={texts.title} note={texts.lead} />
      <Card className="mb-5 max-w-2xl p-5 sm:p-6">
        <SendForm
          onOutcome={(next) => {
            setOutcome(next)
            if (next.sent) rows.refetch()
            // The choice still says connected.
            else void refresh(cache, 'accounts')
          }}
        />
      </Card>
      <Card aria-label={texts.oneOffs}>
        <CardHead>{texts.oneOffs}</CardHead>
        <PagedList
          label={texts.oneOffs}
          query={query}
          place={place}
          columns={oneOffColumns((oneOff) => void stop(oneOff))}
          keyOf={(oneOff) => oneOff.id}
          icon={Send}
          emptyNote={texts.emptyNote}
          minWidth="min-w-[56rem]"
        />
      </Card>
      {outcome && (
        <Suspense fallback={null}>
          <Dialogs outcome={outcome} onClose={() => setOutcome(null)} />
        </Suspense>
      )}
    </>
  )
})
