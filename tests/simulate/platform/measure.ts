// Prints what the double does in a second of one core:
// node --import ./tests/simulate/platform/loader.ts tests/simulate/platform/measure.ts
import { accountObject } from '../../../durable-objects/stubs.ts'
import type { Env } from '../../../worker/env.ts'
import { Clock, NETWORK } from './clock.ts'
import { DurableObject } from './cloudflare-workers.ts'
import { Database } from './d1.ts'
import type { UserClass } from './instance.ts'
import { Platform } from './platform.ts'
import { productDatabase, productPlatform, SmokeRunner, stageProduct } from './smoke-world.ts'

/** Of this process, not of the machine: others use its cores as well. */
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
const report = (what: string, count: number, began: number): void =>
  console.log(`${what.padEnd(46)} ${Math.round((count / (cpuMs() - began)) * 1_000).toLocaleString('en')} a second`)

class Bench extends DurableObject<{ DB: D1Database }> {
  constructor(ctx: DurableObjectState, env: { DB: D1Database }) {
    super(ctx, env)
    ctx.storage.sql.exec('create table if not exists t (name text primary key, due integer) without rowid')
  }
  async nothing(): Promise<void> {}
  async write(i: number): Promise<void> {
    this.ctx.storage.sql.exec('insert into t values (?, ?) on conflict do update set due = excluded.due', 'a', i)
  }
  async statements(count: number): Promise<void> {
    const { sql } = this.ctx.storage
    for (let i = 0; i < count; i += 2) {
      sql.exec('insert into t values (?, ?) on conflict do update set due = excluded.due', 'a', i)
      sql.exec('select due from t where name = ?', 'a').toArray()
    }
  }
  async ask(): Promise<void> {
    await this.env.DB.prepare('select 1 as a').all()
  }
  async fetch(): Promise<Response> {
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.acceptWebSocket(server)
    return new Response(null, { status: 101, webSocket: client })
  }
  async webSocketMessage(ws: WebSocket, message: string): Promise<void> {
    ws.send(message)
  }
}
type Rpc = {
  nothing: () => Promise<void>
  write: (i: number) => Promise<void>
  statements: (count: number) => Promise<void>
  ask: () => Promise<void>
}

const clockAlone = async (): Promise<void> => {
  const clock = new Clock(0)
  let left = 1_000_000
  const again = (): void => {
    left -= 1
    if (left > 0) clock.after(1 + (left % 7), NETWORK, 'empty', again)
  }
  for (let i = 0; i < 100; i++) clock.after(i, NETWORK, 'empty', again)
  const began = cpuMs()
  await clock.run({ stop: () => left <= 0 })
  report('events of the clock', clock.steps, began)
}

const objects = async (): Promise<void> => {
  const platform = new Platform({
    seed: 1,
    startsAt: 0,
    objects: { BENCH: Bench as unknown as UserClass },
    databases: { DB: new Database() },
  }).install()
  const stub = (platform.env['BENCH'] as DurableObjectNamespace).getByName('a')
  const bench = stub as unknown as Rpc
  const times = async (what: string, count: number, work: (i: number) => Promise<unknown>): Promise<void> => {
    await platform.drive(() => work(0))
    const began = cpuMs()
    await platform.drive(async () => {
      for (let i = 0; i < count; i++) await work(i)
    })
    report(what, count, began)
  }
  await times('empty calls of an object, with their answers', 50_000, () => bench.nothing())
  await times('calls that write, with confirmation and answer', 50_000, (i) => bench.write(i))
  await times('calls that ask D1', 20_000, () => bench.ask())
  const began = cpuMs()
  await platform.drive(() => bench.statements(200_000))
  report('SQL statements in an object', 200_000, began)
  await platform.drive(
    () =>
      new Promise<void>((resolve) => {
        const client = platform.dial({ url: 'http://bench/', answer: (request) => stub.fetch(request) })
        let left = 50_000
        const since = cpuMs()
        client.on('open', () => client.send('x'))
        client.on('message', () => {
          left -= 1
          if (left > 0) return client.send('x')
          report('messages over a socket, there and back', 100_000, since)
          resolve()
        })
      }),
  )
  platform.dispose()
}

/** Ten simulated minutes of the product: three accounts that blast at 5 to 15 s. */
const histories = async (count: number): Promise<void> => {
  const database = productDatabase()
  let began = 0
  let steps = 0
  let sent = 0
  for (let seed = -5; seed < count; seed++) {
    // the first ones only warm up
    if (seed === 0) began = cpuMs()
    const platform = productPlatform(seed + 100, database).install()
    stageProduct(database, 'ani', 300)
    const runner = new SmokeRunner(platform, 'runner-1')
    const account = (i: number) => accountObject(platform.env as unknown as Env, `acc-${i}`)
    const from = platform.clock.now
    for (const i of [1, 2, 3]) {
      await platform.run({ until: platform.clock.now + 2_000 })
      await platform.drive(() =>
        account(i).beginLink({
          accountId: `acc-${i}`,
          clientid: `client-${i}`,
          userId: 'ani',
          purpose: 'blast',
          mode: 'qr',
          phone: null,
        }),
      )
    }
    await platform.run({ until: platform.clock.now + 5_000 })
    for (const i of [1, 2, 3]) await platform.drive(() => account(i).start())
    await platform.run({ until: from + 600_000 })
    if (seed >= 0) {
      steps += platform.clock.steps
      sent += runner.sent.length
    }
    platform.dispose()
  }
  const ms = cpuMs() - began
  console.log(
    `histories of ten minutes, three accounts: ${(ms / count).toFixed(0)} ms each (${Math.round((60_000 * count) / ms)} a minute), ` +
      `${Math.round(steps / count)} events, ${Math.round(sent / count)} messages sent`,
  )
}

await clockAlone()
await objects()
await histories(30)
