// Searches, filters and orders of a list that somebody gave a name: kept for each person and each list, on this device.
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../session/session.ts'

/** query: as the address has it, without what says a place in the list. */
export type SavedFilter = { name: string; query: string }
export const SAVED_MAX = 10
export const NAME_MAX = 40
const PLACE = ['page', 'after', 'limit', 'id']

const isSaved = (one: unknown): one is SavedFilter =>
  typeof one === 'object' &&
  one !== null &&
  'name' in one &&
  'query' in one &&
  `${typeof one.name}${typeof one.query}` === 'stringstring'
const read = (key: string): SavedFilter[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isSaved).slice(0, SAVED_MAX) : []
  } catch {
    return []
  }
}
/** In one order, so that the same filters are the same text. */
const queryOf = (search: string): string => {
  const params = new URLSearchParams(search)
  for (const name of PLACE) params.delete(name)
  params.sort()
  return `${params}`
}

export const useSavedFilters = () => {
  const userId = useSession()?.user.id ?? ''
  const { pathname, search } = useLocation()
  const key = `list-saved:${userId}:${pathname}`
  const [saved, setSaved] = useState(() => read(key))
  const keep = (next: SavedFilter[]): void => {
    setSaved(next)
    try {
      if (next.length === 0) localStorage.removeItem(key)
      else localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // Without local storage they last until the page is left.
    }
  }
  const now = queryOf(search)
  return {
    saved,
    /** Of the list as it is shown; empty: nothing is chosen. */
    now,
    /** A name that is taken gets the new filters. */
    save: (name: string): void => keep([...saved.filter((one) => one.name !== name), { name, query: now }]),
    remove: (name: string): void => keep(saved.filter((one) => one.name !== name)),
  }
}
