// What all parts of an account's object share: its document, tables, clock, socket to the runner and its listeners.
import { userClientId } from '../../../contract/ground/channels.ts'
import type { Target } from '../../../domain/sending/number-checks/rules.ts'
import type { BrowserEvent, EventDetails, EventName, EventPayload } from '../../../contract/operation/events.ts'
import type { KeyRing } from '../../../contract/ground/key-rings.ts'
import type { Span } from '../../../contract/record/traces.ts'
import type { Command } from '../../../contract/operation/runner.ts'
import type { DownFrame } from '../../../contract/operation/runner-frames.ts'
import { placeInSpread } from '../../../domain/sending/blast/rules.ts'
import { connect, type Db } from '../../../domain/ground/db/connection.ts'
import type { VaultCount } from '../../../domain/people/vault-keys/rules.ts'
import type { Counts } from '../../../domain/ground/tally/rules.ts'
import { addSpans, sendSpansSoon } from '../../../domain/ground/metrics/traces.ts'
import { hashRing } from '../../../domain/recipients/suppressions/hash-keys.ts'
import type { ObjectsEnv } from '../../env.ts'
import { writePoints } from '../../../domain/ground/metrics/points.ts'
import { logFault } from '../../log.ts'
import { type Timing, timing } from '../../timing.ts'
import { Alarm } from './alarm.ts'
import { MessageWatch } from './message-watch.ts'
import { AdminReporter } from './admin-reporter.ts'
import { Publisher } from './publisher.ts'
import { isBusy, shownState } from '../document/rules.ts'
import { ackOf } from '../document/handled-rules.ts'
import { migrate } from '../tables/migrations.ts'
import { readDocument, writeDocument } from '../tables/document-store.ts'
import type { AccountDocument, Check, OneOff, TimerName } from '../document/document.ts'
import type { SocketTag } from './socket-tag.ts'
import { readRules, type StoredRules, writeRules } from '../tables/rules-store.ts'

/** D1 and the bindings; reached through `core.saveThenCall` only, which saves the document first. */
export type Bindings = { db: Db; env: ObjectsEnv }

export class AccountCore {
  readonly ctx: DurableObjectState
  readonly timing: Timing
  readonly publisher: Publisher
  readonly admins: AdminReporter
  readonly messages = new MessageWatch()
  readonly alarm: Alarm
  /** null until the first link request. */
  doc: AccountDocument | null
  /** Numbers dropped while a claim is under way: they are removed from its answer. null: no claim is under way. */
  droppedDuringClaim: Set<string> | null = null
  /** Grows with every reason why D1 may hold claims that are not needed; a release covers only those before it was sent. */
  doubts = 0
  /** Grows with every change of the row, so that a write covers only the changes before it was sent. */
  rowChanges = 0
  /** What the vault was last counted to hold, for the next write of the row; null: D1 has it, or the next day's count brings it. */
  vaultCount: VaultCount | null = null
  /** The part of the check's file that is read now; it saves one read of the bucket a query. */
  checkPart: { key: string; rows: Target[] } | null = null
  workWanted = false
  working = false
  /** Facts up to this seq are stored and not yet acknowledged; travels with the next frame. */
  ackDue = 0
  readonly #bindings: Bindings
  #written = ''
  /** As in the table; undefined: not read since the object woke. */
  #rules: StoredRules | null | undefined

  constructor(ctx: DurableObjectState, env: ObjectsEnv) {
    this.ctx = ctx
    this.#bindings = { db: connect(env.DB), env }
    this.timing = timing(env)
    this.alarm = new Alarm(ctx.storage)
    this.publisher = new Publisher(env, (what, error) => this.logError(what, error))
    this.admins = new AdminReporter(env, {
      doc: () => this.doc,
      wakeBy: (due) => this.setTimerNoLater('admins', due),
      logError: (what, error) => this.logError(what, error),
    })
    migrate(ctx.storage.sql)
    this.doc = readDocument(ctx.storage.sql, Date.now())
  }

