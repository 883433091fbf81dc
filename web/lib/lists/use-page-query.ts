// A list's state in the address (page, limit, s, sort, filters), so that a link shows the same list and Back undoes one step of it,
// and the text that is being typed into its search.
import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useDebounced } from '../browser/use-debounced.ts'
import { hasFilter } from './has-filter.ts'
import { withChanges } from './with-changes.ts'
import { usePageSize } from './use-page-size.ts'

const SEARCH_PAUSE_MS = 1_000

/** @param alsoEnds parameters that a new search removes besides the page. */
export const usePageQuery = (alsoEnds: readonly string[] = []) => {
  const [params, setParams] = useSearchParams()
  const { pathname } = useLocation()
  const page = Math.max(1, Math.trunc(Number(params.get('page') ?? 1)) || 1)
  const { limit, keep } = usePageSize(params.get('limit'))
  const search = params.get('s') ?? ''
  const [typed, setTyped] = useState(search)
  const settled = useDebounced(typed, SEARCH_PAUSE_MS)
  // What this list has put there itself may be older than what is being typed; what Back or a link put there is shown.
  const [own, setOwn] = useState(search)
  const [seen, setSeen] = useState(search)
  if (search !== seen) {
    setSeen(search)
    if (search !== own) {
      setOwn(search)
      setTyped(search)
    }
  }

  /** A step that Back undoes; `replace`: one that it passes over. */
  const put = (changes: Record<string, string>, options?: { replace: boolean }): void => {
    // As the address stands: what was shown last may be a step behind, and the router builds on that.
    const now = new URLSearchParams(window.location.search)
    // A row from which another page went on says nothing of this one.
    const next = withChanges(now, 'page' in changes ? { after: '', ...changes } : changes)
    if (`${next}` !== `${now}`) setParams(next, options)
  }
  const searchFor = (typedText: string): void => {
    const text = typedText.trim()
    // A link that was pressed meanwhile has the address already, while this list still stands: leave it alone.
    if (text === search || window.location.pathname !== pathname) return
    setOwn(text)
    // One search is one step, however often the typing paused.
    const replace = search !== '' && text !== ''
    put({ ...Object.fromEntries(alsoEnds.map((name) => [name, ''])), s: text, page: '' }, { replace })
  }
  useEffect(() => {
    searchFor(settled)
    // Only what was typed sets the address; the address alone must not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [settled])

  return {
    page,
    limit,
    /** As the call takes them. */
    paging: { page, limit },
    /** As a call takes them whose pages go on behind a row. */
    goingOn: {
      page,
      limit,
      after: page > 1 && /^\d+$/.test(params.get('after') ?? '') ? (params.get('after') ?? '') : '',
    },
    search,
    typed,
    setTyped,
    searchNow: () => searchFor(typed),
    /** after: the row that stands before that page. */
    setPage: (next: number, after = '') => put({ page: next === 1 ? '' : String(next), after }),
    /** The row that stood first stays on the page; the size is kept for this person on this device. */
    setLimit: (next: number) => {
      keep(next)
      const first = Math.floor(((page - 1) * limit) / next) + 1
      put({ limit: String(next), page: first === 1 ? '' : String(first) })
    },
    /** For a page that does not exist any more. */
    correctPage: (next: number) => put({ page: next === 1 ? '' : String(next) }, { replace: true }),
    hasFilter: hasFilter(params),
    param: (name: string) => params.get(name) ?? '',
    put,
  }
}
export type PageQueryState = ReturnType<typeof usePageQuery>
