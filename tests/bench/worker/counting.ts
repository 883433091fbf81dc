// The product's Worker with counters around it, for the cost benchmark: what D1 says each statement read and wrote, the
// objects' requests, time and rows, frames, queue operations. Counters live in the isolate, which the Worker and its
// objects share locally; GET /bench/counts tells and empties them.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { ObjectsEnv } from '../../../durable-objects/env.ts'
import type { Env } from '../../../worker/env.ts'
import product, * as objects from '../../../worker/index.ts'
import { type Counts, type Door, emptyCounts } from '../counts.ts'

const doors = new AsyncLocalStorage<Door>()
let counts: Counts = emptyCounts()
const patched = new Set<object>()
type Method = (this: unknown, ...values: unknown[]) => unknown
/** Of every value with this prototype. @throws where the runtime has no such method: nothing would be counted. */
const around = (proto: object, name: string, wrap: (inner: Method) => Method): void => {
  const inner = (proto as Record<string, unknown>)[name]
  if (typeof inner !== 'function') throw new Error(`the runtime has no ${name} to count`)
  Object.defineProperty(proto, name, { value: wrap(inner as Method), configurable: true, writable: true })
}
const once = (proto: object, work: () => void): void => {
  if (patched.has(proto)) return
  patched.add(proto)
  work()
}

const SHOWN = 200
const add = (to: Counts['statements'], sql: string, rows: { door: Door; read: number; written: number }): void => {
  const key = sql.replace(/\s+/g, ' ').slice(0, SHOWN)
  const one = to[key] ?? { ...rows, times: 0, read: 0, written: 0 }
  to[key] = one
  one.times += 1
  one.read += rows.read
  one.written += rows.written
}
type Meta = { meta?: { rows_read?: number; rows_written?: number } }
const countStatements = (statements: string[], results: Meta[]): void => {
  const door = doors.getStore() ?? 'other'
  results.forEach(({ meta }, i) => {
    const rows = { read: meta?.rows_read ?? 0, written: meta?.rows_written ?? 0 }
    add(counts.statements, `${door} ${statements[i] ?? ''}`, { door, ...rows })
  })
}
const list = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value])
const countDatabase = (db: D1Database): void => {
  const proto = Object.getPrototypeOf(db.withSession()) as object
  once(proto, () => {
    // the one of both that this runtime speaks to D1 with
    around(
      proto,
      '_sendOrThrow',
      (inner) =>
        async function (path, sql, ...rest) {
          const results = (await inner.call(this, path, sql, ...rest)) as Meta | Meta[]
          countStatements(list(sql as string | string[]), list(results))
          return results
        },
    )
    around(
      proto,
      '_queryOrThrow',
      (inner) =>
        async function (ask, ...rest) {
          const results = (await inner.call(this, ask, ...rest)) as Meta[]
          const { queries } = ask as { queries: { sql: string }[] }
          countStatements(
            queries.map(({ sql }) => sql),
            results,
          )
          return results
        },
    )
  })
}
const countQueue = (queue: Queue<unknown>): void => {
  const proto = Object.getPrototypeOf(queue) as object
  once(proto, () =>
    around(
      proto,
      'send',
      (inner) =>
        function (...values) {
          counts.queue.written += 1
          return inner.apply(this, values)
        },
    ),
  )
}
/** Rows are known once a cursor was read: it is asked a while later. */
type Row = Record<string, SqlStorageValue>
const cursors: { sql: string; rows: SqlStorageCursor<Row> }[] = []
const fold = (keep: number): void => {
  for (const { sql, rows } of cursors.splice(0, Math.max(0, cursors.length - keep)))
    add(counts.objects.statements, sql, { door: 'object', read: rows.rowsRead, written: rows.rowsWritten })
}
const countObjectRows = (storage: SqlStorage): void => {
  const proto = Object.getPrototypeOf(storage) as object
  once(proto, () =>
    around(
      proto,
      'exec',
      (inner) =>
        function (sql, ...values) {
          const rows = inner.call(this, sql, ...values) as SqlStorageCursor<Row>
          cursors.push({ sql: sql as string, rows })
          if (cursors.length > 400) fold(200)
          return rows
        },
    ),
  )
}
/** Each is billed as a row. */
const countAlarms = (storage: DurableObjectStorage): void => {
  const proto = Object.getPrototypeOf(storage) as object
  once(proto, () =>
    around(
      proto,
      'setAlarm',
      (inner) =>
        function (...values) {
          counts.objects.alarmsSet += 1
          return inner.apply(this, values)
        },
    ),
  )
}
/** Of accounts' objects, as each had them after its last event. */
const sizes = new Map<string, number>()
const countFrames = (): void =>
  once(WebSocket.prototype, () =>
    around(
      WebSocket.prototype,
      'send',
      (inner) =>
        function (data) {
          if (typeof data === 'string') counts.frames[data.includes('"commands":') ? 'down' : 'other'] += 1
          return inner.call(this, data)
        },
    ),
  )

