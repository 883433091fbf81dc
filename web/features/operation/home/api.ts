// A home screen is one call (contract/operation/home.ts): its last known numbers first, then fresh ones. Its cards, charts, lists and the
// menu's badges all read this one entry of the cache, which live events move.
import { type QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { AdminHome, MemberHome } from '../../../../contract/operation/home.ts'
import type { Role } from '../../../../contract/people/role-table.ts'
import { useAhead } from '../../../lib/browser/ahead.ts'
import { call } from '../../../lib/api/http.ts'
import { keys } from '../../../lib/api/query-keys.ts'
import { serverNow } from '../../../lib/api/server-clock.ts'
import { afterAnswer, type Live, STILL } from './live-rules.ts'
import { cachedNumbers, cacheNumber, HOME_KEPT } from './numbers-cache.ts'
import { onDay } from './on-day-rules.ts'

export const homeKey = (userId: string) => keys.sums('home', userId)

/** What events have told each person's home beyond the answers. */
const lives = new Map<string, Live>()

/** The menu takes what is there; a home itself asks again each time it is opened, since no event came meanwhile. */
type Reader = 'menu' | 'screen'
type Options<T> = { ask: (signal: AbortSignal) => Promise<T>; reader: Reader; enabled?: boolean }
const useHome = <T extends MemberHome | AdminHome>(
  userId: string,
  { ask, reader, enabled = true }: Options<T>,
): UseQueryResult<T> => {
  const query = useQuery({
    queryKey: homeKey(userId),
    queryFn: ({ signal }) => ask(signal),
    initialData: () => {
      const kept = cachedNumbers(userId)[HOME_KEPT] as T | undefined
      return kept && onDay(kept, serverNow())
    },
    initialDataUpdatedAt: 0,
    refetchOnMount: reader === 'screen' ? 'always' : true,
    enabled,
  })
  const { data, dataUpdatedAt } = query
  useEffect(() => {
    // not what was kept itself: brought to a day by a clock that no answer has put right
    if (data !== undefined && dataUpdatedAt > 0) cacheNumber(userId, HOME_KEPT, data)
  }, [userId, data, dataUpdatedAt])
  return query
}
const askMember = async (userId: string, signal: AbortSignal): Promise<MemberHome> => {
  const answer = await call('GET /admin/home/:userId', { params: { userId } }, { signal })
  const { home, live } = afterAnswer(answer, lives.get(userId) ?? STILL, serverNow())
  lives.set(userId, live)
  return home
}
const askAdmin = (signal: AbortSignal): Promise<AdminHome> => call('GET /admin/home', {}, { signal })
export const useMemberHome = (userId: string) =>
  useHome(userId, { ask: (signal) => askMember(userId, signal), reader: 'screen' })
export const useAdminHome = (userId: string) => useHome(userId, { ask: askAdmin, reader: 'screen' })
/** The same entry for a member's menu, whose figures no screen waits for. null: of a person of the office. */
export const useMenuHome = ({ id, role }: { id: string; role: Role }): MemberHome | null => {
  const stands = useAhead()
  const isMember = role === 'member'
  const { data } = useHome<MemberHome | AdminHome>(id, {
    ask: isMember ? (signal) => askMember(id, signal) : askAdmin,
    reader: 'menu',
    enabled: isMember && stands,
  })
  return data && 'troubled' in data ? data : null
}

/** Accounts' counters went on while nobody listened: each counts again from its next event. */
export const forgetSeen = (userId: string): void => {
  const live = lives.get(userId)
  if (live) lives.set(userId, { ...live, seen: STILL.seen })
}
/** Applies an event to the cached home of a member. Before the first answer there is nothing to move: that answer has it. */
export const moveHome = (
  cache: QueryClient,
  userId: string,
  move: (home: MemberHome, live: Live) => { home: MemberHome; live: Live },
): void => {
  const home = cache.getQueryData<MemberHome>(homeKey(userId))
  if (!home) return
  const next = move(home, lives.get(userId) ?? STILL)
  lives.set(userId, next.live)
  cache.setQueryData<MemberHome>(homeKey(userId), next.home)
}
