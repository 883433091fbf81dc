// The clocks of the machines of one history: in some all are right, in others those of the runners, of Cloudflare's hosts or of both
// are off, drift and are set. What is promised by time is judged by the true one.
import { SIGNATURE_WINDOW_MS } from '../../contract/operation/runner.ts'
import { sometimes } from '../../contract/ground/sometimes.ts'
import { HOUR_MS, MINUTE_MS } from '../../contract/ground/time.ts'
import type { Plan } from './plan.ts'
import { MachineClock } from './platform/machine-clock.ts'
import { Random } from './platform/random.ts'
import type { Promises } from './promises/promises.ts'
import type { World } from './world.ts'

/**
 * Cloudflare keeps its hosts' clocks and says no bound. Two hosts that are further apart than twice this, less the skew that a lease
 * allows for (5 s), could each let a runner log in: here none is further from the true time than this.
 */
const HOSTS_WITHIN_MS = 2_000
const HOSTS = 4
/** A quartz that nobody looks after. */
const PPM = 200
/** By how much a runner's clock is off, ms: nothing that matters, below and above what is told, what costs its accounts, what is refused. */
const OFF = [0, 0, 0, 40, 900, 8_000, 20_000, 35_000, 45_000, 58_000, 63_000, 5 * MINUTE_MS, HOUR_MS]
/** Where they begin: with two runners that get no accounts a history has nothing. */
const OFF_AT_FIRST = 7

export class Machines {
  /** No host is further from the true time than this. */
  readonly hostsWithinMs: number
  readonly #random: Random
  readonly #startsAt: number
  readonly #runnersAreOff: boolean
  readonly #hosts: MachineClock[]
  readonly #runners = new Map<string, MachineClock>()

  constructor(seed: number, { startsAt, clocksOff }: Plan) {
    this.#random = new Random(seed ^ 0xc10c)
    this.#startsAt = startsAt
    this.#runnersAreOff = clocksOff === 'runners' || clocksOff === 'both'
    this.hostsWithinMs = clocksOff === 'hosts' || clocksOff === 'both' ? HOSTS_WITHIN_MS : 0
    this.#hosts =
      this.hostsWithinMs === 0 ? [] : Array.from({ length: HOSTS }, () => new MachineClock(startsAt, this.#hostOff()))
  }
  /** The clock under which this owner runs, by its name. */
  of(who: string): MachineClock | null {
    if (!who.startsWith('runner-')) return this.#hosts.length > 0 ? this.#random.pick(this.#hosts) : null
    if (!this.#runnersAreOff) return null
    const [name = who] = who.split('/')
    const known = this.#runners.get(name)
    if (known) return known
    const made = new MachineClock(
      this.#startsAt,
      this.#runnerOff(OFF.slice(0, OFF_AT_FIRST)),
      this.#random.pick([0, 0, PPM, -PPM]),
    )
    this.#runners.set(name, made)
    return made
  }
  aheadAt(runner: string, now: number): number {
    return this.#runners.get(runner)?.aheadAt(now) ?? 0
  }
  /** When a runner's clock was set last, epoch ms. */
  setAt(runner: string): number {
    return this.#runners.get(runner)?.setAt ?? this.#startsAt
  }
  /** While there is trouble, clocks are set. */
  begin(world: World, promises: Promises): void {
    if (!this.#runnersAreOff && this.#hosts.length === 0) return
    for (const [name, clock] of this.#runners) world.say(`the clock of ${name} is ${words(clock.aheadAt(world.now))}`)
    // a runner whose calls are refused for its clock, and which has sessions, is as good as cut off
    world.onNotTaken = (runner) => {
      if (runner.connections().length > 0) promises.disturb(null)
    }
    const paceMs = this.#random.between(40_000, 200_000)
    const again = (): void =>
      world.after(this.#random.between(0.2, 1.8) * paceMs, 'a clock is set', () => {
        if (!world.isTroubled) return
        this.#set(world)
        again()
      })
    again()
  }
  /** All clocks are right again, and stay so. */
  calm(now: number): void {
    for (const clock of [...this.#runners.values(), ...this.#hosts]) clock.set(now, 0, 0)
  }

  #set(world: World): void {
    const runners = [...this.#runners]
    if (this.#hosts.length > 0 && (runners.length === 0 || this.#random.chance(0.3)))
      return this.#random.pick(this.#hosts).set(world.now, this.#hostOff())
    const [name, clock] = this.#random.pick(runners)
    const before = clock.aheadAt(world.now)
    clock.set(world.now, this.#runnerOff())
    const after = clock.aheadAt(world.now)
    world.say(`the clock of ${name} was ${words(before)} and is ${words(after)}`)
    const isAtWork = (world.runners.get(name)?.connections().length ?? 0) > 0
    sometimes('a clock is set by more than a signed call may be off', isAtWork && Math.abs(after) > SIGNATURE_WINDOW_MS)
  }
  #hostOff(): number {
    return this.#random.between(-HOSTS_WITHIN_MS, HOSTS_WITHIN_MS)
  }
  #runnerOff(among: readonly number[] = OFF): number {
    return this.#random.pick(among) * this.#random.pick([1, -1]) * this.#random.between(0.95, 1)
  }
}

const words = (ahead: number): string =>
  Math.abs(ahead) < 1 ? 'right' : `${Math.abs(Math.round(ahead))} ms ${ahead > 0 ? 'ahead' : 'behind'}`
