// All calls of the API. Adds the bearer token, sends JSON or a form, reads JSON or a file, and turns every failure into an
// ApiError with the text to show.
import type { Answer, Needs, Route, RouteThat } from '../../../contract/api/table.ts'
import { BOOKMARK_HEADER, BookmarkKeeper } from '../../../contract/ground/bookmark.ts'
import { KEY_HEADER } from '../../../contract/ground/press-key.ts'
import { SERVER_TIME_HEADER } from '../../../contract/ground/server-time.ts'
import type { ErrorBody } from '../../../contract/ground/errors.ts'
import { common, refusalFromServer } from '../../texts/indonesian.ts'
import { keepAhead } from '../../ui/part.tsx'
import { ApiError } from './api-error.ts'
import { takeEarly } from './early.ts'
import { isOnline, lineSuspect, untilLost, whatLost } from './connection.ts'
import { hearServerTime } from './server-clock.ts'
import { getSession, refuseToken } from '../session/session.ts'

export { ApiError }

const loadAskPress = keepAhead(() => import('./ask-press.ts'), 'soon')
/** A write that has no answer by then is asked about. */
export const PATIENCE_MS = 15_000

type Query = Record<string, unknown>
export type Extra = {
  /** Shown when the server sends no text of its own. */
  fallback?: string | undefined
  signal?: AbortSignal | undefined
  /** A person waits for what it reads: it ends as a write does. */
  pressed?: true
}
export type Sent = {
  params?: Record<string, string | number>
  body?: unknown
  query?: Query
  anonymous?: boolean
}

/** Asks the person for what a refusal says is missing, a proof or a second factor; true: the call may go out again. */
export const missing: { ask?: (reason: string) => Promise<boolean> } = {}

/** The newest D1 bookmark this page has seen, so that no later answer is older. A page load starts without one. */
const seen = new BookmarkKeeper()

const address = (path: string, { params = {}, query = {} }: Sent): string => {
  const named = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const filled = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== '')
  const search = new URLSearchParams(filled.map(([key, value]) => [key, String(value)]))
  return `/api${named}${search.size > 0 ? `?${search}` : ''}`
}

/** @throws ApiError */
const becameOf = async (route: Route, key: string, was: ApiError): Promise<Response> =>
  (await loadAskPress()).askPress(() => call('POST /auth/press', { body: { key } }), route, was)

/** @param key of this press: it goes out again under the same one. @throws ApiError; the answer is read by the caller. */
export const send = async (
  route: Route,
  sent: Sent,
  extra: Extra,
  key = route.startsWith('GET') || sent.anonymous ? null : crypto.randomUUID(),
): Promise<Response> => {
  const [method = '', path = ''] = route.split(' ')
  const token = getSession()?.token
  if (!sent.anonymous && !token) throw new ApiError(401, 'Authorization token is missing')
  // Nothing is kept to be sent later: a person would not expect it any more, least of all where it spends.
  if (!isOnline()) {
    const isLine = whatLost()?.what === 'line'
    throw new ApiError(0, isLine ? common.offline : common.serverSilent, { reason: 'offline' })
  }
  const headers = new Headers({ accept: 'application/json' })
  if (!sent.anonymous) headers.set('authorization', `Bearer ${token}`)
  if (key) headers.set(KEY_HEADER, key)
  const asked = seen.next()
  if (asked.bookmark !== null) headers.set(BOOKMARK_HEADER, asked.bookmark)
  const { body } = sent
  const isForm = body instanceof FormData
  // For a form the browser sets the header, with its boundary.
  if (body !== undefined && !isForm) headers.set('content-type', 'application/json')
  const lost = untilLost()
  const patience = new AbortController()
  const { signal: left } = extra
  // A form has patience of its own, and takes no signal.
  const ends = method !== 'GET' || extra.pressed
  const signal = ends ? patience.signal : (left ?? null)
  const giveUp = (): void => patience.abort()
  left?.addEventListener('abort', giveUp)
  if (left?.aborted) giveUp()
  lost.addEventListener('abort', giveUp)
  const timer = setTimeout(giveUp, PATIENCE_MS)
  const askedAt = Date.now()
  let response: Response
  try {
    const to = address(path, sent)
    const early = method === 'GET' ? takeEarly(to, token) : null
    response = await (early ??
      (isForm ? (await loadAskPress()).upload : fetch)(to, {
        method,
        headers,
        // A sign-in alone brings and takes a cookie, which marks the device (rule known-device); the token is what every call is signed in by.
        credentials: route.startsWith('POST /auth/login') ? 'same-origin' : 'omit',
        body: isForm ? body : JSON.stringify(body),
        signal,
      }))
  } catch (error) {
    if (left?.aborted) throw error
    lineSuspect()
    // the write may have happened although its answer was lost
    if (method !== 'GET') seen.failed()
    const was = new ApiError(0, lost.aborted ? common.lost : ends ? common.networkError : common.internalError)
    if (!key) throw was
    return becameOf(route, key, was)
  } finally {
    clearTimeout(timer)
    lost.removeEventListener('abort', giveUp)
  }
  seen.heard(response.headers.get(BOOKMARK_HEADER), asked)
  hearServerTime(response.headers.get(SERVER_TIME_HEADER), askedAt)
  if (response.ok) return response
  if (response.status >= 500) seen.failed()
  // the platform's answer in place of the API's
  if (response.status >= 500 && !response.headers.has(SERVER_TIME_HEADER)) lineSuspect()
  const refusal: Partial<ErrorBody> = (await response.json().catch(() => null)) ?? {}
  // A refused token has changed nothing, so even a write may go out again with a newer one.
  if (response.status === 401 && !sent.anonymous && token && refuseToken(token)) return send(route, sent, extra, key)
  const { reason = '' } = refusal
  if ((reason === 'proof_needed' || reason === 'factor_missing') && (await missing.ask?.(reason)))
    return send(route, sent, extra, key)
  const said = await refusalFromServer(refusal)
  const was = new ApiError(
    response.status,
    said.msg ?? said.message ?? said.error ?? extra.fallback ?? common.internalError,
    said,
  )
  // a server that fails, or does not answer, may have done it
  if (key && response.status >= 500) return becameOf(route, key, was)
  throw was
}

export type JsonRoute = RouteThat<'json'>
/**
 * One call by its method and path. The answer has the type that the Worker is compiled against, too (contract/api/). It is not
 * parsed, because the schemas would have to be loaded by every browser. @throws ApiError
 */
export function call<R extends JsonRoute>(route: R, sent: Needs<R>, extra?: Extra): Promise<Answer<R>>
export async function call(route: Route, sent: Sent, extra: Extra = {}): Promise<unknown> {
  const response = await send(route, sent, extra)
  try {
    return await response.json()
  } catch (error) {
    if (extra.signal?.aborted) throw error
    throw new ApiError(0, extra.fallback ?? common.internalError)
  }
}

export const errorText = (error: unknown): string => (error instanceof Error ? error.message : common.internalError)
