// /blaster: one message to chosen receivers, and how its jobs go, live (rule one-off).
import { useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ADMIN_CLIENT_ID } from '../../../contract/channels.ts'
import type { BrowserEvent } from '../../../contract/events.ts'
import { errorText } from '../../lib/api/http.ts'
import { PagedList } from '../../lib/lists/paged-list.tsx'
import { type SessionUser, useSession } from '../../lib/session/session.ts'
import { usePageQuery } from '../../lib/lists/use-page-query.ts'
import { useRows } from '../../lib/lists/use-rows.ts'
import { useRealtime } from '../../realtime/use-realtime.ts'
import { common, blasterTexts as texts } from '../../texts/indonesian.ts'
import { Card, PageHead } from '../../ui/card.tsx'
import { notify } from '../../ui/notify.tsx'
import { JOBS, SENDERS, stopJob, useJobs } from './api.ts'
import { applyJobEvents, type LiveJob } from './apply-job-events.ts'
import type { Told } from './parts/dialogs.tsx'
import { jobColumns } from './parts/job-columns.tsx'
import { SendForm } from './parts/send-form.tsx'

const Dialogs = lazy(() => import('./parts/dialogs.tsx'))
/** What the events do not carry: a job that was not here yet, and why receivers were skipped. */
const FETCHES: readonly string[] = ['start', 'finished', 'stop', 'error_blast']

/** A job's own events come at once to whoever sent it; those of colleagues on the admins' channel. */
const useLiveJobs = (user: SessionUser, shown: readonly LiveJob[]): void => {
  const rows = useRows<LiveJob>(JOBS)
  const onEvents = (events: BrowserEvent[]): void => {
    rows.change((jobs) => applyJobEvents(jobs, events, Date.now()))
    const fetches = ({ event, payload }: BrowserEvent): boolean =>
      (payload.jobId !== undefined && FETCHES.includes(event)) || payload.moved_jobs?.start !== undefined
    if (events.some(fetches)) void rows.refetch()
  }
  useRealtime(`client-${user.id}`, onEvents)
  useRealtime(ADMIN_CLIENT_ID, onEvents, { watch: { accounts: shown.map((job) => job.whatsapp_id) } })
}

const useStop = () => {
  const rows = useRows<LiveJob>(JOBS)
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
    void rows.refetch()
  }
}

export default function Blaster() {
  const user = useSession()?.user
  return user ? <Screen user={user} /> : null
}

function Screen({ user }: { user: SessionUser }) {
  const place = usePageQuery()
  const jobs = useJobs(place.page)
  const rows = useRows<LiveJob>(JOBS)
  const cache = useQueryClient()
  const stop = useStop()
  const [told, setTold] = useState<Told | null>(null)
  useLiveJobs(user, jobs.data?.data ?? [])
  return (
    <>
      <title>{`${texts.title} · ${common.appName}`}</title>
      <PageHead title={texts.title} note={texts.lead} />
      <Card className="mb-5 max-w-2xl p-5 sm:p-6">
        <SendForm
          onTold={(next) => {
            setTold(next)
            if (next.sent) void rows.refetch()
            // The choice still says connected.
            else void cache.invalidateQueries({ queryKey: [SENDERS] })
          }}
        />
      </Card>
      <Card aria-label={texts.jobs}>
        <h2 className="border-b border-line px-5 py-4 text-base font-semibold">{texts.jobs}</h2>
        <PagedList
          label={texts.jobs}
          query={jobs}
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
}
