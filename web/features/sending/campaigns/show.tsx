// /campaign/show?id=: where a campaign stands, what is done with it, and what came of it (rule campaigns).
import { Suspense, useId } from 'react'
import { Link, useSearchParams } from 'react-router'
import { percentOf } from '../../../../contract/ground/percent.ts'
import { leftWhyOf } from '../../../../contract/sending/campaign-left.ts'
import { formatMoment, formatNumber, formatRupiah } from '../../../lib/format/format.ts'
import { linesOfAll } from '../../../lib/fail-reasons/lines.ts'
import { RecordScreen } from '../../../lib/screen/record-screen.tsx'
import { campaignTexts as texts, failReasonTexts } from '../../../texts/indonesian.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { part } from '../../../ui/part.tsx'
import { ProgressLine } from '../../../ui/progress-line.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { scheduleOf } from '../../../lib/campaigns/schedule.ts'
import { type Campaign, doneOf, isOpen, isReachTold, moves, priceWaits, shownState, TONES, useCampaign } from './api.ts'
import { Estimate } from './parts/estimate.tsx'
import { Moves } from './parts/moves.tsx'
import { People } from './parts/people.tsx'

const Messages = part(() => import('./parts/messages.tsx'))
const Before = part(() => import('./parts/before.tsx'))
const Course = part(() => import('./parts/course.tsx'))
const momentOf = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso))
/** Over what people are left who never got it. */
const leftOf = (campaign: Campaign) =>
  leftWhyOf({
    ...campaign,
    endAt: momentOf(campaign.end_at),
    endedAt: momentOf(campaign.ended_at),
    isCostLimited: campaign.budget_rupiah !== null,
  })
const PLACES = ['waiting', 'held', 'success', 'fail', 'unknown', 'dropped', 'gone'] as const
/** What came of what was sent. */
const REACHED = ['delivered', 'read', 'answered'] as const
const { fields: words, funnel } = texts

const shareOf = (count: number, of: number): string =>
  of === 0 ? formatNumber(count) : texts.share(formatNumber(count), formatNumber(Math.round(percentOf(count, of))))
const whyText = (why: NonNullable<Campaign['why']>, count: number, of: number): string =>
  why === 'nobody' || why === 'restored' ? texts.whys[why] : texts.stoppedBy[why](formatNumber(count), formatNumber(of))

