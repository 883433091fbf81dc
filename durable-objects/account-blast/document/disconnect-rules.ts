// What a closed WhatsApp socket leads to, by its code (rule disconnect-codes). Pure.
import {
  LOGGED_OUT,
  MULTIDEVICE_MISMATCH,
  CONNECTION_REPLACED,
  FORBIDDEN,
  RESTART_REQUIRED,
  BAD_SESSION,
  PASSING,
} from '../../../contract/sending/whatsapp-codes.ts'
import { type BackOff, backOffMs } from '../../../contract/ground/back-off.ts'
import { SESSION_UNREADABLE } from '../../../contract/operation/runner.ts'
import { MINUTE_MS } from '../../../contract/ground/time.ts'
import type { AccountState } from '../../../contract/sending/whatsapp.ts'

/** States that no reconnect leaves: a person must link or reconnect the account. */
export const ENDED: readonly AccountState[] = ['loggedOut', 'conflict', 'disconnected']
/** Tries with a session that cannot be decrypted, in case a single runner lacks the key; then no more are made. */
const UNREADABLE_TRIES = 5

export type Verdict =
  /** Needs a new pairing. */
  | { kind: 'ended'; state: 'loggedOut' | 'conflict' }
  | { kind: 'banned' }
  /** Try again; at once for a restart WhatsApp itself asked for. */
  | { kind: 'retry'; state: 'reconnecting' | 'unknown'; atOnce: boolean; counts: boolean }
  /** Signal sessions are broken: drop them, keep the creds, log in again. */
  | { kind: 'reset-sessions' }
  | { kind: 'proxy' }
  | { kind: 'given-up' }

/** code: Baileys' disconnect code; reachedWhatsapp: WhatsApp itself had answered on this socket. */
export type Closed = { code: number; reachedWhatsapp: boolean; proxyFailed: boolean }
/**
 * A connection that is open for so long has stood: what closes it is a new event, and not one more of a row. One that opens and closes
 * within it is a login like every other: WhatsApp counts logins, and it is the member's number that it locks.
 */
const STANDS_MS = MINUTE_MS
/** Restarts in a row that WhatsApp is granted at once. */
const RESTARTS = 3
export const hasStood = (openSince: number | null, now: number): boolean =>
  openSince !== null && now - openSince >= STANDS_MS
export const NO_TRIES: Tries = { reconnectTries: 0, failures: 0, serverErrors: 0 }

/** Kept in the account's document between two closes; a connection that stood, and a person who connects it, sets all of them to 0. */
export type Tries = {
  /** Reconnects in a row that reached WhatsApp; after too many of them none is made any more. */
  reconnectTries: number
  /** Failed tries in a row, also those that did not reach WhatsApp: the back-off grows with them. */
  failures: number
  /** Closes with BAD_SESSION in a row. */
  serverErrors: number
}

/** What follows from a closed socket, and the counts of tries after it. Not for code 0, which is our own close. */
export const afterClosed = (closed: Closed, tries: Tries, maxTries: number): { verdict: Verdict; tries: Tries } => {
  const verdict = verdictOf(closed, tries, maxTries)
  const isServerError = closed.code === BAD_SESSION && verdict.kind !== 'reset-sessions'
  return {
    verdict,
    tries: {
      reconnectTries: tries.reconnectTries + (verdict.kind === 'retry' && verdict.counts ? 1 : 0),
      failures: tries.failures + 1,
      serverErrors: isServerError ? tries.serverErrors + 1 : 0,
    },
  }
}

/** How long until the next try (rule reconnect); null: it is made at once. @param random 0 ≤ random < 1 */
export const waitMs = (
  verdict: Verdict,
  { failures }: Pick<Tries, 'failures'>,
  backOff: BackOff,
  random: number,
): number | null => (verdict.kind === 'retry' && verdict.atOnce ? null : backOffMs(failures - 1, backOff, random))

const verdictOf = (closed: Closed, before: Tries, maxTries: number): Verdict => {
  const tries = before.reconnectTries
  if (closed.proxyFailed) return { kind: 'proxy' }
  // the creds are kept: they can be read again once the key is back
  if (closed.code === SESSION_UNREADABLE)
    return tries >= UNREADABLE_TRIES
      ? { kind: 'given-up' }
      : { kind: 'retry', state: 'unknown', atOnce: false, counts: true }
  if (!closed.reachedWhatsapp) return { kind: 'retry', state: 'reconnecting', atOnce: false, counts: false }
  switch (closed.code) {
    case LOGGED_OUT:
    case MULTIDEVICE_MISMATCH:
      return { kind: 'ended', state: 'loggedOut' }
    case CONNECTION_REPLACED:
      return { kind: 'ended', state: 'conflict' }
    case FORBIDDEN:
      return { kind: 'banned' }
    case RESTART_REQUIRED:
      if (before.failures < RESTARTS) return { kind: 'retry', state: 'reconnecting', atOnce: true, counts: false }
  }
  if (closed.code === BAD_SESSION && before.serverErrors >= 2) return { kind: 'reset-sessions' }
  if (tries >= maxTries) return { kind: 'given-up' }
  const known = PASSING.includes(closed.code) || closed.code === RESTART_REQUIRED
  return { kind: 'retry', state: known ? 'reconnecting' : 'unknown', atOnce: false, counts: true }
}
