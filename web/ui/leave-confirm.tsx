// Asks before typed text is lost. Staying is the safe answer, so it has the focus.
import { Confirm } from './confirm.tsx'

type Props = {
  words: { leaveTitle: string; leaveText: string; leaveYes: string; leaveNo: string }
  onYes: () => void
  onClose: () => void
}

export default function LeaveConfirm({ words, onYes, onClose }: Props) {
  return (
    <Confirm
      title={words.leaveTitle}
      confirmLabel={words.leaveYes}
      cancelLabel={words.leaveNo}
      danger
      onConfirm={onYes}
      onClose={onClose}
    >
      {words.leaveText}
    </Confirm>
  )
}
