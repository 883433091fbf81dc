// /withdraw/requested: everybody's requests, for those who pay out (rule staff-pay-out).
import { HandCoins, Landmark, UserCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ADMIN_CLIENT_ID, userClientId } from '../../../../contract/ground/channels.ts'
import type { Answer, AnswerOf, Needs } from '../../../../contract/api/table.ts'
import type { WithdrawItem } from '../../../../contract/money/withdraw.ts'
import { callFile } from '../../../lib/api/call-file.ts'
import { ApiError } from '../../../lib/api/http.ts'
import { formatMoment, formatNumber, formatRupiah } from '../../../lib/format/format.ts'
import { ResourceList } from '../../../lib/lists/resource-list.tsx'
import { useRowAction } from '../../../lib/lists/use-row-action.ts'
import type { SessionUser } from '../../../lib/session/session.ts'
import { signedIn } from '../../../lib/session/signed-in.tsx'
import { DateRange, daysOf } from '../../../lib/lists/date-range.tsx'
import { sortingOf } from '../../../lib/lists/sorting.ts'
import { PersonFilter } from '../../../lib/lists/person-filter.tsx'
import { usePageQuery } from '../../../lib/lists/use-page-query.ts'
import { approvalTexts, common, withdrawTexts as texts } from '../../../texts/indonesian.ts'
import { Amount } from '../../../ui/amount.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { ExportButtons } from '../../../ui/export-buttons.tsx'
import { FilterChips } from '../../../ui/filter-chips.tsx'
import { notify } from '../../../ui/notify.tsx'
import { decisionOf, notesOf } from './act-rules.ts'
import { CHANGED, updateWithdraw, useLiveWithdraws, useWithdraws } from './api.ts'
import { History } from './parts/history.tsx'
import { OrderDialog } from './parts/order-dialog.tsx'
import { RejectDialog } from './parts/reject-dialog.tsx'
import { LABELS, nameOf, requestColumns, type Step, toldBy, transferId } from './parts/request-columns.tsx'
import { PayHold } from './parts/pay-hold.tsx'
import { IfStaffMayPayOut } from '../../../lib/session/if-staff-may-pay-out.tsx'
import { SendBackDialog } from './parts/send-back-dialog.tsx'
import { AtBank } from './parts/status.tsx'
import { Transfer } from './parts/transfer.tsx'
import { WaitQuestion } from './parts/wait-question.tsx'
import { Stopped, Waits } from './parts/waits.tsx'
import { useAcceptMany } from './use-accept-many.tsx'
import { useDownload } from './use-download.ts'

type Status = WithdrawItem['status']
const FILES = [{ label: texts.export, name: 'withdraws.csv' }]
/** The list opens on those that wait. */
const STATUSES = ['requested', 'accepted', 'rejected', 'all'] as const
const isOf = (userId: string) => (item: WithdrawItem) => item.userId === userId

/** Anyone who may decide is tied to the member; why: as the refusal says it. */
type Tied = { item: WithdrawItem; why: string }
type Decision = { item: WithdrawItem; to: Exclude<Status, 'rejected'> }
/** After an acceptance the destination is shown, because the transfer follows it (docs/decisions/0045). */
const useDecisions = (onAccepted: (item: WithdrawItem) => void, onAlone: (tied: Tied) => void) =>
  useRowAction<Decision, Answer<'PUT /admin/withdraw/update'>>({
    idOf: ({ item }) => item.id,
    send: ({ item, to }) => updateWithdraw(item.id, to),
    changes: CHANGED,
    refusedTitle: texts.updateFailed,
    onRefused: (error, { item }) => {
      if (!(error instanceof ApiError) || error.reason !== 'decider_wait') return false
      onAlone({ item, why: error.message })
      return true
    },
    onDone: ({ withdraw }, { item, to }) => {
      // not decided: it waits for a second person now
      if (withdraw.status !== to) return notify.info(approvalTexts.asked)
      notify.success(texts.done[to] ?? texts.updated)
      if (to === 'accepted') onAccepted(item)
    },
  })

const transferOf = (open: string | null) => (item: WithdrawItem) =>
  open === item.id ? (
    <div id={transferId(item)}>
      {/* What a row of one line, or a card, cuts off. */}
      <div className="hidden gap-1 py-2 in-data-dense:grid max-lg:grid">
        <AtBank item={item} />
        <Stopped item={item} />
        <Waits item={item} />
      </div>
      <Transfer item={item}>
        <Decided item={item} />
      </Transfer>
      <History item={item} name={nameOf(item)} />
    </div>
  ) : null

function Decided({ item }: { item: WithdrawItem }) {
  if (item.status === 'requested' || item.decidedAt === null) return null
  const [name, day] = [item.decidedBy ?? texts.somebody, formatMoment(item.decidedAt)]
  return (
    <p className="w-full text-[13px] break-words text-ink-2">
      {item.cancelled ? texts.cancelledBy(name, day) : texts.decided(texts.statuses[decisionOf(item)], name, day)}
      {item.reason !== null && <span className="block text-ink">{texts.because(item.reason)}</span>}
    </p>
  )
}

type Asked = Omit<NonNullable<Needs<'GET /admin/withdraw/export'>['query']>, 'format'>
const fetchRequests = (shown: Asked): Promise<Blob> =>
  callFile('GET /admin/withdraw/export', { query: { ...shown, format: 'csv' } }, { fallback: texts.exportFailed })

