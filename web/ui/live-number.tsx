// A number that glows for a second when it changes.
import { type ReactNode, useState } from 'react'
import { classNames } from './class-names.ts'

type Props = { value: number; text: ReactNode; className?: string }
export function LiveNumber({ value, text, className }: Props) {
  const [shown, setShown] = useState({ value, changes: 0 })
  if (shown.value !== value) setShown({ value, changes: shown.changes + 1 })
  return (
    <span
      // A new key restarts the glow at each change.
      key={shown.changes}
      className={classNames('-mx-1.5 rounded-md px-1.5 tabular-nums', shown.changes > 0 && 'glow', className)}
    >
      {text}
    </span>
  )
}
