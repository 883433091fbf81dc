// What waits for a person of the office, in one entry of the cache: menu, bell, home and the inbox itself cannot tell different numbers.
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Inbox } from '../../../contract/operation/inbox.ts'
import type { Role } from '../../../contract/people/role-table.ts'
import { useAhead } from '../browser/ahead.ts'
import { call } from '../api/http.ts'
import { keys } from '../api/query-keys.ts'
import { formatNumber } from '../format/format.ts'

export const inboxKey = (userId: string) => keys.sums('inbox', userId)
/** Not all that comes to wait is told by an event. */
const LOOK_AGAIN_MS = 60_000

type Person = { id: string; role: Role }
const useInboxOf = ({ id, role }: Person, reader: 'menu' | 'screen'): UseQueryResult<Inbox> => {
  const stands = useAhead()
  return useQuery({
    queryKey: inboxKey(id),
    queryFn: ({ signal }) => call('GET /admin/inbox', {}, { signal }),
    enabled: role !== 'member' && (reader === 'screen' || stands),
    refetchOnMount: reader === 'screen' ? 'always' : true,
    refetchInterval: LOOK_AGAIN_MS,
  })
}
export const useInbox = (who: Person) => useInboxOf(who, 'screen')
/** Of the menu and the bell, for which no screen waits. */
export const useInboxCount = (who: Person) => useInboxOf(who, 'menu').data

/** 5, or 130+ where more of one kind wait than are counted. */
export const countOf = ({ count, more }: Pick<Inbox, 'count' | 'more'>): string =>
  `${formatNumber(count)}${more ? '+' : ''}`
