// /blaster: one message to chosen receivers, and how its jobs go, live (rule one-off).
import { useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
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
import { blasterTexts as texts } from '../../texts/indonesian.ts'
import { Card, CardHead } from '../../ui/card.tsx'
import { notify } from '../../ui/notify.tsx'
import { stopJob, useJobs } from './api.ts'
import { applyJobEvents, type LiveJob } from './apply-job-events.ts'
import type { Told } from './parts/dialogs.tsx'
import { jobColumns } from './parts/job-columns.tsx'
import { SendForm } from './parts/send-form.tsx'

const Dialogs = lazy(() => import('./parts/dialogs.tsx'))
/** What the events do not carry: a job that was not here yet, and why receivers were skipped. */
const FETCHES: readonly string[] = ['start', 'finished', 'stop', 'error_blast']

/** A job's own events come at once to whoever sent it; those of colleagues on the admins' channel. */
const useLiveJobs = (user: SessionUser, shown: readonly LiveJob[]): void => {
  const rows = useRows<LiveJob>('blasters')
  const onEvents = (events: BrowserEvent[]): void => {
    rows.change((jobs) => applyJobEvents(jobs, events, Date.now()))
    const fetches = (event: BrowserEvent): boolean =>
      (event.payload.jobId !== undefined && FETCHES.includes(event.event)) ||
      movedIn(event).moved_jobs?.start !== undefined
    if (events.some(fetches)) rows.refetch()
  }
  useRealtime(userClientId(user.id), onEvents)
  useRealtime(ADMIN_CLIENT_ID, onEvents, { watch: { accounts: shown.map((job) => job.whatsapp_id) } })
}

const useStop = () => {
  const rows = useRows<LiveJob>('blasters')
  const mark = (id: string, stopping: boolean): void =>
    rows.change((jobs) => jobs.map((job) => (job.id === id ? { ...job, stopping } : job)))
  return async ({ id }: LiveJob): Promise<void> => {
    mark(id, true)
    try {
      await stopJob(id)
    } catch (error) {
      mark(id, false)
      notify.error(errorText(error))
    }
    rows.refetch()
  }
}

export default signedIn(function Blaster({ user }: { user: SessionUser }) {
  const place = usePageQuery()
  const { query } = useJobs(place.page)
  const rows = useRows<LiveJob>('blasters')
  const cache = useQueryClient()
  const stop = useStop()
  const [told, setTold] = useState<Told | null>(null)
  useLiveJobs(user, query.data?.data ?? [])
  return (
    <>
      <ScreenHead title={texts.title} note={texts.lead} />
      <Card className="mb-5 max-w-2xl p-5 sm:p-6">
        <SendForm
          onTold={(next) => {
            setTold(next)
            if (next.sent) rows.refetch()
            // The choice still says connected.
            else void refresh(cache, 'accounts')
          }}
        />
      </Card>
      <Card aria-label={texts.jobs}>
        <CardHead>{texts.jobs}</CardHead>
        <PagedList
          label={texts.jobs}
          query={query}
          place={place}
          columns={jobColumns((job) => void stop(job))}
          keyOf={(job) => job.id}
          icon={Send}
          emptyNote={texts.emptyNote}
          minWidth="min-w-[56rem]"
        />
      </Card>
      {told && (
        <Suspense fallback={null}>
          <Dialogs told={told} onClose={() => setTold(null)} />
        </Suspense>
      )}
    </>
  )
})
