// Turns every error into a status and one shape of body (rule one-error-shape).
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { z } from 'zod'
import { type ErrorBody, type FieldErrors, Refusal, type RefusalCode, tooMany } from '../../contract/ground/errors.ts'
import { networkOf } from '../../domain/ground/limits/rules.ts'
import type { Outcome } from '../../durable-objects/rpc.ts'
import { errorFields, log } from '../log.ts'
import { addressOf } from './access.ts'
import type { AppEnv } from './context.ts'

const errorBody = (refusal: Refusal, requestId: string): ErrorBody => ({
  msg: refusal.message,
  message: refusal.message,
  error: refusal.message,
  reason: refusal.code,
  ...(refusal.wireCode === undefined ? {} : { code: refusal.wireCode }),
  ...(refusal.fields ? { fields: refusal.fields } : {}),
  ...(refusal.edited ? { edited: refusal.edited } : {}),
  requestId,
})

/** The first problem of each field, by the field's path. */
const fieldsOf = (error: z.core.$ZodError): FieldErrors => {
  const fields: FieldErrors = {}
  for (const issue of error.issues) fields[issue.path.map(String).join('.') || 'body'] ??= issue.message
  return fields
}
export const invalid = (error: z.core.$ZodError): Refusal => new Refusal('invalid_input', { fields: fieldsOf(error) })

/** true: an overload or reset of D1 or an object, after which the caller may try again. */
const passing = (error: unknown): boolean => {
  const words = error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : String(error)
  return /overloaded|D1_ERROR: .*(reset|timed? ?out|exceeded)|Durable Object.*(reset|overloaded)|code was updated/i.test(
    words,
  )
}
const toRefusal = (error: unknown): Refusal =>
  error instanceof Refusal ? error : new Refusal(passing(error) ? 'overloaded' : 'internal')

/** What somebody meets who tries doors: no sign-in, not their role or thing, a wrong method or type, too much, no valid input. */
const TRIED = new Set([401, 403, 405, 413, 415, 422, 429])
const tell = (refusal: Refusal, c: Context<AppEnv>): void => {
  const user = c.get('userId')
  const by = user === undefined ? { network: networkOf(addressOf(c.req.raw.headers)) } : { user }
  log.info('refused', { method: c.req.method, path: c.req.routePath, reason: refusal.code, ...by })
}

export const answerError = (error: unknown, c: Context<AppEnv>, requestId: string): Response => {
  const refusal = toRefusal(error)
  if (TRIED.has(refusal.status)) tell(refusal, c)
  if (!(error instanceof Refusal) || error.cause !== undefined) {
    log.error('request failed', { method: c.req.method, path: c.req.routePath, ...errorFields(error) })
  }
  const wait = refusal.retryAfterS ?? (refusal.status === 503 ? 2 : undefined)
  if (wait !== undefined) c.header('retry-after', String(wait))
  return c.json(errorBody(refusal, requestId), refusal.status as ContentfulStatusCode)
}

/** The value of an object's answer. @throws its Refusal */
export const valueOf = <T>(outcome: Outcome<T>): T => {
  if (outcome.ok) return outcome.value
  if (outcome.waitS !== undefined) throw tooMany(outcome.waitS, outcome.refusal)
  throw new Refusal(outcome.refusal satisfies RefusalCode)
}
