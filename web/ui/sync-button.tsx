// A button with a turning arrow that fetches the data again.
import { RefreshCw } from 'lucide-react'
import { buttonClass } from './button.tsx'
import { classNames } from './class-names.ts'

type Props = { label: string; busyLabel: string; busy: boolean; onSync: () => void; worded?: boolean }

export function SyncButton({ label, busyLabel, busy, onSync, worded }: Props) {
  const shown = busy ? busyLabel : label
  return (
    <button
      type="button"
      aria-label={shown}
      title={shown}
      aria-busy={busy}
      onClick={() => !busy && onSync()}
      className={buttonClass('secondary', 'sm', worded && busy ? '' : 'w-9 px-0!')}
    >
      <RefreshCw aria-hidden className={classNames('size-4', busy && 'animate-spin')} />
      {worded && busy && busyLabel}
    </button>
  )
}
