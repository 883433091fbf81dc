// Moves the dashboard's numbers with the person's events, and fetches anew what events do not carry.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { BrowserEvent, EventName } from '../../../contract/events.ts'
import { useRealtime } from '../../realtime/use-realtime.ts'
import { type Balance, type BlastCount, numbersKey, type TodayIncome } from './api.ts'
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
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const pending = timers.current
    return () => {
      for (const timer of pending.values()) clearTimeout(timer)
      pending.clear()
    }
  }, [])

  const fetchSoon = (name: 'whatsappCount' | 'totalCount' | 'todayIncome' | 'balance', pauseMs: number): void => {
    clearTimeout(timers.current.get(name))
    const go = (): void => void cache.invalidateQueries({ queryKey: numbersKey(userId, name) })
    timers.current.set(name, setTimeout(go, pauseMs))
  }

  const apply = ({ event, payload }: BrowserEvent): void => {
    // A number check's or a blaster's counters are not those of a blast.
    if (payload.jobId !== undefined) return
    if (MOVES_ACCOUNTS.includes(event)) fetchSoon('whatsappCount', ACCOUNTS_PAUSE_MS)
    if (event === 'count_success' || event === 'count_fail') {
      cache.setQueryData<BlastCount>(numbersKey(userId, 'totalCount'), (totals) => {
        if (!totals) return totals
        const moved = moveTotals(totals, seen.current, event, payload)
        seen.current = moved.seen
        return moved.totals
      })
      fetchSoon('totalCount', UNSETTLED_PAUSE_MS)
    }
    if (event !== 'balance') return
    const { balance, todayIncome } = payload
    fetchSoon('totalCount', SETTLED_PAUSE_MS)
    if (balance !== undefined) cache.setQueryData<Balance>(numbersKey(userId, 'balance'), { balance })
    if (todayIncome === undefined) fetchSoon('todayIncome', ACCOUNTS_PAUSE_MS)
    else cache.setQueryData<TodayIncome>(numbersKey(userId, 'todayIncome'), { income: todayIncome })
  }
  useRealtime(`client-${userId}`, (events) => {
    for (const event of events) apply(event)
  })
}
