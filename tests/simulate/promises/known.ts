// What the promises are checked against: who must not be written to since when, what was erased, restricted, disturbed.
import { kidOf } from '../../../domain/people/vault-keys/rules.ts'
import { VAULT_KEYS } from '../runner.ts'
import { mayBeWrittenTo } from '../stage.ts'
import type { World } from '../world.ts'

export type OptOut = { number: string; lid: string; accountId: string; byLid: boolean; at: number }
/**
 * From when on these accounts decide nothing, and until when. surely: everybody has confirmed it, so that no fault since it was `begun` excuses
 * a message.
 */
export type Silence = {
  rule: string
  accounts: readonly string[]
  begun: number
  since: number
  until: number
  surely: boolean
}
export type Row = Record<string, unknown>
/** An undisturbed stop is in the database after this. */
const HEARD_MS = 5_000
/** In these states an account rests until its member links it again. */
export const ENDED = ['loggedOut', 'conflict', 'disconnected']

export class Known {
  readonly world: World
  /** Number → when the admin got the answer that nothing more will be sent to it. */
  readonly forbidden = new Map<string, number>()
  /** Of these, those that come back only when their stop is lifted. */
  readonly stopped = new Set<string>()
  /** Opt-outs of which WhatsApp was told that the product has them. */
  optOuts: OptOut[] = []
  readonly lifted = new Set<string>()
  /** Number → when its person last wrote that they want messages again. */
  readonly asked = new Map<string, number>()
  /** Pauses by admins. */
  readonly silences: Silence[] = []
  /** Number → when. */
  readonly erased = new Map<string, number>()
  /** Number → the LIDs by which an account knew them when they were erased: account and LID. */
  readonly erasedLids = new Map<string, { accountId: string; lid: string }[]>()
  /** Account → the longest limit that it has on record, and since when. */
  readonly limits = new Map<string, { until: number; since: number }>()
  /** The smallest interval that was ever set, seconds. */
  leastInterval: number
  /** The most messages of a day that were ever allowed. */
  mostADay: number
  /** Until when a fault stands between an account's object and everything else. */
  readonly #disturbedUntil = new Map<string, number>()
  #allDisturbedUntil = 0

  constructor(world: World) {
    this.world = world
    this.leastInterval = world.plan.interval.min
    this.mostADay = world.plan.dailyCap
    const { whatsapp } = world
    whatsapp.onOptOut = (stop) => this.optOuts.push({ ...stop, at: world.now })
    whatsapp.onLimit = (accountId, until) => {
      const known = this.limits.get(accountId)
      if (!known || known.until < until) this.limits.set(accountId, { until, since: known?.since ?? world.now })
    }
    whatsapp.onLimitOver = (accountId) => this.limits.delete(accountId)
    for (const [index, number] of world.numbers.entries())
      if (!mayBeWrittenTo(index)) this.forbidden.set(number, Number.NEGATIVE_INFINITY)
  }

  /** By so much what a host wrote down may differ from the true time. */
  get hostsMs(): number {
    return this.world.machines.hostsWithinMs
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
  /** One person lifted the stop. Nothing but what was said after its person had asked for that counts any more. */
  lift(number: string): void {
    const askedAt = this.asked.get(number)
    if (askedAt === undefined) this.fail('lift', `one person lifted the stop of ${number}, who asked for nothing`)
    const again = this.optOuts.find((o) => o.number === number && o.at > askedAt && o.at < this.world.now - HEARD_MS)
    if (
      again &&
      this.isUndisturbed('', again.at) &&
      (!again.byLid || this.hasContact(again.accountId, number, again.lid))
    )
      this.fail(
        'lift',
        `one person lifted the stop of ${number}, who had stopped again ${this.world.now - again.at} ms before`,
      )
    this.lifted.add(number)
    this.optOuts = this.optOuts.filter((o) => o.number !== number || o.at > askedAt)
    this.stopped.delete(number)
  }
  erase(number: string): void {
    this.erased.set(number, this.world.now)
    const lids = this.world.whatsapp.lids.all(number)
    const all = this.world.accounts.flatMap(({ id }) => lids.map((lid) => ({ accountId: id, lid })))
    const known = all.filter(({ accountId, lid }) => this.hasContact(accountId, number, lid))
    this.erasedLids.set(number, known)
  }
  /** The list says that it may be written to. */
  isActive(number: string): boolean {
    const active = `status = 'active' and suppressed = 0 and consent_at is not null`
    return this.world.database.sql(`select 1 from phone_numbers where number = ? and ${active}`, number).length > 0
  }
  /** It was linked on a runner that had another key than all others, and that has ended: only a person can link it again (rule runner-keys). */
  isOfAnotherKey(accountId: string): boolean {
    const generation = this.world.document(accountId)?.vaultGeneration ?? 0
    const sql = `select data from vault where type = 'creds' and generation = ?`
    return this.world.rows(accountId, sql, generation).some(({ data }) => !VAULT_KEYS.has(kidOf(String(data))))
  }
  /** true: the account has learned whose LID this is. One that is over it may have kept beside the keys. */
  hasContact(accountId: string, number: string, lid: string): boolean {
    const of = 'where number = ?1 and lid = ?2'
    const isOver = lid !== this.world.whatsapp.lids.of(number)
    const sql = `select 1 from contacts ${of}${isOver ? ` union all select 1 from people_lids ${of}` : ''}`
    return this.world.rows(accountId, sql, number, lid).length > 0
  }
  fail(rule: string, detail: string): never {
    this.world.story.fail(rule, detail)
  }
}