  get sql(): SqlStorage {
    return this.ctx.storage.sql
  }
  /** Of the hashes under which a person stays suppressed. */
  get hashKeys(): KeyRing {
    return hashRing(this.#bindings.env)
  }
  now(): number {
    return Date.now()
  }
  random(): number {
    return Math.random()
  }
  /** Delay of this account in ms where all accounts would otherwise act in the same second, at the window's opening say. */
  get placeMs(): number {
    return placeInSpread(this.account.accountId, this.timing.spreadMs)
  }
  /** Settings, window, caps and templates as the last claim brought them; null: a claim must load them. */
  get rules(): StoredRules | null {
    if (this.#rules === undefined) this.#rules = readRules(this.sql)
    return this.#rules
  }
  set rules(rules: StoredRules | null) {
    this.#rules = rules
    writeRules(this.sql, rules)
  }
  /** The document; parts that run only for an existing account use this. */
  get account(): AccountDocument {
    if (!this.doc) throw new Error('this account does not exist')
    return this.doc
  }
  /**
   * Writes the document, if it changed. The runtime stores all writes between two awaits together, so it is enough to save
   * at the end of a turn, before a call outside the object, and before a command.
   */
  save(): void {
    if (this.doc) this.#written = writeDocument(this.sql, this.doc, this.#written)
  }
  /**
   * Calls D1 or a binding. The document is saved first, with an alarm for its timers: who dies during the call finds them
   * again. After the await any of it may have changed.
   */
  saveThenCall<T>(call: (bindings: Bindings) => Promise<T>): Promise<T> {
    this.save()
    // both are stored before the runtime lets the call leave
    void this.alarm.noLater(this.timers()[0]?.due)
    return call(this.#bindings)
  }
  writePoints(counts: Counts): void {
    writePoints(this.#bindings.env.METRICS, counts)
  }
  /** Says what became of a message; sent with those of other accounts, after the turn. */
  trace(spans: readonly Span[]): void {
    const { env } = this.#bindings
    addSpans(env, spans)
    sendSpansSoon(env, (work) => this.ctx.waitUntil(work))
  }
  /** Deletes everything this object stores, except the given document. */
  async wipe(rest: AccountDocument | null): Promise<void> {
    this.doc = rest
    await this.ctx.storage.deleteAll()
    migrate(this.sql)
    this.#rules = undefined
    this.#written = ''
    this.save()
  }

  setTimer(name: TimerName, due: number): void {
    this.account.timers[name] = Math.round(due)
    delete this.account.guards[name]
  }
  /** Sets the timer unless it is due earlier already. */
  setTimerNoLater(name: TimerName, due: number): void {
    if ((this.timerDue(name) ?? Number.POSITIVE_INFINITY) > due) this.setTimer(name, due)
  }
  timerDue(name: TimerName): number | null {
    return this.account.timers[name] ?? null
  }
  clearTimer(name: TimerName): void {
    delete this.account.timers[name]
    delete this.account.guards[name]
  }
  /**
   * Called before a timer's work: if the process dies meanwhile, the timer fires again after `ms`.
   * @returns what removes this guard, unless the work itself has set the timer
   */
  guardTimer(name: TimerName, ms: number): () => void {
    const guard = Math.round(this.now() + ms)
    this.setTimer(name, guard)
    this.account.guards[name] = guard
    return () => {
      if (this.doc?.guards[name] === guard) this.clearTimer(name)
    }
  }
  /** The timer's work was begun and never ended: its object died. */
  isGuard(name: TimerName): boolean {
    return this.account.guards[name] !== undefined
  }
  /** Every due time, the earliest first: the object has one alarm only, which follows the first of these. */
  timers(): { name: TimerName; due: number }[] {
    const timers = Object.entries(this.doc?.timers ?? {}) as [TimerName, number][]
    return timers.map(([name, due]) => ({ name, due })).toSorted((a, b) => a.due - b.due)
  }
  dueTimers(): TimerName[] {
    const now = this.now()
    return this.timers().flatMap(({ name, due }) => (due <= now ? [name] : []))
  }

  /** Makes this turn call runWork at its end, because the run or the check may be able to continue. */
  wake(): void {
    this.workWanted = true
  }

  logError(what: string, error: unknown): void {
    logFault(what, error, { object: 'account-blast', account: this.doc?.accountId ?? null, now: this.now() })
  }

  /** Publishes to the person's tabs and the admins. Counters are absolute, and the version grows. */
  emit<N extends EventName>(event: N, payload: EventDetails<N>): void {
    const doc = this.account
    doc.version += 1
    const about = {
      deviceId: doc.link?.clientid ?? doc.clientid,
      clientId: doc.clientid,
      whatsappId: doc.accountId,
      userId: doc.userId,
      version: doc.version,
      date: new Date(this.now()).toISOString(),
    }
    this.#publish<N>(doc.userId, { event, payload: { ...about, ...payload } })
  }
  /** Publishes on the channel of the person who made the check; the counters are the check's, not the account's. */
  emitCheck<N extends EventName>(check: Check, event: N, payload: EventDetails<N>): void {
    check.version += 1
    this.#emitFor({ ...check, id: check.jobId }, event, payload)
  }
  /** Publishes on the channel of the person who started it; the caller stores the new version. */
  emitOneOff<N extends EventName>(oneOff: OneOff, event: N, payload: EventDetails<N>): void {
    oneOff.version += 1
    this.#emitFor(oneOff, event, payload)
  }
  #emitFor<N extends EventName>(
    work: { id: string; userId: string; version: number },
    event: N,
    payload: EventDetails<N>,
  ): void {
    const about = {
      deviceId: userClientId(work.userId),
      clientId: this.account.clientid,
      userId: work.userId,
      jobId: work.id,
      version: work.version,
      date: new Date(this.now()).toISOString(),
    }
    this.#publish<N>(work.userId, { event, payload: { ...about, ...payload } })
  }
  #publish<N extends EventName>(userId: string, named: BrowserEvent<N>): void {
    // whatever N is, it is one of the union; the compiler does not follow that through a type parameter
    const event = named as BrowserEvent
    this.publisher.add(userId, event)
    this.admins.add(event, this.sender())
  }
  /** The account as admins' events name it. */
  sender(): NonNullable<EventPayload['sender']> {
    const doc = this.account
    const { accountId: id, userId: user_id, clientid } = doc
    return { id, user_id, clientid, state: shownState(doc, this.now()), status: isBusy(doc) ? 'sending' : 'idle' }
  }
  /** connection.update with what the account's state is called now; its row follows. */
  emitState(extra: Partial<EventDetails<'connection.update'>> = {}): void {
    const doc = this.account
    const now = this.now()
    this.emit('connection.update', {
      state: shownState(doc, now),
      status: isBusy(doc) ? 'sending' : 'idle',
      restricted_until:
        doc.restrictedUntil && doc.restrictedUntil > now ? new Date(doc.restrictedUntil).toISOString() : null,
      ...extra,
    })
    this.touchRow()
  }
  touchRow(): void {
    this.account.rowDirty = true
    this.rowChanges += 1
    this.setTimerNoLater('row', this.now())
  }

  /** The socket of the runner that holds this epoch; the newest, if it dialled twice. */
  socket(): WebSocket | null {
    let best: WebSocket | null = null
    let at = -1
    for (const ws of this.ctx.getWebSockets()) {
      const tag = ws.deserializeAttachment() as SocketTag | null
      const mine = tag && !tag.leftover && tag.epoch === this.doc?.epoch
      if (ws.readyState === WebSocket.OPEN && mine && tag.dialledAt > at) {
        best = ws
        at = tag.dialledAt
      }
    }
    return best
  }
  /** false when no runner is there to hear it: nothing was sent. */
  command(commands: Command[]): boolean {
    const ws = this.socket()
    if (!ws) return false
    const acked = this.ackDue > 0 ? ackOf(this.ackDue, this.account.handled) : {}
    const frame: DownFrame = { ...acked, at: this.now(), commands }
    // saved before the command leaves: after a crash the runner must not know more than this object
    this.save()
    try {
      ws.send(JSON.stringify(frame))
      this.ackDue = 0
      return true
    } catch (error) {
      // the socket is closing: its runner dials again and says hello
      this.logError('command', error)
      return false
    }
  }
}
