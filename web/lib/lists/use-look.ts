// How a person wants a list on this device: which columns, and how close the rows stand. Kept for each person and each list.
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../session/session.ts'

/** roomy: the rows are as high as what stands in them wants; absent: one line each. */
type Look = { hidden: readonly string[]; roomy: boolean }
const PLAIN: Look = { hidden: [], roomy: false }

const keyOf = (userId: string, path: string): string => `list-look:${userId}:${path}`
const read = (key: string): Look => {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<Look> | null
    const hidden = Array.isArray(kept?.hidden) ? kept.hidden.filter((name) => typeof name === 'string') : []
    return { hidden, roomy: kept?.roomy === true }
  } catch {
    return PLAIN
  }
}

export const useLook = () => {
  const userId = useSession()?.user.id ?? ''
  const key = keyOf(userId, useLocation().pathname)
  const [look, setLook] = useState(() => read(key))
  const change = (next: Look): void => {
    setLook(next)
    try {
      if (next.hidden.length === 0 && !next.roomy) localStorage.removeItem(key)
      else localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // Without local storage the choice lasts until the page is left.
    }
  }
  return {
    look,
    toggleColumn: (head: string): void =>
      change({
        ...look,
        hidden: look.hidden.includes(head) ? look.hidden.filter((name) => name !== head) : [...look.hidden, head],
      }),
    toggleRoomy: (): void => change({ ...look, roomy: !look.roomy }),
  }
}
export type LookState = ReturnType<typeof useLook>
