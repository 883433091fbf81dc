// Who is signed in: the token and the user, in cookies of 10 years with local storage behind them.
// The user is for display only; every right is checked by the server (rule sign-in).
import { useSyncExternalStore } from 'react'
import { ROLES } from '../../../contract/people/role-table.ts'
import type { User } from '../../../contract/people/users.ts'
import { KEPT_LINK, keptOf } from './kept-rules.ts'

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

const parseUser = (text: string | null): SessionUser | null => {
  if (!text) return null
  try {
    const value = JSON.parse(text) as SessionUser | null
    return value && typeof value.id === 'string' && ROLES.includes(value.role) ? value : null
  } catch {
    return null
  }
}

type Read = (name: string) => string | null
const readFrom = (read: Read): Session => {
  const [token, user] = [read(TOKEN), parseUser(read(USER))]
  return token && user ? { token, user } : null
}
const load = (): Session => readFrom((name) => readCookie(name) ?? stored(name))
/** What was signed in with since: looked for in both places, as one may still show another tab's past. */
const newerThan = (refused: ReadonlySet<string>): Session =>
  [readCookie, stored].map(readFrom).find((kept) => kept && !refused.has(kept.token)) ?? null

/** How the last sign-in of this tab ended: here by its person, in another tab, or by a refusal of the server. */
export type SessionEnd = 'left' | 'elsewhere' | 'refused'

let current: Session = load()
let ended: SessionEnd | null = null
const refusedTokens = new Set<string>()
const change = (next: Session): void => {
  if (next?.user.id !== current?.user.id) {
    try {
      sessionStorage.removeItem(KEPT_LINK)
    } catch {
      // a browser without storage has kept none
    }
  }
  current = next
  for (const listener of listeners) listener()
}

export const getSession = (): Session => current

export const startSession = (token: string, signedIn: SessionUser): void => {
  const user = keptOf(signedIn)
  const text = JSON.stringify(user)
  writeCookie(TOKEN, token, TEN_YEARS_S)
  writeCookie(USER, text, TEN_YEARS_S)
  // The token last: at its change the other tabs read both.
  store(USER, text)
  store(TOKEN, token)
  change({ token, user })
}

export const updateSessionUser = (user: SessionUser): void => {
  if (!current || JSON.stringify(current.user) === JSON.stringify(keptOf(user))) return
  // Another tab has signed in again: writing this tab's user would bring the older token back.
  if (newerThan(new Set([...refusedTokens, current.token]))) return
  startSession(current.token, user)
}

/** What was opened last (recent.ts): the beginning of its name. */
export const RECENT = 'recent:'
/** What screens keep for a person's next visit and says something of others, by the beginnings of its names. */
const PERSONAL = ['numbers:', RECENT]
const keptPersonal = (): string[] => {
  try {
    return Object.keys(localStorage).filter((name) => PERSONAL.some((begins) => name.startsWith(begins)))
  } catch {
    return []
  }
}
const forget = (how: SessionEnd): void => {
  for (const name of [TOKEN, USER]) {
    writeCookie(name, '', 0)
    store(name, null)
  }
  for (const name of keptPersonal()) store(name, null)
  ended = how
  if (current) change(null)
}

/** The person signs out. */
export const endSession = (): void => forget('left')
/** null: nobody has signed out of this tab yet. */
export const sessionEnd = (): SessionEnd | null => ended

/** Takes over what another tab has stored. */
const follow = (next: Session, how: SessionEnd): void => {
  if (next?.token === current?.token) return
  const isAnother = next !== null && current !== null && next.user.id !== current.user.id
  if (next === null) ended = how
  change(next)
  // Screens that are open still show the other person's data.
  if (isAnother) location.reload()
}

/**
 * The server has refused this token. What another tab has signed in with since then stays, and this tab goes on with it.
 * @returns true when the call may be made again, for the same person
 */
export const refuseToken = (token: string): boolean => {
  // Another call has found it out already.
  if (current?.token !== token) return false
  refusedTokens.add(token)
  const person = current.user.id
  const newer = newerThan(refusedTokens)
  if (newer === null) forget('refused')
  else follow(newer, 'refused')
  return newer?.user.id === person
}

// Local storage alone is read here: another tab's cookies come later than its event.
addEventListener('storage', ({ key }) => {
  if (key === TOKEN || key === null) follow(readFrom(stored), 'elsewhere')
})

const onSessionChange = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useSession = (): Session => useSyncExternalStore(onSessionChange, getSession)
