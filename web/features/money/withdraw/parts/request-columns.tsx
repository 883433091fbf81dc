// The columns of everybody's requests: one line each, and what one does with it at its end.
import type { WithdrawItem } from '../../../../../contract/money/withdraw.ts'
import { maskAccount } from '../../../../../contract/people/account-number.ts'
import { formatMoment, formatRupiah } from '../../../../lib/format/format.ts'
import { withdrawTexts as texts } from '../../../../texts/indonesian.ts'
import { amountColumn } from '../../../../ui/amount.tsx'
import { Button } from '../../../../ui/button.tsx'
import type { Column } from '../../../../ui/data-list.tsx'
import { RowToggle } from '../../../../ui/row-toggle.tsx'
import { type Act, actsOf } from '../act-rules.ts'
import { AtBank, StatusBadge } from './status.tsx'
import { Stopped, Waits, waitsForPause } from './waits.tsx'

const { columns: heads } = texts
export type Step = { item: WithdrawItem; act: Act }
export const LABELS: Record<Act, string> = {
  accepted: texts.accept,
  rejected: texts.reject,
  requested: texts.undo,
  ordered: texts.order,
  returned: texts.sendBack,
}
const isPrimary = (act: Act): boolean => act === 'accepted' || act === 'ordered'
export const nameOf = ({ User }: WithdrawItem): string => `${User.firstname} ${User.lastname}`.trim()
/** By what one of two people of the same name is told from the other: where the money goes, and of when the request is. */
export const toldBy = ({ User, createdAt }: WithdrawItem): string =>
  texts.toldBy(
    texts.destination(User.account_bank || '–', maskAccount(User.account_number), User.account_name),
    formatMoment(createdAt),
  )
export const transferId = (item: WithdrawItem): string => `transfer-${item.id}`

type RowHandlers = {
  open: string | null
  toggle: (item: WithdrawItem) => void
  isBusy: (id: string) => boolean
  ask: (step: Step) => void
}
export const requestColumns = ({ open, toggle, isBusy, ask }: RowHandlers): Column<WithdrawItem>[] => [
  {
    head: heads.member,
    card: 'title',
    className: 'max-w-36 2xl:max-w-96',
    cell: (item) => (
      <RowToggle isOpen={open === item.id} controls={transferId(item)} onToggle={() => toggle(item)}>
        {nameOf(item)}
      </RowToggle>
    ),
  },
  amountColumn({
    head: heads.nominal,
    sort: 'nominal',
    card: 'side',
    of: ({ nominal }) => nominal,
    look: () => 'font-semibold',
  }),
  amountColumn({
    head: heads.balance,
    card: 'sub',
    mute: ({ balance }) => balance >= 0,
    of: ({ balance }) => Math.floor(balance),
    look: (balance) => (balance < 0 ? 'font-semibold text-danger-text' : ''),
  }),
  // it stands whole in what the row opens
  { head: heads.bank, wide: true, card: 'sub', cell: ({ User }) => User.account_bank || '–' },
  {
    head: heads.createdAt,
    sort: 'createdAt',
    card: 'sub',
    cell: (item) => <span className="whitespace-nowrap">{formatMoment(item.createdAt)}</span>,
  },
  {
    head: heads.status,
    className: 'max-w-28 2xl:max-w-96',
    card: 'sub',
    cell: (item) => (
      // on a card in one line, too: what is cut off stands whole in what it opens
      <div className="lines flex flex-wrap gap-1 max-lg:flex-nowrap max-lg:*:w-auto max-lg:*:min-w-0 max-lg:*:truncate max-lg:*:first:shrink-0">
        <StatusBadge item={item} />
        <AtBank item={item} />
        <Stopped item={item} />
        <Waits item={item} />
      </div>
    ),
  },
  {
    head: heads.action,
    card: 'foot',
    cell: (item) => (
      <div className="flex flex-wrap gap-1.5">
        {actsOf(item).map((act) => (
          <Button
            key={act}
            size="sm"
            variant={isPrimary(act) ? 'primary' : 'secondary'}
            busy={isBusy(item.id)}
            disabled={act === 'accepted' && (item.held || waitsForPause(item))}
            aria-label={texts.actOn(LABELS[act], nameOf(item), formatRupiah(item.nominal))}
            onClick={(event) => {
              event.stopPropagation()
              ask({ item, act })
            }}
          >
            {LABELS[act]}
          </Button>
        ))}
      </div>
    ),
  },
]
