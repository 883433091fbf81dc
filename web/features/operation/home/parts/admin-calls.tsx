// What may soon need an act, each with the list that has it. Both stand there also when all is well: their place does not move.
import { Link } from 'react-router'
import { percentOf } from '../../../../../contract/ground/percent.ts'
import type { AdminHome } from '../../../../../contract/operation/home.ts'
import { HOME_DAYS } from '../../../../../contract/ground/ranges.ts'
import { formatNumber, formatPercent } from '../../../../lib/format/format.ts'
import { dashboardTexts as texts } from '../../../../texts/indonesian.ts'
import { classNames } from '../../../../ui/class-names.ts'
import { LiveNumber } from '../../../../ui/live-number.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'

/** Of the people who got a message in the same days; from here on texts or recipients deserve a look. */
const MANY_OPT_OUTS_PERCENT = 2
/** Fewer free ones than this share of all are soon none. */
const FEW_PROXIES_SHARE = 0.1
const FEW_PROXIES = 2

type Call = { title: string; to: string; value: number; shown: string; note: string; isUrgent: boolean }

const callsOf = (home: AdminHome): Call[] => {
  const { proxies, optOuts, days } = home
  const all = proxies.unUsed + proxies.used
  const isLow = all > 0 && proxies.unUsed < Math.max(FEW_PROXIES, all * FEW_PROXIES_SHARE)
  const sent = days.reduce((sum, { success }) => sum + success, 0)
  const rate = percentOf(optOuts, Math.max(1, sent))
  const count = (value: number) => ({ value, shown: formatNumber(value) })
  return [
    {
      title: texts.callProxies,
      to: '/proxy',
      ...count(proxies.unUsed),
      note: all === 0 ? texts.callProxiesNone : (isLow ? texts.callProxiesLow : texts.callProxiesOf)(formatNumber(all)),
      isUrgent: isLow,
    },
    {
      title: texts.callOptOut,
      to: '/suppression',
      value: rate,
      shown: formatPercent(rate),
      note: texts.callOptOutNote(formatNumber(optOuts), HOME_DAYS),
      isUrgent: rate >= MANY_OPT_OUTS_PERCENT,
    },
  ]
}

const NAMES = [texts.callProxies, texts.callOptOut]
const BOX = 'flex min-h-28 flex-col rounded-2xl border p-3.5 shadow-card sm:p-4'

export function AdminCalls({ home }: { home: AdminHome | undefined }) {
  const calls = home && callsOf(home)
  return (
    <section aria-label={texts.calls} className="mb-6">
      <h2 className="mb-3 text-base font-semibold">{texts.calls}</h2>
      <ul className="grid grid-cols-2 gap-3 sm:gap-4">
        {NAMES.map((title, at) => {
          const call = calls?.[at]
          return (
            <li key={title} className="grid">
              {call ? (
                <Link
                  to={call.to}
                  className={classNames(
                    BOX,
                    call.isUrgent
                      ? 'border-warning-text/40 bg-warning-soft text-warning-text'
                      : 'border-line bg-surface hover:bg-surface-2',
                  )}
                >
                  <span className="text-[13px] leading-5 font-semibold">{title}</span>
                  <span className="mt-1 text-3xl font-semibold tracking-tight">
                    <LiveNumber value={call.value} text={call.shown} />
                  </span>
                  <span className={classNames('mt-auto text-[13px] leading-5', !call.isUrgent && 'text-ink-2')}>
                    {call.note}
                  </span>
                </Link>
              ) : (
                <Skeleton className="min-h-28 rounded-2xl" />
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
