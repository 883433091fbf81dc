// The office's numbers (s.2 Admin Dashboard, s.7) and how they follow the admins' channel.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ADMIN_CLIENT_ID } from '../../../contract/channels.ts'
import type { EventName } from '../../../contract/events.ts'
import { useRealtime } from '../../realtime/use-realtime.ts'
import { numbersKey, useCached, type WhatsappCount } from './api.ts'

type Count = { successCount: number; failCount: number }
const PATHS = {
  proxyUseCount: '/admin/proxy/count-use',
  blastCount: '/admin/phonenumber/count-blast',
  whatsappCount: '/admin/whatsapp/count',
  activeMembers: '/admin/users/active',
  todayCount: '/admin/messagelog/today-count',
  totalCount: '/admin/messagelog/total-count',
  withdrawToday: '/admin/withdraw/total-today',
  withdrawAll: '/admin/withdraw/total-all',
} as const
type Name = keyof typeof PATHS

export const useAdminNumbers = (userId: string) => ({
  proxies: useCached<{ unUsed: number; used: number }>(userId, 'proxyUseCount', PATHS.proxyUseCount),
  phones: useCached<{ blasted: number; unBlasted: number }>(userId, 'blastCount', PATHS.blastCount),
  whatsapp: useCached<WhatsappCount>(userId, 'whatsappCount', PATHS.whatsappCount),
  members: useCached<{ count: number }>(userId, 'activeMembers', PATHS.activeMembers),
  today: useCached<Count>(userId, 'todayCount', PATHS.todayCount),
  total: useCached<Count>(userId, 'totalCount', PATHS.totalCount),
  withdrawToday: useCached<{ total: number }>(userId, 'withdrawToday', PATHS.withdrawToday),
  withdrawAll: useCached<{ total: number }>(userId, 'withdrawAll', PATHS.withdrawAll),
})

const ACCOUNTS: readonly Name[] = ['whatsappCount', 'activeMembers', 'proxyUseCount']
const BLASTS: readonly Name[] = ['todayCount', 'totalCount', 'blastCount']
const PAYMENTS: readonly Name[] = ['withdrawToday', 'withdrawAll']
const MOVES: Partial<Record<EventName, readonly Name[]>> = {
  'connection.update': ACCOUNTS,
  authenticated: ACCOUNTS,
  removed: ACCOUNTS,
  suspended: ACCOUNTS,
  reconnecting: ACCOUNTS,
  count_success: BLASTS,
  count_fail: BLASTS,
  withdraw: PAYMENTS,
}
/** Everybody's events come here: however many there are, each number is fetched once in this time. */
const PAUSE_MS = 3_000
/** The last results are settled after their events, and no event tells that. */
const SETTLED_MS = 10_000

export const useLiveAdminNumbers = (userId: string): void => {
  const cache = useQueryClient()
  const due = useRef(new Set<Name>())
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const late = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current)
      timer.current = null
      if (late.current !== null) clearTimeout(late.current)
    },
    [],
  )
  const fetchAll = (names: Iterable<Name>): void => {
    for (const name of names) void cache.invalidateQueries({ queryKey: numbersKey(userId, name) })
  }
  const fetchDue = (): void => {
    timer.current = null
    fetchAll(due.current)
    due.current.clear()
  }
  useRealtime(ADMIN_CLIENT_ID, (events) => {
    for (const { event, payload } of events)
      for (const moved of [event, ...(Object.keys({ ...payload.moved, ...payload.moved_jobs }) as EventName[])])
        for (const name of MOVES[moved] ?? []) due.current.add(name)
    if (due.current.size > 0) timer.current ??= setTimeout(fetchDue, PAUSE_MS)
    if (!due.current.has('todayCount')) return
    if (late.current !== null) clearTimeout(late.current)
    late.current = setTimeout(() => fetchAll(BLASTS), SETTLED_MS)
  })
}
