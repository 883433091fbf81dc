// /withdraw/requested/approvals: what waits for a second person, and the decision (rule second-person).
import { UserCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ApprovalItem } from '../../../../contract/people/approvals.ts'
import { call } from '../../../lib/api/http.ts'
import { usePaged } from '../../../lib/api/use-paged.ts'
import { formatMoment, formatRupiah } from '../../../lib/format/format.ts'
import { DateRange, daysOf } from '../../../lib/lists/date-range.tsx'
import { PagedList } from '../../../lib/lists/paged-list.tsx'
import { usePageQuery } from '../../../lib/lists/use-page-query.ts'
import { useRowAction } from '../../../lib/lists/use-row-action.ts'
import { BankChangeLine } from '../../../lib/bank-change/bank-change.tsx'
import { ScreenHead } from '../../../lib/screen/screen-head.tsx'
import { ProofButton } from '../../../lib/payouts/proof-button.tsx'
import { IfStaffMayPayOut } from '../../../lib/session/if-staff-may-pay-out.tsx'
import { approvalTexts as texts, bankChangeTexts, common, fromServer } from '../../../texts/indonesian.ts'
import { accountText } from './account-text.ts'
import { Changes } from './changes.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import type { Column } from '../../../ui/data-list.tsx'
import { FilterChips } from '../../../ui/filter-chips.tsx'

const LOOK_AGAIN_MS = 30_000
const STATUSES = ['waiting', 'approved', 'refused'] as const
const TONES: Record<ApprovalItem['status'], Tone> = { waiting: 'warning', approved: 'success', refused: 'danger' }
const { columns: heads, kinds } = texts

const isOfCampaign = (changes: ApprovalItem['changes']): boolean => changes.some(({ of }) => of === 'campaign_price')
const whatOf = ({ kind, amount, beneficiary, detail, changes }: ApprovalItem): string => {
  const rupiah = formatRupiah(amount)
  const name = beneficiary ?? texts.somebody
  if (kind === 'setting') return kinds.setting
  if (kind === 'lift') return kinds.lift
  if (isOfCampaign(changes)) return kinds.campaign(rupiah, detail ?? '')
  if (changes.some(({ of }) => of === 'level_deleted')) return kinds.levelDeleted(detail ?? '')
  const lowest = changes.find(({ of }) => of === 'lowest_fee')?.after
  if (typeof lowest === 'number') return kinds.lowest(formatRupiah(lowest), detail ?? '')
  if (kind === 'level') return kinds.level(rupiah, detail ?? '')
  return kinds[kind](rupiah, name)
}
type Act = { item: ApprovalItem; approve: boolean }
type RowHandlers = { isBusy: (id: string) => boolean; ask: (act: Act) => void }

/** Where the money goes, what is worth a look before it does, and why the bank sent it back. */
function Destination({ item: { account, sameNetwork, mine, kind, detail } }: { item: ApprovalItem }) {
  return (
    <>
      {account !== null && (
        <div className="text-[13px] break-words text-ink-2">
          {accountText(account)}
          {kind === 'return' && detail !== null && <span className="block">{texts.returnText(detail)}</span>}
          <BankChangeLine change={account.change} />
        </div>
      )}
      {sameNetwork && !mine && <p className="text-[13px] text-ink-2">{bankChangeTexts.network}</p>}
    </>
  )
}
/** To what it is about, to look at before the decision. */
function WayThere({ item }: { item: ApprovalItem }) {
  // a release before does not say it
  if (!item.link) return null
  const label = texts.open[isOfCampaign(item.changes) ? 'campaign' : item.kind]
  return (
    <Link
      to={item.link}
      aria-label={texts.actOn(label, whatOf(item))}
      className="inline-flex min-h-8 items-center text-[13px] underline underline-offset-2"
    >
      {label}
    </Link>
  )
}
function What({ item }: { item: ApprovalItem }) {
  return (
    <div>
      <span className="font-semibold break-words">{whatOf(item)}</span>
      {(item.kind === 'bonus' || item.kind === 'lift') && item.detail !== null && (
        <span className="block text-[13px] break-words text-ink-2">{item.detail}</span>
      )}
      <Destination item={item} />
      <Changes item={item} />
      <WayThere item={item} />
    </div>
  )
}
/** Nobody decided: it ended with what it was about, as its reason says. */
const endedAlone = ({ decidedBy, reason }: ApprovalItem): boolean => decidedBy === null && reason !== null
function Status({ item }: { item: ApprovalItem }) {
  return (
    <div className="flex flex-col items-start gap-1 text-[13px] text-ink-2">
      <Badge tone={TONES[item.status]}>{texts.statuses[item.status]}</Badge>
      {item.status === 'waiting' && item.mine && texts.mine}
      {item.status === 'waiting' && item.forMe && texts.forMe}
      {item.tiedUntil && !item.forMe && texts.tied(formatMoment(item.tiedUntil))}
      {item.askerStopped && <span>{texts.askerStopped}</span>}
      {item.decidedAt !== null &&
        (endedAlone(item)
          ? formatMoment(item.decidedAt)
          : texts.by(item.decidedBy ?? texts.somebody, formatMoment(item.decidedAt)))}
      {item.reason !== null && <span className="break-words">{texts.because(fromServer(item.reason))}</span>}
    </div>
  )
}
const columnsOf = ({ isBusy, ask }: RowHandlers): Column<ApprovalItem>[] => [
  { head: heads.what, card: 'title', cell: (item) => <What item={item} /> },
  {
    head: heads.asked,
    card: 'sub',
    cell: ({ askedBy, askedAt }) => texts.by(askedBy ?? texts.somebody, formatMoment(askedAt)),
  },
  { head: heads.status, card: 'wide', cell: (item) => <Status item={item} /> },
  {
    head: heads.action,
    card: 'foot',
    cell: (item) => {
      const mayDecide = item.status === 'waiting' && !item.forMe && !item.tiedUntil
      if (!mayDecide && !item.proof) return null
      const refuse = item.mine ? texts.takeBack : texts.refuse
      return (
        <div className="flex flex-wrap gap-2">
          {item.proof && <ProofButton {...item.proof} name={whatOf(item)} label={texts.proof} />}
          {mayDecide && !item.mine && !item.askerStopped && (
            <Button
              size="sm"
              busy={isBusy(item.id)}
              aria-label={texts.actOn(texts.approve, whatOf(item))}
              onClick={() => ask({ item, approve: true })}
            >
              {texts.approve}
            </Button>
          )}
          {mayDecide && (
            <Button
              size="sm"
              variant="secondary"
              busy={isBusy(item.id)}
              aria-label={texts.actOn(refuse, whatOf(item))}
              onClick={() => ask({ item, approve: false })}
            >
              {refuse}
            </Button>
          )}
        </div>
      )
    },
  },
]

