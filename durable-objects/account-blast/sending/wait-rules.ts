// What an account does while its blast waits: when it looks again, and whether it keeps the numbers it has claimed. Pure.
import type { WaitReason } from '../document.ts'

/** In a long wait the rules are asked for again this often: a changed setting must reach a waiting blast. */
export const REFRESH_MS = 300_000
/** Claimed numbers go back when the wait is longer than this: others could write to them meanwhile. */
export const GIVE_BACK_FROM_MS = 120_000
/** Rules that are overdue are not loaded again within this, or an overloaded D1 would be asked without pause. */
const LOOK_AGAIN_MS = 1_000
/** Shorter waits are not shown: no screen could count them down. */
const SHOWN_FROM_MS = 1_000

/** These end at their own time, whatever the settings say meanwhile. */
const ENDS_ITSELF: readonly WaitReason[] = ['interval', 'restricted', 'refused', 'overload']

export type Waiting = {
  /** Epoch ms of the next look; null: an event ends the wait. */
  lookAt: number | null
  givesBack: boolean
  isShown: boolean
}

/**
 * @param step until: epoch ms; null: what ends it has no time of its own (a connection comes back)
 * @param rulesAt when the rules were asked for (epoch ms); null: not yet
 */
export const waitingOf = (
  step: { reason: WaitReason; until: number | null },
  rulesAt: number | null,
  now: number,
): Waiting => {
  const { reason, until } = step
  if (until === null) return { lookAt: null, givesBack: reason === 'connection', isShown: false }
  const refreshAt = ENDS_ITSELF.includes(reason) ? until : (rulesAt ?? now) + REFRESH_MS
  return {
    lookAt: Math.min(until, Math.max(refreshAt, now + LOOK_AGAIN_MS)),
    givesBack: until - now > GIVE_BACK_FROM_MS,
    isShown: until - now >= SHOWN_FROM_MS,
  }
}
