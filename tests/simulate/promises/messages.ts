// Promises checked at every message that reaches WhatsApp: at most once, on record first, none after an opt-out, in time.
import { sometimes } from '../../../contract/ground/sometimes.ts'
import { HOUR_MS, MINUTE_MS } from '../../../contract/ground/time.ts'
import { isAnswer, type Received } from '../whatsapp-parts.ts'
import type { Known, OptOut, Row } from './known.ts'
import type { Campaigns } from './campaigns.ts'
import type { Terms } from './terms.ts'
import type { Topics } from './topics.ts'

/** After this time nothing may leave the product for a person who opted out. */
const SILENCE_MS = 5_000
/** From the object's decision to WhatsApp: the longest time that an undisturbed message takes. */
const WAY_MS = 2_000
/** Anyone who writes STOP a day later is answered again. */
const ANSWERED_FOR_MS = 23 * HOUR_MS
/** A message leaves within this after it was decided; the cooldown counts from the decision. */
const DEADLINE_MS = 30_000
const COOLDOWN_MS = 168 * HOUR_MS

export class Messages {
  readonly #known: Known
  readonly #of: { terms: Terms; campaigns: Campaigns; topics: Topics }
  /** Checks the account that sent it. */
  readonly #account: (accountId: string) => void
  readonly #lastTo = new Map<string, Received>()
  readonly #answered = new Map<string, { accountId: string; at: number }>()
  /** The longest time after which a message left for somebody who must not get it, where no fault stood in between, ms. */
  longestAfterStop = 0

  constructor(
    known: Known,
    of: { terms: Terms; campaigns: Campaigns; topics: Topics },
    account: (accountId: string) => void,
  ) {
    this.#known = known
    this.#of = of
    this.#account = account
    const { whatsapp } = known.world
    whatsapp.onReceived = (message, first) => this.#onReceived(message, first)
    whatsapp.onUnanswered = (messageId, number) => this.#onUnanswered(messageId, number)
  }
  /** A person who writes to us after their erasure is a new person, and is answered again. */
  erased(number: string): void {
    this.#answered.delete(number)
  }

