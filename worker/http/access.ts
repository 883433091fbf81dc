// One call's sign-in and its way to the database. A token claims whose it is; the first batch of reads begins with a gate
// that fails it unless the claim is true, so a signed-in read is one round trip (decision record 0030).
import type { Context } from 'hono'
import { Refusal } from '../../contract/errors.ts'
import { isGateRefused, needsSliding, sessionOf, signInGate, slideSession } from '../../domain/auth/store.ts'
import { claimOf, hashToken } from '../../domain/auth/token.ts'
import { connect, type Db } from '../../domain/db/connection.ts'
import { type D1Source, batchReads } from '../../domain/db/batched-reads.ts'
import type { AppEnv, Who } from './context.ts'

export type RequestAccess = {
  who: Who | null
  db: Db
  /** @throws what isGateRefused tells, where the token's claim is not true. */
  confirmed: () => Promise<void>
  /** The answer may be older than what the primary has. */
  byReplica: () => boolean
  /** How new the database was that answered; null: it was not asked. */
  bookmark: () => string | null
}
type SignedIn = RequestAccess & { who: Who }
const NEVER = (): boolean => false
const bearerOf = (header: string | undefined): string | null => /^Bearer (\S{20,200})$/i.exec(header ?? '')?.[1] ?? null

/** @throws Refusal missing_token. */
export const tokenOf = (c: Context<AppEnv>): string => {
  const token = bearerOf(c.req.header('authorization'))
  if (!token) throw new Refusal('missing_token')
  return token
}
const slide = (c: Context<AppEnv>, sessionHash: string, expiresAt: number, now: number): void => {
  if (needsSliding(expiresAt, now)) c.executionCtx.waitUntil(slideSession(connect(c.env.DB), sessionHash, now))
}

/** A bookmark, AT_PRIMARY or ANYWHERE; null: the primary, with no session, which is asked for all that is not a plain read. */
export type At = string | null
const sourceOf = (c: Context<AppEnv>, at: At): { d1: D1Source; bookmark: () => string | null } => {
  if (at === null) return { d1: c.env.DB, bookmark: () => null }
  const session = c.env.DB.withSession(at)
  return { d1: session, bookmark: () => session.getBookmark() }
}
const nothingToConfirm = (): Promise<void> => Promise.resolve()

/** Nobody is signed in. */
export const publicAccess = (c: Context<AppEnv>, at: At): RequestAccess => {
  const { d1, bookmark } = sourceOf(c, at)
  const { db, byReplica } = batchReads(d1, null, NEVER)
  return { who: null, db, byReplica, confirmed: nothingToConfirm, bookmark }
}

/** As the token claims, which the first read confirms. null: this token claims nothing. */
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
  const batched = batchReads(d1, signInGate(sessionHash, claim, now), isGateRefused)
  let seen = false
  const confirmed = async (): Promise<void> => {
    const { expiresAt } = await batched.confirmed()
    if (!seen) slide(c, sessionHash, Number(expiresAt), now)
    seen = true
  }
  const { db, byReplica } = batched
  return { who: { ...claim, sessionHash }, db, byReplica, confirmed, bookmark }
}

/**
 * Asks the primary first who this is: for a token that claims nothing, and before anybody is refused, for a replica may
 * not have heard of a sign-in yet. @throws Refusal invalid_token.
 */
export const signedInAccess = async (c: Context<AppEnv>, token: string, now: number): Promise<SignedIn> => {
  const { d1, bookmark } = sourceOf(c, null)
  const { db, byReplica } = batchReads(d1, null, NEVER)
  const sessionHash = await hashToken(token)
  const found = await sessionOf(db, sessionHash, now)
  if (!found) throw new Refusal('invalid_token')
  slide(c, sessionHash, found.expiresAt, now)
  const who = { id: found.userId, role: found.role, sessionHash }
  return { who, db, byReplica, confirmed: nothingToConfirm, bookmark }
}
