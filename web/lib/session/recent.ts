// What a person opened last, for Ctrl+K: kept for each person on this device, until they sign out (rule quick-search).
import { getSession, RECENT } from './session.ts'

/** more: what kind of thing it is, or what else tells it from others of its name. */
type Recent = { to: string; text: string; more: string }
const MOST = 8

const isRecent = (one: unknown): one is Recent => {
  const { to, text, more } = (one ?? {}) as Record<string, unknown>
  return typeof to === 'string' && to.startsWith('/') && typeof text === 'string' && typeof more === 'string'
}
const keyOf = (userId: string): string => `${RECENT}${userId}`

/** The last one first. */
export const recentOf = (userId: string): Recent[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, MOST) : []
  } catch {
    return []
  }
}
export const remember = (opened: Recent): void => {
  const userId = getSession()?.user.id
  if (userId === undefined) return
  const others = recentOf(userId).filter(({ to }) => to !== opened.to)
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify([opened, ...others].slice(0, MOST)))
  } catch {
    // Without local storage nothing is kept.
  }
}
