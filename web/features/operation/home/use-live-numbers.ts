// Moves the dashboard's numbers with the person's events, and fetches again what events do not carry.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { userClientId } from '../../../../contract/ground/channels.ts'
import type { BrowserEvent, EventName } from '../../../../contract/operation/events.ts'
import { serverNow } from '../../../lib/api/server-clock.ts'
import { useRealtime, useRealtimeDown } from '../../../realtime/use-realtime.ts'
import { forgetSeen, homeKey, moveHome } from './api.ts'
import { afterBalance, afterCount, afterSent, afterWait, SETTLED_MS } from './live-rules.ts'

const MOVES_ACCOUNTS: readonly EventName[] = [
  'connection.update',
  'authenticated',
  'suspended',
  'reconnecting',
  'removed',
  'error_blast',
  'start',
  'stop',
  'finished',
]
const ACCOUNTS_PAUSE_MS = 500
/** Results are settled in batches, a little after their events; money moves with each batch, failures move none. */
const SETTLED_PAUSE_MS = 2_000
const UNSETTLED_PAUSE_MS = 10_000
/** By then every result is settled: what events missed or told too much is put right. */
const ALL_SETTLED_MS = SETTLED_MS + 1_000

export const useLiveNumbers = (userId: string): void => {
  const cache = useQueryClient()
  /** By their pause: a later event of the same kind waits again. */
  const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const pending = timers.current
    forgetSeen(userId)
    return () => {
      for (const timer of pending.values()) clearTimeout(timer)
      pending.clear()
    }
  }, [userId])

  // What happened without a line is in the next answer: counted from an older event, it would be counted twice.
  const down = useRealtimeDown()
  useEffect(() => {
    if (down) forgetSeen(userId)
  }, [down, userId])

  const fetchSoon = (pauseMs: number): void => {
    clearTimeout(timers.current.get(pauseMs))
    const go = (): void => void cache.invalidateQueries({ queryKey: homeKey(userId) })
    timers.current.set(pauseMs, setTimeout(go, pauseMs))
  }

  // The counters of number checks and one-off blasts are not those of blasts.
  const apply = ({ event, payload }: BrowserEvent): void => {
    if (payload.jobId !== undefined) return
    if (MOVES_ACCOUNTS.includes(event)) fetchSoon(ACCOUNTS_PAUSE_MS)
    if (event === 'count_success' || event === 'count_fail') {
      moveHome(cache, userId, (home, live) => afterCount(home, live, event, payload, serverNow()))
      fetchSoon(ALL_SETTLED_MS)
      fetchSoon(UNSETTLED_PAUSE_MS)
    }
    if (event === 'progressing')
      moveHome(cache, userId, (home, live) => ({ home: afterSent(home, payload, serverNow()), live }))
    if (event === 'waiting')
      moveHome(cache, userId, (home, live) => ({ home: afterWait(home, payload, serverNow()), live }))
    if (event !== 'balance') return
    moveHome(cache, userId, (home, live) => ({ home: afterBalance(home, payload, serverNow()), live }))
    fetchSoon(payload.todayIncome === undefined ? ACCOUNTS_PAUSE_MS : SETTLED_PAUSE_MS)
  }
  useRealtime(userClientId(userId), (events) => {
    for (const event of events) apply(event)
  })
}
