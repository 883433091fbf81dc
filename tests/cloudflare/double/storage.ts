// The API's databases, buckets and queues.
import { Hono } from 'hono'
import { list, ok, refuse } from './answers.ts'
import type { Hosting } from './hosting.ts'
import type { Shelf } from './s3.ts'
import type { LockRule, Queue, State } from './state.ts'

export const databases = (state: State, hosting: Hosting): Hono => {
  const app = new Hono()
  const shown = (d: State['databases'][number]): object => ({
    uuid: d.uuid,
    name: d.name,
    version: 'production',
    created_at: new Date(0).toISOString(),
    read_replication: { mode: d.replication },
    running_in_region: d.location.toUpperCase(),
    num_tables: 0,
    file_size: 0,
  })
  app.get('/', (c) => {
    const name = c.req.query('name')
    return list(c, state.databases.filter((d) => name === undefined || d.name === name).map(shown))
  })
  app.post('/', async (c) => {
    const { name, primary_location_hint: location } = await c.req.json<{
      name: string
      primary_location_hint?: string
    }>()
    if (state.databases.some((d) => d.name === name)) return refuse(c, 400, 7502, 'Database already exists')
    const made = { uuid: state.uuid(), name, location: location ?? 'auto', replication: 'disabled' }
    state.databases.push(made)
    hosting.changed()
    return ok(c, shown(made))
  })
  app.get('/:id', (c) => {
    const found = state.databases.find((d) => d.uuid === c.req.param('id') || d.name === c.req.param('id'))
    return found ? ok(c, shown(found)) : refuse(c, 404, 7404, 'The database could not be found')
  })
  app.put('/:id', async (c) => {
    const found = state.databases.find((d) => d.uuid === c.req.param('id'))
    if (!found) return refuse(c, 404, 7404, 'The database could not be found')
    found.replication = (await c.req.json<{ read_replication: { mode: string } }>()).read_replication.mode
    return ok(c, shown(found))
  })
  app.get('/:id/time_travel/bookmark', (c) =>
    ok(c, { bookmark: '00000085-0000024c-00004c6d-8e61117bf38d7adb71b934ebbf891683' }),
  )
  app.post('/:id/query', async (c) => {
    const { sql, params } = await c.req.json<{ sql: string; params?: unknown[] }>()
    const database = await hosting.database(c.req.param('id'))
    try {
      return ok(c, [
        await database
          .prepare(sql)
          .bind(...(params ?? []))
          .all(),
      ])
    } catch (error) {
      return refuse(c, 400, 7500, String(error))
    }
  })
  return app
}

/** As the API's published schema says it. */
const isRule = ({ id, enabled, prefix = '', condition }: Partial<LockRule>): boolean =>
  typeof id === 'string' &&
  id !== '' &&
  typeof enabled === 'boolean' &&
  typeof prefix === 'string' &&
  (condition?.type === 'Age'
    ? Number.isInteger(condition.maxAgeSeconds) && condition.maxAgeSeconds > 0
    : condition?.type === 'Date' || condition?.type === 'Indefinite')

/** A bucket as R2's S3 shows it; what a lock holds can be neither written again nor deleted. */
export const shelfOf = (state: State, hosting: Hosting, name: string): Shelf | null => {
  if (!state.buckets.includes(name)) return null
  const isLocked = ({ key, uploaded }: { key: string; uploaded: Date }): boolean =>
    (state.locks.get(name) ?? []).some(
      ({ enabled, prefix = '', condition }) =>
        enabled &&
        key.startsWith(prefix) &&
        (condition.type === 'Indefinite' ||
          (condition.type === 'Date' && Date.now() < Date.parse(condition.date)) ||
          (condition.type === 'Age' && Date.now() - uploaded.getTime() < condition.maxAgeSeconds * 1_000)),
    )
  return {
    get: async (key) => {
      const object = await (await hosting.bucket(name)).get(key)
      return object && new Uint8Array(await object.arrayBuffer())
    },
    put: async (key, bytes) => {
      const bucket = await hosting.bucket(name)
      const there = await bucket.head(key)
      if (there && isLocked(there)) return false
      await bucket.put(key, bytes)
      return true
    },
    keys: async () => (await (await hosting.bucket(name)).list()).objects.map(({ key }) => key),
  }
}

