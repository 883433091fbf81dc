// The bell with the number of unread notices, the same before and after the list's code is there.
import { Bell as BellIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { noticeTexts as texts } from '../../texts/indonesian.ts'
import { buttonClass } from '../../ui/button.tsx'

const SHOWN_MAX = 99

export function BellButton({ unread, ...rest }: ComponentProps<'button'> & { unread: number }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={texts.bell(unread)}
      {...rest}
      className={buttonClass('ghost', 'icon', 'relative')}
    >
      <BellIcon aria-hidden className="size-5" />
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute top-0 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-danger px-1 text-xs font-semibold text-danger-ink"
        >
          {unread > SHOWN_MAX ? texts.many : unread}
        </span>
      )}
    </button>
  )
}
