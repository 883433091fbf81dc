// Places accounts on runners. Its state can be rebuilt from the runners' hellos, and its loss stops no blast. It notifies the
// accounts of a lost runner; whether that runner may still hold one is decided by the account's own lease.
import { DurableObject } from 'cloudflare:workers'
import type { RunnerReport, RunnerSession } from '../../contract/operation/monitor.ts'
import { CLOSE, type ControlDown, PING, PONG, RUNNER_HEADERS } from '../../contract/operation/runner.ts'
import { readControlUp } from '../../contract/operation/runner-frames.ts'
import type { SealedRow } from '../../contract/people/vault-keys.ts'
import { type Mode, PROTOCOL } from '../../contract/operation/runner-hello.ts'
import type { ObjectsEnv } from '../env.ts'
import type {
  FleetSize,
  FleetSizeRequest,
  AttemptRequest,
  AttemptRefused,
  NoKey,
  Placement,
  PlacementRequest,
  ResealRequest,
  RunnerFleetRpc,
  RunnerStatus,
  RunnerView,
  VaultKeysSaid,
} from '../rpc.ts'
import * as links from './links-store.ts'
import { alarmAt } from '../alarm-rules.ts'
import { createNonces, useNonce } from '../nonces-store.ts'
import { accountObject } from '../stubs.ts'
import { refusalOf } from './hello-rules.ts'
import { Questions } from './questions.ts'
import { Rings } from './rings.ts'
import { kidsOf, resealer, saidHello, writingKeyOf } from './vault-key-rules.ts'
import { helloOf, loadOf, signsOf } from './signs-rules.ts'
import {
  chooseRunner,
  isKeyMissing,
  freePlaces,
  isFree,
  reserve,
  type Runner,
  skewOf,
  SILENT_MS,
  NOTIFY_STEP_MS,
  notifiedPerStep,
} from './rules.ts'
import { createContainers } from './containers-store.ts'
import { keepSize } from './size.ts'
import * as slots from './slots-store.ts'

/** A runner that was silent for longer may be dead, so another may take its name. */
const NAME_HELD_MS = 25_000
/** A runner answers within milliseconds; a question waits no longer than a turn of an account may. */
const RESEAL_MS = 10_000
/** An alarm this much overdue was lost. */
const ALARM_SLACK_MS = 1_000

export class RunnerFleet extends DurableObject<ObjectsEnv> implements RunnerFleetRpc {
  declare readonly [Rpc.__DURABLE_OBJECT_BRAND]: never
  readonly #reports = new Questions<{ report: RunnerReport; session: RunnerSession | null }>()
  readonly #resealed = new Questions<SealedRow[]>()
  readonly #rings: Rings

  constructor(ctx: DurableObjectState, env: ObjectsEnv) {
    super(ctx, env)
    createNonces(ctx.storage.sql)
    slots.createSlots(ctx.storage.sql)
    links.createLinks(ctx.storage.sql)
    createContainers(ctx.storage.sql)
    this.#rings = new Rings(ctx.storage.sql, env)
    this.#markGone()
  }

  override async fetch(request: Request): Promise<Response> {
    const nonce = request.headers.get(RUNNER_HEADERS.nonce) ?? ''
    if (!useNonce(this.ctx.storage.sql, nonce, Date.now())) return new Response(null, { status: 409 })
    const { 0: client, 1: server } = new WebSocketPair()
    const runnerId = request.headers.get(RUNNER_HEADERS.id) ?? ''
    const now = Date.now()
    const bootId = request.headers.get(RUNNER_HEADERS.boot) ?? ''
    const namesakes = this.#runners().filter(([, runner]) => runner.runnerId === runnerId)
    const others = namesakes.filter(([ws, r]) => r.bootId !== bootId && this.#heardAt(ws, r) > now - NAME_HELD_MS)
    // a draining runner keeps its socket: it hands its accounts over to the new one
    if (others.some(([, runner]) => !runner.draining)) {
      server.accept()
      server.close(CLOSE.nameTaken, 'another runner has this name')
      return new Response(null, { status: 101, webSocket: client })
    }
    // the same runner dialled again, or its successor: the older socket is dead
    for (const [ws, older] of namesakes) {
      if (others.some(([other]) => other === ws)) continue
      slots.markBootGone(this.ctx.storage.sql, older.bootId, this.#heardAt(ws, older))
      ws.close(1000, 'replaced')
    }
    this.ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG))
    this.ctx.acceptWebSocket(server, [runnerId])
    const known = { runnerId, bootId, accounts: 0, capacity: 0, draining: false }
    this.#write(server, { ...known, seenAt: now, since: now, nextOpenAt: now })
    slots.markBootConnected(this.ctx.storage.sql, bootId)
    await this.#scheduleAlarm()
    return new Response(null, { status: 101, webSocket: client })
  }

