// The page's live channels: screens subscribe, one socket a channel serves them all and outlives a change of screen.
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import type { BrowserEvent } from '../../contract/operation/events.ts'
import { ADMIN_CLIENT_ID } from '../../contract/ground/channels.ts'
import type { Watch, WatchFrame } from '../../contract/operation/watched-rows.ts'
import { lineSilent, onLine } from '../lib/api/connection.ts'
import { call } from '../lib/api/http.ts'
import { askAnew, isLiveList, isStatic } from '../lib/api/query-keys.ts'
import { queryClient } from '../lib/api/query-client.ts'
import { makeSocket, type SocketStatus } from './socket.ts'

type Handler = (events: BrowserEvent[]) => void
/** A handler of the admins' channel with the rows its screen shows. */
type Channel = {
  socket: ReturnType<typeof makeSocket>
  handlers: Map<Handler, Watch>
  status: SocketStatus
  said: string
}

const LINGER_MS = 3_000
/** So long after the last touch or key somebody is taken to look. */
const ATTENDED_MS = 60_000
let usedAt = Date.now()
/** Accounts that spoke to nobody hear of admins after up to ten seconds; what changed meanwhile is fetched. */
const UNHEARD_MS = 12_000
const channels = new Map<string, Channel>()
const overhearers = new Map<string, Set<Handler>>()
const watchers = new Set<() => void>()
const tellWatchers = (): void => {
  for (const watcher of watchers) watcher()
}
const subscribe = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

const refetchAll = (): void => void askAnew(queryClient, { predicate: (query) => !isStatic(query) })

/** What the server takes of one socket. The contract's schema itself would bring zod into the first load. */
const WATCH_ROWS_MAX = 100
const WATCH_NOTHING: Watch = { accounts: [], numbers: [] }
const joined = (lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())].slice(0, WATCH_ROWS_MAX)
const watchOf = ({ handlers }: Channel): string => {
  const all = [...handlers.values()]
  const watch: Watch = { accounts: joined(all.map((w) => w.accounts)), numbers: joined(all.map((w) => w.numbers)) }
  return JSON.stringify({ watch } satisfies WatchFrame)
}
/** Other rows are shown: the open socket says so. */
const sayWatch = (channel: Channel): void => {
  const text = watchOf(channel)
  if (text !== channel.said && channel.socket.say(text)) channel.said = text
}

const makeChannel = (key: string, deviceId: string, only: string | null): Channel => {
  const handlers = new Map<Handler, Watch>()
  /** A monitor's filter is its address; every other screen of admins names its rows. */
  const namesRows = deviceId === ADMIN_CLIENT_ID && only === null
  const socket = makeSocket({
    ticket: async () => (await call('POST /auth/ws-ticket', {})).ticket,
    connect: (ticket) => {
      const url = new URL('/api/ws', location.href.replace(/^http/, 'ws'))
      url.search = new URLSearchParams({
        deviceId,
        token: ticket,
        ...(only ? { id: only } : {}),
        ...(namesRows ? { watch: 'rows' } : {}),
      }).toString()
      return new WebSocket(url)
    },
    onEvents: (events) => {
      for (const handler of handlers.keys()) handler(events)
      for (const overhear of overhearers.get(deviceId) ?? []) overhear(events)
    },
    greeting: () => {
      channel.said = watchOf(channel)
      return namesRows ? channel.said : null
    },
    onStatus: (status) => {
      channel.status = status
      // What happened between a list's fetch and the opening came to nobody.
      if (status === 'open') void askAnew(queryClient, { predicate: isLiveList })
      if (status === 'open' && deviceId === ADMIN_CLIENT_ID) setTimeout(refetchAll, UNHEARD_MS)
      tellWatchers()
    },
    onGap: refetchAll,
    attended: () => document.visibilityState === 'visible' && Date.now() - usedAt < ATTENDED_MS,
    onSilent: lineSilent,
    random: Math.random,
  })
  const channel: Channel = { socket, handlers, status: 'closed', said: '' }
  channels.set(key, channel)
  return channel
}

const hurry = (): void => {
  for (const { socket } of channels.values()) socket.hurry()
}
onLine((online) => online && hurry())
for (const event of ['pointerdown', 'pointermove', 'keydown', 'scroll'])
  addEventListener(event, () => (usedAt = Date.now()), { capture: true, passive: true })
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && hurry())

type Options = {
  /** Of the admins' channel: the rows this screen shows; of no other row does it hear. Default: of none. */
  watch?: Partial<Watch>
  /** A monitor on the admins' channel: of this account only (id or client id), or of everything (empty). */
  only?: string
}

/** While mounted, events of the channel come to `handler`. */
export const useRealtime = (deviceId: string, handler: Handler, { watch = {}, only }: Options = {}): void => {
  const onEvents = useEffectEvent(handler)
  const place = only === undefined ? deviceId : `${deviceId} ${only}`
  const mine = useRef<Handler>(undefined)
  useEffect(() => {
    const channel = channels.get(place) ?? makeChannel(place, deviceId, only ?? null)
    const handle: Handler = (events) => onEvents(events)
    mine.current = handle
    channel.handlers.set(handle, WATCH_NOTHING)
    channel.socket.open()
    return () => {
      channel.handlers.delete(handle)
      setTimeout(() => {
        if (channel.handlers.size > 0) return
        channel.socket.close()
        // One for every account that was ever looked at would be too many.
        if (only !== undefined) channels.delete(place)
      }, LINGER_MS)
    }
  }, [deviceId, only, place])
  const { accounts = [], numbers = [] } = watch
  const rows = JSON.stringify({ accounts, numbers })
  useEffect(() => {
    const channel = channels.get(place)
    if (!channel || !mine.current || deviceId !== ADMIN_CLIENT_ID || only !== undefined) return
    channel.handlers.set(mine.current, JSON.parse(rows) as Watch)
    sayWatch(channel)
  }, [deviceId, only, place, rows])
}

/** While mounted, `handler` hears what comes over this channel for screens that have opened it. */
export const useOverhear = (deviceId: string, handler: Handler): void => {
  const onEvents = useEffectEvent(handler)
  useEffect(() => {
    const handle: Handler = (events) => onEvents(events)
    const all = overhearers.get(deviceId) ?? new Set()
    overhearers.set(deviceId, all.add(handle))
    return () => void all.delete(handle)
  }, [deviceId])
}

/** A channel that is wanted cannot be reached now. */
export const useRealtimeDown = (): boolean =>
  useSyncExternalStore(subscribe, () => [...channels.values()].some((channel) => channel.status === 'down'))

/** Resolves true once the channel is open, false when that takes too long. */
export const whenOpen = (deviceId: string, patienceMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    const isOpen = (): boolean => channels.get(deviceId)?.status === 'open'
    if (isOpen()) return resolve(true)
    const stop = subscribe(() => isOpen() && done(true))
    const timer = setTimeout(() => done(false), patienceMs)
    const done = (open: boolean): void => {
      stop()
      clearTimeout(timer)
      resolve(open)
    }
  })
