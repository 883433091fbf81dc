// Calls between objects: what is copied, what an error keeps, how events interleave, and what callers get when the object dies.
import { expect } from 'vitest'
import { behave, type Case, outcome, stub, until } from './world.ts'

class Own extends Error {
  readonly detail = 7
}
const thrown: Record<string, () => unknown> = {
  plain: () => new Error('plain'),
  type: () => new TypeError('type'),
  range: () => new RangeError('range'),
  own: () => new Own('own'),
  flags: () => Object.assign(new Error('flags'), { retryable: true }),
  text: () => 'text',
}
const shape = (error: unknown) => {
  const { message, remote, detail, retryable } = error as Error & Record<string, unknown>
  return { kind: (error as Error).constructor.name, message, remote, detail, retryable }
}

export const rpcCases: Case[] = [
  {
    name: 'arguments and results are structured clones, taken when they are given',
    run: async (world) => {
      const probe = stub(world, 'rpc-clone')
      const given = {
        a: undefined,
        date: new Date(3),
        map: new Map([[1, { b: 2 }]]),
        none: null,
        list: [1, [2]],
        big: 5n,
      }
      expect(await probe.echo(given)).toEqual(given)
      expect(await probe.echo(undefined)).toBeUndefined()
      expect([...((await probe.echo(new Uint8Array([1, 2]))) as Uint8Array)]).toEqual([1, 2])
      const changed = { x: 1 }
      const answer = probe.echo(changed)
      changed.x = 2
      expect(await answer).toMatchObject({ x: 1 })
    },
  },
  {
    name: 'an instance of a class is refused',
    run: async (world) => {
      class Thing {
        readonly x = 1
      }
      expect(await outcome(() => stub(world, 'rpc-class').echo(new Thing()))).toBe(
        'DataCloneError: Could not serialize object of type "Thing". This type does not support serialization.',
      )
      expect(await outcome(() => stub(world, 'rpc-class').echo(Object.create(null)))).toMatch(/^DataCloneError: /)
    },
  },
  {
    name: 'built-in errors keep their class, others become Error; own properties come along, and remote is set',
    run: async (world) => {
      behave('rpc-errors', {
        calls: {
          fail: (_, which) => {
            throw thrown[String(which)]?.()
          },
        },
      })
      const caught = (which: string) =>
        stub(world, 'rpc-errors')
          .call('fail', which)
          .then(() => null, shape)
      expect(await caught('plain')).toMatchObject({ kind: 'Error', message: 'plain', remote: true })
      expect(await caught('type')).toMatchObject({ kind: 'TypeError', message: 'type', remote: true })
      expect(await caught('range')).toMatchObject({ kind: 'RangeError', message: 'range', remote: true })
      expect(await caught('own')).toMatchObject({ kind: 'Error', message: 'own', remote: true, detail: 7 })
      expect(await caught('flags')).toMatchObject({ kind: 'Error', remote: true, retryable: true })
      expect(await caught('text')).toMatchObject({ kind: 'Error', message: 'text', remote: true })
    },
  },
  {
    name: 'a method that is not there is refused by the object',
    run: async (world) => {
      const probe = stub(world, 'rpc-missing') as unknown as Record<string, () => Promise<unknown>>
      expect(await outcome(() => probe['nope']?.())).toBe('TypeError: The RPC receiver does not implement "nope".')
    },
  },
  {
    name: 'calls of one stub arrive in order and interleave at every await',
    run: async (world) => {
      const order: string[] = []
      behave('rpc-interleave', {
        calls: {
          slow: async (_, n) => {
            order.push(`begin ${String(n)}`)
            await world.sleep(40)
            order.push(`end ${String(n)}`)
          },
        },
      })
      const probe = stub(world, 'rpc-interleave')
      await Promise.all([probe.call('slow', 1), probe.call('slow', 2), probe.count().then(() => order.push('count'))])
      expect(order).toEqual(['begin 1', 'begin 2', 'count', 'end 1', 'end 2'])
    },
  },
  {
    name: 'a call under way when the object dies is rejected; its stub stays broken, a new stub finds a new instance',
    run: async (world) => {
      let begun = false
      const hang = () => {
        begun = true
        return world.sleep(60_000)
      }
      behave('rpc-dies', { calls: { hang } })
      const probe = stub(world, 'rpc-dies')
      expect(await probe.count()).toBe(1)
      const underWay = outcome(() => probe.call('hang'))
      await until(world, 'the call to be under way', () => begun)
      await world.kill('rpc-dies')
      expect(await underWay).toMatch(/^Error: /)
      expect(await outcome(() => probe.count())).toBe(await underWay)
      expect(await stub(world, 'rpc-dies').count()).toBe(1)
    },
  },
  {
    name: 'a constructor that throws fails the call; the next one constructs again',
    run: async (world) => {
      let times = 0
      behave('rpc-constructor', {
        construct: () => {
          times += 1
          if (times === 1) throw new Error('not yet')
        },
      })
      expect(await outcome(() => stub(world, 'rpc-constructor').count())).toBe('Error: not yet')
      expect(await stub(world, 'rpc-constructor').count()).toBe(1)
      expect(times).toBe(2)
    },
  },
  {
    name: 'an eviction loses memory and keeps storage',
    run: async (world) => {
      const object = 'rpc-evicted'
      await world.inside(object, ({ ctx }) => {
        ctx.storage.sql.exec('create table t (x)')
      })
      expect(await stub(world, object).count()).toBe(1)
      expect(await stub(world, object).count()).toBe(2)
      await world.evict(object)
      expect(await stub(world, object).count()).toBe(1)
      await world.inside(object, ({ ctx }) => {
        expect(ctx.storage.sql.exec('select * from t').toArray()).toEqual([])
      })
    },
  },
  {
    name: 'an object knows its name; ids of one name are equal',
    run: async (world) => {
      const { PROBE } = world.env
      const id = PROBE.idFromName('rpc-id')
      expect(id.equals(PROBE.idFromName('rpc-id'))).toBe(true)
      expect(id.equals(PROBE.idFromName('rpc-other'))).toBe(false)
      await world.inside('rpc-id', ({ ctx }) => {
        expect(ctx.id.name).toBe('rpc-id')
        expect(String(ctx.id)).toHaveLength(64)
      })
      expect(await (PROBE.getByName('rpc-id') as unknown as { count(): Promise<number> }).count()).toBe(1)
    },
  },
]
