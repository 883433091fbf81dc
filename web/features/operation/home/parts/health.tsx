// How the place stands in one line, each figure with the list that has it. Amber is what soon needs an act.
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { HOME_DAYS } from '../../../../../contract/ground/ranges.ts'
import { percentOf } from '../../../../../contract/ground/percent.ts'
import type { AdminHome } from '../../../../../contract/operation/home.ts'
import { formatNumber, formatPercent } from '../../../../lib/format/format.ts'
import { dashboardTexts as texts } from '../../../../texts/indonesian.ts'
import { Card } from '../../../../ui/card.tsx'
import { classNames } from '../../../../ui/class-names.ts'
import { LiveNumber } from '../../../../ui/live-number.tsx'

/** Of the people who got a message in the same days; from here on texts or recipients deserve a look. */
const MANY_OPT_OUTS_PERCENT = 2
/** Fewer free ones than this share of all are soon none. */
const FEW_PROXIES_SHARE = 0.1
const FEW_PROXIES = 2

type CellProps = {
  title: string
  to: string
  value: number | undefined
  shown?: string
  urgent?: boolean
  note?: string
}
function Cell({ title, to, value, shown = formatNumber(value ?? 0), urgent = false, note }: CellProps): ReactNode {
  return (
    <li className="min-w-0 flex-1 basis-36">
      <div role="group" aria-label={title} className="h-full">
        <Link to={to} className="flex h-full flex-col px-4 py-3 hover:bg-surface-2">
          <span className="text-xs text-ink-2">{title}</span>
          <p
            data-testid="stat-value"
            className={classNames('min-h-6 text-base font-semibold', urgent && 'text-warning-text')}
          >
            {value !== undefined && <LiveNumber value={value} text={shown} />}
          </p>
          {note && <span className={classNames('text-xs', urgent ? 'text-warning-text' : 'text-ink-2')}>{note}</span>}
        </Link>
      </div>
    </li>
  )
}

export function Health({ home }: { home: AdminHome | undefined }) {
  const { unUsed = 0, used = 0 } = home?.proxies ?? {}
  const all = unUsed + used
  const isLow = all > 0 && unUsed < Math.max(FEW_PROXIES, all * FEW_PROXIES_SHARE)
  const ofAll = (isLow ? texts.callProxiesLow : texts.callProxiesOf)(formatNumber(all))
  const sent = (home?.days ?? []).reduce((sum, { success }) => sum + success, 0)
  const rate = percentOf(home?.optOuts ?? 0, Math.max(1, sent))
  const { connectedCount, disconnectedCount } = home?.whatsapp ?? {}
  return (
    <section aria-labelledby="health" className="mt-6">
      <h2 id="health" className="mb-3 text-base font-semibold">
        {texts.health}
      </h2>
      <Card edge>
        <ul className="flex flex-wrap divide-line sm:divide-x">
          <Cell title={texts.connected} to="/whatsapp?status=connected" value={connectedCount} />
          <Cell title={texts.disconnected} to="/whatsapp?status=disconnected" value={disconnectedCount} />
          <Cell title={texts.activeMembers} to="/member" value={home?.activeMembers} />
          <Cell title={texts.unblasted} to="/phonenumber" value={home?.phones.unBlasted} />
          <Cell
            title={texts.unusedProxies}
            to="/proxy"
            value={home && unUsed}
            urgent={isLow}
            note={home && (all === 0 ? texts.callProxiesNone : ofAll)}
          />
          <Cell
            title={texts.callOptOut}
            to="/suppression"
            value={home && rate}
            shown={formatPercent(rate)}
            urgent={rate >= MANY_OPT_OUTS_PERCENT}
            note={home && texts.callOptOutNote(formatNumber(home.optOuts), HOME_DAYS)}
          />
        </ul>
      </Card>
    </section>
  )
}
