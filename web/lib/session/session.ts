// Who is signed in: the token and the user, in cookies of 10 years with local storage behind them.
// The user is for display only; every right is checked by the server (rule sign-in).
import { useSyncExternalStore } from 'react'
import type { Role } from '../../../contract/role-table.ts'
import type { User } from '../../../contract/users.ts'

export type SessionUser = User
export type Session = { token: string; user: SessionUser } | null

const TOKEN = 'authToken'
const USER = 'user'
const TEN_YEARS_S = 315_360_000
const listeners = new Set<() => void>()

const readCookie = (name: string): string | null => {
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`))
  return found ? decodeURIComponent(found.slice(name.length + 1)) : null
}
const writeCookie = (name: string, value: string, maxAgeS: number): void => {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is not in every browser
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${maxAgeS}; SameSite=lax${secure}`
}
const stored = (name: string): string | null => {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}
const store = (name: string, value: string | null): void => {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // Without local storage the cookie alone keeps the session.
  }
}

const ROLES: readonly Role[] = ['member', 'staff', 'dev', 'admin']
const parseUser = (text: string | null): SessionUser | null => {
  if (!text) return null
  try {
    const value = JSON.parse(text) as SessionUser | null
    return value && typeof value.id === 'string' && ROLES.includes(value.role) ? value : null
  } catch {
    return null
  }
}

const load = (): Session => {
  const token = readCookie(TOKEN) ?? stored(TOKEN)
  const user = parseUser(readCookie(USER) ?? stored(USER))
  return token && user ? { token, user } : null
}

let current: Session = load()
const change = (next: Session): void => {
  current = next
  for (const listener of listeners) listener()
}

export const getSession = (): Session => current

export const startSession = (token: string, user: SessionUser): void => {
  const text = JSON.stringify(user)
  writeCookie(TOKEN, token, TEN_YEARS_S)
  writeCookie(USER, text, TEN_YEARS_S)
  store(TOKEN, token)
  store(USER, text)
  change({ token, user })
}

export const updateSessionUser = (user: SessionUser): void => {
  if (!current || JSON.stringify(current.user) === JSON.stringify(user)) return
  startSession(current.token, user)
}

export const endSession = (): void => {
  for (const name of [TOKEN, USER]) {
    writeCookie(name, '', 0)
    store(name, null)
  }
  if (current) change(null)
}

const onSessionChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useSession = (): Session => useSyncExternalStore(onSessionChange, getSession)
