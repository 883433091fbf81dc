// Uploads an image that proves a payment: an ordered request is paid by it (rule payout-proof).
import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { payoutTexts as texts } from '../../texts/indonesian.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notify.tsx'
import { call, errorText } from '../api/http.ts'
import { useAction } from '../api/use-action.ts'
import { PROOF_KINDS, proofProblem } from './proof-file.ts'

const CHANGED = ['payouts', 'withdraws', 'statements'] as const
const sendProof = (id: string, file: File) => {
  const form = new FormData()
  form.set('file', file)
  return call('POST /admin/payout/proof/:id', { params: { id }, body: form })
}

type Props = { withdrawId: string; name: string }
export function ProofUpload({ withdrawId, name }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const { busy, run } = useAction({
    send: (file: File) => sendProof(withdrawId, file),
    changes: CHANGED,
    doneText: texts.proofSaved,
    onRefused: (error) => {
      notify.error(errorText(error))
      return true
    },
  })
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={PROOF_KINDS.join(',')}
        className="sr-only"
        tabIndex={-1}
        aria-hidden
        onClick={(event) => event.stopPropagation()}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (!file) return
          const problem = proofProblem(file)
          if (problem === undefined) void run(file)
          else notify.error(problem)
        }}
      />
      <Button
        size="sm"
        variant="ghost"
        busy={busy}
        aria-label={texts.proofAdd(name)}
        onClick={(event) => {
          event.stopPropagation()
          input.current?.click()
        }}
      >
        <Upload aria-hidden className="size-4" />
        {texts.proofAddWord}
      </Button>
    </>
  )
}
