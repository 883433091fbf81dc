// What Cloudflare, the network and the runners' machines do to the product.
import { MINUTE_MS } from '../../contract/ground/time.ts'
import type { CrashPoint } from './platform/faults.ts'
import type { ClientSocket } from './platform/client-socket.ts'
import type { Act, Scene } from './mischief.ts'
import type { SimRunner } from './runner.ts'

const POINTS: readonly CrashPoint[] = ['before-event', 'before-output', 'before-confirm', 'before-answer']

const crash = ({ world, weather, promises, random }: Scene): void => {
  const account = random.pick(world.accounts)
  const [who, disturbs] = random.pick([
    [`ACCOUNT_BLAST/${account.id}`, account.id],
    [`ACCOUNT_BLAST/${account.id}`, account.id],
    [`ACCOUNT_BLAST/${account.id}`, account.id],
    ['queue ', null],
    ['worker upgrade', null],
    ['RUNNER_FLEET', null],
    ['USER_CHANNEL', null],
    ['ADMIN_', null],
    ['cron', null],
    ['runner-', null],
  ] as const)
  const planned = { who, point: random.pick(POINTS), after: 1 + random.below(12), keep: random.below(3) }
  world.story.say(`${who} will crash at the ${planned.after}. point ${planned.point}, keeping ${planned.keep}`)
  const comes = (): void => promises.disturb(disturbs)
  weather.crash({ ...planned, comes })
  comes()
}
const evict = ({ world }: Scene): void => {
  const asleep = world.platform.objects().filter((object) => object.evict())
  world.story.say(`evicted: ${asleep.map((object) => object.name).join(', ') || 'nobody was idle'}`)
}
const deploy = ({ world, promises, random }: Scene): void => {
  const withinMs = random.pick([0, 2_000, 30_000])
  world.story.say(`the Worker is deployed: every object is reset within ${withinMs} ms`)
  world.platform.deploy(withinMs)
  promises.disturb(null, withinMs)
}

const killRunner = ({ world, promises, random }: Scene): void => {
  const runner = random.pick([...world.runners.values()])
  if (!runner.process.alive) return
  const silently = random.chance(0.4)
  world.story.say(`${runner.id} is killed${silently ? ' with its machine: nobody is told' : ''}`)
  runner.process.kill(silently)
  world.comesBack(runner.id, random.between(1_000, 60_000))
  promises.disturb(null)
}
export const drainRunner = ({ world, promises, random }: Scene): void => {
  const runner = random.pick([...world.runners.values()])
  if (!runner.process.alive) return
  world.story.say(`${runner.id} is told to end`)
  promises.disturb(null)
  runner.drain(() => {
    world.story.say(`${runner.id} ends in order`)
    runner.process.kill()
    world.comesBack(runner.id, random.between(500, 20_000))
  })
}
/** A runner is started with the wrong key, which is corrected a while later. */
const loseKey = ({ world, promises, random }: Scene): void => {
  const { id, process } = random.pick([...world.runners.values()])
  if (!process.alive || !world.restarts) return
  const forMs = random.between(40_000, 150_000)
  process.kill()
  world.comesBack(id, 1_000, false)
  promises.disturb(null, forMs)
  world.after(forMs, 'the right key', () => {
    const runner = world.runners.get(id)
    if (runner?.process.alive) promises.accounts.rowsComeWithEachTry(runner)
    runner?.process.kill()
    world.comesBack(id, 1_000)
  })
}
/** A while without any runner: waiting must not use up epochs. */
const noRunners = ({ world, promises, random }: Scene): void => {
  if (!world.restarts) return
  const forMs = random.between(50_000, 120_000)
  world.story.say(`there is no runner for ${Math.round(forMs / 1_000)} s`)
  world.restarts = false
  for (const runner of world.runners.values()) runner.process.kill()
  promises.disturb(null, forMs)
  const before = world.epochs()
  world.after(forMs, 'runners again', () => {
    promises.accounts.noEpochsMintedFor(before)
    world.restarts = true
    for (const id of world.runners.keys()) world.comesBack(id, random.between(0, 3_000))
  })
}

const linksOf = (runner: SimRunner): ClientSocket[] =>
  ([...runner.process.sockets] as unknown as ClientSocket[]).filter((socket) => socket.link)
const alive = ({ world }: Scene): SimRunner[] => [...world.runners.values()].filter((runner) => runner.process.alive)

const harmLink = (scene: Scene): void => {
  const { world, promises, random } = scene
  const all = alive(scene).flatMap(linksOf)
  if (all.length === 0) return
  const { link } = random.pick(all)
  const harm = random.pick(['drop', 'half-open', 'half-open', 'late'] as const)
  world.story.say(`a runner's connection: ${harm}`)
  if (harm === 'drop') link?.drop([random.between(0, 3_000), random.between(0, 3_000)])
  else if (harm === 'half-open') link?.mute(random.chance(0.5) ? 0 : 1)
  else link?.delay(random.chance(0.5) ? 0 : 1, random.between(500, 25_000))
  promises.disturb(null, 30_000)
}
/** One runner, or all of them, can reach WhatsApp and not the Worker. */
const cutOff = (scene: Scene): void => {
  const { world, weather, promises, random } = scene
  const runners = random.chance(0.3) ? alive(scene) : alive(scene).slice(random.below(2)).slice(0, 1)
  const forMs = random.between(500, 90_000)
  world.story.say(`cut off from the Worker for ${Math.round(forMs)} ms: ${runners.map((r) => r.id).join(', ')}`)
  for (const { link } of runners.flatMap(linksOf)) link?.drop([random.between(0, 1_000), random.between(0, 1_000)])
  weather.unreachable = { until: world.now + forMs, from: runners.length === 1 ? (runners[0]?.id ?? '') : 'runner-' }
  promises.disturb(null, forMs)
}

