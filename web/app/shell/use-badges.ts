// What waits behind an entry of the menu, from the same answer that the home shows. It listens to the channels that screens have
// opened and opens none itself.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ADMIN_CLIENT_ID, userClientId } from '../../../contract/ground/channels.ts'
import type { EventName } from '../../../contract/operation/events.ts'
import type { Role, WebRoute } from '../../../contract/people/role-table.ts'
import { homeKey, useAnyHome } from '../../features/operation/home/api.ts'
import { formatNumber } from '../../lib/format/format.ts'
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
  const { data: home } = useAnyHome(user)
  const cache = useQueryClient()
  const soon = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(
    () => () => {
      if (soon.current !== null) clearTimeout(soon.current)
      soon.current = null
    },
    [],
  )
  useOverhear(isMember ? userClientId(user.id) : ADMIN_CLIENT_ID, (events) => {
    const names = events.flatMap((event) => [event.event, ...Object.keys(movedIn(event).moved ?? {})])
    if (!names.some((name) => MOVES.has(name))) return
    soon.current ??= setTimeout(
      () => {
        soon.current = null
        void cache.invalidateQueries({ queryKey: homeKey(user.id) })
      },
      isMember ? PAUSE_MS.member : PAUSE_MS.office,
    )
  })
  const badge = (count: number, text: (shown: string) => string): Badge => ({ count, text: text(formatNumber(count)) })
  const { requests, troubled } = shellTexts.badges
  if (!home) return {}
  if ('troubled' in home) return { '/whatsapp': badge(home.troubled.count, troubled) }
  return {
    '/withdraw/requested': badge(home.pending.count, requests),
    '/whatsapp': badge(home.suspended + home.restricted, troubled),
  }
}