/** How long objects are at work: all that one does at once counts once, as it is billed. */
const active = new Map<string, { inside: number; since: number }>()
const enter = (id: string): (() => void) => {
  const here = active.get(id) ?? { inside: 0, since: 0 }
  active.set(id, here)
  if (here.inside === 0) here.since = Date.now()
  here.inside += 1
  return () => {
    here.inside -= 1
    if (here.inside === 0) counts.objects.activeMs += Date.now() - here.since
  }
}
const countDoors = (proto: object, kind: 'account' | 'channel' | 'admins' | 'collector' | 'fleet'): void =>
  once(proto, () => {
    for (const name of Object.getOwnPropertyNames(proto)) {
      if (name === 'constructor' || typeof (proto as Record<string, unknown>)[name] !== 'function') continue
      around(
        proto,
        name,
        (inner) =>
          async function (...values) {
            const leave = enter((this as { ctx: DurableObjectState }).ctx.id.toString())
            if (name === 'webSocketMessage') counts.frames[kind === 'account' ? 'up' : 'other'] += 1
            else counts.objects.requests += 1
            const door = `${kind} ${name}`
            counts.objects.byDoor[door] = (counts.objects.byDoor[door] ?? 0) + 1
            try {
              return await doors.run('object', () => inner.apply(this, values))
            } finally {
              leave()
              const { id, storage } = (this as { ctx: DurableObjectState }).ctx
              if (kind === 'account') sizes.set(id.toString(), storage.sql.databaseSize)
            }
          },
      )
    }
  })

const begin = (env: ObjectsEnv): void => {
  countDatabase(env.DB)
  countQueue(env.SETTLEMENTS)
  countFrames()
}
countDoors(objects.AccountBlast.prototype, 'account')
countDoors(objects.UserChannel.prototype, 'channel')
countDoors(objects.AdminChannel.prototype, 'admins')
countDoors(objects.AdminCollector.prototype, 'collector')
countDoors(objects.RunnerFleet.prototype, 'fleet')
export class AccountBlast extends objects.AccountBlast {
  constructor(ctx: DurableObjectState, env: ObjectsEnv) {
    begin(env)
    countObjectRows(ctx.storage.sql)
    countAlarms(ctx.storage)
    super(ctx, env)
  }
}
// The other classes that wrangler.toml binds; its own AccountBlast stands before theirs.
export * from '../../../worker/index.ts'

export default {
  fetch: async (request, env, ctx) => {
    begin(env)
    if (new URL(request.url).pathname === '/bench/counts') {
      fold(0)
      counts.objects.bytes = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)
      const answer = Response.json(counts)
      counts = emptyCounts()
      return answer
    }
    counts.requests += 1
    return doors.run('http', () => product.fetch(request, env, ctx))
  },
  queue: async (batch, env) => {
    begin(env)
    counts.queue.read += batch.messages.length
    counts.queue.batches += 1
    await doors.run('queue', () => product.queue(batch, env))
  },
  scheduled: (event, env) => doors.run('cron', () => product.scheduled(event, env)),
} satisfies ExportedHandler<Env>