const d1Fails = ({ world, weather, promises, random }: Scene): void => {
  const forMs = random.between(1_000, 30_000)
  world.story.say(`D1 refuses or loses answers for ${Math.round(forMs)} ms`)
  const fates = ['refused', 'answer-lost', { late: random.between(100, 20_000) }] as const
  weather.d1 = { until: world.now + forMs, share: random.pick([0.3, 0.9]), fates, about: null }
  promises.disturb(null, forMs)
}
/** Claims and releases run long after their callers gave up on them. */
const d1Late = ({ world, weather, promises, random }: Scene): void => {
  const forMs = random.between(2_000, 20_000)
  world.story.say(`claims run late in D1 for ${Math.round(forMs)} ms`)
  const fates = [{ late: random.between(1_000, 30_000) }]
  weather.d1 = { until: world.now + forMs, share: 0.8, fates, about: 'phone_numbers' }
  promises.disturb(null, forMs)
}
/** In a large world: for minutes D1 answers nearly nobody. */
export const overloadForMinutes = (scene: Scene): void => {
  const { world, weather, promises, random } = scene
  if (world.plan.size !== 'large') return
  world.after(random.between(0.5, 3) * MINUTE_MS, 'D1 is overloaded', () => {
    const forMs = random.between(2, 4) * MINUTE_MS
    world.story.say(`D1 is overloaded for ${Math.round(forMs)} ms`)
    const fates = ['refused', 'refused', { late: random.between(5_000, 30_000) }] as const
    world.overloadedUntil = world.now + forMs
    weather.d1 = { until: world.overloadedUntil, share: 0.95, fates, about: null }
    promises.disturb(null, forMs)
  })
}
export const queueFails = ({ world, weather, random }: Scene): void => {
  world.story.say('the queue refuses, loses answers, and delivers twice')
  weather.queueUntil = world.now + random.between(2_000, 30_000)
  weather.queueCopies = 1 + random.below(2)
}
/** The same batch comes while it is being settled. */
const settlesTwice = (scene: Scene): void => {
  const { world, weather, promises, random } = scene
  queueFails(scene)
  const forMs = random.between(10_000, 30_000)
  world.say(`the ledger answers late for ${Math.round(forMs)} ms`)
  weather.d1 = {
    until: world.now + forMs,
    share: 0.8,
    fates: [{ slow: random.between(500, 4_000) }],
    about: 'settlements',
  }
  promises.disturb(null, forMs)
}
/** More often than a message is tried. */
const CONSUMER_DIES = 8
/** Something in a batch kills its consumer each time. */
const consumerDies = ({ world, weather, promises }: Scene): void => {
  world.say('the settlements’ consumer dies, again and again')
  for (let i = 0; i < CONSUMER_DIES; i++)
    weather.crash({
      who: 'queue wa-blaster-settlements',
      point: 'before-answer',
      after: 1,
      keep: 0,
      comes: () => promises.disturb(null),
    })
  promises.disturb(null)
}
const LOOKS_MS = 500
const LOOKS = 120
/** An object dies as it writes what must not be lost: a stop, or results that leave it. */
const diesAsItWrites = (scene: Scene): void => {
  const { world, random } = scene
  const { id } = random.pick(world.blasters)
  if (random.chance(0.5)) return diesAmidResults(scene, id, LOOKS)
  const last = world.whatsapp.received.findLast((message) => message.accountId === id)
  if (!last) return
  dies(scene, id, 'a stop')
  world.whatsapp.stop(id, last.number, false)
}
const dies = ({ world, weather, promises, random }: Scene, id: string, what: string): void => {
  world.say(`${id} dies as it writes ${what}`)
  const comes = (): void => promises.disturb(id)
  const planned = { point: 'before-confirm', after: 1 + random.below(3), keep: random.below(2), comes } as const
  weather.crash({ who: `ACCOUNT_BLAST/${id}`, ...planned })
  comes()
}
/** Once there are results, at the time at which they are to leave. */
const diesAmidResults = (scene: Scene, id: string, looks: number): void => {
  const { world } = scene
  const flushAt = world.document(id)?.timers['flush']
  if (flushAt === undefined && looks === 0) return
  world.after(flushAt === undefined ? LOOKS_MS : Math.max(0, flushAt - world.now), 'dies amid results', () => {
    if (!world.isTroubled) return
    if (flushAt === undefined) diesAmidResults(scene, id, looks - 1)
    else dies(scene, id, 'results')
  })
}

/** Neither sending nor a stop waits for R2, and what it did not take comes later. */
const r2Fails = ({ world, weather, random }: Scene): void => {
  const forMs = random.between(5_000, 90_000)
  const slowMs = random.pick([0, 20_000])
  world.story.say(`R2 ${slowMs > 0 ? 'is slow' : 'refuses or loses answers'} for ${Math.round(forMs)} ms`)
  weather.bucket = { until: world.now + forMs, slowMs }
}

export const PLATFORM_ACTS: readonly Act[] = [
  [10, crash],
  [3, evict],
  [2, deploy],
  [2, killRunner],
  [1, drainRunner],
  [0.4, noRunners],
  [0.4, loseKey],
  [4, harmLink],
  [3, cutOff],
  [2, d1Fails],
  [1, d1Late],
  [1, queueFails],
  [0.5, settlesTwice],
  [0.3, consumerDies],
  [1, diesAsItWrites],
  [1, r2Fails],
]
