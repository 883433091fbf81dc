// The counters of an account: success + fail + unknown = attempts, always (rule unknown-outcome). Pure; each function returns the
// counters after one event.
import type { Sen } from '../../../contract/ground/money.ts'
import type { OutcomePart } from '../document/document.ts'

export type Counters = Pick<OutcomePart, 'success' | 'fail' | 'unknown' | 'attempts' | 'incomeSen'>

const pick = ({ success, fail, unknown, attempts, incomeSen }: Counters): Counters => {
  return { success, fail, unknown, attempts, incomeSen }
}

/** A message is sent: it counts as unknown until its outcome is known. */
export const afterSend = (counters: Counters): Counters => {
  const c = pick(counters)
  return { ...c, attempts: c.attempts + 1, unknown: c.unknown + 1 }
}
/** The message certainly never left: its attempt is undone. */
export const afterTakeBack = (counters: Counters): Counters => {
  const c = pick(counters)
  return { ...c, attempts: c.attempts - 1, unknown: c.unknown - 1 }
}

/**
 * One message's outcome changes. A message that was counted before the last reset is in no counter any more, so its next
 * outcome enters like a new attempt's. Unknown ones survive a reset, so they are always counted.
 * @param change counted: the outcome before stands in these counters
 */
export const afterOutcome = (
  counters: Counters,
  change: { was: 'unknown' | 'fail'; to: 'success' | 'fail' | 'unknown'; counted: boolean; priceSen: Sen },
): Counters => {
  const c = pick(counters)
  if (change.was === 'unknown' || change.counted) c[change.was] -= 1
  else c.attempts += 1
  c[change.to] += 1
  if (change.to === 'success') c.incomeSen += change.priceSen
  return c
}

/** The member deleted a message that had earned income: the shown income shrinks; the message stays a success. */
export const afterDeletion = (counters: Counters, message: { counted: boolean; priceSen: Sen }): Counters => {
  const c = pick(counters)
  return { ...c, incomeSen: c.incomeSen - (message.counted ? message.priceSen : 0) }
}

/** Zeroes the counters (rule reset), except for messages whose outcome is unknown. */
export const afterReset = (counters: Counters): Counters => {
  const { unknown } = counters
  return { success: 0, fail: 0, unknown, attempts: unknown, incomeSen: 0 }
}
