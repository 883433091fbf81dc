// What goes wrong for longer than a look of the Worker at itself is found by it, and told when it lasts (rule troubles).
import { HOUR_MS, MINUTE_MS } from '../../../contract/ground/time.ts'
import type { TroubleKind } from '../../../contract/operation/troubles.ts'
import type { Known } from './known.ts'

const LOOK_MS = 15_000
/** A heartbeat or the silence after it, the sockets in between, and what the clocks of hosts differ by. */
const NOTICED_MS = 100_000
/** From so much on a clock is told of; from so much on its runner cannot dial any more. */
const CLOCK_OFF = { from: 12_000, to: 55_000 }
/** Of one that lasts both looks, five minutes apart, must have found it. */
const TWO_LOOKS_MS = 4 * MINUTE_MS + 30_000

/** told: of how many looks the last one must have told it. */
type Trouble = { kind: TroubleKind; subject: string; since: number; told: 'at once' | 'when it lasts' }
type Found = { kind: string; subject: string; told_at: number | null }

export class Told {
  readonly #known: Known
  readonly #troubles = new Map<string, Trouble>()
  #lookedAt = 0
  #deadAt: number | null = null
  /** D1 did not take it: then only the log knows. */
  #unnotedAt = Number.NEGATIVE_INFINITY
  /** The fleet did not answer a look: then it knows nothing of runners. */
  #silentAt = Number.NEGATIVE_INFINITY

  constructor(known: Known) {
    this.#known = known
    const { world } = known
    const look = (): void =>
      world.after(LOOK_MS, 'is it told', () => {
        this.#note()
        this.#judge()
        look()
      })
    look()
  }
  onSaid(text: string): void {
    const { now } = this.#known.world
    if (text.includes('"part":"runners"')) this.#silentAt = now
    if (text.includes('dead letters were not noted')) this.#unnotedAt = now
    const isNoted = now - this.#unnotedAt > LOOK_MS
    if (text.includes('a settlement batch was dead-lettered') && isNoted) this.#deadAt = now
  }

  /** What is wrong now, and since when without a break. */
  #note(): void {
    const { world } = this.#known
    const now: Trouble[] = []
    const begins = (kind: TroubleKind, subject: string, since = world.now, told: Trouble['told'] = 'when it lasts') =>
      now.push({ kind, subject, since, told })
    const alive = [...world.runners.values()].filter(({ process }) => process.alive)
    if (alive.length === 0) begins('no_runner', '')
    for (const { id } of alive) {
      const off = Math.abs(world.machines.aheadAt(id, world.now))
      const isHeard = this.#known.isUndisturbed('', world.now - LOOK_MS)
      if (off > CLOCK_OFF.from && off < CLOCK_OFF.to && isHeard)
        begins('runner_clock', id, Math.max(world.machines.setAt(id), world.now - LOOK_MS))
    }
    if (this.#deadAt !== null && world.now - this.#deadAt < HOUR_MS / 2)
      begins('dead_letters', 'settlements', this.#deadAt, 'at once')
    const before = new Map(this.#troubles)
    this.#troubles.clear()
    for (const trouble of now) {
      const key = `${trouble.kind} ${trouble.subject}`
      const known = before.get(key)
      const isNew = !known || known.since < world.machines.setAt(trouble.subject)
      this.#troubles.set(key, isNew ? trouble : { ...trouble, since: known.since })
    }
  }
  #judge(): void {
    const { world } = this.#known
    const [{ at } = { at: 0 }] = world.database.sql<{ at: number }>(
      `select ended_at as at from cron_ends where round = 'watch'`,
    )
    if (at === this.#lookedAt) return
    const before = this.#lookedAt
    this.#lookedAt = at
    const found = world.database.sql<Found>('select kind, subject, told_at from troubles where seen_at >= ?', at)
    for (const { kind, subject, since, told } of this.#troubles.values()) {
      const noticed = since + NOTICED_MS
      if (noticed > at || (kind === 'runner_clock' && this.#silentAt > at - LOOK_MS)) continue
      const said = found.find((trouble) => trouble.kind === kind && trouble.subject === subject)
      const ages = `for ${Math.round((at - since) / 1_000)} s there was ${kind} ${subject}`
      if (!said) this.#known.fail('troubles', `${ages}, and a look did not find it`)
      const isDue = told === 'at once' || (noticed <= before && at - before >= TWO_LOOKS_MS)
      if (isDue && said.told_at === null) this.#known.fail('troubles', `${ages}, and it is told to nobody`)
    }
  }
}
