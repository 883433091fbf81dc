// The object that the conformance cases use: each case states what its objects do.
import { DurableObject } from 'cloudflare:workers'

export type Inside = { ctx: DurableObjectState; probe: Probe }
type AlarmInfo = { scheduledTime: number; retryCount: number; isRetry: boolean }
export type Behaviour = {
  construct?: () => void
  alarm?: (inside: Inside, info: AlarmInfo) => unknown
  message?: (inside: Inside, ws: WebSocket, message: string | ArrayBuffer) => unknown
  close?: (inside: Inside, ws: WebSocket, code: number, reason: string, wasClean: boolean) => unknown
  /** By the name that `call` is given. */
  calls?: Record<string, (inside: Inside, argument: unknown) => unknown>
}
export type ProbeRpc = {
  echo(value: unknown): Promise<unknown>
  count(): Promise<number>
  call(name: string, argument?: unknown): Promise<unknown>
  fetch(request: Request): Promise<Response>
}
export type ProbeEnv = { PROBE: DurableObjectNamespace; DB: D1Database; QUEUE: Queue; R2: R2Bucket }

/** Object's name → what it does. */
export const behaviours = new Map<string, Behaviour>()
/** Queue → who consumes it. */
export const consumers = new Map<string, (batch: MessageBatch<unknown>) => unknown>()

export class Probe extends DurableObject<ProbeEnv> {
  declare readonly [Rpc.__DURABLE_OBJECT_BRAND]: never
  /** Lost with the instance. */
  memory = 0
  readonly kept: WebSocket[] = []

  constructor(ctx: DurableObjectState, env: ProbeEnv) {
    super(ctx, env)
    this.#behaviour.construct?.()
  }
  get bindings(): ProbeEnv {
    return this.env
  }
  async echo(value: unknown): Promise<unknown> {
    return value
  }
  async count(): Promise<number> {
    this.memory += 1
    return this.memory
  }
  async call(name: string, argument?: unknown): Promise<unknown> {
    return this.#behaviour.calls?.[name]?.(this.#inside, argument)
  }
  /** Header x-tags: tags of the socket; x-auto: `ping` is answered with `pong`. */
  override async fetch(request: Request): Promise<Response> {
    const { 0: client, 1: server } = new WebSocketPair()
    if (request.headers.get('x-auto'))
      this.ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('ping', 'pong'))
    const tags = request.headers.get('x-tags')?.split(',') ?? []
    this.ctx.acceptWebSocket(server, tags)
    if (tags.length > 0) server.serializeAttachment({ tags })
    return new Response(null, { status: 101, webSocket: client })
  }
  override async webSocketMessage(ws: WebSocket, message: string | ArrayBuffer): Promise<void> {
    await this.#behaviour.message?.(this.#inside, ws, message)
  }
  override async webSocketClose(ws: WebSocket, code: number, reason: string, wasClean: boolean): Promise<void> {
    await this.#behaviour.close?.(this.#inside, ws, code, reason, wasClean)
  }
  override async alarm(info?: AlarmInvocationInfo): Promise<void> {
    await this.#behaviour.alarm?.(this.#inside, info as AlarmInfo)
  }
  get #behaviour(): Behaviour {
    return behaviours.get(this.ctx.id.name ?? '') ?? {}
  }
  get #inside(): Inside {
    return { ctx: this.ctx, probe: this }
  }
}
