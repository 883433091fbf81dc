// How many a rule finds, and the first of them.
import { Link } from 'react-router'
import { percentOf as percent } from '../../../../../contract/ground/percent.ts'
import { formatNumber } from '../../../../lib/format/format.ts'
import { segmentTexts as texts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Card } from '../../../../ui/card.tsx'
import { ProgressLine } from '../../../../ui/progress-line.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import type { Count } from '../../../../lib/segments/use-count.ts'

export function CountCard({ count, isWhole }: { count: Count; isWhole: boolean }) {
  const { people, sendable, resting, sample, looked, all, isExact, failure } = count
  const least = (value: number): string => (isExact ? formatNumber(value) : texts.atLeast(formatNumber(value)))
  return (
    <Card className="flex flex-col gap-4 p-5 sm:p-6">
      <h2 className="text-base font-semibold">{texts.found}</h2>
      {!isWhole && <p className="text-ink-2">{texts.notWhole}</p>}
      {failure && <Alert tone="danger">{failure}</Alert>}
      {isWhole && looked === 0 && !isExact && !failure && <Skeleton className="h-20 w-full" />}
      {isWhole && (looked > 0 || isExact) && (
        <>
          <p aria-live="polite" className="text-3xl font-semibold tabular-nums">
            {texts.people(least(people))}
          </p>
          {!isExact && !failure && all > 0 && (
            <ProgressLine label={texts.counting} percent={Math.min(100, percent(looked, all))} />
          )}
          <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-[13px]">
            <dt className="text-ink-2">{texts.sendable}</dt>
            <dd className="text-right tabular-nums">{least(sendable)}</dd>
            <dt className="text-ink-2">{texts.resting}</dt>
            <dd className="text-right tabular-nums">{least(resting)}</dd>
          </dl>
          {sample.length > 0 && (
            <div>
              <h3 className="mb-1 text-[13px] text-ink-2">{texts.sample}</h3>
              <ul className="flex flex-col divide-y divide-line">
                {sample.map(({ id, number, name }) => (
                  <li key={id} className="flex min-w-0 justify-between gap-3 py-1.5">
                    <Link to={`/phonenumber/edit?id=${id}`} className="font-semibold tabular-nums">
                      {number}
                    </Link>
                    <span className="truncate text-ink-2">{name}</span>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </>
      )}
    </Card>
  )
}
