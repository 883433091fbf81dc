// What a person agreed to, and what has happened to that consent since.
import type { PhoneRow } from '../../../../../contract/recipients/phone-numbers.ts'
import { formatMoment } from '../../../../lib/format/format.ts'
import { errorText } from '../../../../lib/api/http.ts'
import { listTexts, phoneTexts as texts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { useConsentHistory } from '../consent-api.ts'
import { Rights } from './rights.tsx'

function History({ number }: { number: string }) {
  const { data, isPending, error } = useConsentHistory(number)
  if (isPending) return <Skeleton className="h-16 w-full" />
  if (error && !data) return <Alert tone="danger">{errorText(error)}</Alert>
  const events = data?.data ?? []
  if (events.length === 0) return <p className="text-ink-2">{texts.historyEmpty}</p>
  return (
    <ol className="flex flex-col gap-3 border-l-2 border-line pl-4">
      {events.map(({ id, event, source, by_name, date }) => (
        <li key={id} className="min-w-0">
          <p className="font-semibold">{texts.historyEvents[event] ?? event}</p>
          <p className="text-[13px] break-words text-ink-2">{[source, by_name].filter(Boolean).join(' · ')}</p>
          <p className="text-[13px] text-ink-2">{texts.wib(formatMoment(date))}</p>
        </li>
      ))}
    </ol>
  )
}

export function ConsentCard({ phone }: { phone: PhoneRow }) {
  const facts: [string, string][] = [
    [texts.consentSource, phone.consent_source ?? listTexts.never],
    [texts.consentAt, phone.consent_at ? texts.wib(formatMoment(phone.consent_at)) : listTexts.never],
    [texts.grade, phone.consent_grade ? texts.grades[phone.consent_grade] : listTexts.never],
    [texts.consentBy, phone.consent_by_name ?? listTexts.never],
  ]
  return (
    <Card className="flex min-w-0 flex-col gap-5 p-5 sm:p-6" aria-label={texts.consentTitle}>
      <div>
        <h2 className="text-base font-semibold">{texts.consentTitle}</h2>
        <p className="mt-1 text-ink-2">{texts.consentLead}</p>
      </div>
      {phone.consent_at === null && <Alert tone="warning">{texts.consentNone}</Alert>}
      {phone.weak && <Alert tone="warning">{texts.weakNote}</Alert>}
      {phone.consent_at !== null && (
        <dl className="grid gap-4 sm:grid-cols-2">
          {facts.map(([label, value]) => (
            <div key={label} className="min-w-0 first:sm:col-span-2">
              <dt className="text-[13px] text-ink-2">{label}</dt>
              <dd className="mt-0.5 font-semibold break-words">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <h3 className="font-semibold">{texts.historyTitle}</h3>
      <History number={phone.number} />
      <Rights phone={phone} />
    </Card>
  )
}
