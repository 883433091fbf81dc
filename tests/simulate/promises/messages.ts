// Promises checked at every message that reaches WhatsApp: at most once, on record first, none after an opt-out, in time.
import { isAnswer, type Received } from '../whatsapp-parts.ts'
import { MINUTE_MS } from '../world.ts'
import type { Known, OptOut, Row } from './known.ts'

/** After this time nothing may leave the product for a person who opted out. */
const SILENCE_MS = 5_000
/** From the object's decision to WhatsApp: the longest time that an undisturbed message takes. */
const WAY_MS = 2_000
const COOLDOWN_MS = 168 * 3_600_000

export class Messages {
  readonly #known: Known
  /** Checks the account that sent it. */
  readonly #account: (accountId: string) => void
  readonly #lastTo = new Map<string, Received>()
  readonly #answered = new Map<string, string>()
  /** The longest time after which a message left for somebody who must not get it, where no fault stood in between, ms. */
  longestAfterStop = 0

  constructor(known: Known, account: (accountId: string) => void) {
    this.#known = known
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
    if (before && message.leftAt - before.leftAt < COOLDOWN_MS)
      this.#known.fail('at-most-once', `${number} got ${before.id} and ${id} within its cooldown`)
    this.#lastTo.set(number, message)
    const [attempt] = this.#known.world.rows(accountId, 'select * from attempts where message_id = ?', id)
    if (!attempt) return this.#known.fail('intent-first', `${id} to ${number} left and is on record nowhere`)
    this.#afterOptOut(message, Number(attempt.created_at))
    this.#againstItsAttempt(message, attempt)
    this.#account(accountId)
  }
  #onAnswer(number: string, accountId: string): void {
    // an erasure reaches an account late, so between two STOPs it may have forgotten the first
    if (this.#answered.get(number) === accountId && !this.#known.erased.has(number))
      this.#known.fail('answered-once', `${number} was told twice by ${accountId} that it gets no more messages`)
    this.#answered.set(number, accountId)
  }
  /** A message sent again for a recipient who could not read it; an opt-out forbids this as well. */
  #onRepeated({ number, accountId, id, leftAt }: Received): void {
    const since = Math.min(
      this.#known.forbidden.get(number) ?? Number.POSITIVE_INFINITY,
      ...this.#known.optOuts.filter((o) => o.number === number && !o.byLid).map((o) => o.at),
    )
    this.#silent(number, accountId, id, since, leftAt)
  }
  #afterOptOut({ number, accountId, id, leftAt }: Received, decidedAt: number): void {
    const since = this.#known.forbidden.get(number)
    if (since !== undefined) {
      if (decidedAt > since)
        this.#known.fail('opt-out', `${number} gets ${id}, decided ${decidedAt - since} ms after it must not`)
      this.#silent(number, accountId, id, since, leftAt)
    }
    for (const o of this.#known.optOuts) {
      if (o.number !== number) continue
      const knows = !o.byLid || this.#knewLid(o, decidedAt)
      if (knows && o.accountId === accountId && decidedAt > o.at)
        this.#known.fail(
          'opt-out',
          `${number} gets ${id} from ${accountId}, ${decidedAt - o.at} ms after it told that account STOP`,
        )
      if (!o.byLid) this.#silent(number, accountId, id, o.at, leftAt)
    }
  }
  #silent(number: string, accountId: string, id: string, since: number, leftAt: number): void {
    if (leftAt <= since || !this.#known.isUndisturbed(accountId, since)) return
    this.longestAfterStop = Math.max(this.longestAfterStop, leftAt - since)
    if (leftAt > since + SILENCE_MS)
      this.#known.fail('opt-out', `${number} got ${id} ${((leftAt - since) / 1_000).toFixed(1)} s after it must not`)
  }
  /** true: the account had learned whose LID it is before it decided to send. */
  #knewLid({ number, accountId }: OptOut, decidedAt: number): boolean {
    const sent = this.#known.world.rows(
      accountId,
      `select 1 from attempts where number = ? and outcome = 'success' and resolved_at < ?`,
      number,
      decidedAt,
    )
    return sent.length > 0 && this.#known.hasContact(accountId, number)
  }
  #againstItsAttempt({ id, number, accountId, leftAt }: Received, attempt: Row): void {
    const decidedAt = Number(attempt.created_at)
    const age = leftAt - decidedAt
    if (attempt.resolved_at !== null && Number(attempt.resolved_at) < leftAt)
      this.#known.fail(
        'deadline',
        `${id} to ${number} left when it was ${String(attempt.outcome)} already, ${age} ms after it was due`,
      )
    if (age > MINUTE_MS / 2 + WAY_MS)
      this.#known.fail('deadline', `${id} to ${number} left ${age} ms after it was decided`)
    if (leftAt > this.#known.world.closesAt + WAY_MS)
      this.#known.fail('window', `${id} left after the sending window closed`)
    const limit = this.#known.limits.get(accountId)
    if (
      limit &&
      limit.until > leftAt &&
      leftAt > limit.since + WAY_MS &&
      this.#known.isUndisturbed(accountId, limit.since)
    )
      this.#known.fail('restricted', `${id} left while the account was restricted`)
  }
  #onUnanswered(messageId: string, number: string): void {
    const mustNot =
      this.#known.forbidden.has(number) ||
      this.#known.optOuts.some((o) => o.number === number) ||
      this.#known.erased.has(number)
    const [attempt] = this.#known.world.blasters.flatMap((a) =>
      this.#known.world.rows(a.id, 'select * from attempts where message_id = ?', messageId),
    )
    if (mustNot || !attempt) return
    this.#known.fail('repair', `${number} asked for ${messageId} again and got nothing`)
  }
}
