// The page's live channels: screens subscribe, one socket a channel serves them all and outlives a change of screen.
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { BrowserEvent } from '../../contract/events.ts'
import { http } from '../lib/http.ts'
import { queryClient } from '../lib/query-client.ts'
import { makeSocket, type SocketStatus } from './socket.ts'

type Handler = (events: BrowserEvent[]) => void
type Channel = { socket: ReturnType<typeof makeSocket>; handlers: Set<Handler>; status: SocketStatus }

const LINGER_MS = 3_000
const STATIC_QUERIES: readonly unknown[] = ['public-config', 'validate']
/** Lists whose rows only events keep true. */
const LIVE_LISTS: readonly unknown[] = ['whatsapp-list', 'generators', 'validators', 'blasters']
const channels = new Map<string, Channel>()
const watchers = new Set<() => void>()
const tellWatchers = (): void => {
  for (const watcher of watchers) watcher()
}
const subscribe = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

const refetchAll = (): void =>
  void queryClient.invalidateQueries({ predicate: (query) => !STATIC_QUERIES.includes(query.queryKey[0]) })

const makeChannel = (key: string, deviceId: string, only: string): Channel => {
  const handlers = new Set<Handler>()
  const socket = makeSocket({
    ticket: async () => (await http.post<{ ticket: string }>('/auth/ws-ticket', {})).ticket,
    connect: (ticket) => {
      const url = new URL('/api/ws', location.href.replace(/^http/, 'ws'))
      url.search = new URLSearchParams({ deviceId, token: ticket, ...(only === '' ? {} : { id: only }) }).toString()
      return new WebSocket(url)
    },
    onEvents: (events) => {
      for (const handler of handlers) handler(events)
    },
    onStatus: (status) => {
      channel.status = status
      // What happened between a list's fetch and the opening came to nobody.
      if (status === 'open')
        void queryClient.invalidateQueries({ predicate: ({ queryKey }) => LIVE_LISTS.includes(queryKey[0]) })
      tellWatchers()
    },
    onGap: refetchAll,
    random: Math.random,
  })
  const channel: Channel = { socket, handlers, status: 'closed' }
  channels.set(key, channel)
  return channel
}

const hurry = (): void => {
  for (const { socket } of channels.values()) socket.hurry()
}
addEventListener('online', hurry)
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && hurry())

/**
 * While mounted, events of the channel come to `handler`.
 * @param only an account's id or client id on the admins' channel: the server sends nothing about others
 */
export const useRealtime = (deviceId: string, handler: Handler, only = ''): void => {
  const onEvents = useEffectEvent(handler)
  useEffect(() => {
    const key = only === '' ? deviceId : `${deviceId} ${only}`
    const channel = channels.get(key) ?? makeChannel(key, deviceId, only)
    const mine: Handler = (events) => onEvents(events)
    channel.handlers.add(mine)
    channel.socket.open()
    return () => {
      channel.handlers.delete(mine)
      setTimeout(() => {
        if (channel.handlers.size > 0) return
        channel.socket.close()
        // One for every account that was ever looked at would be too many.
        if (only !== '') channels.delete(key)
      }, LINGER_MS)
    }
  }, [deviceId, only])
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
