// One WhatsApp account: the shell. Doors (RPC, socket, alarm) in, one order of work, one alarm out.
import { DurableObject } from 'cloudflare:workers'
import { CLOSE, RUNNER_HEADERS } from '../../contract/runner.ts'
import { releaseProxy } from '../../domain/proxies/store.ts'
import type { ObjectsEnv } from '../env.ts'
import type {
  AccountBlastRpc,
  AccountSnapshot,
  CheckFound,
  CheckJob,
  CheckSnapshot,
  LinkRequest,
  Outcome,
} from '../rpc.ts'
import { newRun } from './blast.ts'
import * as checks from './check-doors.ts'
import { AccountCore, type SocketTag, type TimerName } from './core.ts'
import { onFrame } from './facts.ts'
import { acceptRunner, dismissRunner } from './lease.ts'
import { beginLink, failLink } from './link.ts'
import { dropNumber } from './opt-outs.ts'
import { confirmBatches } from './outbox/store.ts'
import { pump } from './pump.ts'
import { counts, progress, scheduleFlush, scheduleResend } from './results.ts'
import { saveRow } from './row.ts'
import { isBusy, mayStart, snapshotOf } from './rules.ts'
import { newDocument } from './state.ts'
import { dueTimers, earliestTimer } from './store.ts'
import { TIMERS } from './timers.ts'
import { keepGeneration, wipeGeneration } from './vault/store.ts'

/** A timer whose work was cut off comes back after this long. */
const GUARD_MS = 15_000
const RETRY_MS = 5_000
const gone: Outcome<never> = { ok: false, refusal: 'not_found' }

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
    const core = this.#core
    const doc = core.doc
    if (!doc) return gone
    if (isBusy(doc)) return { ok: false, refusal: 'account_busy' }
    const wasOpen = core.command([{ kind: 'disconnect', logout: true }])
    doc.removed = true
    doc.linked = false
    doc.link = null
    doc.base = 'loggedOut'
    doc.proxy = null
    core.emit('removed', { state: 'loggedOut', status: 'idle' })
    core.touchRow()
    wipeGeneration(core.sql, doc.vaultGeneration)
    keepGeneration(core.sql, doc.vaultGeneration)
    core.save()
    await releaseProxy(core.db, doc.accountId)
    // the runner is still logging the device out; then it is let go
    if (wasOpen) core.timer('lease', core.now() + 5_000)
    else await dismissRunner(core)
    await saveRow(core)
    return this.#finish({ ok: true, value: null })
  }

  async start(): Promise<Outcome<AccountSnapshot>> {
    const core = this.#core
    if (!core.doc) return gone
    const refusal = mayStart(core.doc)
    if (refusal) return { ok: false, refusal }
    if (core.doc.run) core.doc.run.stopRequested = false
    else {
      core.doc.run = newRun(core.now())
      core.context = null
    }
    core.emit('start', { status: 'sending', ...counts(core) })
    core.touchRow()
    core.save()
    core.timer('pump', core.now())
    return this.#finish({ ok: true, value: this.#snapshot() })
  }

  async stop(): Promise<Outcome<AccountSnapshot>> {
    const core = this.#core
    if (!core.doc) return gone
    if (core.doc.run) {
      core.doc.run.stopRequested = true
      core.save()
      core.wake()
      await pump(core)
    } else if (!core.doc.check) core.emit('stop', { status: 'idle' })
    return this.#finish({ ok: true, value: this.#snapshot() })
  }

  async reset(): Promise<Outcome<AccountSnapshot>> {
    const core = this.#core
    const doc = core.doc
    if (!doc) return gone
    if (isBusy(doc)) return { ok: false, refusal: 'account_busy' }
    doc.success = 0
    doc.fail = 0
    doc.incomeSen = 0
    // what is still unknown stays counted: success + fail + unknown = attempts, always
    doc.attempts = doc.unknown
    core.emit('reset', { ...counts(core), state: this.#snapshot().state, status: 'idle' })
    doc.rowDirty = true
    core.save()
    await saveRow(core)
    return this.#finish({ ok: true, value: this.#snapshot() })
  }

  async activate(): Promise<Outcome<AccountSnapshot>> {
    const core = this.#core
    const doc = core.doc
    if (!doc) return gone
    if (doc.suspendedCount >= 3) return { ok: false, refusal: 'suspended_too_often' }
    doc.suspended = false
    doc.suspendReason = null
    core.emitState({ suspended: false, suspended_count: doc.suspendedCount })
    core.save()
    await saveRow(core)
    return this.#finish({ ok: true, value: this.#snapshot() })
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
    return this.#core.doc ? this.#snapshot() : null
  }

  async drop(number: string): Promise<void> {
    if (this.#core.doc) await dropNumber(this.#core, number)
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
  #snapshot(): AccountSnapshot {
    const core = this.#core
    return snapshotOf(core.account, core.wait, progress(core), core.now())
  }
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
