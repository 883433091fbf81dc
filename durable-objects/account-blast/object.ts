// One WhatsApp account: the shell. Doors (RPC, socket, alarm) in, one order of work, one alarm out.
import { DurableObject } from 'cloudflare:workers'
import { CLOSE, RUNNER_HEADERS } from '../../contract/runner.ts'
import type { CreatedMessage } from '../../contract/whatsapp.ts'
import type { LiveJob } from '../../domain/blaster/present.ts'
import type { ObjectsEnv } from '../env.ts'
import type {
  AccountBlastRpc,
  AccountSnapshot,
  CheckFound,
  CheckJob,
  CheckSnapshot,
  JobRequest,
  LinkRequest,
  MonitorLease,
  Outcome,
} from '../rpc.ts'
import { activateAccount, removeAccount, resetAccount, snapshot, startBlast, stopRun } from './account-rpc.ts'
import * as checks from './number-check/check-rpc.ts'
import { AccountCore, type SocketTag, type TimerName } from './core.ts'
import { onFrame } from './runner-facts.ts'
import { acceptRunner } from './session/lease.ts'
import * as jobs from './one-off/one-off-rpc.ts'
import { beginLink, failLink } from './session/link.ts'
import { monitorLease, monitorLocal } from './monitor/monitor-rpc.ts'
import { dropNumber } from './opt-outs/opt-outs.ts'
import { confirmBatches } from './sending/outbox-store.ts'
import { pump } from './work-queue.ts'
import { scheduleFlush, scheduleResend } from './sending/outcomes.ts'
import { isBusy } from './rules.ts'
import { newDocument } from './document.ts'
import { dueTimers, earliestTimer } from './timers-store.ts'
import { TIMERS } from './timers.ts'

/** A timer whose work was cut off comes back after this long. */
const GUARD_MS = 15_000
const RETRY_MS = 5_000

export class AccountBlast extends DurableObject<ObjectsEnv> implements AccountBlastRpc {
  declare readonly [Rpc.__DURABLE_OBJECT_BRAND]: never
  readonly #core: AccountCore
  /** Frames are handled one after another: a fact must not overtake the one before it. */
  #frames: Promise<void> = Promise.resolve()

