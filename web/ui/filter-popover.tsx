// Filters that have no room in the line over a list: a button that says what is chosen, and opens them. On phones, where all filters
// are folded away already, they stand as they are.
import { ChevronDown } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { useBackCloses } from '../lib/browser/use-layer.ts'
import { FROM_TABLET, useMedia } from '../lib/browser/use-media.ts'
import { buttonClass } from './button.tsx'

type Props = {
  label: string
  /** What the button says; default: the label. */
  text?: string
  /** Something in it is chosen. */
  active: boolean
  children: ReactNode
}

export function FilterPopover({ label, text = label, active, children }: Props) {
  const [open, setOpen] = useState(false)
  useBackCloses(open, () => setOpen(false))
  if (!useMedia(FROM_TABLET)) return <div className="grid w-full min-w-0 grid-cols-2 gap-2">{children}</div>
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        aria-label={text === label ? label : `${label}: ${text}`}
        className={buttonClass(
          'secondary',
          'sm',
          active ? 'border-accent! bg-accent-soft! text-accent-text!' : 'font-normal!',
        )}
      >
        {text}
        <ChevronDown aria-hidden className="size-4 text-ink-3" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={label}
          align="start"
          sideOffset={8}
          collisionPadding={8}
          className="z-40 grid w-72 animate-rise gap-3 rounded-xl border border-line bg-surface p-4 shadow-pop outline-none"
        >
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
