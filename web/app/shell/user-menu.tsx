// The user's dropdown. Its menu library loads when someone reaches for it.
import { lazy, Suspense, useState } from 'react'
import type { SessionUser } from '../../lib/session/session.ts'
import { UserButton } from './user-button.tsx'

const load = () => import('../overlays/user-menu-content.tsx')
const Content = lazy(load)

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
