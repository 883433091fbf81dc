// What an account does while its blast waits: when it takes the next step, and whether it keeps its claimed numbers. Pure.
import { HOUR_MS, MINUTE_MS } from '../../../contract/ground/time.ts'
import type { WaitReason } from '../document/document.ts'

/** In a long wait the rules are loaded again this often, so that a changed setting reaches a waiting blast. */
export const REFRESH_MS = 300_000
/** In a wait that lasts for hours yet only so often: most accounts wait for the next day most of the time, and each load costs rows. */
const FAR_REFRESH_MS = 30 * MINUTE_MS
const FAR_MS = HOUR_MS
/** @param leftMs until the wait ends */
export const refreshMs = (leftMs: number): number => (leftMs > FAR_MS ? FAR_REFRESH_MS : REFRESH_MS)
/** Claimed numbers are released before a longer wait, so that other accounts can use them. */
export const GIVE_BACK_FROM_MS = 120_000
/** Least pause between two loads of the rules, or an overloaded D1 would be asked without end. */
const LOOK_AGAIN_MS = 1_000
/** Shorter waits are not published: a countdown of less than a second shows nothing. */
const SHOWN_FROM_MS = 1_000

/** Waits whose end does not depend on settings: the rules are not loaded again during them. */
const ENDS_ITSELF: readonly WaitReason[] = ['interval', 'restricted', 'refused', 'late', 'overload']

export type Waiting = {
  /** Epoch ms of the next look; null: an event ends the wait. */
  lookAt: number | null
  givesBack: boolean
  isShown: boolean
}

/**
 * @param step until: epoch ms; null: an event ends the wait, not a time (the connection comes back)
 * @param rulesAt when the rules were asked for (epoch ms); null: not yet
 */
export const waitingOf = (
  step: { reason: WaitReason; until: number | null },
  rulesAt: number | null,
  now: number,
): Waiting => {
  const { reason, until } = step
  if (until === null) return { lookAt: null, givesBack: reason === 'connection', isShown: false }
  const refreshAt = ENDS_ITSELF.includes(reason) ? until : (rulesAt ?? now) + refreshMs(until - now)
  return {
    lookAt: Math.min(until, Math.max(refreshAt, now + LOOK_AGAIN_MS)),
    givesBack: until - now > GIVE_BACK_FROM_MS,
    isShown: until - now >= SHOWN_FROM_MS,
  }
}
