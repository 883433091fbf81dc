// The lines of a batch, each with where it stands, its result and the proof of its payment.
import type { PayoutLine } from '../../../../../contract/money/payouts.ts'
import { BankChangeLine } from '../../../../lib/bank-change/bank-change.tsx'
import { ProofButton } from '../../../../lib/payouts/proof-button.tsx'
import { ProofUpload } from '../../../../lib/payouts/proof-upload.tsx'
import { payoutTexts as texts } from '../../../../texts/indonesian.ts'
import { amountColumn } from '../../../../ui/amount.tsx'
import { Card } from '../../../../ui/card.tsx'
import { type Column, DataList } from '../../../../ui/data-list.tsx'
import { LineBadge } from './badges.tsx'

/** An image pays a line that the bank has, as its result does. */
function Proof({ line }: { line: PayoutLine }) {
  const isAtBank = line.stage === 'ordered' || line.stage === 'paid'
  if (!isAtBank && !line.hasProof) return null
  return (
    <div className="flex flex-wrap gap-2">
      {line.hasProof && <ProofButton withdrawId={line.withdrawId} name={line.reference} />}
      {isAtBank && <ProofUpload withdrawId={line.withdrawId} name={line.reference} />}
    </div>
  )
}
const { columns: heads } = texts
const COLUMNS: Column<PayoutLine>[] = [
  { head: heads.member, card: 'title', cell: ({ member }) => <span className="font-semibold">{member}</span> },
  amountColumn({ head: heads.nominal, of: ({ nominal }) => nominal }),
  {
    head: heads.to,
    cell: (line) => (
      <>
        <span className="break-words">{`${line.account_bank} ${line.account_number} ${line.account_name}`}</span>
        <BankChangeLine change={line.bankChange} />
      </>
    ),
  },
  { head: heads.reference, cell: ({ reference }) => <span className="font-mono text-[13px]">{reference}</span> },
  {
    head: heads.status,
    cell: ({ status, reason, stage, returnWaits }) => (
      <div className="flex flex-col items-start gap-1">
        <LineBadge status={status} />
        {status === 'waiting' && stage === 'ordered' && (
          <span className="text-[13px] text-ink-2">{returnWaits ? texts.returnWaits : texts.lineOrdered}</span>
        )}
        {reason !== null && <span className="text-[13px] break-words text-ink-2">{reason}</span>}
      </div>
    ),
  },
  { head: heads.proof, card: 'foot', cell: (line) => <Proof line={line} /> },
]
export function Lines({ lines }: { lines: PayoutLine[] }) {
  return (
    <Card aria-label={texts.lines}>
      <h2 className="border-b border-line px-4 py-3 text-base font-semibold">{texts.lines}</h2>
      <DataList
        label={texts.lines}
        rows={lines}
        columns={COLUMNS}
        keyOf={({ withdrawId }) => withdrawId}
        minWidth="min-w-[52rem]"
      />
    </Card>
  )
}
