// Which runner takes the next account. Pure.

export type Runner = {
  runnerId: string
  bootId: string
  /** Held, and reserved for accounts that it is still to dial. */
  accounts: number
  capacity: number
  draining: boolean
  seenAt: number
  /** Epoch ms of its dial. */
  since: number
  /** The next account it is given is opened no sooner, epoch ms. */
  nextOpenAt: number
  /** Heartbeats in a row that found it overloaded; absent: none. */
  strainedBeats?: number
}
/**
 * Between two accounts that one runner opens: 25 logins a second, whatever comes at once. They take a third of a core; what sends
 * beside them waits for some tens of milliseconds. Half of this gap would leave a small machine no time for anything else.
 */
export const OPEN_GAP_MS = 40
/** A runner silent for longer is not given more, and counts as lost with all it has. */
export const SILENT_MS = 30_000
/** Between two steps while accounts of lost runners are still to be notified. */
export const NOTIFY_STEP_MS = 1_000
/** Accounts notified in one step: the platform limits the calls of one alarm. */
const NOTIFY_MAX = 500

/** Of its event loop, 99th percentile of ten seconds: acks and keys then wait longer than the network. */
const LAG_LIMIT_MS = 250
/** Four fifths of the 6 GiB that its container has. */
const MEMORY_LIMIT_MB = 4_900
/** Half a minute: one long collection of garbage is no overload. */
const STRAINED_BEATS = 3
/** Heartbeats in a row that found this runner over a limit, with this one. */
export const strainedBeats = (runner: Runner, beat: { lagMs: number; rssMb: number }): number =>
  beat.lagMs > LAG_LIMIT_MS || beat.rssMb > MEMORY_LIMIT_MB ? (runner.strainedBeats ?? 0) + 1 : 0
/** It is given no more while another has room, and counts as full. */
export const isStrained = (runner: Runner): boolean => (runner.strainedBeats ?? 0) >= STRAINED_BEATS

const isFree = (r: Runner, now: number): boolean => !r.draining && r.accounts < r.capacity && now - r.seenAt < SILENT_MS

/**
 * Accounts of lost runners notified in one step: as many as the other runners open in that time, or their requests for a place
 * would only queue up. With no runner free they are notified slowly all the same: their screens must not say connected.
 */
export const notifiedPerStep = (runners: readonly Runner[], now: number): number => {
  const opening = Math.max(1, runners.filter((r) => isFree(r, now)).length)
  return Math.min(NOTIFY_MAX, opening * Math.ceil(NOTIFY_STEP_MS / OPEN_GAP_MS))
}

/**
 * Least loaded by share of its capacity; a strained one, and the boot to avoid, only when nobody else is there: late is better
 * than without a session. null: none is free.
 */
export const chooseRunner = (runners: readonly Runner[], avoid: string | null, now: number): Runner | null => {
  const free = runners.filter((r) => isFree(r, now))
  const preferred = free.filter((r) => r.bootId !== avoid)
  const calm = preferred.filter((r) => !isStrained(r))
  const pool = [calm, preferred, free].find((some) => some.length > 0) ?? []
  return pool.reduce<Runner | null>(
    (best, r) => (best === null || r.accounts / r.capacity < best.accounts / best.capacity ? r : best),
    null,
  )
}

/** The slot is the account's from here on: one choice sees what the one before reserved. */
export const reserve = (runner: Runner, now: number, leadMs: number): { runner: Runner; openAt: number } => {
  const openAt = Math.max(now + leadMs, runner.nextOpenAt)
  return { runner: { ...runner, accounts: runner.accounts + 1, nextOpenAt: openAt + OPEN_GAP_MS }, openAt }
}
