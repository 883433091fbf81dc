// What the service promises, and whether it was kept in the last 24 hours and 30 days.
import { type Promised, PROMISES, type Status } from '../../../../../contract/operation/status.ts'
import { statusTexts as texts } from '../../../../texts/indonesian.ts'
import { Card } from '../../../../ui/card.tsx'
import { formatKept } from '../words.ts'
import { StateBadge } from './state-badge.tsx'

const shown = (promised: Promised, value: number | null): string =>
  value === null ? texts.unmeasured : formatKept(promised, value)

function Tile({ promised, status }: { promised: Promised; status: Status }) {
  const day = status.day.promises[promised]
  const month = status.month.promises[promised]
  return (
    <Card aria-label={texts.names[promised]} className="flex min-w-0 flex-col p-4 last:sm:max-xl:col-span-2 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 xl:flex-col xl:items-start">
        <h3 className="text-[13px] text-ink-2 xl:min-h-10">{texts.names[promised]}</h3>
        <StateBadge met={day.met} />
      </div>
      <p data-testid="promise-value" className="mt-2 text-3xl font-semibold tabular-nums">
        {day.value === null ? '–' : formatKept(promised, day.value)}
      </p>
      <p className="text-[13px] text-ink-2">{texts.notes[promised]}</p>
      <p className="mt-3 text-[13px] text-ink-2 xl:mt-auto xl:pt-3">
        {texts.aims[promised](formatKept(promised, status.aims[promised]))}
      </p>
      <p className="text-[13px] text-ink-2 tabular-nums">{texts.inMonth(shown(promised, month.value))}</p>
    </Card>
  )
}

export function Promises({ status }: { status: Status }) {
  return (
    <section aria-labelledby="promises">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3">
        <h2 id="promises" className="text-base font-semibold">
          {texts.promises}
        </h2>
        <p className="text-[13px] text-ink-2">{texts.inDay}</p>
      </div>
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-5">
        {PROMISES.map((promised) => (
          <Tile key={promised} promised={promised} status={status} />
        ))}
      </div>
    </section>
  )
}
