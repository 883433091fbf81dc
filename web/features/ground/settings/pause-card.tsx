// The switch that pauses all sending (rule sending-pause).
import { useState } from 'react'
import { call } from '../../../lib/api/http.ts'
import { useSendingPause } from '../../../lib/api/sending-pause.ts'
import { useAction } from '../../../lib/api/use-action.ts'
import { formatNumber, formatSince } from '../../../lib/format/format.ts'
import { useMine } from '../../../lib/forms/read-as.tsx'
import { ReasonDialog } from '../../../lib/forms/reason-dialog.tsx'
import { common, pauseStripTexts, pauseTexts as texts } from '../../../texts/indonesian.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { notify } from '../../../ui/notify.tsx'

const tellMissed = ({ missed }: { missed: number }): void => {
  if (missed > 0) notify.info(texts.missed(formatNumber(missed)))
}

export function PauseCard() {
  const query = useSendingPause()
  const { by, since } = useMine()
  // as the card showed it when it was pressed
  const [version, setVersion] = useState('')
  const send = (body: { paused: false } | { paused: true; reason: string }) =>
    call('PUT /admin/sending-pause', { body: { ...body, version } })
  const [asks, setAsks] = useState(false)
  const resume = useAction({
    send: () => send({ paused: false }),
    changes: ['sending-pause', 'accounts'],
    doneText: texts.resumeDone,
  })
  const close = (): void => setAsks(false)
  const paused = query.data?.paused ?? null
  return (
    <Card aria-label={texts.cardTitle} className="mb-5 max-w-4xl p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0 flex-1 basis-72">
          <h2 className="text-base font-semibold">{texts.cardTitle}</h2>
          <p className="mt-1 text-[13px] text-ink-2">{texts.cardLead}</p>
        </div>
        <Button
          variant={paused ? 'primary' : 'danger'}
          busy={resume.busy}
          onClick={() => {
            setVersion(String(query.data?.version ?? ''))
            setAsks(true)
          }}
          className={query.data ? '' : 'invisible'}
        >
          {paused ? texts.resumePlace : texts.pausePlace}
        </Button>
      </div>
      <div className="mt-4">
        {query.isError ? (
          <Alert tone="danger">{texts.cardLoad}</Alert>
        ) : (
          // The usual answer keeps its room while it is on its way: the form below does not move.
          <div className={query.data ? undefined : 'invisible'}>
            <Alert tone={paused ? 'warning' : 'success'}>
              {paused ? pauseStripTexts.strip(paused.by, formatSince(paused.since), paused.reason) : texts.cardOff}
            </Alert>
          </div>
        )}
        {resume.failure && <Alert tone="danger">{resume.failure}</Alert>}
      </div>
      {asks &&
        (paused ? (
          <Confirm
            title={texts.resumeTitle}
            confirmLabel={texts.resumePlace}
            cancelLabel={common.cancel}
            onConfirm={() => {
              close()
              void resume.run()
            }}
            onClose={close}
          >
            {texts.resumeText}
          </Confirm>
        ) : (
          <ReasonDialog
            title={texts.pauseTitle}
            lead={texts.cardLead}
            hint={texts.pausePlaceHint}
            reads={{
              who: texts.allRead,
              text: (reason) => pauseStripTexts.strip(by, since, reason),
            }}
            yes={texts.pausePlace}
            doneText={texts.pauseDone}
            changes={['sending-pause', 'accounts']}
            send={(reason) => send({ paused: true, reason })}
            onDone={tellMissed}
            onClose={close}
          />
        ))}
    </Card>
  )
}
