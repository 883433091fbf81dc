// An account rests by itself when too many of those it wrote to stop, or get nothing (rule rates).
import { DAY_MS, HOUR_MS } from '../../../contract/ground/time.ts'
import { sometimes } from '../../../contract/ground/sometimes.ts'
import { overRate, type RateLimits } from '../../../domain/sending/rates/rules.ts'
import { noticeRests } from '../core/notices.ts'
import type { SendPart } from '../document/document.ts'
import { ratesSince } from '../tables/rates-store.ts'
import type { SendPort } from './port.ts'

const REST_MS = DAY_MS
const COUNTED_MS = 7 * DAY_MS
/** A telephone may be off for a night. */
const RECEIPT_MS = DAY_MS
/** A look reads weeks of attempts. */
const LOOK_EVERY_MS = HOUR_MS

/** What was sent before a rest has had its answer: it counts no more. */
const countedFrom = ({ rest }: SendPart, now: number): number => Math.max(now - COUNTED_MS, rest?.until ?? 0)

/** Somebody stopped: the next step looks at once. */
export const ratesMoved = (core: SendPort): void => {
  core.account.ratesLookedAt = 0
}

/**
 * Looks, where it is time to, and begins a rest. Answers until when the account rests, epoch ms; null: it does not, or the place asks for no
 * rests any more.
 */
export const restUntil = (core: SendPort, limits: RateLimits): number | null => {
  const doc = core.account
  const now = core.now()
  if (limits.stopsPercent === 0 && limits.undeliveredPercent === 0) return null
  if (doc.rest && doc.rest.until > now) return doc.rest.until
  if (now - (doc.ratesLookedAt ?? 0) < LOOK_EVERY_MS) return null
  doc.ratesLookedAt = now
  const found = overRate(ratesSince(core.sql, { from: countedFrom(doc, now), dueBefore: now - RECEIPT_MS }), limits)
  if (!found) return null
  sometimes('an account rests by itself', found.why === 'stops')
  sometimes('an account whose messages do not arrive rests', found.why === 'undelivered')
  doc.rest = { ...found, until: now + REST_MS }
  noticeRests(core, doc.rest)
  return doc.rest.until
}
/** Of the number, which another account had before; undefined: it had none. */
export const setRest = (doc: SendPart, rest: SendPart['rest']): void => {
  if (rest) doc.rest = rest
  else delete doc.rest
}
