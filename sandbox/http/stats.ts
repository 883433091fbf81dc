// GET /sandbox/stats: what happened here, read from the record; traffic counters are of this run.
import type { World } from '../protocol/world.ts'

const OPT_OUT_GRACE_MS = 5000

export function readStats(world: World) {
  const { store } = world
  return {
    ok: true,
    frames: world.frames,
    connections: world.connections.size,
    online: world.online.size,
    devices: store.devices.total(),
    messages: { ...store.stats.messages(), rejected: world.rejected, unregistered: world.unregisteredSends },
    repeats: store.stats.repeats(),
    duplicatesByRecipient: store.stats.duplicatesByRecipient(),
    undecrypted: store.stats.undecrypted(),
    lookups: { ...world.lookups, distinct: world.lookups.distinct.size },
    optOuts: store.stats.optOuts(),
    sentAfterOptOut: store.stats.sentAfterOptOut(OPT_OUT_GRACE_MS),
    stanzas: world.stanzas,
  }
}

/** Traffic counters start over; the record of messages stays. */
export function resetStats(world: World): void {
  world.frames = { in: 0, out: 0 }
  world.stanzas = {}
  world.lookups = { queries: 0, numbers: 0, distinct: new Set() }
  world.rejected = 0
  world.unregisteredSends = 0
}
