// The one door to the API: bearer token, JSON or a form up, JSON or a file down, every failure an ApiError with the
// text to show.
import { BOOKMARK_HEADER, BookmarkKeeper } from '../../contract/bookmark.ts'
import type { ErrorBody, FieldErrors } from '../../contract/errors.ts'
import { common } from '../texts/id.ts'
import { endSession, getSession } from './session.ts'

export class ApiError extends Error {
  readonly status: number
  readonly reason: string
  readonly code: number | undefined
  readonly fields: FieldErrors | undefined
  constructor(status: number, message: string, body: Partial<ErrorBody> = {}) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.reason = body.reason ?? ''
    this.code = body.code
    this.fields = body.fields
  }
}

export type Query = Record<string, string | number | null | undefined>
type Options = {
  body?: unknown
  query?: Query
  /** Anonymous calls carry no token. */
  anonymous?: boolean
  /** Shown when the server sends no text of its own. */
  fallback?: string
  signal?: AbortSignal | undefined
}

/** What this page has seen of the database, so that no later answer is older. A new page load asks afresh. */
const seen = new BookmarkKeeper()

const address = (path: string, query: Query = {}): string => {
  const filled = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== '')
  const search = new URLSearchParams(filled.map(([key, value]) => [key, String(value)]))
  return `/api${path}${search.size > 0 ? `?${search}` : ''}`
}

/** @throws ApiError; the answer is read by the caller. */
const send = async (method: string, path: string, options: Options = {}): Promise<Response> => {
  const token = getSession()?.token
  if (!options.anonymous && !token) throw new ApiError(401, 'Authorization token is missing')
  const headers = new Headers({ accept: 'application/json' })
  if (!options.anonymous) headers.set('authorization', `Bearer ${token}`)
  const asked = seen.next()
  if (asked.bookmark !== null) headers.set(BOOKMARK_HEADER, asked.bookmark)
  const form = options.body instanceof FormData
  // A form names its own boundary.
  if (options.body !== undefined && !form) headers.set('content-type', 'application/json')
  let response: Response
  try {
    response = await fetch(address(path, options.query), {
      method,
      headers,
      credentials: 'omit',
      ...(options.body === undefined ? {} : { body: form ? (options.body as FormData) : JSON.stringify(options.body) }),
      ...(options.signal ? { signal: options.signal } : {}),
    })
  } catch (error) {
    if (options.signal?.aborted) throw error
    // a write may have arrived although its answer did not
    if (method !== 'GET') seen.failed()
    throw new ApiError(0, method === 'GET' ? common.internalError : common.networkError)
  }
  seen.heard(response.headers.get(BOOKMARK_HEADER), asked)
  if (response.ok) return response
  if (response.status >= 500) seen.failed()
  const answer: unknown = await response.json().catch(() => null)
  const body = (answer ?? {}) as Partial<ErrorBody>
  // Only a refused sign-in state ends the session, not a call that went out with an older token.
  if (response.status === 401 && !options.anonymous && getSession()?.token === token) endSession()
  throw new ApiError(
    response.status,
    body.msg ?? body.message ?? body.error ?? options.fallback ?? common.internalError,
    body,
  )
}

const request = async <T>(method: string, path: string, options?: Options): Promise<T> => {
  const response = await send(method, path, options)
  return (await response.json().catch(() => null)) as T
}

export const http = {
  get: <T>(path: string, options?: Omit<Options, 'body'>) => request<T>('GET', path, options),
  post: <T>(path: string, body: unknown, options?: Options) => request<T>('POST', path, { ...options, body }),
  put: <T>(path: string, body: unknown, options?: Options) => request<T>('PUT', path, { ...options, body }),
  delete: <T>(path: string, options?: Options) => request<T>('DELETE', path, options),
  /** A file, held by the browser outside of the page's memory. */
  file: async (path: string, options?: Omit<Options, 'body'>): Promise<Blob> => {
    try {
      return await (await send('GET', path, options)).blob()
    } catch (error) {
      if (error instanceof ApiError || options?.signal?.aborted) throw error
      throw new ApiError(0, common.networkError)
    }
  },
}

export const errorText = (error: unknown): string => (error instanceof Error ? error.message : common.internalError)
