// A screen of somebody: drawn while somebody is signed in, with their record.
import type { ComponentType } from 'react'
import { type SessionUser, useSession } from './session.ts'

export const signedIn = (Screen: ComponentType<{ user: SessionUser }>) =>
  function SignedIn() {
    const user = useSession()?.user
    return user ? <Screen user={user} /> : null
  }
