// What a closed WhatsApp socket leads to, by its code (rule disconnect-codes). Pure.
import { SESSION_UNREADABLE } from '../../../contract/runner.ts'
import type { AccountState } from '../../../contract/whatsapp.ts'

/** From these nobody dials by itself: a person links or reconnects. */
export const ENDED: readonly AccountState[] = ['loggedOut', 'conflict', 'disconnected']
/** The stored session cannot be read: a few tries, should the runner's key just be missing, then rest. */
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

/**
 * @param code Baileys' disconnect code
 * @param tries reconnects so far that reached WhatsApp
 * @param serverErrors earlier 500s in a row
 */
export const verdictOf = (
  closed: { code: number; reachedWhatsapp: boolean; proxyFailed: boolean },
  tries: number,
  serverErrors: number,
  maxTries: number,
): Verdict => {
  if (closed.proxyFailed) return { kind: 'proxy' }
  // the creds stay for the day the key is back
  if (closed.code === SESSION_UNREADABLE)
    return tries >= UNREADABLE_TRIES
      ? { kind: 'given-up' }
      : { kind: 'retry', state: 'unknown', atOnce: false, counts: true }
  if (!closed.reachedWhatsapp) return { kind: 'retry', state: 'reconnecting', atOnce: false, counts: false }
  switch (closed.code) {
    case 401:
    case 411:
      return { kind: 'ended', state: 'loggedOut' }
    case 440:
      return { kind: 'ended', state: 'conflict' }
    case 403:
      return { kind: 'banned' }
    case 515:
      return { kind: 'retry', state: 'reconnecting', atOnce: true, counts: false }
  }
  if (closed.code === 500 && serverErrors >= 2) return { kind: 'reset-sessions' }
  if (tries >= maxTries) return { kind: 'given-up' }
  const known = closed.code === 408 || closed.code === 428 || closed.code === 503
  return { kind: 'retry', state: known ? 'reconnecting' : 'unknown', atOnce: false, counts: true }
}
