// How many notices are unread, and the number on the icon of the installed app. Events carry the count; a fetch brings the first.
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { userClientId } from '../../../contract/ground/channels.ts'
import type { UnreadCount } from '../../../contract/people/notices.ts'
import { useAhead } from '../../lib/browser/ahead.ts'
import { call } from '../../lib/api/http.ts'
import { keys } from '../../lib/api/query-keys.ts'
import { useRealtime, whenOpen } from '../../realtime/use-realtime.ts'

export const noticeList = (userId: string) => keys.sums('notices', 'list', userId)
const countKey = (userId: string) => keys.sums('notices', 'count', userId)
export const setNoticeCount = (cache: QueryClient, userId: string, { unread, last }: UnreadCount): void =>
  void cache.setQueryData<UnreadCount>(countKey(userId), { unread, last })

/** Not every browser has badges, and one that has them may refuse. */
const showBadge = (count: number): void => {
  if (!('setAppBadge' in navigator)) return
  void (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined)
}

/** A channel that takes longer than this to open is not waited for. */
const OPENING_MS = 5_000

/** arrived: one came while this page was open. */
export const useNoticeCount = (userId: string): { unread: number; arrived: boolean } => {
  const cache = useQueryClient()
  const [arrived, setArrived] = useState(false)
  const stands = useAhead()
  // asked for once events are heard: what is read in another tab between the two would be missed
  const [hears, setHears] = useState(false)
  useEffect(() => {
    let here = true
    void whenOpen(userClientId(userId), OPENING_MS).then(() => here && setHears(true))
    return () => {
      here = false
    }
  }, [userId])
  const { data } = useQuery({
    enabled: stands && hears,
    queryKey: countKey(userId),
    queryFn: async ({ signal }): Promise<UnreadCount> => {
      const before = cache.getQueryData<UnreadCount>(countKey(userId))
      const { unread, last } = await call('GET /admin/notice', { query: { limit: 1 } }, { signal })
      // an event may have come while this was on its way, also one that says that the same are read
      const known = cache.getQueryData<UnreadCount>(countKey(userId))
      return known && known !== before && known.last >= last ? known : { unread, last }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  useRealtime(userClientId(userId), (events) => {
    for (const { event, payload } of events) {
      if (event !== 'notice') continue
      const known = cache.getQueryData<UnreadCount>(countKey(userId))?.last ?? 0
      // what is older than what this page knows of comes late
      if (payload.last < known) continue
      setNoticeCount(cache, userId, payload)
      if (payload.last > known) setArrived(true)
      void cache.invalidateQueries({ queryKey: noticeList(userId) })
    }
  })
  return { unread: data?.unread ?? 0, arrived }
}
/** The number on the bell. */
export const useIconBadge = (count: number): void =>
  useEffect(() => {
    showBadge(count)
    return () => showBadge(0)
  }, [count])
