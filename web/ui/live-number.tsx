// A number that glows for a second when it changes.
import { useState } from 'react'
import { classNames } from './class-names.ts'

export function LiveNumber({ value, text, className }: { value: number; text: string; className?: string }) {
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
