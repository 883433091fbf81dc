// What the simulated day takes from the shipped product and from Cloudflare's network.
import type { Route } from './platform/faults.ts'

/** As shipped (durable-objects/timing.ts): accounts begin within these five minutes. */
export const SPREAD_MS = 300_000
/** Milliseconds that a way takes in a region: assumed, not measured. They matter for how long an object is at work. */
export const TYPICAL_MS: Record<Route, number> = {
  rpc: 10,
  d1: 15,
  queue: 20,
  bucket: 100,
  commit: 5,
  socket: 20,
  alarm: 2,
}
