// Shown after Kirim: the sender is not connected, or the message is on its way. Loaded with the
// first of them.
import { oneOffTexts as texts, common } from '../../../../texts/indonesian.ts'
import { Confirm } from '../../../../ui/confirm.tsx'

export type SendOutcome = { sent: true } | { sent: false; text: string }

export default function Dialogs({ outcome, onClose }: { outcome: SendOutcome; onClose: () => void }) {
  return (
    <Confirm
      title={outcome.sent ? texts.sentTitle : texts.failedTitle}
      confirmLabel={common.ok}
      onConfirm={onClose}
      onClose={onClose}
    >
      {outcome.sent ? texts.sentText : outcome.text}
    </Confirm>
  )
}
