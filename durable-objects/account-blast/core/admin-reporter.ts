// Reports an account's events to the admins' collector: nothing while nobody listens, counts while no screen shows its row,
// else the events. Events within a second of a report wait for the object's alarm, because a setTimeout would keep it awake.
import { ADMIN_CLIENT_ID } from '../../../contract/ground/channels.ts'
import type { BrowserEvent, EventName, EventPayload } from '../../../contract/operation/events.ts'
import type { AdminInterest } from '../../admin-rpc.ts'
import { addMoved, hasMoved, NOTHING_MOVED } from '../../admin-channel/rules.ts'
import { shardOf } from '../../admin-collector/shard-rules.ts'
import type { ObjectsEnv } from '../../env.ts'
import { adminCollector } from '../../stubs.ts'
import { ADMIN_GAP_MS, ADMIN_RETRY_MS } from '../../timing.ts'
import type { AccountDocument } from '../document/document.ts'
import { isInBetween, merge } from './merge-events.ts'

type Ports = {
  doc: () => AccountDocument | null
  /** Makes `send` run at that time, also when the object was evicted meanwhile. */
  wakeBy: (due: number) => void
  logError: (what: string, error: unknown) => void
}
/** Used while no interest is known: the next event is reported in full, and the answer brings the interest. */
type Wanted = Pick<AdminInterest, 'level' | 'numbers'>
const ASK: Wanted = { level: 'events', numbers: true }

/** A newly opened screen's interest may arrive before the answer to an older report: the later end wins. */
const newer = (answer: AdminInterest, known: AdminInterest | null | undefined): AdminInterest =>
  known && known.until > answer.until ? known : answer
const withSender = <N extends EventName>(event: BrowserEvent<N>, sender: EventPayload['sender']): BrowserEvent<N> => ({
  ...event,
  payload: { ...event.payload, sender },
})

export class AdminReporter {
  readonly #env: ObjectsEnv
  readonly #ports: Ports
  #moved = NOTHING_MOVED
  #events: BrowserEvent[] = []
  /** 0 after sleep: the first event leaves at once. */
  #sentAt = 0
  #soon = false
  #underWay = false

  constructor(env: ObjectsEnv, ports: Ports) {
    this.#env = env
    this.#ports = ports
  }

  /** @param sender the account, as it stands after the event */
  add(event: BrowserEvent, sender: EventPayload['sender']): void {
    const isChange = !isInBetween(event)
    const wanted = this.#wanted(isChange)
    // admins never see a member's QR or pairing code: anyone who has it can link the account
    if (wanted.level === 'nothing' || event.event === 'qr' || event.event === 'code') return
    if (isChange) this.#count(event)
    const isAdded = this.#addIfShown(withSender(event, sender), wanted)
    if (isAdded || isChange) this.#schedule()
  }
  /** The account's present state, for a screen that begins to show it; no event is counted. */
  addSnapshot(event: BrowserEvent, sender: EventPayload['sender']): void {
    if (this.#addIfShown(withSender(event, sender), this.#wanted(true))) this.#schedule()
  }
  /** Numbers that were claimed (1) or released (0), for open lists of phone numbers. */
  addClaims(numbers: readonly { number: string }[], inUse: 0 | 1): void {
    const wanted = this.#wanted(false)
    if (numbers.length === 0 || wanted.level === 'nothing' || !wanted.numbers) return
    for (const { number } of numbers)
      this.#events.push({ event: 'in_use', payload: { deviceId: ADMIN_CLIENT_ID, number, in_use: inUse } })
    this.#schedule()
  }

  #wanted(isChange: boolean): Wanted {
    const known = this.#ports.doc()?.adminInterest
    if (!known) return ASK
    const until = known.level === 'nothing' && isChange ? known.changesFrom : known.until
    return Date.now() < until ? known : ASK
  }
  #count({ event, payload }: BrowserEvent): void {
    const one = { [event]: 1 }
    const isWork = payload.jobId !== undefined
    this.#moved = addMoved(this.#moved, isWork ? { accounts: {}, jobs: one } : { accounts: one, jobs: {} })
  }
  /** false: no screen shows what it is about. */
  #addIfShown(event: BrowserEvent, { level, numbers }: Wanted): boolean {
    const { number }: EventPayload = event.payload
    const isOfNumber = numbers && typeof number === 'string'
    if (level !== 'events' && !isOfNumber) return false
    merge(this.#events, event)
    return true
  }

  #schedule(): void {
    const now = Date.now()
    const at = this.#sentAt + ADMIN_GAP_MS
    if (this.#underWay || now < at) return this.#ports.wakeBy(Math.max(now, at))
    if (this.#soon) return
    this.#soon = true
    // a microtask later, so that all events of this turn travel in one report
    queueMicrotask(() => this.send())
  }

  /** Reports what is pending. Not awaited by its callers: no turn waits for admins. */
  send(): void {
    this.#soon = false
    const doc = this.#ports.doc()
    if (!doc || (this.#events.length === 0 && !hasMoved(this.#moved))) return
    if (this.#underWay) return this.#ports.wakeBy(Date.now() + ADMIN_GAP_MS)
    void this.#report(doc.accountId)
  }
  async #report(accountId: string): Promise<void> {
    const report = { shard: shardOf(accountId), accountId, moved: this.#moved, events: this.#events }
    this.#moved = NOTHING_MOVED
    this.#events = []
    this.#sentAt = Date.now()
    this.#underWay = true
    let interest: AdminInterest
    try {
      interest = newer(await adminCollector(this.#env, report.shard).collect(report), this.#ports.doc()?.adminInterest)
    } catch (error) {
      // not repeated: the screen's next load brings the present state
      this.#ports.logError('report to admins', error)
      const again = Date.now() + ADMIN_RETRY_MS
      interest = { until: again, changesFrom: again, level: 'nothing', numbers: false }
    }
    this.#underWay = false
    this.#learn(interest)
  }
  /** A screen begins to show it. */
  hear(interest: AdminInterest): void {
    const doc = this.#ports.doc()
    if (doc) doc.adminInterest = interest
  }
  /** Kept in the document, which the next turn writes: a write for this alone would cost more than asking again. */
  #learn(interest: AdminInterest): void {
    this.hear(interest)
    if (interest.level !== 'nothing') return
    this.#moved = NOTHING_MOVED
    this.#events = []
  }
}
