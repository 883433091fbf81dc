// Updates the admin dashboard's numbers from the admins' channel.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ADMIN_CLIENT_ID } from '../../../../contract/ground/channels.ts'
import type { EventName } from '../../../../contract/operation/events.ts'
import { movedIn } from '../../../realtime/moved.ts'
import { useRealtime } from '../../../realtime/use-realtime.ts'
import { homeKey } from './api.ts'

const RESULTS = ['count_success', 'count_fail'] as const satisfies readonly EventName[]
const MOVES: ReadonlySet<string> = new Set<EventName>([
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
/** The last results are settled after their events, and no event tells that: soon when a blast ends, else in a minute. */
const SETTLED_MS = [10_000, 70_000]

export const useLiveAdminNumbers = (userId: string): void => {
  const cache = useQueryClient()
  const soon = useRef<ReturnType<typeof setTimeout> | null>(null)
  const late = useRef<ReturnType<typeof setTimeout>[]>([])
  useEffect(
    () => () => {
      if (soon.current !== null) clearTimeout(soon.current)
      soon.current = null
      late.current.forEach(clearTimeout)
    },
    [],
  )
  const fetchNow = (): void => {
    soon.current = null
    void cache.invalidateQueries({ queryKey: homeKey(userId) })
  }
  useRealtime(ADMIN_CLIENT_ID, (events) => {
    const moved = events.flatMap((event) => {
      const { moved: ofAccounts, moved_jobs: ofJobs } = movedIn(event)
      return [event.event, ...Object.keys({ ...ofAccounts, ...ofJobs })]
    })
    if (moved.some((event) => MOVES.has(event))) soon.current ??= setTimeout(fetchNow, PAUSE_MS)
    if (!RESULTS.some((event) => moved.includes(event))) return
    late.current.forEach(clearTimeout)
    late.current = SETTLED_MS.map((ms) => setTimeout(fetchNow, ms))
  })
}
