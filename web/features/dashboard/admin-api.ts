// How the office's numbers follow the admins' channel (s.2 Admin Dashboard).
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ADMIN_CLIENT_ID, type EventName } from '../../../contract/events.ts'
import { useRealtime } from '../../realtime/use-realtime.ts'
import { homeKey } from './api.ts'

const RESULTS: readonly EventName[] = ['count_success', 'count_fail']
const MOVES: ReadonlySet<EventName> = new Set([
  ...RESULTS,
  'connection.update',
  'authenticated',
  'removed',
  'suspended',
  'reconnecting',
  'withdraw',
])
/** Everybody's events come here: however many there are, the numbers are fetched once in this time. */
const PAUSE_MS = 3_000
/** The last results are settled after their events, and no event tells that. */
const SETTLED_MS = 10_000

export const useLiveAdminNumbers = (userId: string): void => {
  const cache = useQueryClient()
  const soon = useRef<ReturnType<typeof setTimeout> | null>(null)
  const late = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(
    () => () => {
      if (soon.current !== null) clearTimeout(soon.current)
      soon.current = null
      if (late.current !== null) clearTimeout(late.current)
    },
    [],
  )
  const fetchNow = (): void => {
    soon.current = null
    void cache.invalidateQueries({ queryKey: homeKey(userId) })
  }
  useRealtime(ADMIN_CLIENT_ID, (events) => {
    if (events.some(({ event }) => MOVES.has(event))) soon.current ??= setTimeout(fetchNow, PAUSE_MS)
    if (!events.some(({ event }) => RESULTS.includes(event))) return
    if (late.current !== null) clearTimeout(late.current)
    late.current = setTimeout(fetchNow, SETTLED_MS)
  })
}
