// The counters of an account: success + fail + unknown = attempts, always (rule at-most-once). Pure; each answers the counters
// after one thing happened.
import type { AccountDocument } from '../document.ts'

export type Counters = Pick<AccountDocument, 'success' | 'fail' | 'unknown' | 'attempts' | 'incomeSen'>

const pick = ({ success, fail, unknown, attempts, incomeSen }: Counters): Counters => {
  return { success, fail, unknown, attempts, incomeSen }
}

/** A message goes out: until its outcome is known, that is unknown. */
export const afterSend = (counters: Counters): Counters => {
  const c = pick(counters)
  return { ...c, attempts: c.attempts + 1, unknown: c.unknown + 1 }
}
/** It surely never left: as if it had not been tried. */
export const afterTakeBack = (counters: Counters): Counters => {
  const c = pick(counters)
  return { ...c, attempts: c.attempts - 1, unknown: c.unknown - 1 }
}

/**
 * One message's outcome changes. One that was counted before the last reset is in no counter any more: its next outcome
 * enters as a new attempt. What is unknown survives a reset, so it is always counted.
 * @param change counted: the outcome before stands in these counters
 */
export const afterOutcome = (
  counters: Counters,
  change: { was: 'unknown' | 'fail'; to: 'success' | 'fail' | 'unknown'; counted: boolean; priceSen: number },
): Counters => {
  const c = pick(counters)
  if (change.was === 'unknown' || change.counted) c[change.was] -= 1
  else c.attempts += 1
  c[change.to] += 1
  if (change.to === 'success') c.incomeSen += change.priceSen
  return c
}

/** A credited message was deleted: the account shows its income no more; it stays a success. */
export const afterDeletion = (counters: Counters, message: { counted: boolean; priceSen: number }): Counters => {
  const c = pick(counters)
  return { ...c, incomeSen: c.incomeSen - (message.counted ? message.priceSen : 0) }
}

/** Zeroes what is displayed (rule reset). What is still unknown stays counted. */
export const afterReset = (counters: Counters): Counters => {
  const { unknown } = counters
  return { success: 0, fail: 0, unknown, attempts: unknown, incomeSen: 0 }
}