  #onReceived(message: Received, first: boolean): void {
    const { number, accountId, id } = message
    if (isAnswer(message.text)) return first ? this.#onAnswer(number, accountId) : undefined
    if (!message.readable && !message.refused) this.#known.fail('readable', `${id} to ${number} reuses a message key`)
    if (!first) return this.#onRepeated(message)
    const before = this.#lastTo.get(number)
    if (before && message.leftAt - before.leftAt < COOLDOWN_MS - DEADLINE_MS - 2 * this.#known.hostsMs)
      this.#known.fail(
        'at-most-once',
        `${number} got ${before.id} and ${id} within its cooldown, ${((message.leftAt - before.leftAt) / HOUR_MS).toFixed(2)} hours later`,
      )
    this.#lastTo.set(number, message)
    sometimes('somebody whose stop was lifted is written to', this.#known.lifted.has(number))
    const [attempt] = this.#known.world.rows(accountId, 'select * from attempts where message_id = ?', id)
    if (!attempt) return this.#known.fail('intent-first', `${id} to ${number} left and is on record nowhere`)
    this.#afterOptOut(message, Number(attempt.created_at))
    this.#whilePaused(message, Number(attempt.created_at))
    this.#againstItsAttempt(message, attempt)
    this.#of.terms.check(accountId, message.text, attempt)
    this.#of.campaigns.check(message, attempt)
    this.#of.topics.check(message, attempt)
    this.#account(accountId)
  }
  #onAnswer(number: string, accountId: string): void {
    // an erasure reaches an account late, so between two STOPs it may have forgotten the first
    const before = this.#answered.get(number)
    const { now } = this.#known.world
    if (before?.accountId === accountId && now - before.at < ANSWERED_FOR_MS && !this.#known.erased.has(number))
      this.#known.fail('answered-once', `${number} was told twice by ${accountId} that it gets no more messages`)
    this.#answered.set(number, { accountId, at: now })
  }
  /** A message sent again for a recipient who could not read it; an opt-out forbids this as well. */
  #onRepeated({ number, accountId, id, leftAt }: Received): void {
    const since = Math.min(
      this.#known.forbidden.get(number) ?? Number.POSITIVE_INFINITY,
      ...this.#known.optOuts.filter((o) => o.number === number && !o.byLid).map((o) => o.at),
    )
    this.#silent(number, accountId, id, since, leftAt)
    const [attempt] = this.#known.world.rows(accountId, 'select * from attempts where message_id = ?', id)
    this.#silent(number, accountId, id, this.#of.topics.refusedSince(number, attempt), leftAt, 'topics')
  }
  #afterOptOut({ number, accountId, id, leftAt }: Received, decidedAt: number): void {
    const since = this.#known.forbidden.get(number)
    if (since !== undefined) {
      if (decidedAt > since + this.#known.hostsMs)
        this.#known.fail('opt-out', `${number} gets ${id}, decided ${decidedAt - since} ms after it must not`)
      this.#silent(number, accountId, id, since, leftAt)
    }
    for (const o of this.#known.optOuts) {
      if (o.number !== number) continue
      const knows = !o.byLid || this.#knewLid(o, decidedAt)
      if (knows && o.accountId === accountId && decidedAt > o.at + this.#known.hostsMs)
        this.#known.fail(
          'opt-out',
          `${number} gets ${id} from ${accountId}, ${decidedAt - o.at} ms after it told that account STOP`,
        )
      if (!o.byLid) this.#silent(number, accountId, id, o.at, leftAt)
    }
  }
  /** The message in flight finishes. */
  #whilePaused({ number, accountId, id }: Received, decidedAt: number): void {
    for (const { rule, accounts, begun, since, until, surely } of this.#known.silences)
      if (
        decidedAt > since + this.#known.hostsMs &&
        decidedAt < until - this.#known.hostsMs &&
        accounts.includes(accountId)
      )
        if (surely || this.#known.isUndisturbed(accountId, begun))
          this.#known.fail(rule, `${number} gets ${id}, decided ${decidedAt - since} ms after ${accountId} was paused`)
  }
  #silent(number: string, accountId: string, id: string, since: number, leftAt: number, rule = 'opt-out'): void {
    if (leftAt <= since || !this.#known.isUndisturbed(accountId, since)) return
    this.longestAfterStop = Math.max(this.longestAfterStop, leftAt - since)
    if (leftAt > since + SILENCE_MS)
      this.#known.fail(rule, `${number} got ${id} ${((leftAt - since) / 1_000).toFixed(1)} s after it must not`)
  }
  /** true: the account had learned whose LID it is before it decided to send. */
  #knewLid({ number, lid, accountId }: OptOut, decidedAt: number): boolean {
    const sent = this.#known.world.rows(
      accountId,
      `select 1 from attempts where number = ? and outcome = 'success' and resolved_at < ?`,
      number,
      decidedAt,
    )
    return sent.length > 0 && this.#known.hasContact(accountId, number, lid)
  }
  #againstItsAttempt({ id, number, accountId, leftAt }: Received, attempt: Row): void {
    const decidedAt = Number(attempt.created_at)
    const age = leftAt - decidedAt
    if (attempt.resolved_at !== null && Number(attempt.resolved_at) < leftAt - this.#known.hostsMs)
      this.#known.fail(
        'deadline',
        `${id} to ${number} left when it was ${String(attempt.outcome)} already, ${age} ms after it was due`,
      )
    if (age > DEADLINE_MS + WAY_MS + this.#known.hostsMs)
      this.#known.fail('deadline', `${id} to ${number} left ${age} ms after it was decided`)
    if (leftAt > this.#known.world.closesAt(decidedAt) + WAY_MS + this.#known.hostsMs)
      this.#known.fail('window', `${id} left after the sending window closed`)
    const limit = this.#known.limits.get(accountId)
    if (
      limit &&
      limit.until - this.#known.hostsMs > leftAt &&
      leftAt > limit.since + WAY_MS &&
      this.#known.isUndisturbed(accountId, limit.since)
    )
      this.#known.fail('restricted', `${id} left while the account was restricted`)
  }
  #onUnanswered(messageId: string, number: string): void {
    const mustNot =
      this.#known.forbidden.has(number) ||
      this.#known.optOuts.some((o) => o.number === number) ||
      this.#known.erased.has(number) ||
      this.#of.topics.mayRefuse(number)
    const [attempt] = this.#known.world.blasters.flatMap((a) =>
      this.#known.world.rows(a.id, 'select * from attempts where message_id = ?', messageId),
    )
    // while they asked, nobody knew whether they may be written to
    const isUnknown = this.#known.world.now < this.#known.world.overloadedUntil + MINUTE_MS
    if (mustNot || isUnknown || !attempt) return
    this.#known.fail('repair', `${number} asked for ${messageId} again and got nothing`)
  }
}
