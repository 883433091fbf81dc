// The user's dropdown. Its menu library loads when someone reaches for it.
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import type { SessionUser } from '../../lib/session.ts'
import { shellTexts } from '../../texts/id.ts'

const load = () => import('./user-menu-content.tsx')
const Content = lazy(load)

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
        className="grid size-9 shrink-0 place-items-center rounded-full bg-accent-soft text-[13px] font-semibold text-accent-text"
      >
        {initials}
      </span>
      <span className="hidden max-w-36 truncate font-medium sm:block">{user.firstname}</span>
      <span className="sr-only">{shellTexts.userMenu}</span>
      <ChevronDown aria-hidden className="hidden size-4 text-ink-3 sm:block" />
    </button>
  )
}

export function UserMenu({ user }: { user: SessionUser }) {
  const [wanted, setWanted] = useState(false)
  const button = (
    <UserButton
      user={user}
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setWanted(true)}
    />
  )
  if (!wanted) return button
  return (
    <Suspense fallback={button}>
      <Content user={user} />
    </Suspense>
  )
}
