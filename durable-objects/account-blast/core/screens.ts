// What people's tabs and the admins are told of an account and its work.
import { userClientId } from '../../../contract/ground/channels.ts'
import type { BrowserEvent, EventDetails, EventName, EventPayload } from '../../../contract/operation/events.ts'
import { isBusy, shownState } from '../document/rules.ts'
import type { AdminReporter } from './admin-reporter.ts'
import type { Clock } from './clock.ts'
import type { Publisher } from './publisher.ts'
import type { RowMark } from './row-mark.ts'
import type { Stored } from './stored.ts'

type Parts = { stored: Stored; clock: Clock; row: RowMark; publisher: Publisher; admins: AdminReporter }

/** A check or a one-off blast, as its events name it. */
export type Work = { id: string; userId: string; version: number }

export class Screens {
  readonly #parts: Parts
  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Publishes to the person's tabs and the admins. Counters are absolute, and the version grows. */
  emit<N extends EventName>(event: N, payload: EventDetails<N>): void {
    const { stored, clock } = this.#parts
    const doc = stored.account
    this.newVersion()
    const about = {
      deviceId: doc.link?.clientid ?? doc.clientid,
      clientId: doc.clientid,
      whatsappId: doc.accountId,
      userId: doc.userId,
      version: doc.version,
      date: new Date(clock.now()).toISOString(),
    }
    this.#publish<N>(doc.userId, { event, payload: { ...about, ...payload } })
  }
  /** The account changed without an event of its own. */
  newVersion(): void {
    this.#parts.stored.account.version += 1
  }
  /** Publishes on the channel of the person whose check or one-off blast it is; the version is the work's, not the account's. */
  emitFor<N extends EventName>(work: Work, event: N, payload: EventDetails<N>): void {
    const { stored, clock } = this.#parts
    const about = {
      deviceId: userClientId(work.userId),
      clientId: stored.account.clientid,
      userId: work.userId,
      jobId: work.id,
      version: work.version,
      date: new Date(clock.now()).toISOString(),
    }
    this.#publish<N>(work.userId, { event, payload: { ...about, ...payload } })
  }
  #publish<N extends EventName>(userId: string, named: BrowserEvent<N>): void {
    // whatever N is, it is one of the union; the compiler does not follow that through a type parameter
    const event = named as BrowserEvent
    this.#parts.publisher.add(userId, event)
    this.#parts.admins.add(event, this.sender())
  }
  /** The account as admins' events name it. */
  sender(): NonNullable<EventPayload['sender']> {
    const { stored, clock } = this.#parts
    const doc = stored.account
    const { accountId: id, userId: user_id, clientid } = doc
    return { id, user_id, clientid, state: shownState(doc, clock.now()), status: isBusy(doc) ? 'sending' : 'idle' }
  }
  /** connection.update with what the account's state is called now; its row follows. */
  emitState(extra: Partial<EventDetails<'connection.update'>> = {}): void {
    const { stored, clock, row } = this.#parts
    const doc = stored.account
    const now = clock.now()
    this.emit('connection.update', {
      state: shownState(doc, now),
      status: isBusy(doc) ? 'sending' : 'idle',
      restricted_until:
        doc.restrictedUntil && doc.restrictedUntil > now ? new Date(doc.restrictedUntil).toISOString() : null,
      ...extra,
    })
    row.touchRow()
  }
}