export const buckets = (state: State, hosting: Hosting): Hono => {
  const app = new Hono()
  app.get('/:name/lock', (c) =>
    state.buckets.includes(c.req.param('name'))
      ? ok(c, { rules: state.locks.get(c.req.param('name')) ?? [] })
      : refuse(c, 404, 10_006, 'The specified bucket does not exist.'),
  )
  app.put('/:name/lock', async (c) => {
    const name = c.req.param('name')
    if (!state.buckets.includes(name)) return refuse(c, 404, 10_006, 'The specified bucket does not exist.')
    const { rules = [] } = await c.req.json<{ rules?: LockRule[] }>()
    if (!rules.every(isRule)) return refuse(c, 400, 10_040, 'The JSON you provided was not well formed.')
    state.locks.set(name, rules)
    return ok(c, {})
  })
  app.get('/', (c) =>
    ok(c, { buckets: state.buckets.map((name) => ({ name, creation_date: new Date(0).toISOString() })) }),
  )
  app.get('/:name', (c) =>
    state.buckets.includes(c.req.param('name'))
      ? ok(c, { name: c.req.param('name') })
      : refuse(c, 404, 10_006, 'The specified bucket does not exist.'),
  )
  app.post('/', async (c) => {
    const { name } = await c.req.json<{ name: string }>()
    if (state.buckets.includes(name)) return refuse(c, 409, 10_004, 'The bucket you tried to create already exists.')
    state.buckets.push(name)
    hosting.changed()
    return ok(c, { name })
  })
  return app
}

export const queues = (state: State, hosting: Hosting): Hono => {
  const app = new Hono()
  const shown = (queue: Queue): object => ({
    queue_id: queue.id,
    queue_name: queue.name,
    consumers: queue.consumers,
    consumers_total_count: queue.consumers.length,
    producers: [],
    producers_total_count: 0,
  })
  app.get('/', (c) => {
    const wanted = c.req.queries('name')
    return list(c, state.queues.filter((q) => wanted === undefined || wanted.includes(q.name)).map(shown))
  })
  app.post('/', async (c) => {
    const { queue_name: name } = await c.req.json<{ queue_name: string }>()
    if (state.queues.some((q) => q.name === name)) return refuse(c, 409, 11_009, 'Queue name is already taken.')
    const made: Queue = { id: state.uuid().replaceAll('-', ''), name, consumers: [] }
    state.queues.push(made)
    return ok(c, shown(made))
  })
  app.get('/:id/consumers', (c) => list(c, state.queues.find((q) => q.id === c.req.param('id'))?.consumers ?? []))
  app.post('/:id/consumers', async (c) => {
    const queue = state.queues.find((q) => q.id === c.req.param('id'))
    if (!queue) return refuse(c, 404, 11_000, 'Queue not found')
    const consumer = { ...(await c.req.json<Record<string, unknown>>()), consumer_id: state.uuid() }
    queue.consumers.push(consumer)
    hosting.changed()
    return ok(c, consumer)
  })
  app.put('/:id/consumers/:consumer', async (c) => {
    const queue = state.queues.find((q) => q.id === c.req.param('id'))
    const at = queue?.consumers.findIndex((one) => one['consumer_id'] === c.req.param('consumer')) ?? -1
    if (!queue || at < 0) return refuse(c, 404, 11_000, 'Queue not found')
    queue.consumers[at] = { ...queue.consumers[at], ...(await c.req.json<Record<string, unknown>>()) }
    return ok(c, queue.consumers[at])
  })
  return app
}
