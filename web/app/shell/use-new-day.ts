// What says "today" is asked again when the day changes in Jakarta (rule today): at night no event comes that would.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { AdminHome, MemberHome } from '../../../contract/operation/home.ts'
import { jakartaDay, MINUTE_MS } from '../../../contract/ground/time.ts'
import { onDay } from '../../features/operation/home/on-day-rules.ts'
import { keys, refresh } from '../../lib/api/query-keys.ts'
import { serverNow } from '../../lib/api/server-clock.ts'

/**
 * Looks once a minute, so that pages that are open ask within a minute and not all at once.
 * @returns ends it
 */
export const watchDay = (changed: () => void): (() => void) => {
  let day = jakartaDay(serverNow())
  const timer = setInterval(() => {
    const today = jakartaDay(serverNow())
    if (today === day) return
    day = today
    changed()
  }, MINUTE_MS)
  return () => clearInterval(timer)
}
export const useNewDay = (): void => {
  const cache = useQueryClient()
  useEffect(
    () =>
      watchDay(() => {
        // also where nothing answers now
        cache.setQueriesData<MemberHome | AdminHome>(
          { queryKey: keys.sums('home') },
          (home) => home && onDay(home, serverNow()),
        )
        void refresh(cache, 'home', 'days', 'accounts')
      }),
    [cache],
  )
}
