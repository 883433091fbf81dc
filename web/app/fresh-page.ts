// Reloads the page when code of it is gone, as after a deploy: at a change of screen, where nothing typed is lost, and once.
import { useLayoutEffect, useRef } from 'react'
import { isOnline } from '../lib/api/connection.ts'
import { hasHeldDrafts } from '../lib/forms/held-drafts.ts'
import { askAgain, hasLost } from '../ui/part.tsx'

const KEY = 'page-reloaded-at'
/** A second loss sooner than this is not cured by another reload. */
const ONCE_MS = 60_000

/** @returns false: it was done just now, or cannot be done without a loss */
export const reloadOnce = (): boolean => {
  if (!isOnline() || hasHeldDrafts()) return false
  try {
    if (Date.now() - Number(sessionStorage.getItem(KEY) ?? 0) < ONCE_MS) return false
    sessionStorage.setItem(KEY, String(Date.now()))
  } catch {
    // Without storage nobody could tell the second reload from the first.
    return false
  }
  location.reload()
  return true
}

/** At a change of screen after some code was lost. */
export const useFreshPage = (pathname: string): void => {
  const shown = useRef(pathname)
  useLayoutEffect(() => {
    if (shown.current !== pathname && hasLost() && !reloadOnce()) askAgain()
    shown.current = pathname
  }, [pathname])
}
