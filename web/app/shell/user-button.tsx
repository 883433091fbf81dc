// The button that opens the user's menu, the same before and after the menu's code is there.
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { SessionUser } from '../../lib/session/session.ts'
import { shellTexts } from '../../texts/indonesian.ts'

export function UserButton({ user, ...rest }: ComponentProps<'button'> & { user: SessionUser }) {
  const initials = `${user.firstname.charAt(0)}${user.lastname.charAt(0)}`.toUpperCase()
  return (
    <button
      type="button"
      aria-haspopup="menu"
      {...rest}
      className="flex min-h-11 items-center gap-2.5 rounded-lg px-2 hover:bg-surface-2"
    >
      <span
        aria-hidden
        className="grid size-9 shrink-0 place-items-center rounded-full bg-surface-2 text-[13px] font-semibold text-ink-2"
      >
        {initials}
      </span>
      <span className="hidden max-w-36 truncate sm:block">{user.firstname}</span>
      <span className="sr-only">{shellTexts.userMenu}</span>
      <ChevronDown aria-hidden className="hidden size-4 text-ink-3 sm:block" />
    </button>
  )
}
