// A list's state in the address (page, s, filters), and the text that is being typed into its search.
import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useDebounced } from '../browser/use-debounced.ts'

const SEARCH_PAUSE_MS = 1_000

/** Sets parameters; an empty value removes one. */
export const withChanges = (before: URLSearchParams, changes: Record<string, string>): URLSearchParams => {
  const next = new URLSearchParams(before)
  for (const [key, value] of Object.entries(changes)) {
    if (value === '') next.delete(key)
    else next.set(key, value)
  }
  return next
}

/** @param alsoEnds parameters that a new search removes besides the page. */
export const usePageQuery = (alsoEnds: readonly string[] = []) => {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const page = Math.max(1, Math.trunc(Number(params.get('page') ?? 1)) || 1)
  const search = params.get('s') ?? ''
  const [typed, setTyped] = useState(search)
  const settled = useDebounced(typed, SEARCH_PAUSE_MS)

  const put = (changes: Record<string, string>): void =>
    setParams((before) => withChanges(before, changes), { replace: true })
  const searchFor = (text: string): void => {
    // A link that was pressed meanwhile has the address already, while this list still stands: leave it alone.
    if (text.trim() === search || window.location.pathname !== pathname) return
    put({ ...Object.fromEntries(alsoEnds.map((name) => [name, ''])), s: text.trim(), page: '' })
  }
  useEffect(() => {
    searchFor(settled)
    // Only what was typed sets the address; the address alone must not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [settled])

  return {
    page,
    search,
    typed,
    setTyped,
    searchNow: () => searchFor(typed),
    setPage: (next: number) => put({ page: String(next) }),
    param: (name: string) => params.get(name) ?? '',
    put,
  }
}
export type PageQueryState = ReturnType<typeof usePageQuery>