  constructor(ctx: DurableObjectState, env: ObjectsEnv) {
    super(ctx, env)
    this.#core = new AccountCore(ctx, env)
    const { doc } = this.#core
    // after a restart of the Worker no socket is left, and no word of whether the runner still is
    if (doc?.runner && !this.#core.socket())
      this.#core.timerBy('lease', Date.now() + this.#core.timing.leaseMs + this.#core.timing.leaseSkewMs)
    if (doc?.run) this.#core.timerBy('pump', Date.now())
    if (doc?.check) this.#core.timerBy('check', Date.now())
  }

  // ---------------------------------------------------------------- RPC
  async beginLink(request: LinkRequest): Promise<Outcome<{ proxyId: string | null }>> {
    const core = this.#core
    core.doc ??= newDocument({ ...request, now: core.now() })
    if (core.doc.userId !== request.userId) return { ok: false, refusal: 'clientid_taken' }
    if (isBusy(core.doc)) return { ok: false, refusal: 'account_busy' }
    core.doc.removed = false
    return this.#finish(await beginLink(core, request))
  }

  async cancelLink(clientid: string): Promise<Outcome> {
    const core = this.#core
    if (core.doc?.link?.clientid === clientid) await failLink(core, 'cancelled')
    return this.#finish({ ok: true, value: null })
  }

  async remove(): Promise<Outcome> {
    return this.#finish(await removeAccount(this.#core))
  }

  async start(): Promise<Outcome<AccountSnapshot>> {
    return this.#finish(startBlast(this.#core))
  }
  async stop(): Promise<Outcome<AccountSnapshot>> {
    return this.#finish(await stopRun(this.#core))
  }
  async reset(): Promise<Outcome<AccountSnapshot>> {
    return this.#finish(await resetAccount(this.#core))
  }
  async activate(): Promise<Outcome<AccountSnapshot>> {
    return this.#finish(await activateAccount(this.#core))
  }

  async startCheck(job: CheckJob): Promise<Outcome<CheckSnapshot>> {
    const outcome = checks.startCheck(this.#core, job)
    if (this.#core.doc) await pump(this.#core)
    return this.#finish(outcome)
  }
  async stopCheck(jobId: string): Promise<CheckSnapshot | null> {
    checks.stopCheck(this.#core, jobId)
    if (this.#core.doc) await pump(this.#core)
    return this.#finish(checks.checkState(this.#core, jobId))
  }
  async checkState(jobId: string): Promise<CheckSnapshot | null> {
    return checks.checkState(this.#core, jobId)
  }
  async checkResults(jobId: string, from: number, limit: number): Promise<{ rows: CheckFound[]; flushedTo: number }> {
    return checks.checkResults(this.#core, jobId, from, limit)
  }
  async editCheck(job: CheckJob): Promise<Outcome> {
    return this.#finish(checks.editCheck(this.#core, job))
  }
  async handOverCheck(jobId: string): Promise<Outcome> {
    return this.#finish(await checks.handOverCheck(this.#core, jobId))
  }
  async dropCheck(jobId: string): Promise<Outcome> {
    return this.#finish(checks.dropCheck(this.#core, jobId))
  }

  async snapshot(): Promise<AccountSnapshot | null> {
    return this.#core.doc ? snapshot(this.#core) : null
  }

  async startJob(job: JobRequest): Promise<Outcome<LiveJob>> {
    return this.#finish(await jobs.startJob(this.#core, job))
  }
  async stopJob(jobId: string): Promise<LiveJob | null> {
    return this.#finish(await jobs.stopJob(this.#core, jobId))
  }
  async jobState(jobId: string): Promise<LiveJob | null> {
    return jobs.jobState(this.#core, jobId)
  }

  async monitor(): Promise<string | null> {
    const local = monitorLocal(this.#core)
    return local && JSON.stringify(local)
  }
  async monitorLease(): Promise<MonitorLease | null> {
    return monitorLease(this.#core)
  }
  async nextMessage(waitMs: number): Promise<CreatedMessage | null> {
    // what was never linked has nothing to say
    return this.#core.doc ? this.#core.messages.next(waitMs) : null
  }

  async drop(number: string): Promise<void> {
    if (this.#core.doc) await dropNumber(this.#core, number)
  }

  async officeListens(): Promise<void> {
    this.#core.publisher.officeListens()
  }

  async settled(sequences: number[]): Promise<void> {
    const core = this.#core
    confirmBatches(core.sql, sequences)
    scheduleResend(core)
    scheduleFlush(core)
    await this.#arm()
  }

  async poke(): Promise<void> {
    const core = this.#core
    if (!core.doc) return
    core.doc.leasesInDoubt = core.doc.leasesInDoubt || core.doc.run === null
    core.wake()
    await pump(core)
    await this.alarm()
  }

  // ---------------------------------------------------------------- the runner's socket
  override async fetch(request: Request): Promise<Response> {
    const response = acceptRunner(this.#core, {
      epoch: Number(new URL(request.url).searchParams.get('epoch')),
      runnerId: request.headers.get(RUNNER_HEADERS.id) ?? '',
      bootId: request.headers.get(RUNNER_HEADERS.boot) ?? '',
      dialledAt: Date.now(),
      nonce: request.headers.get(RUNNER_HEADERS.nonce) ?? '',
    })
    await this.#arm()
    return response
  }

  override async webSocketMessage(ws: WebSocket, message: string | ArrayBuffer): Promise<void> {
    this.#frames = this.#frames
      .then(() => this.#onMessage(ws, String(message)))
      .catch((error: unknown) => this.#note('frame', error))
    await this.#frames
  }
  async #onMessage(ws: WebSocket, message: string): Promise<void> {
    const core = this.#core
    const tag = ws.deserializeAttachment() as SocketTag
    // after every await the epoch may be another: an old runner's word counts nothing
    if (!core.doc || tag.epoch !== core.doc.epoch) return ws.close(CLOSE.fenced, 'fenced')
    try {
      await onFrame(core, message)
    } catch (error) {
      this.#note('bad frame', error)
      return ws.close(CLOSE.badFrame, 'bad frame')
    }
    core.save()
    await pump(core)
    if (core.ackDue > 0) core.command([])
    await this.#arm()
  }

  override async webSocketClose(ws: WebSocket): Promise<void> {
    const core = this.#core
    const tag = ws.deserializeAttachment() as SocketTag | null
    // the runner may come back within its lease; after it, WhatsApp is surely closed
    if (core.doc && tag?.epoch === core.doc.epoch && !core.socket())
      core.timerBy('lease', core.now() + core.timing.leaseMs + core.timing.leaseSkewMs)
    await this.#arm()
  }
  override async webSocketError(ws: WebSocket): Promise<void> {
    await this.webSocketClose(ws)
  }

  // ---------------------------------------------------------------- time
  override async alarm(): Promise<void> {
    const core = this.#core
    if (!core.doc) return
    for (const name of dueTimers(core.sql, core.now()) as TimerName[]) {
      // it stays set until its work is done: a process that dies here finds it again
      const guard = core.now() + GUARD_MS
      core.timer(name, guard)
      try {
        await TIMERS[name](core)
        core.untimeIf(name, guard)
      } catch (error) {
        // one failing timer must not cost the others their alarm
        this.#note(`timer ${name}`, error)
        core.timerBy(name, core.now() + RETRY_MS)
      }
    }
    await pump(core)
    core.save()
    await this.#arm()
  }

  // ---------------------------------------------------------------- helpers
  async #finish<T>(outcome: T): Promise<T> {
    this.#core.save()
    await this.#arm()
    return outcome
  }
  /** The earliest due time is the alarm; always set after anything happened. */
  async #arm(): Promise<void> {
    const due = earliestTimer(this.#core.sql)
    if (due === null) return this.ctx.storage.deleteAlarm()
    const set = await this.ctx.storage.getAlarm()
    const at = Math.max(due, Date.now())
    if (set === null || set > at || set < due - 1_000) await this.ctx.storage.setAlarm(at)
  }
  #note(what: string, error: unknown): void {
    // oxlint-disable-next-line no-console -- an object has no other log
    console.error(JSON.stringify({ level: 'error', object: 'account-blast', what, error: String(error) }))
  }
}
