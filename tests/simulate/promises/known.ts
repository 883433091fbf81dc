// What the promises are checked against: who must not be written to since when, what was erased, restricted, disturbed.
import { lidOf } from '../whatsapp-parts.ts'
import { mayBeWrittenTo, type World } from '../world.ts'

export type OptOut = { number: string; accountId: string; byLid: boolean; at: number }
export type Row = Record<string, unknown>
/** In these states an account rests until its member links it again. */
export const ENDED = ['loggedOut', 'conflict', 'disconnected']

export class Known {
  readonly world: World
  /** Number → when the admin got the answer that nothing more will be sent to it. */
  readonly forbidden = new Map<string, number>()
  /** Opt-outs of which WhatsApp was told that the product has them. */
  readonly optOuts: OptOut[] = []
  /** Number → when. */
  readonly erased = new Map<string, number>()
  /** Account → the longest limit that it has on record, and since when. */
  readonly limits = new Map<string, { until: number; since: number }>()
  /** The smallest interval that was ever set, seconds. */
  leastInterval: number
  /** Until when a fault stands between an account's object and everything else. */
  readonly #disturbedUntil = new Map<string, number>()
  #allDisturbedUntil = 0

  constructor(world: World) {
    this.world = world
    this.leastInterval = world.plan.interval.min
    const { whatsapp } = world
    whatsapp.onOptOut = (number, accountId, byLid) => this.optOuts.push({ number, accountId, byLid, at: world.now })
    whatsapp.onLimit = (accountId, until) => {
      const known = this.limits.get(accountId)
      if (!known || known.until < until) this.limits.set(accountId, { until, since: known?.since ?? world.now })
    }
    whatsapp.onLimitOver = (accountId) => this.limits.delete(accountId)
    for (const [index, number] of world.numbers.entries())
      if (!mayBeWrittenTo(index)) this.forbidden.set(number, Number.NEGATIVE_INFINITY)
  }

  /** @param accountId null: everybody */
  disturb(accountId: string | null, forMs = 0): void {
    const until = this.world.now + forMs
    if (accountId === null) this.#allDisturbedUntil = Math.max(this.#allDisturbedUntil, until)
    else this.#disturbedUntil.set(accountId, Math.max(this.#disturbedUntil.get(accountId) ?? 0, until))
  }
  isUndisturbed(accountId: string, since: number): boolean {
    return this.#allDisturbedUntil < since && (this.#disturbedUntil.get(accountId) ?? 0) < since
  }
  /** true: the account has learned whose LID this number has. */
  hasContact(accountId: string, number: string): boolean {
    const sql = 'select 1 from contacts where number = ? and lid = ?'
    return this.world.rows(accountId, sql, number, lidOf(number)).length > 0
  }
  fail(rule: string, detail: string): never {
    this.world.story.fail(rule, detail)
  }
}
