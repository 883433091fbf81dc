// After the cooldown everybody may be written to again, and is.
import { sometimes } from '../../../contract/ground/sometimes.ts'
import { DAY_MS } from '../../../contract/ground/time.ts'
import type { Known } from './known.ts'

const COOLDOWN_DAYS = 7

export class Again {
  readonly #known: Known
  #receivedBefore = 0

  constructor(known: Known) {
    this.#known = known
  }
  /** A second blast begins, days after the first. */
  begin(): void {
    this.#receivedBefore = this.#known.world.whatsapp.received.length
  }
  /** It went undisturbed for longer than any interval. */
  check(): void {
    const { world } = this.#known
    const { received } = world.whatsapp
    const before = new Set(received.slice(0, this.#receivedBefore).map(({ number }) => number))
    const now = received.slice(this.#receivedBefore)
    sometimes(
      'somebody is written to again after the cooldown',
      now.some(({ number }) => before.has(number)),
    )
    if (world.plan.leapDays <= COOLDOWN_DAYS || now.length > 0 || this.#open() === 0) return
    const sends = world.blasters.find(({ id }) => this.#maySend(id))
    if (sends)
      this.#known.fail('again', `${sends.id} may send, and nobody gets a message ${world.plan.leapDays} days later`)
  }
  /** How many may be written to, the cooldown left aside. */
  #open(): number {
    const { database, numbers } = this.#known.world
    const rows = database.sql<{ number: string }>(
      `select number from phone_numbers where status = 'active' and consent_at is not null and suppressed = 0`,
    )
    return rows.filter(({ number }) => numbers.includes(number) && !this.#known.forbidden.has(number)).length
  }
  #maySend(id: string): boolean {
    const doc = this.#known.world.document(id)
    const { wanted, now } = this.#known.world
    return (
      wanted.has(id) &&
      doc?.connection === 'open' &&
      !doc.suspended &&
      (doc.restrictedUntil ?? 0) < now - DAY_MS &&
      now < this.#known.world.closesAt()
    )
  }
}
