// Whether this deployment is told what it must know. What it lacks is logged once an isolate; nothing but what tells of its state
// is answered until it is mended (decision record 0040).
import type { Context } from 'hono'
import { Refusal } from '../../contract/ground/errors.ts'
import { missingHashKeys, missingKeysText } from '../../domain/recipients/suppressions/hash-keys.ts'
import type { Env } from '../env.ts'
import { environmentProblems } from '../environment.ts'
import type { AppEnv } from './context.ts'
import { errorFields, log } from '../log.ts'

/** What probers ask. */
export const STATE_PATHS: ReadonlySet<string> = new Set([
  '/api/health',
  '/api/livez',
  '/api/readyz',
  '/api/health/deep',
  '/api/metrics',
])
/** By the object of the bindings, which is one an isolate: its variables cannot change in it. */
const known = new WeakMap<Env, boolean>()
const isComplete = (env: Env): boolean => {
  const before = known.get(env)
  if (before !== undefined) return before
  const problems = environmentProblems(env)
  for (const problem of problems) log.error('misconfigured', { problem })
  known.set(env, problems.length === 0)
  return problems.length === 0
}

/** @throws Refusal misconfigured for every call but those that say so. */
export const mustBeConfigured = (c: Context<AppEnv>): void => {
  if (!isComplete(c.env) && !STATE_PATHS.has(c.req.path)) throw new Refusal('misconfigured')
}

/** With the database's word on the keys that it was written with. @throws Error when it cannot be asked. */
export const hasItsKeys = async (env: Env): Promise<boolean> => {
  if (!isComplete(env)) return false
  const missing = await missingHashKeys(env)
  if (missing.length > 0) log.error('misconfigured', { problem: missingKeysText(missing) })
  return missing.length === 0
}
export const isConfigured = async (env: Env): Promise<boolean> => {
  try {
    return await hasItsKeys(env)
  } catch (error) {
    log.error('the keys in use cannot be read', errorFields(error))
    return false
  }
}
