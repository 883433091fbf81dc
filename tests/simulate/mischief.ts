// Chooses, from the seed, what happens next in a history.
import type { Random } from './platform/random.ts'
import { CLAIM_ACTS } from './mischief-claims.ts'
import { PEOPLE_ACTS } from './mischief-people.ts'
import { OFFICE_ACTS } from './mischief-office.ts'
import { overloadForMinutes, PLATFORM_ACTS } from './mischief-platform.ts'
import { PROXY_ACTS } from './mischief-proxies.ts'
import { TERMS_ACTS } from './mischief-terms.ts'
import { TIME_ACTS } from './mischief-time.ts'
import { muteAtClosing, WHATSAPP_ACTS } from './mischief-whatsapp.ts'
import type { Promises } from './promises/promises.ts'
import { favouredBy } from './rare.ts'
import type { Weather } from './weather.ts'
import type { World } from './world.ts'

export type Scene = { world: World; weather: Weather; promises: Promises; random: Random }
/** weight: how often, compared to the others; act: what happens. */
export type Act = readonly [weight: number, act: (scene: Scene) => void]

/** A favoured kind comes so much more often than others. */
const FAVOURED = 6
const ACTS = [
  ...CLAIM_ACTS,
  ...PLATFORM_ACTS,
  ...WHATSAPP_ACTS,
  ...PEOPLE_ACTS,
  ...TIME_ACTS,
  ...OFFICE_ACTS,
  ...TERMS_ACTS,
  ...PROXY_ACTS,
]

export class Mischief {
  readonly #scene: Scene
  readonly #acts: readonly Act[]
  readonly #total: number
  /** Mean milliseconds between two faults. */
  readonly #paceMs: number

  constructor(scene: Scene) {
    this.#scene = scene
    const { random } = scene
    // each history has a few kinds of faults more often than others, so that they pile up
    const favoured = favouredBy(scene.world.seed)
    this.#acts = ACTS.map(([weight, act]) => {
      const often = random.pick([0, 0.5, 1, 1, 4])
      return [weight * (favoured.has(act) ? FAVOURED : often), act]
    })
    this.#total = this.#acts.reduce((sum, [weight]) => sum + weight, 0)
    this.#paceMs = random.between(6_000, 25_000)
    muteAtClosing(scene)
    overloadForMinutes(scene)
  }
  begin(): void {
    const { world, random } = this.#scene
    world.after(this.#paceMs * (0.1 + 1.8 * random.next()), 'mischief', () => {
      if (!world.isTroubled) return
      this.#next()
      this.begin()
    })
  }
  #next(): void {
    let left = this.#scene.random.next() * this.#total
    const chosen = this.#acts.find(([weight]) => (left -= weight) < 0)
    this.#scene.weather.injected += 1
    chosen?.[1](this.#scene)
  }
}
