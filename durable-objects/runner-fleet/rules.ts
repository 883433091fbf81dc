// Which runner takes the next account. Pure.
import { SIGNATURE_WINDOW_MS } from '../../contract/operation/runner.ts'
import type { VaultKeyName } from '../../contract/people/vault-keys.ts'
import type { Load } from '../../contract/operation/runner-metrics.ts'
import type { ObjectsOfRelease } from '../../contract/operation/runner-hello.ts'
import { opensAll, saidHello } from './vault-key-rules.ts'

export type Runner = {
  runnerId: string
  bootId: string
  /** Accounts it holds, and slots reserved for accounts it will dial. */
  accounts: number
  capacity: number
  draining: boolean
  /** Its release; absent: a runner that said hello to an older Worker. */
  version?: string
  seenAt: number
  /** Epoch ms of its dial. */
  since: number
  /** Earliest time to open the next account, epoch ms. */
  nextOpenAt: number
  /** As it said with its hello; null: it is of an older version. Absent: it said none yet. */
  vaultKeys?: VaultKeyName[] | null
  /** Key ids under which it has another key than rows are under; worked out whenever the runner is read, and not stored. */
  foreignKids?: string[]
  /** Heartbeats in a row that found it overloaded; absent: none. */
  strainedBeats?: number
  /** By how much its clock was ahead of this object's in what it said last, ms (negative: behind); absent: it did not say its time. */
  skews?: number[]
  /** Of its last heartbeat; absent: none came yet. */
  load?: Load
  /** Epoch ms and which: WhatsApp refused the client version there; absent: it did not since the runner started. */
  versionRefused?: { at: number; version: string }
  /** Epoch ms: a stored session could not be read there. */
  unreadableAt?: number
  /** The releases of the objects whose accounts it holds; absent: an older runner, or none said yet. */
  objects?: ObjectsOfRelease[]
}
/**
 * Gap between two accounts that one runner opens, so at most 25 logins a second. These take a third of a core, and delay sends
 * by some tens of milliseconds. With half this gap a small machine could do nothing else.
 */
export const OPEN_GAP_MS = 40
/** A runner that is silent for longer gets no more accounts, and counts as lost. */
export const SILENT_MS = 30_000
/** Time between two steps of notifying the accounts of lost runners. */
export const NOTIFY_STEP_MS = 1_000
/** Most accounts notified in one step, because the platform limits the calls of one alarm. */
const NOTIFY_MAX = 500

/** Of its event loop, 99th percentile of ten seconds: acks and keys then wait longer than the network. */
const LAG_LIMIT_MS = 250
/** Of its memory: above it the kernel may soon end the process, and with it all its sessions. */
const MEMORY_LIMIT = 0.8
/** What an older runner, which does not say it, has in the containers that are shipped. */
const USUAL_MEMORY_MB = 3_072
/** Half a minute: one long collection of garbage is no overload. */
const STRAINED_BEATS = 3
/** Heartbeats in a row that found this runner over a limit, with this one. */
export const strainedBeats = (
  runner: Runner,
  { lagMs, rssMb, memoryMb = USUAL_MEMORY_MB }: Pick<Load, 'lagMs' | 'rssMb' | 'memoryMb'>,
): number => (lagMs > LAG_LIMIT_MS || rssMb > memoryMb * MEMORY_LIMIT ? (runner.strainedBeats ?? 0) + 1 : 0)
/** It is given no more while another has room, and counts as full. */
export const isStrained = (runner: Runner): boolean => (runner.strainedBeats ?? 0) >= STRAINED_BEATS

/** Half a minute of heartbeats. */
const SKEWS = 3
/** @param at its clock when it said this; absent: it did not say */
export const skewsAfter = (
  { skews }: Pick<Runner, 'skews'>,
  at: number | undefined,
  now: number,
): Pick<Runner, 'skews'> => (at === undefined ? {} : { skews: [...(skews ?? []), at - now].slice(-SKEWS) })
/** What is on its way makes a clock look behind, never ahead: the quickest way is the greatest. null: it did not say its time. */
export const skewOf = ({ skews = [] }: Pick<Runner, 'skews'>): number | null =>
  skews.length > 0 ? Math.max(...skews) : null
