// Places accounts on runners, nothing more: it can be rebuilt from the runners' hellos, and its loss stops no blast.
import { DurableObject } from 'cloudflare:workers'
import { CLOSE, type ControlDown, controlUp, frameJson, PING, PONG, RUNNER_HEADERS } from '../../contract/runner.ts'
import type { ObjectsEnv } from '../env.ts'
import type { RunnerFleetRpc, RunnerStatus, RunnerView } from '../rpc.ts'
import { createNonces, useNonce } from '../nonces/store.ts'
import { Reports } from './reports.ts'
import { chooseRunner, type Runner } from './rules.ts'

/** Between two placements, so that hundreds of accounts never reconnect at once. */
const PLACE_GAP_MS = 40

export class RunnerFleet extends DurableObject<ObjectsEnv> implements RunnerFleetRpc {
  declare readonly [Rpc.__DURABLE_OBJECT_BRAND]: never
  #nextPlaceAt = 0
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
    // the same runner dialled again: its older socket is dead
    for (const ws of this.ctx.getWebSockets(runnerId)) ws.close(1000, 'replaced')
    this.ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG))
    this.ctx.acceptWebSocket(server, [runnerId])
    const now = Date.now()
    const bootId = request.headers.get(RUNNER_HEADERS.boot) ?? ''
    this.#write(server, { runnerId, bootId, accounts: 0, capacity: 0, draining: false, seenAt: now, since: now })
    return new Response(null, { status: 101, webSocket: client })
  }

  async place(account: { accountId: string; epoch: number; avoid: string | null }): Promise<boolean> {
    const now = Date.now()
    const chosen = chooseRunner(
      this.#runners().map(([, r]) => r),
      account.avoid,
      now,
    )
    if (!chosen) return false
    const at = Math.max(now, this.#nextPlaceAt)
    this.#nextPlaceAt = at + PLACE_GAP_MS
    if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now))
    // it may have gone while this one waited its turn
    const found = this.#runners().find(([, r]) => r.bootId === chosen.bootId)
    if (!found) return false
    const [ws, runner] = found
    this.#write(ws, { ...runner, accounts: runner.accounts + 1 })
    return this.#send(ws, { kind: 'open', accountId: account.accountId, epoch: account.epoch })
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
