// One history: the accounts are linked, minutes of faults follow, then a calm time until everything rests. In some weeks pass then, and a
// second blast has its faults as well.
import { createHash } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Sometimes } from '../../contract/ground/sometimes.ts'
import { leap } from './leap.ts'
import { Mischief } from './mischief.ts'
import type { Database } from './platform/d1.ts'
import { Random } from './platform/random.ts'
import { runCampaigns } from './mischief-campaigns.ts'
import { growOld } from './rare.ts'
import { Observer } from './replay/observer.ts'
import { type Most, Promises } from './promises/promises.ts'
import { Violation } from './story.ts'
import { Weather } from './weather.ts'
import { type Plan, planOf } from './plan.ts'
import { MINUTE_MS, World } from './world.ts'

const TROUBLE_MS = { small: 10 * MINUTE_MS, large: 5 * MINUTE_MS, again: 2 * MINUTE_MS }
/** So long a second blast goes undisturbed. */
const UNDISTURBED_MS = 90_000
const LINKED_WITHIN_MS = 20_000
const LOOK_MS = 15_000
/** Long enough for the longest back-offs of the product to end. */
const REST_WITHIN_MS = 90 * MINUTE_MS

/** In every third history members blast on for a while before they stop. */
const GOES_ON_EVERY = 3

export type End = {
  seed: number
  size: Plan['size']
  steps: number
  faults: number
  sent: number
  /** Steps of the model that it took. */
  modelSteps: number
  violation: { rule: string; detail: string } | null
  most: Most
  /** Rare states that it was in, in the order in which it reached them. */
  reached: readonly Sometimes[]
  /** In words; of a history that broke no promise, only where a fingerprint was asked for. */
  story: readonly string[]
  /** A hash of all events: two runs of one seed must have the same. */
  fingerprint: string
}

export const play = async (seed: number, database: Database, fingerprint = false): Promise<End> => {
  const weather = new Weather()
  const chance = new Random(seed ^ 0x5eed)
  weather.commitMs = chance.pick([0, 0, 3, 60])
  const world = new World(seed, database, planOf(seed, chance), (random) => weather.faults(random))
  weather.now = () => world.now
  const hash = fingerprint ? createHash('sha256') : null
  if (hash) world.platform.clock.trace = ({ at, kind, owner }) => hash.update(`${at} ${owner.name} ${kind}\n`)
  const promises = new Promises(world)
  const observer = new Observer(world, promises)
  let violation: Violation | null = null
  const reached = new Set<Sometimes>()
  const hear = (name: unknown): void => void reached.add(name as Sometimes)
  subscribe('sometimes', hear)
  try {
    await run(world, weather, promises, chance)
  } catch (error) {
    violation = error instanceof Violation ? error : new Violation('error', String((error as Error).stack ?? error))
  } finally {
    unsubscribe('sometimes', hear)
  }
  const end = {
    seed,
    size: world.plan.size,
    steps: world.platform.clock.steps,
    faults: weather.injected,
    sent: world.whatsapp.received.length,
    modelSteps: observer.replay.steps,
    most: promises.most,
    violation: violation && { rule: violation.rule, detail: violation.message },
    reached: [...reached],
    story: violation || fingerprint ? world.story.lines : [],
    fingerprint: hash?.digest('hex') ?? '',
  }
  world.platform.dispose()
  return end
}

const run = async (world: World, weather: Weather, promises: Promises, random: Random): Promise<void> => {
  const { platform, plan } = world
  const pass = async (ms: number): Promise<void> => {
    await platform.run({ until: platform.clock.now + ms, stop: () => world.story.violation !== null })
    if (world.story.violation) throw world.story.violation
  }
  const trouble = async (forMs: number): Promise<void> => {
    world.isTroubled = true
    new Mischief({ world, weather, promises, random }).begin()
    growOld(world)
    runCampaigns({ world, weather, promises, random })
    world.machines.begin(world, promises)
    const over = platform.clock.now + forMs
    while (platform.clock.now < over) {
      await pass(LOOK_MS)
      promises.accounts.check()
      promises.files.look()
    }
  }
  const rest = async (): Promise<void> => {
    world.isTroubled = false
    weather.clear()
    world.whatsapp.calm()
    world.machines.calm(world.now)
    world.say('from here on nothing goes wrong any more')
    if (world.seed % GOES_ON_EVERY === 0) await promises.liveness.goesOn(pass)
    world.end()
    const latest = platform.clock.now + REST_WITHIN_MS
    do {
      await pass(MINUTE_MS)
      // a press on stop that got lost is repeated
      for (const { id } of world.blasters)
        if (world.document(id)?.run) world.call('stop', id, (object) => object.stop())
    } while (platform.clock.now < latest && !promises.atRest.isQuiet())
    await platform.drive(() => promises.atRest.check())
  }
  await pass(3_000)
  for (const account of world.accounts) world.link(account)
  await pass(LINKED_WITHIN_MS)
  world.begin()
  world.membersLook()
  await trouble(TROUBLE_MS[plan.size])
  await rest()
  if (plan.leapDays === 0) return
  await leap(world, pass)
  world.begin()
  promises.again.begin()
  await pass(UNDISTURBED_MS)
  promises.again.check()
  await trouble(TROUBLE_MS.again)
  await rest()
}
