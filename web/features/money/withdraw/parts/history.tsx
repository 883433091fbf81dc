// Every step of a request with who took it, and every file that proves something about it (rules paid-is-paid, payout-proof).
import type { WithdrawHistory, WithdrawItem } from '../../../../../contract/money/withdraw.ts'
import { errorText } from '../../../../lib/api/http.ts'
import { formatMoment, formatNumber } from '../../../../lib/format/format.ts'
import { ProofButton } from '../../../../lib/payouts/proof-button.tsx'
import { ProofUpload } from '../../../../lib/payouts/proof-upload.tsx'
import { bankChangeTexts, withdrawTexts as texts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { takesProof } from '../act-rules.ts'
import { useHistory } from '../api.ts'

function Steps({ steps }: Pick<WithdrawHistory, 'steps'>) {
  if (steps.length === 0) return <p className="text-[13px] text-ink-2">{texts.noSteps}</p>
  return (
    <ol aria-label={texts.history} className="flex flex-col gap-1.5 text-[13px] text-ink-2">
      {steps.map(({ stage, at, by, reason, reference }, i) => (
        // steps are only added to, so the index is a stable key
        // oxlint-disable-next-line react/no-array-index-key
        <li key={i} className="break-words">
          <span className="text-ink">
            {texts.decided(texts.stepNames[stage], by ?? texts.somebody, formatMoment(at))}
          </span>
          {reference !== null && <span className="block">{texts.stages.reference(reference)}</span>}
          {reason !== null && <span className="block">{texts.because(reason)}</span>}
        </li>
      ))}
    </ol>
  )
}

type Props = { item: WithdrawItem; name: string }
export function History({ item, name }: Props) {
  const { data, isPending, error } = useHistory(item.id)
  return (
    <div className="flex flex-col gap-3 px-4 py-3">
      <h3 className="text-[13px] font-semibold">{texts.history}</h3>
      {isPending && <Skeleton className="h-5 w-64 max-w-full" />}
      {error && !data && <Alert tone="danger">{errorText(error)}</Alert>}
      {data?.sameNetwork && <p className="text-[13px] text-ink-2">{bankChangeTexts.network}</p>}
      {data && <Steps steps={data.steps} />}
      {data && (data.proofs.length > 0 || takesProof(item)) && (
        <div role="group" aria-label={texts.proofs} className="flex flex-wrap items-center gap-2">
          {data.proofs.map(({ n, kind }) => {
            const label = texts.proofNames[kind](formatNumber(n))
            return <ProofButton key={n} withdrawId={item.id} n={n} name={`${label} ${name}`} label={label} />
          })}
          {takesProof(item) && <ProofUpload withdrawId={item.id} name={name} />}
        </div>
      )}
    </div>
  )
}
