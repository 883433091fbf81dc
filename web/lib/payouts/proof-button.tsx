// Shows the image that proves a payment, for those who pay out and for its member.
import { ImageIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { callFile, errorText } from '../api/http.ts'
import { common, payoutTexts as texts } from '../../texts/indonesian.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notify.tsx'

type Props = { withdrawId: string; name: string }
export function ProofButton({ withdrawId, name }: Props) {
  const [busy, setBusy] = useState(false)
  const [shown, setShown] = useState<string | null>(null)
  useEffect(() => (shown === null ? undefined : () => URL.revokeObjectURL(shown)), [shown])
  const show = async (): Promise<void> => {
    setBusy(true)
    try {
      setShown(URL.createObjectURL(await callFile('GET /admin/payout/proof/:id', { params: { id: withdrawId } })))
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
        {texts.proofShowWord}
      </Button>
      {shown !== null && (
        <Dialog open onClose={() => setShown(null)} title={texts.proof} closeLabel={common.close} description={name}>
          <img src={shown} alt={texts.proof} className="mt-4 max-h-[70dvh] w-full rounded-xl object-contain" />
        </Dialog>
      )}
    </>
  )
}
