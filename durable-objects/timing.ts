// Every length of time the objects live by, in ms; a few come from the environment so that tests need not wait.
import type { BackOff } from '../contract/back-off.ts'
import { HOUR_MS, MINUTE_MS } from '../contract/time.ts'
import type { ObjectsEnv } from './env.ts'

const number = (value: string | undefined, fallback: number): number => (value ? Number(value) : fallback)

type Given = 'ACK_WAIT_MS' | 'UNKNOWN_TO_FAIL_MS' | 'LEASE_MS' | 'LEASE_SKEW_MS' | 'REFUSED_BASE_MS' | 'SPREAD_MS'
export const timing = (env: Pick<ObjectsEnv, Given>) => ({
  /** No answer after this long: unknown. */
  ackWaitMs: number(env.ACK_WAIT_MS, 60_000),
  unknownToFailMs: number(env.UNKNOWN_TO_FAIL_MS, 600_000),
  /** A runner that could not renew for this long has closed its WhatsApp socket. */
  leaseMs: number(env.LEASE_MS, 30_000),
  leaseSkewMs: number(env.LEASE_SKEW_MS, 5_000),
  /** WhatsApp refuses what is asked before a message, or in a look-up: the pause begins here and grows. */
  refusedBaseMs: number(env.REFUSED_BASE_MS, 5_000),
  /** What thousands of accounts would do in the same second (a window opens, a day begins) they do over this long. */
  spreadMs: number(env.SPREAD_MS, 300_000),
})
export type Timing = ReturnType<typeof timing>

/** A batch that was not confirmed goes out again after this, then with a growing pause. */
export const RESEND: BackOff = { baseMs: 20_000, capMs: 15 * MINUTE_MS }
export const RECONNECT: BackOff = { baseMs: 2_000, capMs: 300_000 }
export const RECONNECT_TRIES = 20
/** Ten thousand accounts that a database refused come back over minutes: some tens of questions a second. */
export const OVERLOAD: BackOff = { baseMs: 1_000, capMs: 300_000 }
export const REFUSED_CAP_MS = 15 * MINUTE_MS
/** No runner is free: the fleet is asked again after this, then with a growing pause. */
export const NO_RUNNER: BackOff = { baseMs: 1_000, capMs: 15_000 }
/** From when a runner was to dial: another is sought if it has not. */
export const PLACE_WAIT_MS = 10_000
/** A runner that ends lets an account go this long before its successor dials: closing takes about as long. */
export const HAND_OVER_LEAD_MS = 300
export const LINK_ANSWER_MS = 30_000
/** Time the phone and WhatsApp may take between pairing and the first login. */
export const PAIR_FINISH_MS = 30_000
/** Attempts stay for the longer of the cooldown and the revoke window. */
export const ATTEMPT_DAYS = 30
export const KEY_ROW_DAYS = 90
/** When WhatsApp does not say how long a restriction lasts. */
export const RESTRICTED_DEFAULT_MS = HOUR_MS
/** An account that was never linked is forgotten this long after its last attempt. */
export const FORGET_MS = HOUR_MS
/** A running check's row, list and chunks follow it this often. */
export const PERSIST_DELAY_MS = 5_000
/** A check or one-off blast that has ended stays in the object for this long. */
export const CHECK_DAYS = 90
/** While nobody listens to an account, its messages ask again after this. */
export const INTEREST_MS = MINUTE_MS
/** And changes of what it is, a few a day, after this: a page refetches once when it has listened a little longer. */
export const INTEREST_CHANGE_MS = 10_000
/** A collector that heard nothing new asks the channel again after this. */
export const WANTS_MS = MINUTE_MS
/** A collector that did not answer is asked again after this. */
export const ADMIN_RETRY_MS = 10_000
/** At most one report an account, and one frame a collector, in this time. */
export const ADMIN_GAP_MS = 1_000
