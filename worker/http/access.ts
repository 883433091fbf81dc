// Who makes a call, and the database as that person may read it. A token names its person; the first batch of reads begins with
// a statement (the sign-in’s condition) that fails the batch unless that is true, so a signed-in read is one round trip (decision record 0030).
import type { Context } from 'hono'
import { Refusal } from '../../contract/ground/errors.ts'
import {
  isSignInRefused,
  needsSliding,
  sessionOf,
  signInCondition,
  slideSession,
  type Standing,
} from '../../domain/people/auth/store.ts'
import { claimOf, hashToken } from '../../domain/ground/crypto/token.ts'
import { connect, type Db } from '../../domain/ground/db/connection.ts'
import { type Place, placeCountry, placeNetwork } from '../../domain/record/security-events/rules.ts'
import { batchReads } from '../../domain/ground/db/batched-reads.ts'
import type { D1Source } from '../../domain/ground/db/round-trip.ts'
import type { AppEnv, Who } from './context.ts'

export type RequestAccess = {
  who: Who | null
  db: Db
  /**
   * Resolves once the sign-in is confirmed; null: there is none to confirm. @throws an error that isSignInRefused recognises, if the
   * token's claim is false
   */
  confirmed: () => Promise<Standing | null>
  /** A replica answered, so the answer may be older than the primary's data. */
  byReplica: () => boolean
  /** D1's bookmark after the reads of this call; null: none was made, or no D1 session is used. */
  bookmark: () => string | null
}
type SignedIn = RequestAccess & { who: Who }
const NEVER = (): boolean => false
const bearerOf = (header: string | undefined): string | null => /^Bearer (\S{20,200})$/i.exec(header ?? '')?.[1] ?? null

/** Of the network that asks; empty where no proxy of Cloudflare's stands in front. */
export const addressOf = (headers: Headers): string => headers.get('cf-connecting-ip') ?? ''

/** As the security record keeps it; the device is known to sign-in alone, where its cookie comes. */
export const placeOf = (headers: Headers): Place => ({
  network: placeNetwork(addressOf(headers)),
  country: placeCountry(headers.get('cf-ipcountry')),
  device: null,
})

/** @throws Refusal missing_token. */
export const tokenOf = (c: Context<AppEnv>): string => {
  const token = bearerOf(c.req.header('authorization'))
  if (!token) throw new Refusal('missing_token')
  return token
}
type Span = Parameters<typeof needsSliding>[0]
const slide = (c: Context<AppEnv>, sessionHash: string, span: Span, now: number): void => {
  if (needsSliding(span, now)) c.executionCtx.waitUntil(slideSession(connect(c.env.DB), sessionHash, span, now))
}

/** Where D1 reads: a bookmark, AT_PRIMARY or ANYWHERE; null: the primary without a D1 session, for every call that may write. */
export type At = string | null
const sourceOf = (c: Context<AppEnv>, at: At): { d1: D1Source; bookmark: () => string | null } => {
  if (at === null) return { d1: c.env.DB, bookmark: () => null }
  const session = c.env.DB.withSession(at)
  return { d1: session, bookmark: () => session.getBookmark() }
}
const nothingToConfirm = (): Promise<null> => Promise.resolve(null)

/** Access without a sign-in. */
export const publicAccess = (c: Context<AppEnv>, at: At): RequestAccess => {
  const { d1, bookmark } = sourceOf(c, at)
  const { db, byReplica } = batchReads(d1, null, NEVER)
  return { who: null, db, byReplica, confirmed: nothingToConfirm, bookmark }
}

/** Access of the person that the token names; the first read confirms it. null: the token names nobody. */
export const claimedAccess = async (
  c: Context<AppEnv>,
  token: string,
  at: At,
  now: number,
): Promise<SignedIn | null> => {
  const claim = claimOf(token)
  if (!claim) return null
  const sessionHash = await hashToken(token)
  const { d1, bookmark } = sourceOf(c, at)
  const batched = batchReads(d1, signInCondition(sessionHash, claim, now), isSignInRefused)
  let seen = false
  const confirmed = async (): Promise<Standing> => {
    const row = (await batched.confirmed()) as Standing & Span
    if (!seen) slide(c, sessionHash, row, now)
    seen = true
    return row
  }
  const { db, byReplica } = batched
  return { who: { ...claim, sessionHash }, db, byReplica, confirmed, bookmark }
}

/**
 * Reads the sign-in from the primary first: for a token that names nobody, and before a refusal, because a replica may not
 * have a new sign-in yet. @throws Refusal invalid_token.
 */
export const signedInAccess = async (c: Context<AppEnv>, token: string, now: number): Promise<SignedIn> => {
  const { d1, bookmark } = sourceOf(c, null)
  const { db, byReplica } = batchReads(d1, null, NEVER)
  const sessionHash = await hashToken(token)
  const found = await sessionOf(db, sessionHash, now)
  if (!found) throw new Refusal('invalid_token')
  slide(c, sessionHash, found, now)
  const who = { id: found.userId, role: found.role, sessionHash }
  return { who, db, byReplica, confirmed: () => Promise.resolve(found), bookmark }
}
