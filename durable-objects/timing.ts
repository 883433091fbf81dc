// Times of the objects in ms that the environment may set, so that tests need not wait, and those of what several files do together: links, runners,
// reports, back-offs. What one file alone goes by stands in it.
import type { BackOff } from '../contract/ground/back-off.ts'
import { HOUR_MS, MINUTE_MS } from '../contract/ground/time.ts'
import { gatherMs } from '../domain/ground/tally/here.ts'
import type { ObjectsEnv } from './env.ts'

const number = (value: string | undefined, fallback: number): number => (value ? Number(value) : fallback)

type Given =
  | 'ACK_WAIT_MS'
  | 'UNKNOWN_TO_FAIL_MS'
  | 'LEASE_MS'
  | 'LEASE_SKEW_MS'
  | 'REFUSED_BASE_MS'
  | 'SPREAD_MS'
  | 'GATHER_MS'
export const timing = (env: Pick<ObjectsEnv, Given>) => ({
  /** A message without an answer after this long counts as unknown. */
  ackWaitMs: number(env.ACK_WAIT_MS, 60_000),
  unknownToFailMs: number(env.UNKNOWN_TO_FAIL_MS, 600_000),
  /** A runner that could not renew for this long has closed its WhatsApp socket. */
  leaseMs: number(env.LEASE_MS, 30_000),
  leaseSkewMs: number(env.LEASE_SKEW_MS, 5_000),
  /** First pause after WhatsApp refused a look-up; it grows with every refusal in a row. */
  refusedBaseMs: number(env.REFUSED_BASE_MS, 5_000),
  /** Time over which all accounts spread what they would otherwise do in the same second (a window opens, a day begins). */
  spreadMs: number(env.SPREAD_MS, 300_000),
  /** An isolate writes what it has counted at most so often; 0: never. */
  gatherMs: gatherMs(env),
})

/** A batch that was not confirmed is sent again after this, then with a growing pause. */
export const RESEND: BackOff = { baseMs: 20_000, capMs: 15 * MINUTE_MS }
export const RECONNECT: BackOff = { baseMs: 2_000, capMs: 300_000 }
export const RECONNECT_TRIES = 20
/** Longest pause after overload: ten thousand refused accounts then ask D1 some tens of times a second. */
export const OVERLOAD: BackOff = { baseMs: 1_000, capMs: 300_000 }
export const REFUSED_CAP_MS = 15 * MINUTE_MS
/** No runner is free: the fleet is asked again after this, then with a growing pause. */
export const NO_RUNNER: BackOff = { baseMs: 1_000, capMs: 15_000 }
/** The same while no runner has the key of its session: that lasts until a person gives the key back, and then all are up within a minute. */
export const NO_KEY: BackOff = { baseMs: 5_000, capMs: 60_000 }
/** If a runner has not dialled this long after its time, another one is placed. */
export const PLACE_WAIT_MS = 10_000
/** A draining runner closes an account this long before its successor dials, because closing takes about as long. */
export const HAND_OVER_LEAD_MS = 300
export const LINK_ANSWER_MS = 30_000
/** Time the phone and WhatsApp may take between pairing and the first login. */
export const PAIR_FINISH_MS = 30_000
/** When WhatsApp does not say how long a restriction lasts. */
export const RESTRICTED_DEFAULT_MS = HOUR_MS
/** An account that was never linked deletes its storage this long after its last link attempt. */
export const FORGET_MS = HOUR_MS
/** A running check's row, list and chunks are saved this often. */
export const PERSIST_DELAY_MS = 5_000
/** While no admin listens, an account asks again after this, at its next message. */
export const INTEREST_MS = MINUTE_MS
/** The same for changes of its state, which are few: a page that has just opened fetches once more a little later than this. */
export const INTEREST_CHANGE_MS = 10_000
/** A collector asks the channel again after this, if nothing new arrived. */
export const WANTS_MS = MINUTE_MS
/** A collector that did not answer is asked again after this. */
export const ADMIN_RETRY_MS = 10_000
/** At most one report an account, and one frame a collector, in this time. */
export const ADMIN_GAP_MS = 1_000
/** When a link asks again for which no proxy was left: others' end within minutes, one that ends soon makes room. */
export const LINKS_FULL_S = 60
