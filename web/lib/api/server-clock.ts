// The server's clock, as its last answer told it (rule today). A device's own may be hours off: by it, today's figures would begin on
// another day than the ledger's, and a blast would seem to go on at another time.

/** Milliseconds that the server is ahead of this device. */
let ahead = 0
/** An answer takes its time: below this, the device's clock is right. One that took longer, over a sleep perhaps, says nothing. */
const RIGHT_MS = 30_000

/** @param time as the header of an answer has it; null: it has none. @param askedAt by this device's clock, epoch ms */
export const hearServerTime = (time: string | null, askedAt: number): void => {
  const now = Date.now()
  const off = Number(time ?? Number.NaN) - now
  if (!Number.isNaN(off) && now - askedAt < RIGHT_MS) ahead = Math.abs(off) < RIGHT_MS ? 0 : off
}
/** By the server's clock, epoch ms. @param at by this device's */
export const byServer = (at: number): number => at + ahead
export const serverNow = (): number => byServer(Date.now())
