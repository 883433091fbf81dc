// Chooses the requests of a new batch: all that can be paid are chosen, and one takes out what should wait.
import { useState } from 'react'
import { PAYOUT_MAX } from '../../../../../contract/money/payouts-max.ts'
import type { WithdrawItem } from '../../../../../contract/money/withdraw.ts'
import { errorText } from '../../../../lib/api/http.ts'
import { useAction } from '../../../../lib/api/use-action.ts'
import { formatMoment, formatNumber, formatRupiah } from '../../../../lib/format/format.ts'
import { useSession } from '../../../../lib/session/session.ts'
import { common, payoutTexts as texts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { amountColumn } from '../../../../ui/amount.tsx'
import { Card } from '../../../../ui/card.tsx'
import { type Column, DataList } from '../../../../ui/data-list.tsx'
import type { RowSelection } from '../../../../ui/row-mark.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { CHANGED, createPayout, useChoices } from '../api.ts'

const nameOf = ({ User }: WithdrawItem): string => `${User.firstname} ${User.lastname}`.trim()
const { columns: heads } = texts
const COLUMNS: Column<WithdrawItem>[] = [
  { head: heads.member, card: 'title', cell: (item) => <span className="font-semibold">{nameOf(item)}</span> },
  amountColumn({ head: heads.nominal, of: ({ nominal }) => nominal }),
  { head: heads.to, cell: ({ User }) => `${User.account_bank} ${User.account_number}` },
  {
    head: heads.createdAt,
    cell: ({ createdAt }) => <span className="whitespace-nowrap">{formatMoment(createdAt)}</span>,
  },
]

function Choice({
  rows,
  onDone,
  onClose,
}: {
  rows: WithdrawItem[]
  onDone: (id: string) => void
  onClose: () => void
}) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = rows.filter(({ id }) => !left.has(id))
  const total = chosen.reduce((sum, { nominal }) => sum + nominal, 0)
  const { busy, failure, run } = useAction({
    send: () => createPayout(chosen.map(({ id }) => id)),
    changes: CHANGED,
    doneText: texts.created,
    onDone: ({ payout }) => onDone(payout.id),
  })
  const selection: RowSelection<WithdrawItem> = {
    isSelected: ({ id }) => !left.has(id),
    toggle: ({ id }) =>
      setLeft((before) =>
        before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set(before).add(id),
      ),
    all: chosen.length === 0 ? 'none' : chosen.length === rows.length ? 'all' : 'some',
    toggleAll: () => setLeft(chosen.length === rows.length ? new Set(rows.map(({ id }) => id)) : new Set()),
    words: { all: texts.chooseAll, one: (item) => texts.chooseOne(nameOf(item), formatRupiah(item.nominal)) },
  }
  if (rows.length === 0) return <p className="px-4 py-6 text-ink-2">{texts.nothing}</p>
  return (
    <>
      <DataList label={texts.choose} rows={rows} columns={COLUMNS} keyOf={({ id }) => id} selection={selection} />
      <div className="sticky bottom-0 flex flex-wrap items-center gap-3 border-t border-line bg-surface px-4 py-3">
        <p role="status" className="mr-auto font-semibold tabular-nums">
          {texts.chosen(formatNumber(chosen.length), formatRupiah(total))}
        </p>
        {failure && <Alert tone="danger">{failure}</Alert>}
        <Button variant="secondary" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button busy={busy} disabled={chosen.length === 0} onClick={() => void run()}>
          {busy ? texts.creating : texts.create}
        </Button>
      </div>
    </>
  )
}

export function Choose(props: { onDone: (id: string) => void; onClose: () => void }) {
  const query = useChoices(PAYOUT_MAX, useSession()?.user.id ?? '')
  return (
    <Card aria-label={texts.choose} className="mb-5">
      <div className="border-b border-line px-4 py-3">
        <h2 className="text-base font-semibold">{texts.choose}</h2>
        <p className="mt-1 text-[13px] text-ink-2">
          {texts.chooseLead} {texts.most(formatNumber(PAYOUT_MAX))}
        </p>
      </div>
      {query.isPending && <Skeleton className="m-4 h-40" />}
      {query.isError && <Alert tone="danger">{errorText(query.error)}</Alert>}
      {query.data && <Choice rows={query.data} {...props} />}
    </Card>
  )
}
