// Shows the file that proves a payment or a return, for those who pay out; the newest of a payment for its member, too.
import { ImageIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { callFile } from '../api/call-file.ts'
import { errorText } from '../api/http.ts'
import { saveFile } from '../browser/save-file.ts'
import { common, payoutTexts as texts } from '../../texts/indonesian.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notify.tsx'

type Props = {
  withdrawId: string
  name: string
  /** One of all its proofs; absent: the newest image of the payment. */
  n?: number
  label?: string
}
export function ProofButton({ withdrawId, name, n, label = texts.proofShowWord }: Props) {
  const [busy, setBusy] = useState(false)
  const [shown, setShown] = useState<string | null>(null)
  useEffect(() => (shown === null ? undefined : () => URL.revokeObjectURL(shown)), [shown])
  const show = async (): Promise<void> => {
    setBusy(true)
    try {
      const query = n === undefined ? {} : { n }
      const file = await callFile('GET /admin/payout/proof/:id', { params: { id: withdrawId }, query })
      // a bank's result is a table, which is saved
      if (file.type.startsWith('image/')) setShown(URL.createObjectURL(file))
      else saveFile(file, `${texts.resultName}.csv`)
    } catch (error) {
      notify.error(errorText(error))
    }
    setBusy(false)
  }
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        busy={busy}
        aria-label={texts.proofShow(name)}
        onClick={(event) => {
          event.stopPropagation()
          void show()
        }}
      >
        <ImageIcon aria-hidden className="size-4" />
        {label}
      </Button>
      {shown !== null && (
        <Dialog open onClose={() => setShown(null)} title={texts.proof} closeLabel={common.close} description={name}>
          <img src={shown} alt={texts.proof} className="mt-4 max-h-[70dvh] w-full rounded-xl object-contain" />
        </Dialog>
      )}
    </>
  )
}
