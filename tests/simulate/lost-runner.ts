// A runner that the fleet does not hear any more: its machine is gone, or it works on and only lost the control socket.
// `node --import ./tests/simulate/platform/loader.ts tests/simulate/lost-runner.ts ACCOUNTS SEED` prints the result of the first case.
import { LinkedFleet } from './linked-fleet.ts'
import type { ClientSocket } from './platform/client-socket.ts'
import type { SimRunner } from './runner.ts'

/** Longer than a lease: after this an account at rest checks its runner rarely. */
const REST_MS = 60_000

export type LostRunner = { fleet: LinkedFleet; first: SimRunner; second: SimRunner }

/** All accounts rest in the first runner; the second one is ready and holds none. */
export const twoRunners = async ({ accounts, seed }: { accounts: number; seed: number }): Promise<LostRunner> => {
  const fleet = new LinkedFleet({ accounts, runners: 1, seed })
  const { world } = fleet
  await fleet.connectAll()
  world.startRunner('runner-2')
  await world.platform.run({ until: world.now + REST_MS })
  const [first, second] = [world.runners.get('runner-1'), world.runners.get('runner-2')]
  if (!first || !second) throw new Error('a runner is missing')
  return { fleet, first, second }
}

/** The machine is gone for good. Answers the seconds until its accounts are in the second runner. */
export const machineDies = async ({ fleet, first, second }: LostRunner): Promise<number> => {
  const { world } = fleet
  const diedAt = world.now
  world.restarts = false
  first.process.kill(true)
  await fleet.until(() => second.connections().filter((one) => one.isOpen).length === world.accounts.length)
  return (world.now - diedAt) / 1_000
}

/** The runner dialled its control socket before any account's socket. Both ends lose it at once. */
export const dropControl = ({ first }: LostRunner): void => {
  const [control] = [...first.process.sockets] as unknown as ClientSocket[]
  control?.link?.drop([0, 0])
}

if (process.argv[1] === import.meta.filename) {
  const [accounts = 200, seed = 1] = process.argv.slice(2, 4).map(Number)
  const lost = await twoRunners({ accounts, seed })
  const seconds = await machineDies(lost)
  console.log(JSON.stringify({ accounts, seconds, wasted: lost.second.opens - accounts }))
  process.exit(0)
}
