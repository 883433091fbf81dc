// Which runner takes the next account. Pure.

export type Runner = {
  runnerId: string
  bootId: string
  accounts: number
  capacity: number
  draining: boolean
  seenAt: number
  /** Epoch ms of its dial. */
  since: number
}
/** A runner silent for longer is not given more. */
export const SILENT_MS = 30_000

/** Least loaded by share of its capacity; `avoid` only when nobody else is there; null: none is free. */
export const chooseRunner = (runners: readonly Runner[], avoid: string | null, now: number): Runner | null => {
  const free = runners.filter((r) => !r.draining && r.accounts < r.capacity && now - r.seenAt < SILENT_MS)
  const preferred = free.filter((r) => r.runnerId !== avoid)
  const pool = preferred.length > 0 ? preferred : free
  return pool.reduce<Runner | null>(
    (best, r) => (best === null || r.accounts / r.capacity < best.accounts / best.capacity ? r : best),
    null,
  )
}
