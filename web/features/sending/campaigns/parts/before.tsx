// What came of a further wave, or of a copy, beside the campaign before it (rule campaign-before).
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { percentOf } from '../../../../../contract/ground/percent.ts'
import type { CampaignFigures } from '../../../../../contract/sending/campaigns.ts'
import { call, errorText } from '../../../../lib/api/http.ts'
import { keys } from '../../../../lib/api/query-keys.ts'
import { formatNumber, formatPercent, formatRupiah } from '../../../../lib/format/format.ts'
import { campaignTexts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Card, CardHead } from '../../../../ui/card.tsx'
import { type Campaign, isReachTold, moves } from '../api.ts'

const texts = campaignTexts.before
const NOTHING = '–'
const rate = (count: number | undefined, of: number): string =>
  count === undefined || of === 0 ? NOTHING : texts.rate(formatPercent(percentOf(count, of)), formatNumber(count))
const told = (figures: CampaignFigures, what: 'delivered' | 'read' | 'answered'): string =>
  isReachTold(figures) ? rate(figures[what], figures.success) : NOTHING
/** In this order. Failures are part of what was tried; all else of what was sent. */
const ROWS: readonly { label: string; show: (figures: CampaignFigures) => string }[] = [
  { label: texts.sent, show: ({ success }) => formatNumber(success) },
  { label: texts.delivered, show: (one) => told(one, 'delivered') },
  { label: texts.read, show: (one) => told(one, 'read') },
  { label: texts.answered, show: (one) => told(one, 'answered') },
  { label: texts.fail, show: ({ success, fail }) => rate(fail, success + fail) },
  { label: texts.stopped, show: ({ stops, success }) => rate(stops?.stopped, success) },
  { label: texts.disputed, show: ({ stops, success }) => rate(stops?.disputed, success) },
  {
    label: texts.cost,
    show: ({ cost, success }) =>
      success === 0 ? NOTHING : texts.costOf(formatRupiah(cost), formatRupiah(Math.round(cost / success))),
  },
]

/** It is not asked for as often as the counts above it: stops are looked for among all since the launch. */
const LOOK_MS = 60_000

export default function Before({ campaign }: { campaign: Campaign }) {
  const { id } = campaign
  const { data, error } = useQuery({
    queryKey: keys.sums('campaigns', 'before', id),
    queryFn: ({ signal }) =>
      call('GET /admin/campaign/before', { query: { id } }, { signal, fallback: campaignTexts.oneFailed }),
    refetchInterval: moves(campaign) ? LOOK_MS : false,
  })
  if (error) return <Alert tone="danger">{errorText(error)}</Alert>
  if (!data?.now || !data.before) return null
  const { now, before } = data
  return (
    <Card className="min-w-0 lg:col-span-2">
      <CardHead>{texts.title}</CardHead>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section aria-label={texts.title} tabIndex={0} className="overflow-x-auto px-4 pb-4">
        <table className="w-full text-left tabular-nums">
          <caption className="sr-only">{texts.title}</caption>
          <thead>
            <tr className="align-bottom text-[13px] text-ink-2">
              <th scope="col" className="py-2 pr-3 font-normal">
                {texts.figure}
              </th>
              <th scope="col" className="py-2 pr-3 text-right font-normal">
                {texts.this}
              </th>
              <th scope="col" className="max-w-48 py-2 text-right font-normal break-words">
                <Link to={`/campaign/show?id=${before.id}`} className="underline underline-offset-2">
                  {before.name}
                </Link>
              </th>
            </tr>
          </thead>
          <tbody>
            {ROWS.map(({ label, show }) => (
              <tr key={label} className="border-t border-line">
                <th scope="row" className="py-1.5 pr-3 font-normal text-ink-2">
                  {label}
                </th>
                <td className="py-1.5 pr-3 text-right">{show(now)}</td>
                <td className="py-1.5 text-right">{show(before)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="mt-2 text-[13px] text-ink-2">{texts.note}</p>
      </section>
    </Card>
  )
}
