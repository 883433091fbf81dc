// Counts a call against its limit: by person, by the recipient whose link it comes by, or by network (rule rate-limits).
import type { Context } from 'hono'
import type { LimitName } from '../../contract/api/call.ts'
import { tooMany } from '../../contract/ground/errors.ts'
import { sign } from '../../domain/ground/crypto/token.ts'
import type { Db } from '../../domain/ground/db/connection.ts'
import { countHere } from '../../domain/ground/limits/here.ts'
import { limitOf, networkOf, SITE_TIMES, siteOf } from '../../domain/ground/limits/rules.ts'
import { countCall } from '../../domain/ground/limits/store.ts'
import { readOptOutToken } from '../../domain/recipients/suppressions/hash.ts'
import { isSandbox, linkRing } from '../env.ts'
import { addressOf } from './access.ts'
import type { AppEnv, Who } from './context.ts'

/** null: their link is none of ours. */
const recipientOf = async (env: AppEnv['Bindings'], token: string): Promise<string | null> => {
  const ring = linkRing(env)
  const number = await readOptOutToken(ring, token)
  return number === null ? null : `link:${await sign(ring, 'limit', number)}`
}

/** @param token what the call brings as a link. @throws Refusal too_many_attempts. */
export const checkRateLimit = async (
  c: Context<AppEnv>,
  name: LimitName,
  { who, token }: { who: Who | null; token: string | null },
  db: Db,
  now: number,
): Promise<void> => {
  const limit = limitOf(name, isSandbox(c.env))
  const count = async (whose: string, most: number): Promise<void> => {
    const key = `${name}:${whose}`
    const wait = limit.here
      ? countHere(key, { ...limit, most }, now)
      : await countCall(db, key, { ...limit, most }, now)
    if (wait !== null) throw tooMany(wait)
  }
  // all customers of a carrier may share an address, and nobody's stop waits for theirs
  const recipient = limit.byLink && token !== null ? await recipientOf(c.env, token) : null
  const address = addressOf(c.req.raw.headers)
  const site = who || recipient !== null ? null : siteOf(address)
  await Promise.all([
    count(who?.id ?? recipient ?? networkOf(address), limit.most),
    site !== null && count(site, limit.most * SITE_TIMES),
  ])
}
