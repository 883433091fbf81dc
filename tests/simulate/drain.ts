// A deploy as one runner sees it: another runner is ready, this one is told to end and hands over every account that it holds.
// `node --import ./tests/simulate/platform/loader.ts tests/simulate/drain.ts ACCOUNTS SEED` prints what happened.
import { LinkedFleet } from './linked-fleet.ts'

export type Drained = {
  accounts: number
  /** Accounts that have a session in the other runner at the end. */
  handedOver: number
  /** Seconds from SIGTERM until the last account was connected again. */
  seconds: number
  /** Seconds without a session: of the median account, and of the slowest one. */
  awayMedian: number
  awayLongest: number
  /** The most accounts that were without a session at the same moment. */
  awayAtOnce: number
  /** Epochs beyond one for each account: each means a runner that was fenced. */
  fenced: number
  /** Opens that led to no session. */
  wasted: number
  /** Logins beyond one for each account. */
  extraLogins: number
  /** The most accounts that were handed over within one second. */
  mostASecond: number
}

export const drain = async ({ accounts, seed }: { accounts: number; seed: number }): Promise<Drained> => {
  const fleet = new LinkedFleet({ accounts, runners: 1, seed })
  const { world } = fleet
  await fleet.connectAll()
  const old = world.runners.get('runner-1')
  if (!old) throw new Error('no runner to drain')
  world.startRunner('runner-2')
  await world.platform.run({ until: world.now + 2_000 })
  const successor = world.runners.get('runner-2')
  const epochs = world.epochs()

  const goneAt = new Map<string, number>()
  const awayMs: number[] = []
  const letGo: number[] = []
  let logins = 0
  let awayAtOnce = 0
  world.whatsapp.onSession = (accountId, open) => {
    if (!open) {
      goneAt.set(accountId, world.now)
      letGo.push(world.now)
      awayAtOnce = Math.max(awayAtOnce, goneAt.size)
      return
    }
    logins += 1
    awayMs.push(world.now - (goneAt.get(accountId) ?? world.now))
    goneAt.delete(accountId)
  }
  const begun = world.now
  let ended = false
  old.drain(() => {
    ended = true
  })
  await fleet.until(() => ended && successor?.connections().length === accounts && goneAt.size === 0)
  const sorted = awayMs.toSorted((a, b) => a - b)
  const perSecond = Map.groupBy(letGo, (at) => Math.floor((at - begun) / 1_000))
  const minted = [...world.epochs()].reduce((sum, [id, epoch]) => sum + epoch - (epochs.get(id) ?? 0), 0)
  const drained = {
    accounts,
    handedOver: successor?.connections().filter((connection) => connection.isOpen).length ?? 0,
    seconds: (world.now - begun) / 1_000,
    awayMedian: (sorted[Math.floor(sorted.length / 2)] ?? 0) / 1_000,
    awayLongest: (sorted.at(-1) ?? 0) / 1_000,
    awayAtOnce,
    fenced: minted - accounts,
    wasted: (successor?.opens ?? 0) - accounts,
    extraLogins: logins - accounts,
    mostASecond: Math.max(...[...perSecond.values()].map((list) => list.length)),
  }
  world.platform.dispose()
  return drained
}

if (process.argv[1] === import.meta.filename) {
  const [accounts = 500, seed = 1] = process.argv.slice(2, 4).map(Number)
  console.log(JSON.stringify(await drain({ accounts, seed })))
  process.exit(0)
}
