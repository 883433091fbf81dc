// What is kept about the person whose link this is, and what else they may ask for than to stop (rule recipient-page).
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RecipientShown } from '../../../../contract/recipients/recipient-page.ts'
import { keys } from '../../../lib/api/query-keys.ts'
import { call } from '../../../lib/api/http.ts'
import { saveFile } from '../../../lib/browser/save-file.ts'
import { useAction } from '../../../lib/api/use-action.ts'
import { formatMoment, formatNumber } from '../../../lib/format/format.ts'
import { optOutTexts as texts } from '../../../texts/indonesian.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

type Props = { token: string; stopped: boolean; onStopped: () => void }

const fileOf = (data: RecipientShown): Blob => new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })

export function AboutMe({ token, stopped, onStopped }: Props) {
  const [asks, setAsks] = useState<'dispute' | 'erase' | null>(null)
  const [isErased, setErased] = useState(false)
  const body = { token }
  const { data, isError, refetch } = useQuery({
    queryKey: keys.one('recipient', token),
    queryFn: () => call('POST /public/recipient', { anonymous: true, body }),
    retry: 1,
  })
  const snooze = useAction({
    send: () => call('POST /public/recipient/snooze', { anonymous: true, body }),
    onDone: () => void refetch(),
  })
  const dispute = useAction({
    send: () => call('POST /public/recipient/dispute', { anonymous: true, body }),
    onDone: () => {
      onStopped()
      void refetch()
    },
  })
  const receipt = useAction({
    send: () => call('POST /public/recipient/receipt', { anonymous: true, body }),
    onDone: (said) => saveFile(new Blob([said.receipt], { type: 'text/plain' }), texts.receiptAs),
  })
  const erase = useAction({
    send: () => call('POST /public/recipient/erase', { anonymous: true, body }),
    onDone: () => {
      setErased(true)
      onStopped()
      void refetch()
    },
  })
  if (isErased) return <Alert tone="success">{texts.erased}</Alert>
  if (isError) return <p className="text-[13px] text-ink-2">{texts.aboutFailed}</p>
  if (!data) return <Skeleton className="h-40 w-full rounded-xl" />
  const failure = snooze.failure ?? dispute.failure ?? erase.failure ?? receipt.failure
  const asked =
    asks === 'erase'
      ? { title: texts.eraseTitle, text: texts.eraseText, act: texts.erase, run: erase.run }
      : { title: texts.disputeTitle, text: texts.disputeText, act: texts.dispute, run: dispute.run }
  return (
    <section className="flex flex-col gap-4 border-t border-line pt-5">
      <div>
        <h2 className="font-semibold">{texts.aboutTitle}</h2>
        <p className="text-[13px] text-ink-2 tabular-nums">{texts.aboutOf(data.number)}</p>
      </div>
      {data.stopped_at !== null && !stopped && (
        <Alert tone="info">{texts.stopped(formatMoment(data.stopped_at))}</Alert>
      )}
      {data.snoozed_until !== null && data.stopped_at === null && (
        <Alert tone="info">{texts.snoozed(formatMoment(data.snoozed_until))}</Alert>
      )}
      <dl className="grid gap-3">
        <div>
          <dt className="text-[13px] text-ink-2">{texts.agreed}</dt>
          <dd className="break-words">
            {data.consent === null
              ? texts.agreedNone
              : `${data.consent.source} · ${texts.agreedAt(formatMoment(data.consent.date))}`}
          </dd>
        </div>
        <div>
          <dt className="text-[13px] text-ink-2">{texts.got}</dt>
          <dd>
            {data.messages.last === null
              ? texts.gotNone
              : texts.gotSome(formatNumber(data.messages.count), formatMoment(data.messages.last))}
          </dd>
        </div>
      </dl>
      {data.history.length > 0 && (
        <details>
          <summary className="cursor-pointer py-2 font-semibold">{texts.history}</summary>
          <ul className="flex flex-col gap-2 text-[13px]">
            {data.history.map((one) => (
              <li key={`${one.date} ${one.event}`} className="break-words">
                <span className="text-ink-2">{formatMoment(one.date)}</span> {texts.events[one.event] ?? one.event}
                {(one.event === 'granted' || one.event === 'disputed') && one.source ? `: ${one.source}` : ''}
              </li>
            ))}
          </ul>
        </details>
      )}
      {failure && <Alert tone="danger">{failure}</Alert>}
      {receipt.answer && (
        <Alert tone="success">
          {texts.receiptSaved}{' '}
          <a href="/receipt" className="underline">
            {texts.receiptCheck}
          </a>
        </Alert>
      )}
      {data.stopped_at === null && !stopped && (
        <div className="flex flex-wrap gap-2 *:grow">
          {data.snoozed_until === null && (
            <Button variant="secondary" busy={snooze.busy} onClick={() => void snooze.run()}>
              {texts.snooze}
            </Button>
          )}
          <Button variant="secondary" busy={dispute.busy} onClick={() => setAsks('dispute')}>
            {texts.dispute}
          </Button>
        </div>
      )}
      {(data.consent !== null || data.history.length > 0) && (
        <div className="flex flex-wrap gap-2 *:grow">
          <Button variant="ghost" busy={receipt.busy} onClick={() => void receipt.run()}>
            {texts.receipt}
          </Button>
          <Button variant="ghost" onClick={() => saveFile(fileOf(data), texts.saveAs)}>
            {texts.save}
          </Button>
          <Button variant="ghost" busy={erase.busy} onClick={() => setAsks('erase')}>
            {texts.erase}
          </Button>
        </div>
      )}
      {asks && (
        <Confirm
          danger
          title={asked.title}
          confirmLabel={asked.act}
          cancelLabel={texts.cancel}
          onConfirm={() => {
            setAsks(null)
            void asked.run()
          }}
          onClose={() => setAsks(null)}
        >
          {asked.text}
        </Confirm>
      )}
    </section>
  )
}
