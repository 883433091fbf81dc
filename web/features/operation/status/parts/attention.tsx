// What is wrong now, each with its next step and its runbook, and what is over. A server that no longer looks at itself is said, too:
// then an empty list would mean nothing.
import { BookOpen, TriangleAlert } from 'lucide-react'
import type { Status } from '../../../../../contract/operation/status.ts'
import { MINUTE_MS } from '../../../../../contract/ground/time.ts'
import type { Trouble } from '../../../../../contract/operation/troubles.ts'
import { formatClock, formatMoment, formatNumber, formatSince } from '../../../../lib/format/format.ts'
import { fromServer, statusTexts as texts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Badge } from '../../../../ui/badge.tsx'
import { buttonClass } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { formatLasted } from '../../../../lib/format/lasted.ts'
import { figuresOf, titleOf } from '../words.ts'

/** Looks are five minutes apart, and one may be missed. */
const STALE_MS = 15 * MINUTE_MS

function Told({ trouble: { told, alerts } }: { trouble: Trouble }) {
  if (!told) return <Badge>{texts.isUntold}</Badge>
  if (alerts.length === 0) return <Badge tone="warning">{texts.noAddress}</Badge>
  const has = (state: Trouble['alerts'][number]['state']): boolean => alerts.some((one) => one.state === state)
  if (has('delivered')) return <Badge tone="info">{texts.isTold}</Badge>
  return <Badge tone="warning">{has('waits') ? texts.isTelling : texts.isGivenUp}</Badge>
}

function Runbook({ at }: { at: string }) {
  return at.startsWith('https://') ? (
    <a href={at} target="_blank" rel="noreferrer" className={buttonClass('secondary', 'sm')}>
      <BookOpen aria-hidden className="size-4" />
      {texts.runbook}
    </a>
  ) : (
    <p className="flex min-w-0 items-center gap-1.5 text-[13px] text-ink-2">
      <BookOpen aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 break-words">{texts.runbookPath(at)}</span>
    </p>
  )
}

function OpenTrouble({ trouble, now }: { trouble: Trouble; now: number }) {
  const figures = figuresOf(trouble)
  return (
    <li className="border-t border-line px-4 py-4 first:border-t-0 sm:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1.5">
        <h3 className="flex min-w-0 items-start gap-2 font-semibold text-danger-text">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 break-words">{titleOf(trouble)}</span>
        </h3>
        <Told trouble={trouble} />
      </div>
      <p data-lasting className="mt-0.5 text-[13px] text-ink-2">
        {texts.since(formatSince(trouble.since), formatLasted(now - Date.parse(trouble.since)))}
        {figures !== '' && ` · ${figures}`}
      </p>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <p className="min-w-0 flex-1 basis-64">
          <span className="font-semibold">{texts.next}: </span>
          {fromServer(trouble.next)}
        </p>
        <Runbook at={trouble.runbook} />
      </div>
    </li>
  )
}

function Ended({ troubles }: { troubles: readonly Trouble[] }) {
  if (troubles.length === 0) return <p className="mt-3 text-[13px] text-ink-2">{texts.endedNone}</p>
  return (
    <details className="mt-3">
      <summary className="inline-flex min-h-8 items-center rounded text-[13px] text-ink-2 underline underline-offset-2">
        {texts.endedTitle(formatNumber(troubles.length))}
      </summary>
      <Card className="mt-2">
        <ul>
          {troubles.map((trouble) => (
            <li key={trouble.id} className="border-t border-line px-4 py-3 first:border-t-0 sm:px-5">
              <p className="font-semibold break-words">{titleOf(trouble)}</p>
              <p className="text-[13px] text-ink-2">
                {texts.endedSpan(
                  formatMoment(trouble.since),
                  formatMoment(trouble.ended ?? ''),
                  formatLasted(Date.parse(trouble.ended ?? '') - Date.parse(trouble.since)),
                )}
              </p>
            </li>
          ))}
        </ul>
      </Card>
    </details>
  )
}

function Looked({ often, now, isWell }: { often: string | null; now: number; isWell: boolean }) {
  if (often === null) return <Alert tone="info">{texts.neverLooked}</Alert>
  if (now - Date.parse(often) > STALE_MS) return <Alert tone="warning">{texts.staleLook(formatSince(often))}</Alert>
  return isWell ? <Alert tone="success">{texts.well(formatClock(often))}</Alert> : null
}

/** @param now epoch ms of the server when it answered: durations do not run while there is no line, and this machine's clock may be wrong */
export function Attention({ troubles: { open, ended, lookedAt }, now }: { troubles: Status['troubles']; now: number }) {
  return (
    <section aria-labelledby="attention">
      <h2 id="attention" className="mb-3 text-base font-semibold">
        {texts.attention}
      </h2>
      <div className="flex flex-col gap-3">
        <Looked often={lookedAt.often} now={now} isWell={open.length === 0} />
        {open.length > 0 && (
          <Card>
            <ul aria-labelledby="attention">
              {open.map((trouble) => (
                <OpenTrouble key={trouble.id} trouble={trouble} now={now} />
              ))}
            </ul>
          </Card>
        )}
      </div>
      <Ended troubles={ended} />
    </section>
  )
}
