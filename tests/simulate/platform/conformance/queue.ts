// Queues and the bucket: batches, acknowledgements, retries.
// Not compared: duplicates and reordering (Miniflare makes none); what an explicit ack is worth when the handler throws or
// calls retryAll: Miniflare brings such messages back, production does not (Cloudflare's documentation), and the double
// follows production; the dead letter queue, which Miniflare fills after its retries as the double does.
import { expect } from 'vitest'
import { consumers } from './probe.ts'
import { type Case, until, type World } from './world.ts'

type Seen = { body: unknown; attempts: number }
type Handling = (message: Message<{ case: string; n: unknown }>, seen: Seen) => void
/** A message that came again would be here by then: a batch waits a second at most. */
const NEXT_DELIVERY_MS = 1_500
const handlers = new Map<string, Handling>()
/** One queue serves all cases: each message names its case. */
const consume = (name: string, handle: Handling): Seen[] => {
  const seen: Seen[] = []
  handlers.set(name, (message) => {
    const one = { body: message.body.n, attempts: message.attempts }
    seen.push(one)
    handle(message, one)
  })
  consumers.set('probe', (batch) => {
    for (const message of batch.messages as readonly Message<{ case: string; n: unknown }>[])
      handlers.get(message.body.case)?.(message, { body: message.body.n, attempts: message.attempts })
  })
  return seen
}
const send = (world: World, name: string, n: unknown, delaySeconds?: number) =>
  world.env.QUEUE.send({ case: name, n }, delaySeconds === undefined ? {} : { delaySeconds })

export const queueCases: Case[] = [
  {
    name: 'messages come once, in batches, as JSON carries them',
    run: async (world) => {
      const seen = consume('once', (message) => message.ack())
      await send(world, 'once', { at: new Date(4), none: undefined })
      await world.env.QUEUE.sendBatch([{ body: { case: 'once', n: 2 } }, { body: { case: 'once', n: 3 } }])
      await until(world, 'all three', () => seen.length === 3)
      await world.sleep(NEXT_DELIVERY_MS)
      expect(seen.map((s) => s.attempts)).toEqual([1, 1, 1])
      expect(seen.map((s) => JSON.stringify(s.body)).sort()).toEqual(['2', '3', '{"at":"1970-01-01T00:00:00.004Z"}'])
    },
  },
  {
    name: 'a message that is neither acknowledged nor retried counts as done',
    run: async (world) => {
      const seen = consume('silent', () => {})
      await send(world, 'silent', 1)
      await until(world, 'it', () => seen.length === 1)
      await world.sleep(NEXT_DELIVERY_MS)
      expect(seen).toHaveLength(1)
    },
  },
  {
    name: 'retry brings it back with another attempt counted, until the tries are used up',
    run: async (world) => {
      const seen = consume('retry', (message) => message.retry())
      await send(world, 'retry', 1)
      await until(world, 'three tries', () => seen.length === 3)
      await world.sleep(NEXT_DELIVERY_MS)
      expect(seen.map((s) => s.attempts)).toEqual([1, 2, 3])
    },
  },
  {
    name: 'the first word about a message counts',
    run: async (world) => {
      const seen = consume('first-word', (message, { body, attempts }) => {
        if (body === 'ack') {
          message.ack()
          message.retry()
        } else if (attempts === 1) {
          message.retry()
          message.ack()
        }
      })
      await send(world, 'first-word', 'ack')
      await send(world, 'first-word', 'retry')
      await until(world, 'both and one again', () => seen.length === 3)
      await world.sleep(NEXT_DELIVERY_MS)
      expect(seen.map((s) => `${String(s.body)} ${s.attempts}`).sort()).toEqual(['ack 1', 'retry 1', 'retry 2'])
    },
  },
  {
    name: 'delays hold a message back, when sent and when retried',
    run: async (world) => {
      const times: number[] = []
      consume('delay', (message, { attempts }) => {
        times.push(Date.now())
        if (attempts === 1) message.retry({ delaySeconds: 1 })
      })
      const sentAt = Date.now()
      await send(world, 'delay', 1, 1)
      await until(world, 'both', () => times.length === 2)
      expect((times[0] ?? 0) - sentAt).toBeGreaterThanOrEqual(990)
      expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(990)
    },
  },
  {
    name: 'metrics say what waits, until it is delivered',
    run: async (world) => {
      const seen = consume('metrics', (message) => message.ack())
      const sentAt = Date.now()
      await send(world, 'metrics', 1)
      const { backlogCount, backlogBytes, oldestMessageTimestamp } = await world.env.QUEUE.metrics()
      // other cases' messages may wait beside it
      expect(backlogCount).toBeGreaterThanOrEqual(1)
      expect(backlogBytes).toBeGreaterThanOrEqual('{"case":"metrics","n":1}'.length)
      expect(oldestMessageTimestamp?.getTime()).toBeGreaterThan(sentAt - 10_000)
      expect(oldestMessageTimestamp?.getTime()).toBeLessThanOrEqual(Date.now())
      await until(world, 'it', () => seen.length === 1)
      await until(world, 'an empty queue', async () => (await world.env.QUEUE.metrics()).backlogCount === 0)
      expect((await world.env.QUEUE.metrics()).backlogBytes).toBe(0)
    },
  },
  {
    name: 'the bucket lists by prefix, and what lies behind a delimiter as one, over pages',
    run: async (world) => {
      const { R2 } = world.env
      const keys = ['in/a', 'in/b/1', 'in/b/2', 'in/c/1', 'in/d', 'other']
      for (const key of keys) await R2.put(key, key)
      const whole = await R2.list({ prefix: 'in/', delimiter: '/' })
      expect([whole.objects.map(({ key }) => key), whole.delimitedPrefixes, whole.truncated]).toEqual([
        ['in/a', 'in/d'],
        ['in/b/', 'in/c/'],
        false,
      ])
      const flat = await R2.list({ prefix: 'in/' })
      expect([flat.objects.length, flat.delimitedPrefixes]).toEqual([5, []])
      const found: string[] = []
      for (let cursor: string | undefined, pages = 0; pages < keys.length; pages++) {
        const page = await R2.list({ prefix: 'in/', delimiter: '/', limit: 1, ...(cursor ? { cursor } : {}) })
        found.push(...page.objects.map(({ key }) => key), ...page.delimitedPrefixes)
        if (!page.truncated) break
        cursor = page.cursor
      }
      expect(found.toSorted()).toEqual(['in/a', 'in/b/', 'in/c/', 'in/d'])
      await R2.delete(keys)
    },
  },
  {
    name: 'the bucket keeps what is put, until it is deleted',
    run: async (world) => {
      const { R2 } = world.env
      expect(await R2.get('a')).toBeNull()
      await R2.put('a', '[1,2]', { httpMetadata: { contentType: 'application/json' } })
      await R2.put('b', new Uint8Array([1, 2, 3]))
      const a = await R2.get('a')
      expect([a?.key, a?.size, a?.httpMetadata?.contentType]).toEqual(['a', 5, 'application/json'])
      expect(await a?.json()).toEqual([1, 2])
      expect((await R2.head('b'))?.size).toBe(3)
      expect([...new Uint8Array((await (await R2.get('b'))?.arrayBuffer()) ?? new ArrayBuffer())]).toEqual([1, 2, 3])
      await R2.delete(['a', 'b'])
      expect(await R2.head('a')).toBeNull()
    },
  },
]
