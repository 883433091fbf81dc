// The bell, the same before and after the list's code is there: with the number of unread notices, or, for who has an inbox, of what waits in it.
import { Bell as BellIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { Inbox } from '../../../contract/operation/inbox.ts'
import { countOf } from '../../lib/inbox/api.ts'
import { noticeTexts as texts } from '../../texts/indonesian.ts'
import { buttonClass } from '../../ui/button.tsx'

const SHOWN_MAX = 99
export type Waiting = Pick<Inbox, 'count' | 'more'>

type Props = ComponentProps<'button'> & {
  unread: number
  /** undefined: this person has no inbox, or its number is not there yet. */
  waiting: Waiting | undefined
}
export function BellButton({ unread, waiting, ...rest }: Props) {
  const shown = waiting?.count ?? unread
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={`${texts.bell(unread)}${waiting && waiting.count > 0 ? texts.waiting(countOf(waiting)) : ''}`}
      {...rest}
      className={buttonClass('ghost', 'icon', 'relative')}
    >
      <BellIcon aria-hidden className="size-5" />
      {shown > 0 && (
        <span
          aria-hidden
          className="absolute top-0 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-danger px-1 text-xs font-semibold text-danger-ink"
        >
          {shown > SHOWN_MAX ? texts.many : shown}
        </span>
      )}
      {shown === 0 && unread > 0 && (
        <span aria-hidden className="absolute top-1.5 right-1.5 size-2 rounded-full bg-danger" />
      )}
    </button>
  )
}
