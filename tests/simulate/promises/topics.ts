// What who refused a topic is promised (rule topics): nothing of it is decided for a person from then on, and nothing leaves from a member's accounts
// but to those whom these had claimed before.
import { sometimes } from '../../../contract/ground/sometimes.ts'
import { TOPICS } from '../stage.ts'
import type { Received } from '../whatsapp-parts.ts'
import type { Known, Row } from './known.ts'

/** From when on nothing of it is decided, and until when. held: but to these, of a member's accounts. */
type Refusal = { topic: string; since: number; until: number; held: ReadonlySet<string> }
const NOBODY: ReadonlySet<string> = new Set()
const claimOf = (accountId: string, number: string): string => `${accountId} ${number}`
const topicOf = (attempt: Row | undefined): string | undefined => TOPICS[String(attempt?.template_id)]

export class Topics {
  readonly #known: Known
  /** By number of a person, or id of a member. */
  readonly #refusals = new Map<string, Refusal[]>()

  constructor(known: Known) {
    this.#known = known
  }
  // ---------------------------------------------------------------- what the scenario reports
  /** Somebody presses it; from the answer on it counts. */
  refuses(number: string, topics: readonly string[]): Refusal[] {
    const made = topics.map((topic) => ({ topic, since: Infinity, until: Infinity, held: NOBODY }))
    this.#refusals.set(number, [...this.#of(number), ...made])
    return made
  }
  refused(number: string, refusals: readonly Refusal[]): void {
    const { world } = this.#known
    // of somebody whose row is gone nothing is kept
    const kept = world.database.sql<{ topic: string }>('select topic from topic_refusals where number = ?', number)
    for (const refusal of refusals)
      if (kept.some(({ topic }) => topic === refusal.topic)) refusal.since = world.now
      else refusal.until = -Infinity
  }
  refusedByMember(userId: string, topic: string): void {
    const { world } = this.#known
    const accounts = world.accounts.filter((account) => account.userId === userId).map(({ id }) => id)
    const rows = world.database.sql<{ account: string; number: string; campaign: number | null }>(
      `select in_use_by as account, number, in_use_campaign as campaign
       from phone_numbers where in_use = 1 and in_use_by in (select value from json_each(?))`,
      JSON.stringify(accounts),
    )
    const ofIt = rows.some(({ campaign }) => campaign !== null)
    sometimes('a member refuses the topic of what their accounts hold', ofIt)
    const held = new Set(rows.map(({ account, number }) => claimOf(account, number)))
    this.#refusals.set(userId, [...this.#of(userId), { topic, since: world.now, until: Infinity, held }])
  }
  /** They press that they want these again: from now on they may get them. */
  wants(who: string, topics: readonly string[]): void {
    for (const refusal of this.#of(who))
      if (topics.includes(refusal.topic)) refusal.until = Math.min(refusal.until, this.#known.world.now)
  }
  /** Who is erased refuses nothing any more. */
  forget(number: string): void {
    this.#refusals.delete(number)
  }
  /** What they refuse now, as far as they know. */
  refusedBy(who: string): string[] {
    return [...new Set(this.#inForce(who).map(({ topic }) => topic))]
  }
  /** Also whose press that they want it again is on its way. */
  mayRefuse(number: string): boolean {
    return this.#of(number).length > 0
  }
  /** Since when they refuse what this message is about; Infinity: they do not. */
  refusedSince(number: string, attempt: Row | undefined): number {
    const topic = topicOf(attempt)
    return Math.min(Infinity, ...this.#inForce(number).flatMap((one) => (one.topic === topic ? [one.since] : [])))
  }
  #of(who: string): Refusal[] {
    return this.#refusals.get(who) ?? []
  }
  #inForce(who: string): Refusal[] {
    return this.#of(who).filter(({ since, until }) => since < Infinity && until === Infinity)
  }

  // ---------------------------------------------------------------- at each message
  check({ number, id, accountId }: Received, attempt: Row): void {
    const topic = topicOf(attempt)
    if (topic === undefined) return
    const { hostsMs, world } = this.#known
    const decidedAt = Number(attempt.created_at)
    const at = (who: string): Refusal[] =>
      this.#of(who).filter(({ since, until }) => decidedAt > since + hostsMs && decidedAt < until - hostsMs)
    const userId = world.accounts.find((account) => account.id === accountId)?.userId ?? ''
    const [theirs, members] = [at(number), at(userId)]
    sometimes('a campaign reaches somebody who refused one of its topics', theirs.length > 0)
    sometimes('a campaign leaves from an account that refused one of its topics', members.length > 0)
    for (const { since } of theirs.filter((one) => one.topic === topic))
      this.#known.fail(
        'topics',
        `${number} gets ${id} about ${topic}, decided ${decidedAt - since} ms after they refused that`,
      )
    for (const { since, held } of members.filter((one) => one.topic === topic)) {
      const isHeld = held.has(claimOf(accountId, number))
      sometimes('an account sends what it had claimed before its member refused that', isHeld)
      if (!isHeld)
        this.#known.fail(
          'topics',
          `${accountId} sends ${id} about ${topic}, claimed after ${userId} refused that, ${decidedAt - since} ms before`,
        )
    }
  }
}
