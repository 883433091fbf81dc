// The lines of a batch, each with its result and the proof of its payment.
import { Upload } from 'lucide-react'
import { useRef } from 'react'
import type { PayoutLine } from '../../../../contract/payouts.ts'
import { useAction } from '../../../lib/api/use-action.ts'
import { formatRupiah } from '../../../lib/format/format.ts'
import { ProofButton } from '../../../lib/payouts/proof-button.tsx'
import { payoutTexts as texts } from '../../../texts/indonesian.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataList } from '../../../ui/data-list.tsx'
import { notify } from '../../../ui/notify.tsx'
import { CHANGED, sendProof } from '../api.ts'
import { LineBadge } from './badges.tsx'

function Proof({ line }: { line: PayoutLine }) {
  const input = useRef<HTMLInputElement>(null)
  const { busy, run } = useAction({
    send: (file: File) => sendProof(line.withdrawId, file),
    changes: CHANGED,
    doneText: texts.proofSaved,
    onRefused: (error) => {
      notify.error(error instanceof Error ? error.message : '')
      return true
    },
  })
  if (line.status !== 'accepted') return null
  return (
    <div className="flex flex-wrap gap-2">
      {line.hasProof && <ProofButton withdrawId={line.withdrawId} name={line.reference} />}
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        className="sr-only"
        tabIndex={-1}
        aria-hidden
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void run(file)
        }}
      />
      <Button
        size="sm"
        variant="ghost"
        busy={busy}
        aria-label={texts.proofAdd(line.reference)}
        onClick={() => input.current?.click()}
      >
        <Upload aria-hidden className="size-4" />
        {texts.proofAddWord}
      </Button>
    </div>
  )
}
const { columns: heads } = texts
const COLUMNS: Column<PayoutLine>[] = [
  { head: heads.member, card: 'title', cell: ({ member }) => <span className="font-medium">{member}</span> },
  {
    head: heads.nominal,
    align: 'right',
    cell: ({ nominal }) => <span className="whitespace-nowrap tabular-nums">{formatRupiah(nominal)}</span>,
  },
  {
    head: heads.to,
    cell: (line) => (
      <span className="break-words">{`${line.account_bank} ${line.account_number} ${line.account_name}`}</span>
    ),
  },
  { head: heads.reference, cell: ({ reference }) => <span className="font-mono text-[13px]">{reference}</span> },
  {
    head: heads.status,
    cell: ({ status, reason }) => (
      <div className="flex flex-col items-start gap-1">
        <LineBadge status={status} />
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