function Approvals() {
  const place = usePageQuery()
  const param = place.param('status')
  const status = STATUSES.find((one) => one === param) ?? 'waiting'
  const { query } = usePaged({
    of: 'approvals',
    route: 'GET /admin/approval/list-per-page',
    sent: { query: { ...place.paging, status, search: place.search, ...daysOf(place) } },
    fallback: texts.loadFailed,
    refetchMs: LOOK_AGAIN_MS,
  })
  const [act, ask] = useState<Act | null>(null)
  const { isBusy, run } = useRowAction<Act>({
    idOf: ({ item }) => item.id,
    send: ({ item, approve }) => call('PUT /admin/approval/decide', { body: { id: item.id, approve } }),
    changes: [
      'approvals',
      'bonuses',
      'levels',
      'settings',
      'users',
      'withdraws',
      'statements',
      'payouts',
      'suppressions',
      'phone-numbers',
      'campaigns',
    ],
    doneText: ({ approve }) => (approve ? texts.approved : texts.refused),
  })
  const refuse = act?.item.mine ? texts.takeBack : texts.refuse
  return (
    <>
      <ScreenHead title={texts.title} note={texts.lead} backTo="/withdraw/requested" />
      {query.data?.alone && (
        <div className="mb-5">
          <Alert tone="warning">{texts.alone}</Alert>
        </div>
      )}
      <Card edge>
        <PagedList
          label={texts.title}
          query={query}
          place={place}
          search={{ label: texts.search, hint: texts.searchHint }}
          filters={
            <>
              <FilterChips
                label={texts.filter}
                now={status}
                choices={STATUSES.map((value) => ({ value, label: texts.statuses[value] }))}
                onChoose={(value) => place.put({ status: value === 'waiting' ? '' : value, page: '' })}
              />
              <DateRange place={place} />
            </>
          }
          columns={columnsOf({ isBusy, ask })}
          keyOf={({ id }) => id}
          icon={UserCheck}
          minWidth="min-w-[44rem]"
          tall
          emptyNote={place.search === '' && !place.hasFilter ? texts.empty : texts.filteredEmpty}
        />
      </Card>
      {act && (
        <Confirm
          title={act.approve ? texts.approve : refuse}
          confirmLabel={act.approve ? texts.approve : refuse}
          cancelLabel={common.close}
          danger={!act.approve}
          onConfirm={() => run(act)}
          onClose={() => ask(null)}
        >
          {(act.approve ? texts.approveText : texts.refuseText)(whatOf(act.item))}
          <Destination item={act.item} />
          <Changes item={act.item} />
        </Confirm>
      )}
    </>
  )
}

export default function ApprovalScreen() {
  return (
    <IfStaffMayPayOut>
      <Approvals />
    </IfStaffMayPayOut>
  )
}
