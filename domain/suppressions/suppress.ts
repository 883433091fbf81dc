// The one function behind every opt-out: reply, button, page or admin. When it answers, D1 knows and the
// account that held the number has let go of it.
import type { Db, Statement } from '../db/connection.ts'
import { hashOfNumber, lidKey } from './hash.ts'
import { forbiddenClaims, type NewSuppression, numbersOfLid, writeSuppression } from './store.ts'

export type DropNumber = (accountId: string, number: string) => Promise<unknown>
export type SuppressPorts = { db: Db; secret: string; dropNumber: DropNumber }

const TRIES = 6
const FIRST_WAIT_MS = 50
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/** Asks until the account's object answers. @throws its last error after about three seconds; the cron asks again. */
export const dropUntilAnswered = async (drop: DropNumber, accountId: string, number: string): Promise<void> => {
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

/**
 * Ends sending to one person. Known by LID only, everybody whom any account has learned to be that LID is meant, and
 * whoever learns it later (see settlement).
 * @returns the numbers that were suppressed because of the LID
 */
export const suppress = async (
  ports: SuppressPorts,
  who: Omit<NewSuppression, 'hash'>,
  now: number,
  /** Rows that belong into the same transaction, such as the audit's. */
  more: Statement[] = [],
): Promise<string[]> => {
  const { number, lid } = who
  if (number === null && lid === null) return []
  const hash = hashOfNumber(ports.secret, number ?? `lid:${lid}`)
  const { inUseBy } = await writeSuppression(ports.db, { ...who, hash }, now, more)
  if (number !== null) {
    if (inUseBy !== null) await dropUntilAnswered(ports.dropNumber, inUseBy, number)
    return []
  }
  const found = await numbersOfLid(ports.db, lidKey(ports.secret, lid ?? ''))
  for (const known of found) await suppress(ports, { ...who, number: known }, now)
  return found
}

/** Cron: what a lost answer left claimed. */
export const dropLeftovers = async (ports: Pick<SuppressPorts, 'db' | 'dropNumber'>, limit = 100): Promise<number> => {
  const claims = await forbiddenClaims(ports.db, limit)
  const dropped = await Promise.allSettled(claims.map((c) => ports.dropNumber(c.accountId, c.number)))
  return dropped.filter((d) => d.status === 'fulfilled').length
}
