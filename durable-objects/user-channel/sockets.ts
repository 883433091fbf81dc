// The hibernating sockets of a realtime channel, a person's or the admins': accepting, naming, telling, closing.
import type { BrowserEvent } from '../../contract/events.ts'
import { PING, PONG } from '../../contract/runner.ts'
import type { SocketStatus } from '../rpc.ts'

/**
 * What a socket carries through sleep, 2,048 bytes at most. On the admins' channel: `only` is the one account of a monitor as
 * it names it (id or client id), `onlyAccount` its id; `namesRows` says that a screen tells its rows; else it hears all.
 */
export type Listener = {
  id: string
  session: string
  device: string
  since: number
  only: string | null
  onlyAccount: string | null
  namesRows: boolean
}
const SESSION_ENDED = 4401
/** These stand for "no code" and "no close frame": they cannot be sent. */
const UNSENDABLE_CODES: readonly number[] = [1005, 1006]

/** Headers name who listens: x-session, x-device, and for admins x-only (with x-only-account, its account id) and x-watch. */
export const acceptListener = (ctx: DurableObjectState, { headers }: Request, now: number): Response => {
  const { 0: client, 1: server } = new WebSocketPair()
  ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG))
  ctx.acceptWebSocket(server)
  server.serializeAttachment({
    id: crypto.randomUUID(),
    session: headers.get('x-session') ?? '',
    device: headers.get('x-device') ?? '',
    since: now,
    only: headers.get('x-only'),
    onlyAccount: headers.get('x-only-account'),
    namesRows: headers.has('x-watch'),
  } satisfies Listener)
  return new Response(null, { status: 101, webSocket: client })
}
export const listenerOf = (ws: WebSocket): Listener => ws.deserializeAttachment() as Listener
export const openSockets = (ctx: DurableObjectState): WebSocket[] =>
  ctx.getWebSockets().filter((ws) => ws.readyState === WebSocket.OPEN)

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
/** @param isEnded asked with the token hash of the sign-in that opened the socket */
export const closeSockets = (ctx: DurableObjectState, isEnded: (session: string) => boolean): void => {
  for (const ws of ctx.getWebSockets()) if (isEnded(listenerOf(ws).session)) ws.close(SESSION_ENDED, 'session ended')
}
export const answerClose = (ws: WebSocket, code: number): void => {
  ws.close(UNSENDABLE_CODES.includes(code) ? 1000 : code)
}