  /** Nothing is awaited between the choice and the reservation, so that requests that arrive together are spread over runners. */
  async place(account: PlacementRequest): Promise<Placement | NoKey | null> {
    const now = Date.now()
    const runners = this.#runners()
    const all = runners.map(([, runner]) => runner)
    const { kids = [] } = account
    const chosen = chooseRunner(all, account.avoid, now, { kids, needed: this.#rings.needed() })
    const ws = runners.find(([, runner]) => runner === chosen)?.[0]
    if (!chosen || !ws) return isKeyMissing(all, kids) ? { noKey: true } : null
    const { runner, openAt } = reserve(chosen, now, account.leadMs ?? 0)
    this.#write(ws, runner)
    const { accountId, epoch } = account
    const { sql } = this.ctx.storage
    slots.takeSlot(sql, runner.bootId, accountId, epoch)
    links.markPlaced(sql, accountId)
    if (this.#send(ws, { kind: 'open', accountId, epoch, afterMs: openAt - now }))
      return { runnerId: runner.runnerId, openAt }
    slots.freeSlot(sql, runner.bootId, accountId, epoch)
    return null
  }
  async takeAttempt(request: AttemptRequest): Promise<AttemptRefused | null> {
    const now = Date.now()
    return links.countLink(this.ctx.storage.sql, request, freePlaces(this.#all(), now), now)
  }
  async endAttempt(accountId: string, attempt?: string): Promise<void> {
    links.endLink(this.ctx.storage.sql, accountId, attempt ?? null)
  }
  async release({ endsLink, ...account }: { accountId: string; epoch: number; endsLink?: false }): Promise<void> {
    if (endsLink !== false) links.endLink(this.ctx.storage.sql, account.accountId, null)
    for (const [ws] of this.#runners()) this.#send(ws, { kind: 'close', ...account })
  }
  async runners(): Promise<(RunnerStatus & { hasRoom: boolean })[]> {
    const now = Date.now()
    return this.#runners().map(([ws, runner]) => ({ ...this.#statusOf(ws, runner), hasRoom: isFree(runner, now) }))
  }
  async spendNonce(nonce: string): Promise<boolean> {
    return useNonce(this.ctx.storage.sql, nonce, Date.now())
  }
  async keepSize(request: FleetSizeRequest): Promise<FleetSize> {
    const at = { sql: this.ctx.storage.sql, env: this.env, runners: this.#all(), now: Date.now() }
    return keepSize(at, request)
  }
  async report(request: { runnerId: string | null; accountId: string | null; waitMs: number }): Promise<RunnerView[]> {
    const chosen = this.#runners().filter(([, r]) => request.runnerId === null || r.runnerId === request.runnerId)
    return Promise.all(
      chosen.map(async ([ws, runner]) => {
        const send = (requestId: string) => this.#send(ws, { kind: 'report', requestId, accountId: request.accountId })
        const told = await this.#reports.ask(send, request.waitMs)
        return { ...this.#statusOf(ws, runner), answer: told && { ...told.answer, tookMs: told.tookMs } }
      }),
    )
  }
  async vaultKeys(inUse?: readonly string[]): Promise<VaultKeysSaid> {
    if (inUse) this.#rings.learnNeeded(inUse)
    return { writing: this.#rings.noteWriting(this.#all()), kids: kidsOf(this.#all()) }
  }
  async reseal({ accountId, kid, rows }: ResealRequest): Promise<SealedRow[] | null> {
    // asked for each portion: a runner may have come meanwhile with another key under the same name, which would harm
    if (writingKeyOf(saidHello(this.#all()))?.kid !== kid) return null
    const chosen = resealer(this.#runners(), rows)
    if (!chosen) return null
    const send = (requestId: string) => this.#send(chosen[0], { kind: 'reseal', requestId, accountId, rows })
    return (await this.#resealed.ask(send, RESEAL_MS))?.answer ?? null
  }

  override async webSocketMessage(ws: WebSocket, message: string | ArrayBuffer): Promise<void> {
    // the runtime answers pings by itself, except on a socket that this object has closed
    if (message === PING) return
    const fact = readControlUp(String(message))
    if (fact === null) return ws.close(CLOSE.badFrame, 'bad frame')
    // a runner of the next version: all else of it counts
    if (fact === 'newer') return
    if (fact.kind === 'report')
      return this.#reports.answer(fact.requestId, { report: fact.report, session: fact.session })
    if (fact.kind === 'resealed') return this.#resealed.answer(fact.requestId, fact.rows)
    const runner: Runner = { ...this.#read(ws), seenAt: Date.now() }
    const { sql } = this.ctx.storage
    if (fact.kind === 'hello') {
      const refusal = refusalOf(fact, this.#mode)
      if (refusal) return ws.close(refusal.code, refusal.reason)
      // a runner that says no protocol would log it as a command it does not know
      if (fact.protocol > 1)
        this.#send(ws, {
          kind: 'hello',
          protocol: PROTOCOL,
          version: this.env.PRODUCT_VERSION ?? 'unknown',
          mode: this.#mode,
        })
      Object.assign(runner, helloOf(runner, fact))
      slots.replaceSlots(sql, runner.bootId, fact.accounts)
    }
    if (fact.kind === 'heartbeat') {
      Object.assign(runner, loadOf(runner, fact), signsOf(fact, runner.seenAt))
      this.#rings.used(runner, fact.vaultUse)
    }
    if (fact.kind === 'closed') {
      runner.accounts = Math.max(0, runner.accounts - 1)
      slots.freeSlot(sql, runner.bootId, fact.accountId, fact.epoch)
    }
    if (fact.kind === 'draining') runner.draining = true
    this.#write(ws, runner)
    if (fact.kind === 'hello') await this.#rings.greet(() => this.#all())
  }
  override async webSocketClose(ws: WebSocket): Promise<void> {
    ws.close(1000)
    this.#markGone()
  }

  // ---------------------------------------------------------------- lost runners
  /** Due when a runner may count as lost, and again until all its accounts are notified. */
  override async alarm(info?: AlarmInvocationInfo): Promise<void> {
    try {
      await this.#notifyLost()
    } finally {
      await this.#scheduleAlarm(info?.scheduledTime ?? null)
    }
  }
  async #notifyLost(): Promise<void> {
    const { sql } = this.ctx.storage
    const now = Date.now()
    for (const [ws, runner] of this.#runners()) {
      const heardAt = this.#heardAt(ws, runner)
      if (now - heardAt < SILENT_MS) continue
      slots.markBootGone(sql, runner.bootId, heardAt)
      // a runner that is alive after all dials again, and lists its accounts
      ws.close(1000, 'silent')
    }
    this.#markGone()
    const lost = this.#lostBoots(now)
    const unnotified = lost.length === 0 ? [] : slots.slotsOf(sql, lost, notifiedPerStep(this.#all(), now))
    // an object that cannot be reached checks its own lease some minutes later
    await Promise.allSettled(
      unnotified.map(({ bootId, accountId }) => accountObject(this.env, accountId).runnerSilent(bootId)),
    )
    slots.forgetSlots(sql, unnotified)
    slots.forgetBoots(sql, lost)
  }
  #lostBoots(now: number): string[] {
    const gone = slots.goneBoots(this.ctx.storage.sql)
    return gone.flatMap(({ bootId, goneAt }) => (now - goneAt >= SILENT_MS ? [bootId] : []))
  }
  /** Marks boots without a socket as gone, however they lost it. */
  #markGone(): void {
    const connected = this.#all().map(({ bootId }) => bootId)
    slots.markOthersGone(this.ctx.storage.sql, connected, Date.now())
  }
  /** Set when a runner dials and after each alarm, not at every heartbeat: the alarm itself looks who was heard meanwhile. */
  async #scheduleAlarm(rings: number | null = null): Promise<void> {
    const now = Date.now()
    const { sql } = this.ctx.storage
    const heard = [
      ...this.#runners().map(([ws, runner]) => this.#heardAt(ws, runner)),
      ...slots.goneBoots(sql).map(({ goneAt }) => goneAt),
    ]
    if (heard.length === 0) return
    const step = slots.hasSlots(sql, this.#lostBoots(now)) ? now + NOTIFY_STEP_MS : now
    const due = alarmAt(Math.max(Math.min(...heard) + SILENT_MS, step), now, rings)
    const set = await this.ctx.storage.getAlarm()
    if (set === null || set < now - ALARM_SLACK_MS || set > due) await this.ctx.storage.setAlarm(due)
  }

  get #mode(): Mode {
    return this.env.APP_ENV === 'sandbox' ? 'sandbox' : 'live'
  }
  #runners(): [WebSocket, Runner][] {
    return this.ctx
      .getWebSockets()
      .filter((ws) => ws.readyState === WebSocket.OPEN)
      .map((ws) => [ws, this.#read(ws)])
  }
  #all(): Runner[] {
    return this.#runners().map(([, runner]) => runner)
  }
  #statusOf(ws: WebSocket, runner: Runner): RunnerStatus {
    return { ...runner, skewMs: skewOf(runner), lastPing: this.#lastPing(ws) }
  }
  #heardAt(ws: WebSocket, runner: Runner): number {
    return Math.max(runner.seenAt, this.#lastPing(ws) ?? 0)
  }
  #lastPing(ws: WebSocket): number | null {
    return this.ctx.getWebSocketAutoResponseTimestamp(ws)?.getTime() ?? null
  }
  #read(ws: WebSocket): Runner {
    const runner = ws.deserializeAttachment() as Runner
    return { ...runner, foreignKids: this.#rings.foreignOf(runner) }
  }
  #write(ws: WebSocket, { foreignKids: _foreign, ...runner }: Runner): void {
    ws.serializeAttachment(runner)
  }
  #send(ws: WebSocket, command: ControlDown): boolean {
    try {
      ws.send(JSON.stringify(command))
      return true
    } catch {
      return false
    }
  }
}
