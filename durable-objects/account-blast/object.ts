// The Durable Object of one WhatsApp account. Every entry (RPC, socket frame, alarm) is one turn: it does its own work,
// lets the run or the check take its next steps, saves the document and sets the alarm, once each.
import { DurableObject } from 'cloudflare:workers'
import type { Held, PersonStop, PlacePause } from '../../contract/people/pauses.ts'
import type { InAccount } from '../../contract/privacy/data-requests.ts'
import { PING } from '../../contract/operation/runner.ts'
import type { SettlementBatch } from '../../contract/money/settlement.ts'
import type { CreatedMessage } from '../../contract/sending/whatsapp.ts'
import type { OneOffPeople } from '../../contract/sending/one-off-people.ts'
import type { LiveOneOff } from '../../domain/sending/one-off/present.ts'
import type { ObjectPage, Outlived, RestoredRows } from '../../domain/operation/backup/lost-objects.ts'
import type { OneOffRequest, PeopleAsk } from '../../domain/sending/one-off/store.ts'
import type { CheckFound } from '../../domain/sending/number-checks/chunks.ts'
import type { CheckRequest } from '../../domain/sending/number-checks/live-checks.ts'
import type { AdminInterest } from '../admin-rpc.ts'
import type { ObjectsEnv } from '../env.ts'
import type { AccountSnapshot } from '../account-snapshot.ts'
import type {
  AccountBlastRpc,
  ActName,
  CheckSnapshot,
  LinkRequest,
  MonitorLease,
  Outcome,
  Pace,
  Resealed,
} from '../rpc.ts'
import * as accounts from './turn/account-rpc.ts'
import { afterDatabaseRestored, hearSettled, takeRows } from './backup/restore.ts'
import { pageOfRows } from './tables/rows-store.ts'
import { refreshRowDue } from './settle/account-row.ts'
import { attemptById } from './tables/attempts-store.ts'
import { composeCore, type Core } from './core/core.ts'
import { eraseNumber } from './privacy/erase.ts'
import { learnPause } from './core/holds.ts'
import { noteShown } from './core/shown.ts'
import { keptOf } from './privacy/kept.ts'
import { monitorLease, monitorLocal } from './turn/monitor-rpc.ts'
import * as checks from './turn/check-rpc.ts'
import * as oneOffs from './turn/one-off-rpc.ts'
import { dropCampaign, noteStrayClaims } from './claim/claim.ts'
import { dropNumber } from './opt-outs/drop.ts'
import { Presses } from './turn/presses.ts'
import { hasPresses } from './tables/presses-store.ts'
import { onFrame } from './turn/runner-facts.ts'
import { lastSettled } from './tables/batches-store.ts'
import { closeOutbox, confirmed } from './settle/settle.ts'
import { acceptRunner, holderLost, holderMissing, lookAtLeaseEnd } from './session/lease.ts'
import { failLink } from './session/link.ts'
import { beginAgain } from './session/reconnect.ts'
import { resealVault } from './session/reseal.ts'
import { type SocketTag, socketTagOf } from './core/socket-tag.ts'
import { runDueTimers } from './turn/timers.ts'
import { runWork } from './turn/work-queue.ts'

/** Codes that mean "no code" or "no close frame"; a close frame must not carry them. */
const UNSENDABLE_CODES: readonly number[] = [1005, 1006, 1015]
export class AccountBlast extends DurableObject<ObjectsEnv> implements AccountBlastRpc {
  declare readonly [Rpc.__DURABLE_OBJECT_BRAND]: never
  readonly #core: Core
  readonly #presses: Presses
  /** Frames are handled one after another: a fact must not overtake the one before it. */
  #frames: Promise<void> = Promise.resolve()

  constructor(ctx: DurableObjectState, env: ObjectsEnv) {
    super(ctx, env)
    this.#core = composeCore(ctx, env)
    this.#presses = new Presses(this.#core)
    const { doc } = this.#core
    // a restart of the Worker closes every socket without a close event
    holderMissing(this.#core)
    if (doc?.run) this.#core.setTimerNoLater('pump', Date.now())
    if (doc?.check) this.#core.setTimerNoLater('check', Date.now())
  }

  // ---------------------------------------------------------------- RPC
  async underPress(id: string, act: ActName, args: unknown[]): Promise<Outcome<unknown>> {
    return this.#presses.once(id, () => (this[act] as (...given: unknown[]) => Promise<unknown>)(...args))
  }
  async askPress(id: string): Promise<'done' | 'running' | 'burnt'> {
    return this.#presses.ask(id)
  }
  async beginLink(request: LinkRequest): Promise<Outcome<{ proxyId: string | null }>> {
    return this.#turn(() => accounts.linkAccount(this.#core, request))
  }
  async cancelLink(clientid: string): Promise<Outcome> {
    return this.#turn(async () => {
      if (this.#core.doc?.link?.clientid === clientid) await failLink(this.#core, 'cancelled')
      return { ok: true, value: null }
    })
  }
  async remove(): Promise<Outcome> {
    return this.#turn(() => accounts.removeAccount(this.#core))
  }

