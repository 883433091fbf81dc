// /withdraw/requested: everybody's requests, for those who pay out (rule staff-pay-out).
import { HandCoins } from 'lucide-react'
import { useState } from 'react'
import { ADMIN_CLIENT_ID, userClientId } from '../../../contract/channels.ts'
import type { WithdrawItem } from '../../../contract/withdraw.ts'
import { formatMoment, formatRupiah } from '../../lib/format/format.ts'
import { PagedList } from '../../lib/lists/paged-list.tsx'
import { useRowAction } from '../../lib/lists/use-row-action.ts'
import { ScreenHead } from '../../lib/screen/screen-head.tsx'
import type { SessionUser } from '../../lib/session/session.ts'
import { signedIn } from '../../lib/session/signed-in.tsx'
import { sortingOf } from '../../lib/lists/sorting.ts'
import { usePageQuery } from '../../lib/lists/use-page-query.ts'
import { useRealtime } from '../../realtime/use-realtime.ts'
import { common, withdrawTexts as texts } from '../../texts/indonesian.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Confirm } from '../../ui/confirm.tsx'
import type { Column } from '../../ui/data-list.tsx'
import { FilterChips } from '../../ui/filter-chips.tsx'
import { RowToggle } from '../../ui/row-toggle.tsx'
import { CHANGED, updateWithdraw, useRefreshWithdraws, useWithdraws } from './api.ts'
import { StaffGate } from './parts/staff-gate.tsx'
import { StatusBadge } from './parts/status-badge.tsx'
import { Transfer } from './parts/transfer.tsx'

type Status = WithdrawItem['status']
type Step = { item: WithdrawItem; to: Status }
const { columns: heads } = texts
const STEPS: Record<Status, [Status, string, 'primary' | 'secondary' | 'ghost'][]> = {
  requested: [
    ['accepted', texts.accept, 'primary'],
    ['rejected', texts.reject, 'secondary'],
  ],
  accepted: [['requested', texts.undo, 'secondary']],
  rejected: [['requested', texts.undo, 'secondary']],
}
/** Empty: all requests. */
const STATUSES = ['', 'requested', 'accepted', 'rejected'] as const
const nameOf = ({ User }: WithdrawItem): string => `${User.firstname} ${User.lastname}`.trim()
const transferId = (item: WithdrawItem): string => `transfer-${item.id}`

const useDecisions = () =>
  useRowAction<Step>({
    idOf: ({ item }) => item.id,
    send: ({ item, to }) => updateWithdraw(item.id, to),
    changes: CHANGED,
    doneText: ({ to }) => texts.done[to] ?? texts.updated,
    refusedTitle: texts.updateFailed,
  })

type RowHandlers = {
  open: string | null
  toggle: (item: WithdrawItem) => void
  isBusy: (id: string) => boolean
  ask: (step: Step) => void
}
const columnsOf = ({ open, toggle, isBusy, ask }: RowHandlers): Column<WithdrawItem>[] => [
  {
    head: heads.member,
    card: 'title',
    cell: (item) => (
      <RowToggle isOpen={open === item.id} controls={transferId(item)} onToggle={() => toggle(item)}>
        {nameOf(item)}
      </RowToggle>
    ),
  },
  {
    head: heads.nominal,
    sort: 'nominal',
    align: 'right',
    cell: (item) => <span className="font-medium whitespace-nowrap tabular-nums">{formatRupiah(item.nominal)}</span>,
  },
  {
    head: heads.balance,
    align: 'right',
    cell: ({ balance }) => (
      <span className={classNames('whitespace-nowrap tabular-nums', balance < 0 && 'font-medium text-danger-text')}>
        {formatRupiah(Math.floor(balance))}
      </span>
    ),
  },
  {
    head: heads.createdAt,
    sort: 'createdAt',
    cell: (item) => <span className="whitespace-nowrap">{formatMoment(item.createdAt)}</span>,
  },
  { head: heads.status, cell: (item) => <StatusBadge status={item.status} /> },
  {
    head: heads.action,
    card: 'foot',
    cell: (item) => (
      <div className="flex gap-2">
        {STEPS[item.status].map(([to, label, variant]) => (
          <Button
            key={to}
            size="sm"
            variant={variant}
            busy={isBusy(item.id)}
            aria-label={texts.actOn(label, nameOf(item), formatRupiah(item.nominal))}
            onClick={(event) => {
              event.stopPropagation()
              ask({ item, to })
            }}
          >
            {label}
          </Button>
        ))}
      </div>
    ),
  },
]

const transferOf = (open: string | null) => (item: WithdrawItem) =>
  open === item.id ? <Transfer id={transferId(item)} item={item} /> : null

/** Admin and dev get events about everybody's requests on the channel that they share, staff on their own. */
const useLiveRequests = (user: SessionUser): void => {
  const refresh = useRefreshWithdraws()
  useRealtime(user.role === 'staff' ? userClientId(user.id) : ADMIN_CLIENT_ID, (events) => {
    if (events.some(({ event }) => event === 'withdraw')) refresh()
  })
}

function Requests({ user }: { user: SessionUser }) {
  useLiveRequests(user)
  const place = usePageQuery()
  const sorting = sortingOf(place, 'withdraws')
  const param = place.param('status')
  const status = STATUSES.find((one) => one === param) ?? ''
  const { query } = useWithdraws({ page: place.page, user_id: null, sort: sorting.sent, status })
  const [open, setOpen] = useState<string | null>(null)
  const [step, ask] = useState<Step | null>(null)
  const { isBusy, run: decide } = useDecisions()
  const toggle = (item: WithdrawItem): void => setOpen(open === item.id ? null : item.id)
  return (
    <>
      <Card>
        <PagedList
          label={texts.requestedTitle}
          query={query}
          place={place}
          sorting={sorting}
          filters={
            <FilterChips
              label={texts.filter}
              now={status}
              choices={STATUSES.map((value) => ({ value, label: texts.filters[value] }))}
              onChoose={(value) => place.put({ status: value, page: '' })}
            />
          }
          columns={columnsOf({ open, toggle, isBusy, ask })}
          keyOf={(item) => item.id}
          onRow={toggle}
          detail={transferOf(open)}
          icon={HandCoins}
          minWidth="min-w-[44rem]"
          emptyNote={status === '' ? texts.requestedEmpty : texts.filteredEmpty}
        />
      </Card>
      {step && (
        <Confirm
          title={STEPS[step.item.status].find(([to]) => to === step.to)?.[1] ?? ''}
          confirmLabel={texts.yes}
          cancelLabel={common.cancel}
          danger={step.to === 'rejected'}
          onConfirm={() => decide(step)}
          onClose={() => ask(null)}
        >
          {texts.asks[step.to](nameOf(step.item), formatRupiah(step.item.nominal))}
        </Confirm>
      )}
    </>
  )
}

export default signedIn(function WithdrawRequested({ user }: { user: SessionUser }) {
  return (
    <StaffGate>
      <ScreenHead title={texts.requestedTitle} note={texts.requestedLead} />
      <Requests user={user} />
    </StaffGate>
  )
})
