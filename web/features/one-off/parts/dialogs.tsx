// What a person is told after Kirim: the sender is not connected, or the message is on its way. Loaded with the
// first of them.
import { oneOffTexts as texts, common } from '../../../texts/indonesian.ts'
import { Confirm } from '../../../ui/confirm.tsx'

export type Told = { sent: true } | { sent: false; text: string }

export default function Dialogs({ told, onClose }: { told: Told; onClose: () => void }) {
  return (
    <Confirm
      title={told.sent ? texts.sentTitle : texts.failedTitle}
      confirmLabel={common.ok}
      onConfirm={onClose}
      onClose={onClose}
    >
      {told.sent ? texts.sentText : told.text}
    </Confirm>
  )
}