function Standing({ campaign }: { campaign: Campaign }) {
  const { state, why, why_count, why_of, people, waiting, cost, price_asked } = campaign
  const left = leftOf(campaign)
  const whyOff = useId()
  return (
    <Card className="flex min-w-0 flex-col gap-4 p-5 sm:p-6">
      {why && <Alert tone="warning">{whyText(why, why_count, why_of)}</Alert>}
      {left && <Alert tone="warning">{texts.left(texts.leftWhys[left], formatNumber(waiting))}</Alert>}
      {campaign.audience_lost && campaign.rolled_at !== null && isOpen(campaign) && (
        <Alert tone="warning">{texts.audienceLost(formatMoment(campaign.rolled_at))}</Alert>
      )}
      {state === 'launching' && <Alert tone="info">{texts.launching}</Alert>}
      {priceWaits(campaign) && (
        <Alert
          tone="info"
          action={
            <Link
              to="/withdraw/requested/approvals"
              className="inline-flex min-h-8 items-center underline underline-offset-2"
            >
              {texts.toApprovals}
            </Link>
          }
        >
          <span id={whyOff}>{texts.priceWaits(formatRupiah(price_asked ?? 0))}</span>
        </Alert>
      )}
      <Moves campaign={campaign} offBecause={priceWaits(campaign) ? whyOff : undefined} />
      {isOpen(campaign) && <Estimate campaign={campaign} />}
      {people > 0 && (
        <>
          <div>
            <p className="text-3xl font-semibold tabular-nums" aria-live="polite">
              {texts.sentOf(formatNumber(campaign.success), formatNumber(people))}
            </p>
            {/* of one that nobody goes on with, who stopped or was deleted would be called progress */}
            {state !== 'cancelled' && (
              <ProgressLine label={texts.progress} percent={percentOf(doneOf(campaign), people)} />
            )}
          </div>
          <dl className="grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-4">
            {PLACES.map((place) => (
              <div key={place}>
                <dt className="text-[13px] text-ink-2">
                  {place === 'waiting' && !isOpen(campaign) ? texts.personStates.unsent : funnel[place]}
                </dt>
                <dd className="text-base tabular-nums">{formatNumber(campaign[place])}</dd>
              </div>
            ))}
            {REACHED.map((place) => (
              <div key={place}>
                <dt className="text-[13px] text-ink-2">{funnel[place]}</dt>
                <dd className="text-base tabular-nums">
                  {isReachTold(campaign) ? shareOf(campaign[place], campaign.success) : '–'}
                </dd>
              </div>
            ))}
            <div>
              <dt className="text-[13px] text-ink-2">{funnel.cost}</dt>
              <dd className="text-base tabular-nums">{formatRupiah(cost)}</dd>
            </div>
          </dl>
          {campaign.fail > 0 && (
            <div>
              <p className="text-[13px] text-ink-2">{failReasonTexts.title}</p>
              <ul className="list-disc pl-5 tabular-nums">
                {linesOfAll(campaign.failures ?? {}, campaign.fail).map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </div>
          )}
          {campaign.success > 0 && <p className="text-[13px] text-ink-2">{texts.reachTold}</p>}
        </>
      )}
    </Card>
  )
}

const audienceOf = ({ audience, rolled_at, launched_at, state }: Campaign): string => {
  const last = rolled_at ?? (audience === 'rolling' ? launched_at : null)
  if (last === null) return words.audiences[audience]
  const goesOn = audience === 'rolling' && (state === 'launching' || state === 'running' || state === 'paused')
  return goesOn ? texts.rolled(formatMoment(last)) : texts.rolledUntil(formatMoment(last))
}
function Details({ campaign }: { campaign: Campaign }) {
  const { segment_id, segment_name, budget, budget_rupiah, pace, price, priority } = campaign
  const rows = [
    [words.segment, segment_id === '' ? words.everybody : (segment_name ?? segment_id)],
    [words.audience, audienceOf(campaign)],
    [texts.columns.schedule, scheduleOf(campaign)],
    [words.budget, budget === null ? words.noLimit : formatNumber(budget)],
    [words.budgetRupiah, budget_rupiah === null ? words.noLimit : formatRupiah(budget_rupiah)],
    [words.pace, words.paces[pace]],
    [words.price, price === null ? words.memberPrice : formatRupiah(price)],
    [words.priority, words.priorities[priority as keyof typeof words.priorities] ?? String(priority)],
    [texts.columns.by, campaign.created_by_name ?? '–'],
  ] as const
  return (
    <Card className="min-w-0 p-5 sm:p-6" aria-label={texts.details}>
      <dl className="flex flex-col gap-3">
        {rows.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-[13px] text-ink-2">{label}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

export default function CampaignShow() {
  const id = useSearchParams()[0].get('id') ?? ''
  const query = useCampaign(id)
  const campaign = query.data?.campaign
  const state = campaign && shownState(campaign)
  return (
    <RecordScreen
      title={campaign?.name ?? texts.title}
      recent={campaign?.name ?? ''}
      note={
        campaign && state ? (
          <Badge tone={TONES[state]} live={moves(campaign)}>
            {texts.states[state]}
          </Badge>
        ) : (
          '\u00a0'
        )
      }
      backTo="/campaign"
      query={query}
      id={id}
      missing={texts.missing}
      skeleton="h-72 w-full rounded-2xl"
    >
      {({ campaign: one }) => (
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <Standing campaign={one} />
          <Details campaign={one} />
          <Suspense fallback={null}>
            <Messages templates={one.templates} />
          </Suspense>
          {one.launched_at !== null && (
            <>
              <div className="grid min-w-0 gap-5 lg:col-span-2 lg:grid-cols-2">
                <Suspense fallback={<Skeleton className="h-64 w-full rounded-2xl" />}>
                  <Course campaign={one} />
                </Suspense>
              </div>
              <Suspense fallback={null}>
                <Before campaign={one} />
              </Suspense>
              <People campaign={one} />
            </>
          )}
        </div>
      )}
    </RecordScreen>
  )
}
