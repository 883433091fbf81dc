// What waits behind an entry of the menu, from the same answer that the home or the inbox shows. It listens to the channels that screens have
// opened and opens none itself.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { ADMIN_CLIENT_ID, userClientId } from '../../../contract/ground/channels.ts'
import type { BrowserEvent, EventName } from '../../../contract/operation/events.ts'
import type { Role, WebRoute } from '../../../contract/people/role-table.ts'
import { homeKey, useMenuHome } from '../../features/operation/home/api.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { countOf, inboxKey, useInboxCount } from '../../lib/inbox/api.ts'
import { movedIn } from '../../realtime/moved.ts'
import { useOverhear } from '../../realtime/use-realtime.ts'
import { shellTexts } from '../../texts/indonesian.ts'

export type Badge = { count: number; text: string }
const MOVES: ReadonlySet<string> = new Set<EventName>([
  'withdraw',
  'connection.update',
  'authenticated',
  'suspended',
  'removed',
])
/** An admin hears of everybody: however many events there are, the figures are fetched once in this time. */
const PAUSE_MS = { member: 500, office: 5_000 }

export const useBadges = (user: { id: string; role: Role }): Partial<Record<WebRoute, Badge>> => {
  const isMember = user.role === 'member'
  const home = useMenuHome(user)
  const waiting = useInboxCount(user)
  const cache = useQueryClient()
  const soon = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(
    () => () => {
      if (soon.current !== null) clearTimeout(soon.current)
      soon.current = null
    },
    [],
  )
  const fetchSoon = useEffectEvent((pauseMs: number): void => {
    soon.current ??= setTimeout(() => {
      soon.current = null
      void cache.invalidateQueries({ queryKey: isMember ? homeKey(user.id) : inboxKey(user.id) })
    }, pauseMs)
  })
  const onEvents = (events: readonly BrowserEvent[]): void => {
    const names = events.flatMap((event) => [event.event, ...Object.keys(movedIn(event).moved ?? {})])
    // a notice comes to one person, and most of the office's say that something waits
    if (!isMember && names.includes('notice')) fetchSoon(PAUSE_MS.member)
    else if (names.some((name) => MOVES.has(name))) fetchSoon(isMember ? PAUSE_MS.member : PAUSE_MS.office)
  }
  useOverhear(userClientId(user.id), onEvents)
  useOverhear(ADMIN_CLIENT_ID, onEvents)
  const { inbox, troubled } = shellTexts.badges
  if (home) return { '/whatsapp': { count: home.troubled.count, text: troubled(formatNumber(home.troubled.count)) } }
  return waiting ? { '/inbox': { count: waiting.count, text: inbox(countOf(waiting)) } } : {}
}
