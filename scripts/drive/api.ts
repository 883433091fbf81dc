// Calls the API as a signed-in person, as the page does for them.
import type { Account } from '../../contract/sending/whatsapp.ts'
import { until } from './until.ts'

class ApiError extends Error {
  readonly status: number
  readonly reason: string
  constructor(call: string, status: number, body: { reason?: string; msg?: string }) {
    super(`${call}: ${status} ${body.reason ?? ''} ${body.msg ?? ''}`.trim())
    this.status = status
    this.reason = body.reason ?? ''
  }
}
export type Person = {
  id: string
  origin: string
  get: <T>(path: string) => Promise<T>
  post: <T>(path: string, body?: unknown) => Promise<T>
  put: <T>(path: string, body: unknown) => Promise<T>
  delete: <T>(path: string) => Promise<T>
}

/** A person who has a token already. */
export const asPerson = (origin: string, id: string, token: string): Person => ({
  id,
  origin,
  get: <T>(path: string) => call<T>(origin, 'GET', path, token),
  post: <T>(path: string, body: unknown = {}) => call<T>(origin, 'POST', path, token, body),
  put: <T>(path: string, body: unknown) => call<T>(origin, 'PUT', path, token, body),
  delete: <T>(path: string) => call<T>(origin, 'DELETE', path, token),
})

/** @throws ApiError for any answer but 2xx. */
export const call = async <T>(origin: string, method: string, path: string, token?: string, body?: unknown) => {
  const isForm = body instanceof FormData
  const response = await fetch(`${origin}/api${path}`, {
    method,
    headers: {
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })
  const text = await response.text()
  const answer = ((): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      return { msg: text.slice(0, 200) }
    }
  })()
  if (!response.ok) throw new ApiError(`${method} ${path}`, response.status, answer as { reason?: string })
  return answer as T
}

export const signIn = async (origin: string, email: string, password: string): Promise<Person> => {
  const { token, user } = await call<{ token: string; user: { id: string } }>(
    origin,
    'POST',
    '/auth/login',
    undefined,
    { email, password },
  )
  return asPerson(origin, user.id, token)
}

/** Repeats the call through refusals and while the server is down. @throws Error naming what never happened */
export const untilAnswered = <T>(
  what: string,
  forMs: number,
  look: () => Promise<T | null | undefined | false>,
  everyMs = 200,
): Promise<T> => until(what, look, { forMs, everyMs, throughErrors: true })

export const accountsOf = async (person: Person): Promise<Account[]> =>
  (await person.get<{ list: Account[] }>(`/admin/whatsapp/list/${person.id}?synced=true`)).list