  async start(): Promise<Outcome<AccountSnapshot>> {
    return this.#turn(() => accounts.startBlast(this.#core))
  }
  async stop(why: string | null = null): Promise<Outcome<AccountSnapshot>> {
    return this.#turn(
      () => accounts.markStop(this.#core, why),
      () => accounts.shown(this.#core),
    )
  }
  async hold(held: Held | null): Promise<Outcome<AccountSnapshot>> {
    return this.#turn(() => accounts.holdAccount(this.#core, held))
  }
  async learnPause(pause: PlacePause | PersonStop): Promise<void> {
    if (this.#core.doc) await this.#turn(() => learnPause(this.#core, pause))
  }
  async rename(nickname: string | null): Promise<Outcome<AccountSnapshot>> {
    return this.#turn(() => accounts.renameAccount(this.#core, nickname))
  }
  async reset(): Promise<Outcome<AccountSnapshot>> {
    return this.#turn(() => accounts.resetAccount(this.#core))
  }
  async reconnect(): Promise<boolean> {
    return this.#turn(() => beginAgain(this.#core))
  }
  async activate(): Promise<Outcome<AccountSnapshot>> {
    return this.#turn(() => accounts.activateAccount(this.#core))
  }

  async startCheck(request: CheckRequest): Promise<Outcome<CheckSnapshot>> {
    return this.#turn(() => checks.startCheck(this.#core, request))
  }
  async stopCheck(checkId: string): Promise<CheckSnapshot | null> {
    return this.#turn(
      () => checks.stopCheck(this.#core, checkId),
      () => checks.checkState(this.#core, checkId),
    )
  }
  async checkState(checkId: string): Promise<CheckSnapshot | null> {
    return checks.checkState(this.#core, checkId)
  }
  async checkResults(checkId: string, from: number, limit: number): Promise<{ rows: CheckFound[]; flushedTo: number }> {
    return checks.checkResults(this.#core, checkId, from, limit)
  }
  async editCheck(request: CheckRequest): Promise<Outcome> {
    return this.#turn(() => checks.editCheck(this.#core, request))
  }
  async handOverCheck(checkId: string): Promise<Outcome> {
    return this.#turn(() => checks.handOverCheck(this.#core, checkId))
  }
  async dropCheck(checkId: string): Promise<Outcome> {
    return this.#turn(() => checks.dropCheck(this.#core, checkId))
  }

  async startOneOff(request: OneOffRequest): Promise<Outcome<LiveOneOff>> {
    return this.#turn(() => oneOffs.startOneOff(this.#core, request))
  }
  async stopOneOff(oneOffId: string): Promise<LiveOneOff | null> {
    return this.#turn(
      () => oneOffs.stopOneOff(this.#core, oneOffId),
      () => oneOffs.oneOffState(this.#core, oneOffId),
    )
  }
  async continueOneOff(oneOffId: string): Promise<Outcome<LiveOneOff>> {
    return this.#turn(() => oneOffs.continueOneOff(this.#core, oneOffId))
  }
  async pace(): Promise<Pace | null> {
    return oneOffs.paceOf(this.#core)
  }
  async oneOffState(oneOffId: string): Promise<LiveOneOff | null> {
    return oneOffs.oneOffState(this.#core, oneOffId)
  }
  async oneOffPeople(ask: PeopleAsk): Promise<OneOffPeople> {
    return oneOffs.oneOffPeople(this.#core, ask)
  }

  async snapshot(): Promise<AccountSnapshot | null> {
    return this.#core.doc ? accounts.snapshot(this.#core) : null
  }
  async monitor(): Promise<string | null> {
    const local = monitorLocal(this.#core)
    return local && JSON.stringify(local)
  }
  async monitorLease(): Promise<MonitorLease | null> {
    return monitorLease(this.#core)
  }
  async nextMessage(waitMs: number): Promise<CreatedMessage | null> {
    // an account without a document sends nothing
    return this.#core.doc ? this.#core.messages.next(waitMs) : null
  }

  async drop(number: string): Promise<void> {
    return this.#turn(() => dropNumber(this.#core, number))
  }
  async dropCampaign(campaign: number): Promise<void> {
    return this.#turn(() => dropCampaign(this.#core, campaign))
  }
  async numberOf(attemptId: string): Promise<string | null> {
    return (this.#core.doc && attemptById(this.#core.sql, attemptId)?.number) || null
  }
  async erase(number: string): Promise<void> {
    return this.#turn(() => eraseNumber(this.#core, number))
  }
  async keptOf(number: string): Promise<InAccount | null> {
    return keptOf(this.#core, number)
  }
  async resealVault(kid: string): Promise<Resealed> {
    return this.#core.doc ? this.#turn(() => resealVault(this.#core, kid)) : { rows: 0, unreadable: 0 }
  }
  async unsettled(): Promise<SettlementBatch[]> {
    return this.#core.doc ? this.#turn(() => closeOutbox(this.#core)) : []
  }
  async settled(sequences: number[]): Promise<void> {
    // an account that deleted its storage needs no timer
    if (!this.#core.doc) return
    return this.#turn(() => confirmed(this.#core, sequences))
  }
  async backUp(from: string | null): Promise<ObjectPage | null> {
    const { doc, sql } = this.#core
    return doc ? pageOfRows(sql, doc.accountId, from) : null
  }
  async outlive(since: number): Promise<Outlived | null> {
    return this.#core.doc ? this.#turn(() => afterDatabaseRestored(this.#core, since)) : null
  }
  async hearSettled(batches: SettlementBatch[]): Promise<void> {
    await hearSettled(this.#core, batches)
  }
  async takeRows(rows: RestoredRows): Promise<boolean> {
    return this.#turn(() => takeRows(this.#core, rows))
  }
  async adminsLook(interest: AdminInterest): Promise<void> {
    if (!this.#core.doc) return
    return this.#turn(() => accounts.adminsLook(this.#core, interest))
  }
  async poke(): Promise<void> {
    const { doc } = this.#core
    if (!doc) return
    // after a lost alarm D1 may hold claims that are not needed, and an old row
    if (doc.run === null) noteStrayClaims(this.#core)
    this.#core.touchRow()
    this.#core.wake()
    await this.#turn(() => runDueTimers(this.#core))
  }
  async runnerSilent(bootId: string): Promise<void> {
    // another runner holds it by now, or none
    if (this.#core.doc?.runner?.bootId !== bootId) return
    return this.#turn(() => lookAtLeaseEnd(this.#core))
  }

  // ---------------------------------------------------------------- the runner's socket
  override async fetch(request: Request): Promise<Response> {
    const { PRODUCT_VERSION } = this.env
    return this.#turn(() => acceptRunner(this.#core, socketTagOf(request, this.#core.now()), PRODUCT_VERSION))
  }
  override async webSocketMessage(ws: WebSocket, message: string | ArrayBuffer): Promise<void> {
    // the runtime answers pings by itself, except on a socket that this object has closed
    if (message === PING) return
    this.#frames = this.#frames.then(() =>
      this.#turn(async () => {
        if (this.#core.doc) await onFrame(this.#core, ws, String(message))
      }).catch((error: unknown) => this.#core.logError('frame', error)),
    )
    await this.#frames
  }
  override async webSocketClose(ws: WebSocket, code: number): Promise<void> {
    await this.#turn(() => {
      holderLost(this.#core, ws, ws.deserializeAttachment() as SocketTag | null)
      // without a close frame in reply the runner would wait until this object is evicted
      ws.close(UNSENDABLE_CODES.includes(code) ? 1000 : code)
    })
  }
  override async webSocketError(ws: WebSocket): Promise<void> {
    await this.webSocketClose(ws, 1006)
  }

  // ---------------------------------------------------------------- time
  override async alarm(info?: AlarmInvocationInfo): Promise<void> {
    await this.#core.alarm.during(info?.scheduledTime ?? null, () => this.#turn(() => runDueTimers(this.#core)))
  }

  // ---------------------------------------------------------------- the turn
  /** @param answer read at the end of the turn, so that the caller gets the state after the account's next steps */
  async #turn<T>(work: () => T | Promise<T>, answer?: () => T): Promise<T> {
    const core = this.#core
    try {
      const value = await work()
      if (core.doc) await runWork(core)
      if (core.doc) refreshRowDue(core)
      if (core.ackDue > 0) core.command([])
      return answer ? answer() : value
    } finally {
      if (core.doc) noteShown(core.doc, core.now())
      core.save()
      await this.#arm()
    }
  }
  /** The earliest due time is the alarm; always set after anything happened. */
  async #arm(): Promise<void> {
    const [first] = this.#core.timers()
    // one that is lost still forgets what it heard of itself
    const { doc, sql } = this.#core
    const hasHeard = !doc && (lastSettled(sql) > 0 || hasPresses(sql))
    if (!first) return hasHeard ? undefined : this.ctx.storage.deleteAlarm()
    await this.#core.alarm.follow(first.due)
  }
}
