// One history: the accounts are linked, ten minutes of faults follow, then a calm time until everything rests.
import { createHash } from 'node:crypto'
import { hearSometimes, type Sometimes } from '../../contract/sometimes.ts'
import { Mischief } from './mischief.ts'
import type { Database } from './platform/d1.ts'
import { Random } from './platform/random.ts'
import { growOld } from './rare.ts'
import { Observer } from './replay/observer.ts'
import { type Most, Promises } from './promises/promises.ts'
import { Violation } from './story.ts'
import { Weather } from './weather.ts'
import { MINUTE_MS, type Plan, World } from './world.ts'

const TROUBLE_MS = 10 * MINUTE_MS
const LINKED_WITHIN_MS = 20_000
const LOOK_MS = 15_000
/** Long enough for the longest back-offs of the product to end. */
const REST_WITHIN_MS = 90 * MINUTE_MS

/** In every third history members blast on for a while before they stop. */
const GOES_ON_EVERY = 3

export type End = {
  seed: number
  steps: number
  faults: number
  sent: number
  /** Steps of the model that it took. */
  modelSteps: number
  violation: { rule: string; detail: string } | null
  most: Most
  /** Rare states that it was in, in the order in which it reached them. */
  reached: readonly Sometimes[]
  story: readonly string[]
  /** A hash of all events: two runs of one seed must have the same. */
  fingerprint: string
}

const planOf = (random: Random): Plan => {
  const min = random.pick([5, 5, 10, 15])
  const overMidnight = random.chance(0.2)
  return {
    accounts: 3,
    runners: 2,
    recipients: random.pick([40, 90, 200]),
    interval: { min, max: min + 10 + random.below(20) },
    unknownToFailMs: random.pick([90_000, 180_000, 600_000]),
    dailyCap: random.pick([12, 1_000, 1_000]),
    settleAfterS: random.pick([0, 5, 60]),
    overMidnight,
    closesAfter: !overMidnight && random.chance(0.25) ? 3 + random.below(6) : null,
  }
}

export const play = async (seed: number, database: Database, fingerprint = false): Promise<End> => {
  const weather = new Weather()
  const chance = new Random(seed ^ 0x5eed)
  weather.commitMs = chance.pick([0, 0, 3, 60])
  const world = new World(seed, database, planOf(chance), (random) => weather.faults(random))
  weather.now = () => world.now
  const hash = fingerprint ? createHash('sha256') : null
  if (hash) world.platform.clock.trace = ({ at, kind, owner }) => hash.update(`${at} ${owner.name} ${kind}\n`)
  const promises = new Promises(world)
  const observer = new Observer(world, promises)
  let violation: Violation | null = null
  const reached = new Set<Sometimes>()
  hearSometimes((name) => reached.add(name))
  try {
    await run(world, weather, promises, chance)
  } catch (error) {
    violation = error instanceof Violation ? error : new Violation('error', String((error as Error).stack ?? error))
  } finally {
    hearSometimes(null)
  }
  const end = {
    seed,
    steps: world.platform.clock.steps,
    faults: weather.injected,
    sent: world.whatsapp.received.length,
    modelSteps: observer.replay.steps,
    most: promises.most,
    violation: violation && { rule: violation.rule, detail: violation.message },
    reached: [...reached],
    story: world.story.lines,
    fingerprint: hash?.digest('hex') ?? '',
  }
  world.platform.dispose()
  return end
}

const run = async (world: World, weather: Weather, promises: Promises, random: Random): Promise<void> => {
  const { platform } = world
  const pass = async (ms: number): Promise<void> => {
    await platform.run({ until: platform.clock.now + ms, stop: () => world.story.violation !== null })
    if (world.story.violation) throw world.story.violation
  }
  await pass(3_000)
  for (const account of world.accounts) world.link(account)
  await pass(LINKED_WITHIN_MS)
  for (const { id } of world.blasters) world.wanted.add(id)
  world.membersLook()
  const mischief = new Mischief({ world, weather, promises, random })
  mischief.begin()
  growOld(world)
  const over = platform.clock.now + TROUBLE_MS
  while (platform.clock.now < over) {
    await pass(LOOK_MS)
    promises.accounts.check()
  }
  weather.clear()
  world.whatsapp.calm()
  world.say('from here on nothing goes wrong any more')
  if (world.seed % GOES_ON_EVERY === 0) await promises.liveness.goesOn(pass)
  world.end()
  const latest = platform.clock.now + REST_WITHIN_MS
  do {
    await pass(MINUTE_MS)
    // a press on stop that got lost is repeated
    for (const { id } of world.blasters) if (world.document(id)?.run) world.call('stop', id, (object) => object.stop())
  } while (platform.clock.now < latest && !promises.atRest.isQuiet())
  await platform.drive(() => promises.atRest.check())
}
