// /blaster: one message to chosen receivers, and the progress of those sent before, live (rule one-off).
import { useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { BrowserEvent } from '../../../../contract/operation/events.ts'
import { ADMIN_CLIENT_ID, userClientId } from '../../../../contract/ground/channels.ts'
import { errorText } from '../../../lib/api/http.ts'
import { DateRange, daysOf } from '../../../lib/lists/date-range.tsx'
import { PagedList } from '../../../lib/lists/paged-list.tsx'
import type { SessionUser } from '../../../lib/session/session.ts'
import { signedIn } from '../../../lib/session/signed-in.tsx'
import { ScreenHead } from '../../../lib/screen/screen-head.tsx'
import { refresh } from '../../../lib/api/query-keys.ts'
import { usePageQuery } from '../../../lib/lists/use-page-query.ts'
import { useRowAction } from '../../../lib/lists/use-row-action.ts'
import { useRows } from '../../../lib/lists/use-rows.ts'
import { movedIn } from '../../../realtime/moved.ts'
import { useRealtime } from '../../../realtime/use-realtime.ts'
import { common, listTexts, oneOffTexts as texts } from '../../../texts/indonesian.ts'
import { Card, CardHead } from '../../../ui/card.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { notify } from '../../../ui/notify.tsx'
import { part } from '../../../ui/part.tsx'
import { continueOneOff, stopOneOff, templateOf, useOneOffs } from './api.ts'
import { applyOneOffEvents, type LiveOneOff } from './apply-one-off-events.ts'
import type { SendOutcome } from './parts/dialogs.tsx'
import { EMPTY, type Values } from './form-schema.ts'
import { type OneOffAct, oneOffColumns } from './parts/columns.tsx'
import { SendForm } from './parts/send-form.tsx'

const Dialogs = part(() => import('./parts/dialogs.tsx'))
const People = part(() => import('./parts/people.tsx'))
/** What the events do not carry: a one-off blast that is not listed yet, and why receivers were skipped. */
const FETCHES: readonly string[] = ['start', 'finished', 'stop', 'error_blast']

/** Its own events come at once to the person who sent it; those of colleagues on the admins' channel. */
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

/** A stop that no event has confirmed by then is given up: the row says what the server says. */
const GIVEN_UP_MS = 65_000
const useStop = () => {
  const rows = useRows<LiveOneOff>('one-offs')
  const mark = (id: string, stopping: boolean): void =>
    rows.change((oneOffs) => oneOffs.map((oneOff) => (oneOff.id === id ? { ...oneOff, stopping } : oneOff)))
  return async ({ id }: LiveOneOff): Promise<void> => {
    mark(id, true)
    try {
      await stopOneOff(id)
      setTimeout(() => {
        mark(id, false)
        rows.refetch()
      }, GIVEN_UP_MS)
    } catch (error) {
      mark(id, false)
      notify.error(errorText(error))
    }
    rows.refetch()
  }
}

const useContinue = () =>
  useRowAction<LiveOneOff>({
    idOf: ({ id }) => id,
    send: ({ id }) => continueOneOff(id),
    changes: ['one-offs'],
    doneText: texts.resumed,
  })

/** The form as it was filled in for this one; the receivers are chosen again. */
const copyOf = async (oneOff: LiveOneOff): Promise<Values> => {
  const template = oneOff.template_id === null ? null : await templateOf(oneOff.template_id)
  const sender = oneOff.sender === null ? null : { id: oneOff.whatsapp_id, label: oneOff.sender }
  if (template?.status === 'active') return { ...EMPTY, sender, way: 'template', template }
  return { ...EMPTY, sender, message: oneOff.message }
}

export default signedIn(function OneOffList({ user }: { user: SessionUser }) {
  const place = usePageQuery()
  const { query } = useOneOffs({ ...place.paging, search: place.search, ...daysOf(place) })
  const rows = useRows<LiveOneOff>('one-offs')
  const cache = useQueryClient()
  const stop = useStop()
  const [outcome, setOutcome] = useState<SendOutcome | null>(null)
  const [form, setForm] = useState({ turn: 0, values: EMPTY })
  const [{ template }, setTemplate] = useState({ template: useSearchParams()[0].get('template') })
  useEffect(() => {
    if (template === null) return
    // as a campaign's page leads here to try its text
    void templateOf(template).then((found) => {
      setTemplate({ template: null })
      if (found?.status === 'active')
        setForm(({ turn }) => ({ turn: turn + 1, values: { ...EMPTY, way: 'template', template: found } }))
    })
  }, [template])
  const [opened, setOpened] = useState<string | null>(null)
  const looked = query.data?.data.find(({ id }) => id === opened)
  const [continuing, setContinuing] = useState<LiveOneOff | null>(null)
  const resume = useContinue()
  const act = (oneOff: LiveOneOff, what: OneOffAct): void => {
    if (what === 'stop') void stop(oneOff)
    if (what === 'continue') setContinuing(oneOff)
    if (what === 'people') setOpened(oneOff.id)
    if (what === 'copy')
      void copyOf(oneOff).then((values) => {
        setForm(({ turn }) => ({ turn: turn + 1, values }))
        window.scrollTo({ top: 0, behavior: 'smooth' })
        notify.success(texts.copied)
      })
  }
  useLiveOneOffs(user, query.data?.data ?? [])
  return (
    <>
      <ScreenHead title={texts.title} note={texts.lead} />
      <Card className="mb-5 max-w-2xl p-5 sm:p-6">
        <SendForm
          key={form.turn}
          initial={form.values}
          userId={user.id}
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
          search={{ label: texts.search, hint: texts.searchHint }}
          filters={<DateRange place={place} />}
          columns={oneOffColumns({ onAct: act, isBusy: resume.isBusy })}
          keyOf={(oneOff) => oneOff.id}
          icon={Send}
          emptyNote={place.search !== '' || place.hasFilter ? listTexts.notFound : texts.emptyNote}
          minWidth="min-w-[56rem]"
          tall
        />
      </Card>
      {continuing && (
        <Confirm
          title={texts.resumeTitle}
          confirmLabel={texts.resume}
          cancelLabel={common.cancel}
          onConfirm={() => {
            resume.run(continuing)
            setContinuing(null)
          }}
          onClose={() => setContinuing(null)}
        >
          {texts.resumeText}
        </Confirm>
      )}
      {looked && (
        <Suspense fallback={null}>
          <People oneOff={looked} onClose={() => setOpened(null)} />
        </Suspense>
      )}
      {outcome && (
        <Suspense fallback={null}>
          <Dialogs outcome={outcome} onClose={() => setOutcome(null)} />
        </Suspense>
      )}
    </>
  )
})
