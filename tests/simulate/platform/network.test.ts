// Connections that drop, fall silent or lag; answers of D1 that are refused or lost; queues that repeat messages and give up.
import { describe, expect, test } from 'vitest'
import { Database } from './d1.ts'
import { ShelfWorld } from './shelf-world.ts'

const world = new ShelfWorld()

describe('connections', () => {
  test('a drop is noticed by both ends, each in its time; what was on its way is lost', async () => {
    const { client, heard } = await world.dial()
    client.send('on its way')
    client.link?.drop([5_000, 100])
    await world.passes(1_000)
    expect(heard).toEqual([1006])
    expect(await world.rows()).toEqual([])
    await world.passes(5_000)
    expect(await world.rows()).toEqual(['close 1006'])
  })

  test('half-open: one direction goes silent and nobody is told', async () => {
    const { client, heard } = await world.dial()
    client.link?.mute(0)
    client.send('lost')
    await world.drive(() => world.shelf.add('down'))
    await world.passes(60_000)
    expect([client.readyState, heard]).toEqual([1, ['down']])
    expect(await world.rows()).toEqual(['down'])
  })

  test('a delay holds a direction back and changes no order', async () => {
    const { client, heard } = await world.dial()
    client.link?.delay(1, 5_000)
    await world.drive(() => world.shelf.add('1'))
    await world.drive(() => world.shelf.add('2'))
    expect(heard).toEqual([])
    await world.passes(6_000)
    expect(heard).toEqual(['1', '2'])
  })

  test('a process that is killed stops; its connections break, or fall silent with its machine', async () => {
    for (const silently of [false, true]) {
      const ticks: number[] = []
      const runner = world.platform.process('runner')
      runner.run('start', () => {
        world.dialNow()
        setInterval(() => ticks.push(world.platform.clock.now), 1_000)
      })
      await world.passes(3_500)
      runner.kill(silently)
      await world.passes(3_500)
      expect(ticks).toHaveLength(3)
      expect(world.object.sockets.list()).toHaveLength(silently ? 1 : 0)
    }
    expect(await world.rows()).toEqual(['close 1006'])
  })

  test('a dial may be refused, or never be answered', async () => {
    world.faults.dial = () => 'refused'
    expect((await world.dial()).heard).toEqual(['connect ECONNREFUSED', 1006])
    world.faults.dial = () => 'silent'
    const began = world.platform.clock.now
    expect((await world.dial()).heard).toEqual(['Opening handshake has timed out', 1006])
    expect(world.platform.clock.now - began).toBe(30_000)
  })
})

describe('D1', () => {
  const d1 = () => world.platform.env['DB'] as D1Database
  test('refused: nothing was done. answer-lost: all was done, and the caller gets an error', async () => {
    await world.drive(() => d1().prepare('create table n (x)').run())
    const insert = () => d1().prepare('insert into n values (1)').run()
    const count = () => world.drive(() => d1().prepare('select count(*) as c from n').first('c'))
    world.faults.d1 = (sql) => (sql.startsWith('insert') ? 'refused' : 'ok')
    expect(await world.failure(insert)).toBe('D1_ERROR: D1 DB is overloaded. Requests queued for too long.')
    expect(await count()).toBe(0)
    world.faults.d1 = (sql) => (sql.startsWith('insert') ? 'answer-lost' : 'ok')
    expect(await world.failure(insert)).toBe('D1_ERROR: Network connection lost.')
    expect(await count()).toBe(1)
  })

  test('the next history begins with the migrated, empty database', () => {
    const database = new Database()
    database.sql('create table n (x)')
    database.begin()
    database.sql('insert into n values (1)')
    database.begin()
    expect(database.sql('select * from n')).toEqual([])
  })
})

describe('the queue', () => {
  type Seen = { body: unknown; attempts: number }
  const consume = (queue: string, work: (batch: MessageBatch<unknown>) => void): Seen[] => {
    const seen: Seen[] = []
    world.platform.queue(queue).consume((batch) => {
      for (const { body, attempts } of batch.messages) seen.push({ body, attempts })
      work(batch)
    })
    return seen
  }
  const send = (...bodies: string[]) =>
    world.drive(() => (world.platform.env['JOBS'] as Queue).sendBatch(bodies.map((body) => ({ body }))))

  test('an explicit ack stands when the handler throws or retries all, as production documents', async () => {
    const seen = consume('jobs', (batch) => {
      batch.messages.find((m) => m.body === 'acked')?.ack()
      if (seen.length > 2) return
      batch.retryAll()
      throw new Error('after the ack')
    })
    await send('acked', 'other')
    await world.passes(5_000)
    expect(seen.map(({ body, attempts }) => `${String(body)} ${attempts}`).sort()).toEqual([
      'acked 1',
      'other 1',
      'other 2',
    ])
  })

  test('after its tries a message goes to the dead letter queue', async () => {
    consume('jobs', (batch) => batch.retryAll())
    const dead = consume('dead', () => undefined)
    await send('hopeless')
    await world.passes(10_000)
    expect(dead).toEqual([{ body: 'hopeless', attempts: 1 }])
  })

  test('a consumer that dies acknowledges nothing', async () => {
    const seen: number[] = []
    world.platform.queue('jobs').consume(async (batch) => {
      for (const m of batch.messages) {
        seen.push(m.attempts)
        m.ack()
      }
      await (world.platform.env['DB'] as D1Database).prepare('select 1').all()
    })
    world.crashOnce('before-answer', { keep: 0 }, 'queue jobs')
    await send('a')
    await world.passes(10_000)
    expect(seen).toEqual([1, 2])
  })

  test('copies are delivered beside the original; a refused send delivers nothing, one whose answer is lost does', async () => {
    const seen = consume('jobs', () => undefined)
    world.faults.queueCopies = () => 1
    await send('twice')
    await world.passes(5_000)
    expect(seen).toHaveLength(2)
    world.faults.queueCopies = () => 0
    world.faults.queueSend = () => 'refused'
    expect(await world.failure(() => (world.platform.env['JOBS'] as Queue).send('never'))).not.toBe('fine')
    world.faults.queueSend = () => 'answer-lost'
    expect(await world.failure(() => (world.platform.env['JOBS'] as Queue).send('all the same'))).toBe(
      'Network connection lost.',
    )
    await world.passes(5_000)
    expect(seen.slice(2)).toEqual([{ body: 'all the same', attempts: 1 }])
  })
})