/** Half the time within which a signed call is taken: a runner that is further off will soon be refused at each dial. */
const SKEW_LIMIT_MS = SIGNATURE_WINDOW_MS / 2
/** Its clock is too far off for more accounts (rule runner-clock). Those that it has stay: no deadline of theirs depends on it. */
export const isClockOff = (runner: Runner): boolean => Math.abs(skewOf(runner) ?? 0) > SKEW_LIMIT_MS

/** It seals with another key under a name that rows are under: what it writes no other runner could read (rule runner-keys). */
const hasForeignKey = ({ foreignKids = [] }: Runner): boolean => foreignKids.length > 0

/** It takes another account. */
export const isFree = (r: Runner, now: number): boolean =>
  !r.draining && !isClockOff(r) && !hasForeignKey(r) && r.accounts < r.capacity && now - r.seenAt < SILENT_MS

/**
 * How many accounts of lost runners are notified in one step: as many as the other runners can open in that time, because more
 * requests for a place would only queue up. With no runner free they are notified slowly, so that screens stop saying connected.
 */
export const notifiedPerStep = (runners: readonly Runner[], now: number): number => {
  const opening = Math.max(1, runners.filter((r) => isFree(r, now)).length)
  return Math.min(NOTIFY_MAX, opening * Math.ceil(NOTIFY_STEP_MS / OPEN_GAP_MS))
}

/** kids: that the account's login reads rows of. needed: that rows of any account are under. */
export type KeysAsked = { kids: readonly string[]; needed: readonly string[] }
const NO_KEYS: KeysAsked = { kids: [], needed: [] }
/**
 * The runner with the smallest share of its capacity in use, of those that open the account's rows. One that lacks a key which rows of others
 * are under, a strained one, and `avoid`, are chosen only when no other has room: late is better than without a session. null: none is free.
 */
export const chooseRunner = (
  runners: readonly Runner[],
  avoid: string | null,
  now: number,
  { kids, needed }: KeysAsked = NO_KEYS,
): Runner | null => {
  const free = runners.filter((r) => isFree(r, now) && opensAll(r, kids))
  const whole = free.filter((r) => opensAll(r, needed))
  const tiers = [whole, free].flatMap((some) => {
    const preferred = some.filter((r) => r.bootId !== avoid)
    return [preferred.filter((r) => !isStrained(r)), preferred, some]
  })
  const pool = tiers.find((some) => some.length > 0) ?? []
  return pool.reduce<Runner | null>(
    (best, r) => (best === null || r.accounts / r.capacity < best.accounts / best.capacity ? r : best),
    null,
  )
}
/** No connected runner opens these rows, whatever room there is; one that ends is asked nothing any more. */
export const isKeyMissing = (runners: readonly Runner[], kids: readonly string[]): boolean => {
  const staying = saidHello(runners).filter((r) => !r.draining)
  return staying.length > 0 && !staying.some((r) => opensAll(r, kids))
}

/** How many accounts more the runners would take. */
export const freePlaces = (runners: readonly Runner[], now: number): number =>
  runners.reduce((sum, r) => sum + (isFree(r, now) ? r.capacity - r.accounts : 0), 0)
/**
 * How many places links in progress may have, of those that are free but for them: what remains is for accounts that come back. One
 * always may, or a place with a single one could link nobody.
 */
export const placesForLinks = (free: number, placed: number, part: number): number =>
  Math.max(1, Math.floor((free + placed) * part))
/** Reserves a slot for the account, so that the next choice counts it. */
export const reserve = (runner: Runner, now: number, leadMs: number): { runner: Runner; openAt: number } => {
  const openAt = Math.max(now + leadMs, runner.nextOpenAt)
  return { runner: { ...runner, accounts: runner.accounts + 1, nextOpenAt: openAt + OPEN_GAP_MS }, openAt }
}
