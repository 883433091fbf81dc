// A member's own request on phones and tablets: the amount and its state in one line, then when and where to, why, and what helps.
import type { ReactNode } from 'react'
import type { WithdrawItem } from '../../../../../contract/money/withdraw.ts'
import { formatMoment, formatRupiah } from '../../../../lib/format/format.ts'
import { Cause, StatusBadge } from './status.tsx'

type Parts = { to: (item: WithdrawItem) => string; acts: (item: WithdrawItem) => ReactNode }
function OwnRequest({ item, to, acts }: Parts & { item: WithdrawItem }) {
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <span className="font-semibold whitespace-nowrap tabular-nums">{formatRupiah(item.nominal)}</span>
        <StatusBadge item={item} />
      </div>
      <p className="-mt-1 text-xs text-ink-2">
        {formatMoment(item.createdAt)} · {to(item)}
      </p>
      <div className="text-xs">
        <Cause item={item} />
      </div>
      {acts(item)}
    </>
  )
}

export const ownRequest = (parts: Parts) =>
  function Card(item: WithdrawItem) {
    return <OwnRequest item={item} {...parts} />
  }
