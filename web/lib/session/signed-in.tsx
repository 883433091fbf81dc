// Wraps a screen that needs a signed-in person, and passes that person to it.
import type { ComponentType } from 'react'
import { type SessionUser, useSession } from './session.ts'

export const signedIn = (Screen: ComponentType<{ user: SessionUser }>) =>
  function SignedIn() {
    const user = useSession()?.user
    return user ? <Screen user={user} /> : null
  }
