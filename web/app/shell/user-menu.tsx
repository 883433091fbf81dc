// The user's dropdown. Its menu library loads when someone reaches for it.
import { Suspense, useState } from 'react'
import type { SessionUser } from '../../lib/session/session.ts'
import { component, keepAhead } from '../../ui/part.tsx'
import { UserButton } from './user-button.tsx'

const load = keepAhead(() => import('../overlays/user-menu-content.tsx'))
const Content = component(load)
const warm = (): void => void load().catch(() => undefined)

export function UserMenu({ user }: { user: SessionUser }) {
  const [wanted, setWanted] = useState(false)
  const button = (
    <UserButton
      user={user}
      aria-expanded={false}
      onPointerEnter={warm}
      onFocus={warm}
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
