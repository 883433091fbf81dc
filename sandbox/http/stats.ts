// GET /sandbox/stats: what happened here, read from the record; traffic counters are of this run.
import { noClientFaults, type World } from '../protocol/world.ts'

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
    lookups: readLookups(world),
    optOuts: store.stats.optOuts(),
    sentAfterOptOut: store.stats.sentAfterOptOut(OPT_OUT_GRACE_MS),
    stanzas: world.stanzas,
    clientFaults: world.clientFaults,
    struck: world.faults.struck(),
  }
}

/** Look-ups of numbers: repeats are those of a number beyond its first. */
export function readLookups({ lookups: { queries, numbers, times } }: World) {
  return { queries, numbers, distinct: times.size, repeats: [...times.values()].reduce((sum, n) => sum + n - 1, 0) }
}

/** Traffic counters start over; the record of messages stays. */
export function resetStats(world: World): void {
  world.frames = { in: 0, out: 0 }
  world.stanzas = {}
  world.clientFaults = noClientFaults()
  world.faults.resetStruck()
  world.lookups = { queries: 0, numbers: 0, times: new Map() }
  world.rejected = 0
  world.unregisteredSends = 0
}
