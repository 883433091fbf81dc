// Calls the Worker as a browser would.
import { exports } from 'cloudflare:workers'
import type { BrowserEvent } from '../../../contract/operation/events.ts'
import { eventFrame } from '../../support/event-frames.ts'

export const ORIGIN = 'http://127.0.0.1:8787'

type Call = { token?: string | undefined; body?: unknown; form?: FormData; headers?: Record<string, string> }
export const call = async (
  method: string,
  path: string,
  { token, body, form, headers }: Call = {},
): Promise<Response> =>
  exports.default.fetch(
    new Request(`${ORIGIN}/api${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(form
        ? { body: form }
        : body === undefined
          ? {}
          : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }),
  )
/** The whole answer; its body must be JSON. */
export const ask = async <T = Record<string, unknown>>(
  method: string,
  path: string,
  options: Call = {},
): Promise<{ status: number; headers: Headers; json: T }> => {
  const response = await call(method, path, options)
  return { status: response.status, headers: response.headers, json: await response.json<T>() }
}

/** A browser's socket; `query` names the channel and brings the token. */
export const listen = async (
  query: string,
): Promise<{ status: number; ws: WebSocket | null; events: BrowserEvent[] }> => {
  const response = await exports.default.fetch(
    new Request(`${ORIGIN}/api/ws?${query}`, { headers: { upgrade: 'websocket' } }),
  )
  const events: BrowserEvent[] = []
  response.webSocket?.accept()
  response.webSocket?.addEventListener('message', ({ data }) => {
    if (data === 'pong') return
    const frame = eventFrame.parse(JSON.parse(String(data)))
    events.push(...('events' in frame ? frame.events : [frame]))
  })
  return { status: response.status, ws: response.webSocket, events }
}
