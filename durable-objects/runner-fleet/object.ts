// Places accounts on runners, nothing more: it can be rebuilt from the runners' hellos, and its loss stops no blast.
import { DurableObject } from 'cloudflare:workers'
import { CLOSE, type ControlDown, controlUp, frameJson, PING, PONG, RUNNER_HEADERS } from '../../contract/runner.ts'
import type { ObjectsEnv } from '../env.ts'
import type { Placement, RunnerFleetRpc, RunnerStatus, RunnerView } from '../rpc.ts'
import { createNonces, useNonce } from '../nonces/store.ts'
import { Reports } from './reports.ts'
import { chooseRunner, reserve, type Runner } from './rules.ts'

/** One that was silent for longer may have died with its machine: its name is free. */
const NAME_HELD_MS = 25_000

export class RunnerFleet extends DurableObject<ObjectsEnv> implements RunnerFleetRpc {
  declare readonly [Rpc.__DURABLE_OBJECT_BRAND]: never
  readonly #reports = new Reports()

  constructor(ctx: DurableObjectState, env: ObjectsEnv) {
    super(ctx, env)
    createNonces(ctx.storage.sql)
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
    // one that is ending hands its accounts over to this one
    if (others.some(([, runner]) => !runner.draining)) {
      server.accept()
      server.close(CLOSE.nameTaken, 'another runner has this name')
      return new Response(null, { status: 101, webSocket: client })
    }
    // the same runner dialled again, or its successor: the older socket is dead
    for (const [ws] of namesakes) if (!others.some(([other]) => other === ws)) ws.close(1000, 'replaced')
    this.ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG))
    this.ctx.acceptWebSocket(server, [runnerId])
    const known = { runnerId, bootId, accounts: 0, capacity: 0, draining: false }
    this.#write(server, { ...known, seenAt: now, since: now, nextOpenAt: now })
    return new Response(null, { status: 101, webSocket: client })
  }

  /** Nothing is awaited between the choice and the reservation: those who come together are spread. */
  async place(account: { accountId: string; epoch: number; avoid: string | null }): Promise<Placement | null> {
    const now = Date.now()
    const runners = this.#runners()
    const chosen = chooseRunner(
      runners.map(([, runner]) => runner),
      account.avoid,
      now,
    )
    const ws = runners.find(([, runner]) => runner === chosen)?.[0]
    if (!chosen || !ws) return null
    const { runner, openAt } = reserve(chosen, now)
    this.#write(ws, runner)
    const { accountId, epoch } = account
    const told = this.#send(ws, { kind: 'open', accountId, epoch, afterMs: openAt - now })
    return told ? { runnerId: runner.runnerId, openAt } : null
  }

  async release(account: { accountId: string; epoch: number }): Promise<void> {
    for (const [ws] of this.#runners()) this.#send(ws, { kind: 'close', ...account })
  }

  async runners(): Promise<RunnerStatus[]> {
    return this.#runners().map(([ws, runner]) => ({ ...runner, lastPing: this.#lastPing(ws) }))
  }

  async report(ask: { runnerId: string | null; accountId: string | null; waitMs: number }): Promise<RunnerView[]> {
    const asked = this.#runners().filter(([, r]) => ask.runnerId === null || r.runnerId === ask.runnerId)
    return Promise.all(
      asked.map(async ([ws, runner]) => {
        const ask1 = (requestId: string) => this.#send(ws, { kind: 'report', requestId, accountId: ask.accountId })
        return { ...runner, lastPing: this.#lastPing(ws), answer: await this.#reports.ask(ask1, ask.waitMs) }
      }),
    )
  }

  override async webSocketMessage(ws: WebSocket, message: string | ArrayBuffer): Promise<void> {
    // the runtime answers pings, but not those of a socket that was closed here
    if (message === PING) return
    const parsed = controlUp.safeParse(frameJson(String(message)))
    if (!parsed.success) return ws.close(CLOSE.badFrame, 'bad frame')
    const fact = parsed.data
    if (fact.kind === 'report')
      return this.#reports.answer(fact.requestId, { report: fact.report, session: fact.session })
    const runner = { ...this.#read(ws), seenAt: Date.now() }
    if (fact.kind === 'hello') Object.assign(runner, { capacity: fact.capacity, accounts: fact.accounts.length })
    if (fact.kind === 'heartbeat') runner.accounts = fact.accounts
    if (fact.kind === 'closed') runner.accounts = Math.max(0, runner.accounts - 1)
    if (fact.kind === 'draining') runner.draining = true
    this.#write(ws, runner)
  }
  override async webSocketClose(ws: WebSocket): Promise<void> {
    ws.close(1000)
  }

  #runners(): [WebSocket, Runner][] {
    return this.ctx
      .getWebSockets()
      .filter((ws) => ws.readyState === WebSocket.OPEN)
      .map((ws) => [ws, this.#read(ws)])
  }
  #heardAt(ws: WebSocket, runner: Runner): number {
    return Math.max(runner.seenAt, this.#lastPing(ws) ?? 0)
  }
  #lastPing(ws: WebSocket): number | null {
    return this.ctx.getWebSocketAutoResponseTimestamp(ws)?.getTime() ?? null
  }
  #read(ws: WebSocket): Runner {
    return ws.deserializeAttachment() as Runner
  }
  #write(ws: WebSocket, runner: Runner): void {
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
