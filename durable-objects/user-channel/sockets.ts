// The hibernating sockets of a realtime channel, a person's or the admins': accepting, naming, telling, closing.
import type { BrowserEvent } from '../../contract/operation/events.ts'
import { PING, PONG } from '../../contract/operation/runner.ts'
import { DAY_MS } from '../../contract/ground/time.ts'
import type { EndedSignIns, SocketStatus } from '../rpc.ts'

/**
 * What a socket carries through sleep, 2,048 bytes at most: the person and the sign-in that opened it, and until when (epoch ms) it
 * is told anything. On the admins' channel: `only` is the one account of a monitor as
 * it names it (id or client id), `onlyAccount` its id; `namesRows` says that a screen tells its rows; else it hears all.
 */
export type Listener = {
  id: string
  user: string
  session: string
  until: number
  device: string
  since: number
  only: string | null
  onlyAccount: string | null
  namesRows: boolean
}
const SESSION_ENDED = 4401
/** A page pings at least every 25 s, or once a minute where a browser lets it sleep: of one that is silent for longer nobody listens. */
const GONE_MS = 3 * 60_000
/** The page opens another then, by which the sign-in and its role are looked at again. */
const SOCKET_MS = DAY_MS / 2
/** These stand for "no code" and "no close frame": they cannot be sent. */
const UNSENDABLE_CODES: readonly number[] = [1005, 1006]

/** Sockets of this person that are heard (rule socket-limit); the others are closed here, so that a phone that lost its network locks nobody out. */
const heardOf = (ctx: DurableObjectState, user: string, now: number): number => {
  let heard = 0
  for (const ws of openSockets(ctx, now)) {
    const listener = listenerOf(ws)
    if (listener.user !== user) continue
    const heardAt = ctx.getWebSocketAutoResponseTimestamp(ws)?.getTime() ?? 0
    if (now - Math.max(heardAt, listener.since) > GONE_MS) ws.close(1000, 'silent')
    else heard += 1
  }
  return heard
}

/**
 * Headers name who listens: x-user, x-session, x-until (end of the sign-in, epoch ms), x-device, x-most (sockets a person has here at
 * once; 429 beyond), and for admins x-only (with x-only-account, its account id) and x-watch.
 */
export const acceptListener = (ctx: DurableObjectState, { headers }: Request, now: number): Response => {
  if (heardOf(ctx, headers.get('x-user') ?? '', now) >= Number(headers.get('x-most') ?? Infinity))
    return new Response(null, { status: 429 })
  const { 0: client, 1: server } = new WebSocketPair()
  ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG))
  ctx.acceptWebSocket(server)
  server.serializeAttachment({
    id: crypto.randomUUID(),
    user: headers.get('x-user') ?? '',
    session: headers.get('x-session') ?? '',
    until: Math.min(Number(headers.get('x-until')) || now + SOCKET_MS, now + SOCKET_MS),
    device: headers.get('x-device') ?? '',
    since: now,
    only: headers.get('x-only'),
    onlyAccount: headers.get('x-only-account'),
    namesRows: headers.has('x-watch'),
  } satisfies Listener)
  return new Response(null, { status: 101, webSocket: client })
}
export const listenerOf = (ws: WebSocket): Listener => ws.deserializeAttachment() as Listener
/** Those that may be told something. One that is over is closed here, so that no timer has to wake a channel for it. */
export const openSockets = (ctx: DurableObjectState, now = Date.now()): WebSocket[] => {
  closeSockets(ctx, ({ until }) => until <= now)
  return ctx.getWebSockets().filter((ws) => ws.readyState === WebSocket.OPEN)
}

/** null: there is nothing to say. */
export const frameOf = (events: readonly BrowserEvent[]): string | null =>
  events.length === 0 ? null : JSON.stringify(events.length === 1 ? events[0] : { events })
export const sendFrame = (ws: WebSocket, frame: string): void => {
  try {
    ws.send(frame)
  } catch {
    // it is closing; its client reconnects and fetches a snapshot
  }
}

export const socketStatus = (ctx: DurableObjectState): SocketStatus[] =>
  openSockets(ctx).map((ws) => {
    const { device, since } = listenerOf(ws)
    return { device, since, lastPing: ctx.getWebSocketAutoResponseTimestamp(ws)?.getTime() ?? null }
  })
const closeSockets = (ctx: DurableObjectState, isEnded: (listener: Listener) => boolean): void => {
  for (const ws of ctx.getWebSockets())
    if (ws.readyState === WebSocket.OPEN && isEnded(listenerOf(ws))) ws.close(SESSION_ENDED, 'session ended')
}
/** Closes the sockets of sign-ins that ended. */
export const closeEnded = (ctx: DurableObjectState, { userId, ...which }: EndedSignIns): void =>
  closeSockets(
    ctx,
    ({ user, session }) => user === userId && ('only' in which ? session === which.only : session !== which.keeps),
  )
export const answerClose = (ws: WebSocket, code: number): void => {
  ws.close(UNSENDABLE_CODES.includes(code) ? 1000 : code)
}
