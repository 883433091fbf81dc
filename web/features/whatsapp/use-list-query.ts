// The list's place in the address: page, s, id and the status filter (s.2). On /whatsapp `id` names an account, on
// /member/whatsapp its owner.
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { LIST_FILTERS } from '../../../contract/whatsapp.ts'
import { useDebounced } from '../../lib/use-debounced.ts'

const SEARCH_PAUSE_MS = 1_000

export const useListQuery = (idNames: 'account' | 'owner' = 'account') => {
  const [params, setParams] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(params.get('page') ?? 1)) || 1)
  const asked = params.get('status') ?? 'all'
  const status = (LIST_FILTERS as readonly string[]).includes(asked) ? asked : 'all'
  const s = params.get('s') ?? ''
  const id = params.get('id') ?? ''
  const [typed, setTyped] = useState(s)
  const settled = useDebounced(typed, SEARCH_PAUSE_MS)

  const put = (changes: Record<string, string>): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [key, value] of Object.entries(changes)) {
          if (value === '') next.delete(key)
          else next.set(key, value)
        }
        return next
      },
      { replace: true },
    )
  const search = (text: string): void => {
    if (text.trim() === s) return
    put({ s: text.trim(), page: '', ...(idNames === 'account' ? { id: '' } : {}) })
  }
  useEffect(() => {
    search(settled)
    // Only what was typed sets the address; the address alone must not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [settled])

  return {
    page,
    status,
    /** A search for an account's id finds it. */
    search: s === '' && idNames === 'account' ? id : s,
    owner: idNames === 'owner' ? id : '',
    typed,
    setTyped,
    searchNow: () => search(typed),
    setPage: (next: number) => put({ page: String(next) }),
    setStatus: (next: string) => put({ status: next === 'all' ? '' : next, page: '' }),
    filtered: s !== '' || (idNames === 'account' && id !== '') || status !== 'all',
  }
}
