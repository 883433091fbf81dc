// A small object for the tests of the double's faults, and the helpers with which they use it.
import { afterEach, beforeEach } from 'vitest'
import type { ClientSocket } from './client-socket.ts'
import { DurableObject } from './cloudflare-workers.ts'
import { Database } from './d1.ts'
import type { Crash, CrashPoint, Faults } from './faults.ts'
import type { UserClass } from './instance.ts'
import type { PlatformObject } from './objects.ts'
import { Platform } from './platform.ts'

type Rpc = {
  add: (x: string) => Promise<number>
  rows: () => Promise<string[]>
  later: (ms: number) => Promise<void>
  remember: () => Promise<number>
}
class Shelf extends DurableObject<{ DB: D1Database }> {
  #remembered = 0
  constructor(ctx: DurableObjectState, env: { DB: D1Database }) {
    super(ctx, env)
    ctx.storage.sql.exec('create table if not exists t (x text)')
  }
  async add(x: string): Promise<number> {
    this.ctx.storage.sql.exec('insert into t values (?)', x)
    for (const ws of this.ctx.getWebSockets()) ws.send(x)
    return (await this.rows()).length
  }
  async rows(): Promise<string[]> {
    return this.ctx.storage.sql
      .exec<{ x: string }>('select x from t')
      .toArray()
      .map((r) => r.x)
  }
  async later(ms: number): Promise<void> {
    await this.ctx.storage.setAlarm(Date.now() + ms)
  }
  async remember(): Promise<number> {
    this.#remembered += 1
    return this.#remembered
  }
  async alarm(): Promise<void> {
    await this.add('alarm')
  }
  async fetch(): Promise<Response> {
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.acceptWebSocket(server)
    return new Response(null, { status: 101, webSocket: client })
  }
  async webSocketMessage(_: WebSocket, message: string): Promise<void> {
    this.ctx.storage.sql.exec('insert into t values (?)', message)
  }
  async webSocketClose(_: WebSocket, code: number): Promise<void> {
    this.ctx.storage.sql.exec('insert into t values (?)', `close ${code}`)
  }
}

const platformOf = (faults: () => Partial<Faults>): Platform =>
  new Platform({
    seed: 3,
    startsAt: 1_000_000,
    objects: { SHELF: Shelf as unknown as UserClass },
    databases: { DB: new Database() },
    queues: {
      dead: { maxBatchTimeout: 0 },
      jobs: { maxBatchSize: 10, maxBatchTimeout: 1, maxRetries: 1, deadLetterQueue: 'dead' },
    },
    producers: { JOBS: 'jobs' },
    faults: () => ({
      latencyMs: (route) => faults().latencyMs?.(route) ?? 1,
      crash: (point, who) => faults().crash?.(point, who) ?? null,
      d1: (sql) => faults().d1?.(sql) ?? 'ok',
      queueSend: (queue) => faults().queueSend?.(queue) ?? 'ok',
      queueCopies: (queue) => faults().queueCopies?.(queue) ?? 0,
      dial: (from) => faults().dial?.(from) ?? 'ok',
    }),
  })

/** Made again before each test. */
export class ShelfWorld {
  platform!: Platform
  object!: PlatformObject
  /** Changed by the tests while the history runs. */
  faults: Partial<Faults> = {}

  constructor() {
    beforeEach(() => {
      this.faults = {}
      this.platform = platformOf(() => this.faults).install()
      this.object = this.platform.object('SHELF', 'a')
    })
    afterEach(() => this.platform.dispose())
  }
  get stub(): DurableObjectStub {
    return (this.platform.env['SHELF'] as DurableObjectNamespace).getByName('a')
  }
  get shelf(): Rpc {
    return this.stub as unknown as Rpc
  }
  drive<T>(work: () => T): Promise<Awaited<T>> {
    return this.platform.drive(work)
  }
  rows(): Promise<string[]> {
    return this.drive(() => this.shelf.rows())
  }
  passes(ms: number): Promise<unknown> {
    return this.platform.run({ until: this.platform.clock.now + ms })
  }
  /** The message of the error with which the work fails. */
  failure(work: () => Promise<unknown>): Promise<string> {
    return this.drive(() =>
      work().then(
        () => 'fine',
        (error: unknown) => (error as Error).message,
      ),
    )
  }
  /** Confirmations of commits take this long, all else 1 ms. */
  commitsTake(ms: number): void {
    this.faults.latencyMs = (route) => (route === 'commit' ? ms : 1)
  }
  /** Crashes the first time this point is reached. */
  crashOnce(point: CrashPoint, crash: Crash, whose = 'SHELF/a'): void {
    let left = 1
    this.faults.crash = (reached, who) => (reached === point && who === whose && left-- > 0 ? crash : null)
  }
  dialNow(): ClientSocket {
    return this.platform.dial({ url: 'http://shelf/', answer: (request) => this.stub.fetch(request) })
  }
  /** Resolves with a client that is open or has failed. */
  async dial(): Promise<{ client: ClientSocket; heard: unknown[] }> {
    const heard: unknown[] = []
    const client = await this.drive(
      () =>
        new Promise<ClientSocket>((resolve) => {
          const made = this.dialNow()
          made.on('message', (data: Buffer) => heard.push(String(data)))
          made.on('close', (code: number) => heard.push(code))
          made.on('error', (error: Error) => heard.push(error.message))
          made.on('open', () => resolve(made))
          made.on('close', () => resolve(made))
        }),
    )
    return { client, heard }
  }
}