type QuestionProps = Step & { decide: (decision: Decision) => void; onClose: () => void }
/** Every act is asked for once more, with what it needs. */
function Question({ item, act, decide, onClose }: QuestionProps) {
  const about = { item, name: nameOf(item), onClose }
  if (act === 'rejected') return <RejectDialog {...about} />
  if (act === 'ordered') return <OrderDialog {...about} isNew={false} />
  if (act === 'returned') return <SendBackDialog {...about} />
  return (
    <Confirm
      title={LABELS[act]}
      confirmLabel={texts.yes}
      cancelLabel={common.cancel}
      onConfirm={() => decide({ item, to: act })}
      onClose={onClose}
    >
      <p>{texts.asks[act](nameOf(item), formatRupiah(item.nominal))}</p>
      <p className="mt-2 font-semibold break-words text-ink">{toldBy(item)}</p>
      {notesOf(item, act).map((note) => (
        <p key={note} className="mt-2">
          {texts[note]}
        </p>
      ))}
    </Confirm>
  )
}

type Answered = AnswerOf<'GET /admin/withdraw/histories-per-page'>
/** Of all that was found; nothing where that is more than is added up. */
const sumsOf = (found: Answered | undefined, isWaiting: boolean) => {
  if (!found || found.sum === null) return undefined
  const count = formatNumber(found.meta.total)
  const label = (isWaiting ? texts.waitingCount : texts.sumLabel)(count)
  return { label, cells: { [texts.columns.nominal]: <Amount value={found.sum} /> } }
}

function Requests({ user }: { user: SessionUser }) {
  // admin and dev get events about everybody's requests on the channel that they share, staff on their own
  useLiveWithdraws(user.role === 'staff' ? userClientId(user.id) : ADMIN_CLIENT_ID)
  const place = usePageQuery()
  const sorting = sortingOf(place, 'withdraws')
  const param = place.param('status')
  const shown = STATUSES.find((one) => one === param) ?? 'requested'
  const status = shown === 'all' ? '' : shown
  const whose = place.param('user_id')
  const asked = { user_id: whose || null, sort: sorting.sent, status, search: place.search, ...daysOf(place) } as const
  const { query } = useWithdraws({ ...place.paging, ...asked })
  const bulk = useAcceptMany(query.data?.data ?? [])
  const isWaiting = shown === 'requested' && whose === '' && place.search === '' && !place.hasFilter
  const [open, setOpen] = useState<string | null>(null)
  const [step, ask] = useState<Step | null>(null)
  const [accepted, setAccepted] = useState<WithdrawItem | null>(null)
  const [tied, setTied] = useState<Tied | null>(null)
  const { isBusy, run: decide } = useDecisions(setAccepted, setTied)
  const { busy, onSave } = useDownload(() => fetchRequests(asked))
  const toggle = (item: WithdrawItem): void => setOpen(open === item.id ? null : item.id)
  return (
    <ResourceList
      words={{
        title: texts.requestedTitle,
        lead: texts.requestedLead,
        search: texts.search,
        searchHint: texts.searchHint,
      }}
      tools={
        <>
          <Link to="/withdraw/requested/payouts" className={buttonClass('secondary', 'sm')}>
            <Landmark aria-hidden className="size-4" />
            {texts.payouts}
          </Link>
          <Link to="/withdraw/requested/approvals" className={buttonClass('secondary', 'sm')}>
            <UserCheck aria-hidden className="size-4" />
            {texts.approvals}
          </Link>
          <ExportButtons files={FILES} busy={busy} onSave={onSave} />
        </>
      }
      before={<PayHold isAdmin={user.role === 'admin' || user.role === 'dev'} />}
      query={query}
      place={place}
      sorting={sorting}
      filters={
        <>
          {whose !== '' && <PersonFilter place={place} person={query.data?.data.find(isOf(whose))?.User} />}
          <FilterChips
            label={texts.filter}
            now={shown}
            choices={STATUSES.map((value) => ({ value, label: texts.filters[value] }))}
            onChoose={(value) => place.put({ status: value === 'requested' ? '' : value, page: '' })}
          />
          <DateRange place={place} />
        </>
      }
      columns={requestColumns({ open, toggle, isBusy, ask })}
      keyOf={(item) => item.id}
      onRow={toggle}
      detail={transferOf(open)}
      icon={HandCoins}
      minWidth="min-w-[48rem]"
      sums={sumsOf(query.data, isWaiting)}
      bulk={bulk}
      emptyNote={isWaiting ? texts.requestedEmpty : texts.filteredEmpty}
      filteredNote={texts.filteredEmpty}
    >
      {step && <Question {...step} decide={decide} onClose={() => ask(null)} />}
      {tied && <WaitQuestion {...tied} name={nameOf(tied.item)} onClose={() => setTied(null)} />}
      {accepted && <OrderDialog item={accepted} name={nameOf(accepted)} isNew onClose={() => setAccepted(null)} />}
    </ResourceList>
  )
}

export default signedIn(function WithdrawRequested({ user }: { user: SessionUser }) {
  return (
    <IfStaffMayPayOut>
      <Requests user={user} />
    </IfStaffMayPayOut>
  )
})
