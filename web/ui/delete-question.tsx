// The question before something is deleted. Its code is loaded when one is first asked.
import type { ReactNode } from 'react'
import { Confirm } from './confirm.tsx'

type Props = {
  words: { sure: string; removeYes: string; cancel: string }
  children: ReactNode
  onYes: () => void
  onClose: () => void
}

export default function DeleteQuestion({ words, children, onYes, onClose }: Props) {
  return (
    <Confirm
      title={words.sure}
      confirmLabel={words.removeYes}
      cancelLabel={words.cancel}
      danger
      onConfirm={onYes}
      onClose={onClose}
    >
      {children}
    </Confirm>
  )
}
