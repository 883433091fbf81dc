// One batch: what is in it, its two files, the second person's approval, and letting go what is undecided.
import { useState } from 'react'
import { formatMoment, formatNumber, formatRupiah } from '../../../../lib/format/format.ts'
import { useAction } from '../../../../lib/api/use-action.ts'
import { errorText } from '../../../../lib/api/http.ts'
import { ScreenHead } from '../../../../lib/screen/screen-head.tsx'
import { common, payoutTexts as texts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Confirm } from '../../../../ui/confirm.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { approvePayout, type Batch, CHANGED, releasePayout, usePayout } from '../api.ts'
import { PayoutBadges } from './badges.tsx'
import { BankFile, ResultForm } from './file-forms.tsx'
import { Lines } from './lines.tsx'

type Question = 'approve' | 'release'
const ACTS = {
  approve: { send: approvePayout, doneText: texts.approved, label: texts.approve },
  release: { send: releasePayout, doneText: texts.released, label: texts.release },
} as const

function Acts({ payout }: Batch) {
  const [question, ask] = useState<Question | null>(null)
  const { busy, failure, run } = useAction({
    send: (which: Question) => ACTS[which].send(payout.id),
    changes: CHANGED,
    doneText: (which) => ACTS[which].doneText,
  })
  if (payout.status !== 'frozen') return null
  const sum = [texts.requests(formatNumber(payout.count)), formatRupiah(payout.total)] as const
  return (
    <>
      {payout.second === 'waiting' && <Alert tone="warning">{payout.mine ? texts.secondMine : texts.secondText}</Alert>}
      {payout.tiedUntil && <Alert tone="info">{texts.tied(formatMoment(payout.tiedUntil))}</Alert>}
      {payout.askerStopped && <Alert tone="info">{texts.askerStopped}</Alert>}
      {failure && <Alert tone="danger">{failure}</Alert>}
      <div className="flex flex-wrap gap-2">
        {payout.second === 'waiting' && !payout.mine && !payout.tiedUntil && !payout.askerStopped && (
          <Button busy={busy} onClick={() => ask('approve')}>
            {texts.approve}
          </Button>
        )}
        {payout.fetchedAt === null && (
          <Button variant="secondary" busy={busy} onClick={() => ask('release')}>
            {texts.release}
          </Button>
        )}
      </div>
      {question && (
        <Confirm
          title={ACTS[question].label}
          confirmLabel={ACTS[question].label}
          cancelLabel={common.cancel}
          danger={question === 'release'}
          onConfirm={() => void run(question)}
          onClose={() => ask(null)}
        >
          {question === 'approve' ? texts.approveText(formatNumber(payout.count), sum[1]) : texts.releaseText}
        </Confirm>
      )}
    </>
  )
}

function Shown({ payout, lines }: Batch) {
  const may = payout.status !== 'released' && payout.second !== 'waiting'
  const count = formatNumber(payout.count)
  return (
    <div className="flex flex-col gap-5">
      <Card className="flex flex-col gap-4 p-5 sm:p-6" aria-label={texts.name(formatNumber(payout.number))}>
        <PayoutBadges payout={payout} />
        <p className="text-3xl font-semibold tabular-nums">{formatRupiah(payout.total)}</p>
        <p className="text-ink-2">
          {texts.progress(formatNumber(payout.accepted), formatNumber(payout.returned), count)}
          <br />
          {formatMoment(payout.createdAt)} {texts.by(payout.createdBy ?? texts.somebody)}
          {payout.approvedBy !== null && ` · ${texts.approvedBy(payout.approvedBy)}`}
          {payout.fetchedAt !== null && (
            <>
              <br />
              {texts.fetched(formatMoment(payout.fetchedAt))}
            </>
          )}
        </p>
        <Acts payout={payout} lines={lines} />
      </Card>
      {may && (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <Card className="p-5 sm:p-6" aria-label={texts.download}>
            <BankFile payout={payout} />
          </Card>
          <Card className="p-5 sm:p-6" aria-label={texts.result}>
            <ResultForm payout={payout} />
          </Card>
        </div>
      )}
      <Lines lines={lines} />
    </div>
  )
}

export function BatchScreen({ id, backTo }: { id: string; backTo: string }) {
  const query = usePayout(id)
  const title = query.data ? texts.name(formatNumber(query.data.payout.number)) : texts.title
  return (
    <>
      <ScreenHead title={title} backTo={backTo} />
      {query.isPending && <Skeleton className="h-72 w-full rounded-2xl" />}
      {query.isError && !query.data && <Alert tone="danger">{errorText(query.error)}</Alert>}
      {query.data && <Shown {...query.data} />}
    </>
  )
}
