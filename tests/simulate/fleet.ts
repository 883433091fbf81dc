// Ten thousand linked accounts and their runners under the virtual clock: all runners die at once and are started again.
// `node --import ./tests/simulate/platform/loader.ts tests/simulate/fleet.ts ACCOUNTS RUNNERS SEED` prints what happened.
import { LinkedFleet } from './linked-fleet.ts'

const [accounts = 10_000, runners = 20, seed = 1] = process.argv.slice(2, 5).map(Number)
/** Their machines are gone, so nobody is told, and idle accounts are checked rarely. */
const silently = process.argv[5] === 'silently'
/** Time until a container runs again after its machine died. */
const BACK_AFTER_MS = 5_000

const fleet = new LinkedFleet({ accounts, runners, seed })
const { world } = fleet
await fleet.connectAll()
const opens = (): number => [...world.runners.values()].reduce((sum, runner) => sum + runner.opens, 0)
const diedAt = world.now
world.restarts = false
for (const runner of world.runners.values()) runner.process.kill(silently)
world.restarts = true
for (const id of world.runners.keys()) world.comesBack(id, BACK_AFTER_MS)
await world.platform.run({ until: world.now + 1 })
await world.platform.run({ until: world.now + BACK_AFTER_MS })
await fleet.until(() => fleet.openNow() === accounts)
const seconds = (world.now - diedAt) / 1_000
const told = opens()
const held = [...world.runners.values()].map((runner) => runner.connections().length)
const uneven = Math.max(...held) / (accounts / runners)
console.log(
  JSON.stringify({
    accounts,
    runners,
    back: fleet.openNow(),
    seconds,
    opens: told,
    wasted: told - accounts,
    uneven,
  }),
)
process.exit(0)
