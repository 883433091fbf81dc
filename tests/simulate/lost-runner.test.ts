// Accounts at rest learn within the lease that their runner's machine is gone, and do not wait for their next rare check.
import { expect, test } from 'vitest'
import { LinkedFleet } from './linked-fleet.ts'
import { type LostRunner, dropControl, machineDies, twoRunners } from './lost-runner.ts'

const ACCOUNTS = 200
const LIMIT = { timeout: 300_000 }
/** Lease and skew, and the time in which one runner opens 200 accounts. */
const BACK_WITHIN_S = 60
/** Both objects learn of it later, and give the runner its whole lease from that moment. */
const BACK_AFTER_RESET_WITHIN_S = 110

const sums = ({ fleet, first, second }: LostRunner) => ({
  epochs: [...fleet.world.epochs().values()].reduce((sum, epoch) => sum + epoch, 0),
  opens: [first.opens, second.opens],
  open: fleet.openNow(),
})

test(
  '200 accounts that rest are back within the lease and their opens when their machine vanishes',
  LIMIT,
  async () => {
    const lost = await twoRunners({ accounts: ACCOUNTS, seed: 1 })
    const before = sums(lost)
    expect(await machineDies(lost)).toBeLessThan(BACK_WITHIN_S)
    // each was fenced once and opened once
    expect(sums(lost)).toEqual({
      epochs: before.epochs + ACCOUNTS,
      opens: [before.opens[0], ACCOUNTS],
      open: ACCOUNTS,
    })
    lost.fleet.world.platform.dispose()
  },
)

test('the same when every object is reset at that moment and the runner never comes back', LIMIT, async () => {
  const lost = await twoRunners({ accounts: ACCOUNTS, seed: 2 })
  lost.fleet.world.platform.deploy(0)
  expect(await machineDies(lost)).toBeLessThan(BACK_AFTER_RESET_WITHIN_S)
  lost.fleet.world.platform.dispose()
})

test(
  'a runner that only lost its control socket keeps its accounts: none is fenced or opened again',
  LIMIT,
  async () => {
    const lost = await twoRunners({ accounts: ACCOUNTS, seed: 3 })
    const { world } = lost.fleet
    const before = sums(lost)
    const { dial } = world.platform.core.faults
    world.platform.core.faults.dial = (from) => (from.startsWith('runner-1') ? 'refused' : 'ok')
    dropControl(lost)
    await world.platform.run({ until: world.now + 120_000 })
    expect(sums(lost)).toEqual(before)
    // the fleet hears it again, gets the list of what it holds, and watches it as before
    world.platform.core.faults.dial = dial
    await world.platform.run({ until: world.now + 20_000 })
    expect(sums(lost)).toEqual(before)
    expect(await machineDies(lost)).toBeLessThan(BACK_WITHIN_S)
    world.platform.dispose()
  },
)

test('rule reconnect: whichever call or answer between objects is late, the account logs in', LIMIT, async () => {
  for (const timer of ['place', 'reconnect'] as const)
    for (let late = 0; late < 7; late++) {
      const fleet = new LinkedFleet({ accounts: 1, runners: 1, seed: 4, timer })
      const { faults } = fleet.world.platform.core
      let trips = 0
      faults.latencyMs = (route) => (route === 'rpc' && trips++ === late ? 3_000 : 1)
      await fleet.connectAll()
      expect([timer, late, fleet.openNow()]).toEqual([timer, late, 1])
      fleet.world.platform.dispose()
    }
})
