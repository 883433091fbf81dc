// What this process met that the operator must hear of (rule troubles): it goes to the fleet with each heartbeat, as ages, because a
// runner's clock may be wrong.
type Signs = { versionRefused?: { version: string; agoMs: number }; unreadableAgoMs?: number }

let refused: { version: string; at: number } | null = null
let unreadableAt: number | null = null

/** WhatsApp refused this client version. */
export const noteVersionRefused = (version: string): void => {
  refused = { version, at: performance.now() }
}
/** A stored session could not be read: its key is not in VAULT_KEYS. */
export const noteUnreadable = (): void => {
  unreadableAt = performance.now()
}
const agoMs = (at: number): number => Math.round(performance.now() - at)
export const signs = (): Signs => ({
  ...(refused && { versionRefused: { version: refused.version, agoMs: agoMs(refused.at) } }),
  ...(unreadableAt !== null && { unreadableAgoMs: agoMs(unreadableAt) }),
})
