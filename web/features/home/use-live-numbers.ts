// Moves the dashboard's numbers with the person's events, and fetches anew what events do not carry.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { userClientId } from '../../../contract/channels.ts'
import type { BrowserEvent, EventName } from '../../../contract/events.ts'
import type { MemberHome } from '../../../contract/home.ts'
import { useRealtime } from '../../realtime/use-realtime.ts'
import { homeKey } from './api.ts'
import { moveTotals, type Seen } from './live-totals.ts'

const MOVES_ACCOUNTS: readonly EventName[] = [
  'connection.update',
  'authenticated',
  'suspended',
  'reconnecting',
  'removed',
  'error_blast',
]
const ACCOUNTS_PAUSE_MS = 500
/** Results are settled in batches, a little after their events; money moves with each batch, failures move none. */
const SETTLED_PAUSE_MS = 2_000
const UNSETTLED_PAUSE_MS = 10_000

export const useLiveNumbers = (userId: string): void => {
  const cache = useQueryClient()
  const seen = useRef<Seen>(new Map())
  /** By their pause: a later event of the same kind waits anew. */
  const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const pending = timers.current
    return () => {
      for (const timer of pending.values()) clearTimeout(timer)
      pending.clear()
    }
  }, [])

  const fetchSoon = (pauseMs: number): void => {
    clearTimeout(timers.current.get(pauseMs))
    const go = (): void => void cache.invalidateQueries({ queryKey: homeKey(userId) })
    timers.current.set(pauseMs, setTimeout(go, pauseMs))
  }
  const change = (to: (home: MemberHome) => MemberHome): void => {
    cache.setQueryData<MemberHome>(homeKey(userId), (home) => home && to(home))
  }

  // The counters of number checks and one-off blasts are not those of blasts.
  const apply = ({ event, payload }: BrowserEvent): void => {
    if (payload.jobId !== undefined) return
    if (MOVES_ACCOUNTS.includes(event)) fetchSoon(ACCOUNTS_PAUSE_MS)
    if (event === 'count_success' || event === 'count_fail') {
      change((home) => {
        const { totals, seen: now } = moveTotals(home.total, seen.current, event, payload)
        seen.current = now
        return { ...home, total: totals }
      })
      fetchSoon(UNSETTLED_PAUSE_MS)
    }
    if (event !== 'balance') return
    const { balance, todayIncome } = payload
    change((home) => ({
      ...home,
      balance: balance ?? home.balance,
      todayIncome: todayIncome ?? home.todayIncome,
    }))
    fetchSoon(todayIncome === undefined ? ACCOUNTS_PAUSE_MS : SETTLED_PAUSE_MS)
  }
  useRealtime(userClientId(userId), (events) => {
    for (const event of events) apply(event)
  })
}
