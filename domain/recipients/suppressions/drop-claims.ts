// Makes accounts release numbers that must not be written to (rule opt-out). After it resolves no message leaves for the number.
import { sometimes } from '../../../contract/ground/sometimes.ts'
import { inTime } from '../../record/journal/bucket.ts'
import type { Db } from '../../ground/db/connection.ts'
import { type NumberClaim, forbiddenClaims, deleteWithdrawnClaims } from './claims-store.ts'

type DropNumber = (accountId: string, number: string) => Promise<unknown>
export type DropPorts = { db: Db; dropNumber: DropNumber }

const LEFTOVERS = 100
/** Of an imported list many are under way at once. */
const DROPPED_TOGETHER = 100
const TRIES = 6
const FIRST_WAIT_MS = 50
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/** Asks until each account's object has answered. @throws the last error after about three seconds; the cron asks again. */
export const dropClaims = async ({ db, dropNumber }: DropPorts, claims: readonly NumberClaim[]): Promise<void> => {
  for (let at = 0; at < claims.length; at += DROPPED_TOGETHER) {
    const some = claims.slice(at, at + DROPPED_TOGETHER)
    await Promise.all(some.map(({ accountId, number }) => dropUntilAnswered(dropNumber, accountId, number)))
    await deleteWithdrawnClaims(db, some)
  }
}
const dropUntilAnswered = async (drop: DropNumber, accountId: string, number: string): Promise<void> => {
  for (let tries = 1; ; tries++) {
    try {
      await drop(accountId, number)
      return
    } catch (error) {
      if (tries >= TRIES) throw error
      await pause(FIRST_WAIT_MS * 2 ** tries)
    }
  }
}

/** An object that hangs must not hold up the rest of the minute. */
const WAIT_MS = 3_000

/** A source that is held forbids many claims at once; the platform limits the calls of an invocation. */
const ROUNDS = 5
/** Cron: repeats this for accounts that did not answer, or were never asked because D1's answer was lost. */
export const dropLeftovers = async (ports: DropPorts, waitMs = WAIT_MS): Promise<number> => {
  let count = 0
  for (let round = 1; round <= ROUNDS; round++) {
    const dropped = await dropSome(ports, waitMs)
    count += dropped
    if (dropped < LEFTOVERS) break
  }
  return count
}
const dropSome = async ({ db, dropNumber }: DropPorts, waitMs: number): Promise<number> => {
  const claims = await forbiddenClaims(db, LEFTOVERS)
  const answers = await Promise.allSettled(
    claims.map((c) => inTime(`account ${c.accountId}`, waitMs, dropNumber(c.accountId, c.number))),
  )
  const dropped = claims.filter((_, i) => answers[i]?.status === 'fulfilled')
  sometimes('a number is dropped a minute later', dropped.length > 0)
  if (dropped.length > 0) await deleteWithdrawnClaims(db, dropped)
  return dropped.length
}
