// Which writes are committed together, which a crash undoes, and what leaves an object before its writes are safe.
// Cannot be tried in workerd under vitest: a commit that is confirmed late. Its commits are on the local disk at once,
// so the output gate opens with the end of the slice; only a crash inside the slice shows what was held back.
import { expect } from 'vitest'
import type { Inside } from './probe.ts'
import { behave, type Case, connect, outcome, sql, stub, until, type World } from './world.ts'

const write = (inside: Inside, x: string): void => {
  sql(inside).exec('create table if not exists t (x text)')
  sql(inside).exec('insert into t values (?)', x)
}
const written = (world: World, name: string): Promise<unknown[]> =>
  world.inside(name, (inside) => {
    sql(inside).exec('create table if not exists t (x text)')
    return sql(inside)
      .exec('select x from t order by rowid')
      .toArray()
      .map((row) => row['x'])
  })
/** Writes a, awaits something, writes b and crashes: which of them is stored afterwards? */
const crashAfter = (name: string, wait: (inside: Inside, world: World) => unknown, kept: string[]): Case => ({
  name: `a write, ${name}, a write and a crash: ${kept.length === 0 ? 'nothing was written' : 'the first write stays'}`,
  run: async (world) => {
    const object = `slice-${name}`
    behave(object, {
      calls: {
        go: async (inside) => {
          write(inside, 'a')
          await wait(inside, world)
          write(inside, 'b')
          inside.ctx.abort('crash')
        },
      },
    })
    expect(await outcome(() => stub(world, object).call('go'))).toBe('Error: crash')
    expect(await written(world, object)).toEqual(kept)
  },
})

export const storageCases: Case[] = [
  crashAfter('nothing between', () => undefined, []),
  crashAfter('microtasks', () => Promise.resolve().then(() => undefined), []),
  crashAfter(
    'getAlarm and setAlarm',
    async ({ ctx }) => {
      await ctx.storage.getAlarm()
      await ctx.storage.setAlarm(Date.now() + 1_000_000)
    },
    [],
  ),
  crashAfter('a digest', () => crypto.subtle.digest('SHA-256', new Uint8Array(8)), []),
  crashAfter('a timer', (_, world) => world.sleep(1), ['a']),
  crashAfter('an answer of D1', ({ probe }) => probe.bindings.DB.prepare('select 1').all(), ['a']),
  crashAfter('an answer of another object', (_, world) => stub(world, 'slice-other').count(), ['a']),
  crashAfter('sync()', ({ ctx }) => ctx.storage.sync(), ['a']),
  {
    name: 'a handler that throws keeps what it wrote',
    run: async (world) => {
      behave('slice-throws', {
        calls: {
          go: (inside) => {
            write(inside, 'a')
            throw new Error('no')
          },
        },
      })
      expect(await outcome(() => stub(world, 'slice-throws').call('go'))).toBe('Error: no')
      expect(await written(world, 'slice-throws')).toEqual(['a'])
    },
  },
  {
    name: 'a statement that fails takes nothing else of its slice back',
    run: async (world) => {
      await world.inside('slice-fails', async (inside) => {
        write(inside, 'a')
        await outcome(() => sql(inside).exec('insert into nope values (1)'))
      })
      expect(await written(world, 'slice-fails')).toEqual(['a'])
    },
  },
  {
    name: 'an alarm that was set in a slice that crashed was never set',
    run: async (world) => {
      behave('slice-alarm', {
        calls: {
          go: async ({ ctx }) => {
            await ctx.storage.setAlarm(Date.now() + 1_000_000)
            ctx.abort('crash')
          },
        },
      })
      await outcome(() => stub(world, 'slice-alarm').call('go'))
      expect(await world.inside('slice-alarm', ({ ctx }) => ctx.storage.getAlarm())).toBeNull()
    },
  },
  ...(['with', 'without'] as const).map(
    (how): Case => ({
      name: `what a crashing slice ${how} a write sent to sockets, objects and queues never left`,
      run: async (world) => {
        const heard: unknown[] = []
        const [object, other] = [`gate-${how}`, `gate-${how}-other`]
        behave(other, { calls: { note: (_, what) => heard.push(what) } })
        behave(object, {
          calls: {
            go: (inside) => {
              if (how === 'with') write(inside, 'a')
              for (const ws of inside.ctx.getWebSockets()) ws.send('frame')
              stub(world, other)
                .call('note', 'call')
                .catch(() => {})
              inside.ctx.abort('crash')
            },
          },
        })
        await stub(world, other).count()
        const client = await connect(world, object)
        await outcome(() => stub(world, object).call('go'))
        await until(world, 'the close', () => client.heard.length > 0)
        // frames that left would be here by now
        await world.sleep(30)
        expect(client.heard.map(([kind]) => kind)).toEqual(['close'])
        expect(heard).toEqual([])
      },
    }),
  ),
  {
    name: 'what a slice sent has left when a later slice crashes',
    run: async (world) => {
      const heard: unknown[] = []
      behave('gate-later-other', { calls: { note: (_, what) => heard.push(what) } })
      behave('gate-later', {
        calls: {
          go: async (inside) => {
            write(inside, 'a')
            for (const ws of inside.ctx.getWebSockets()) ws.send('frame')
            stub(world, 'gate-later-other')
              .call('note', 'call')
              .catch(() => {})
            // long enough for anything that the gate does not hold to leave
            await world.sleep(20)
            inside.ctx.abort('crash')
          },
        },
      })
      const client = await connect(world, 'gate-later')
      await outcome(() => stub(world, 'gate-later').call('go'))
      await until(world, 'both', () => client.heard.length === 2 && heard.length === 1)
      expect(client.heard[0]).toEqual(['message', 'frame'])
    },
  },
  {
    name: 'microtasks run first, then timers by their time and the order of their setting',
    run: async (world) => {
      const order: string[] = []
      await world.inside('timers', async () => {
        setTimeout(() => order.push('0'), 0)
        const last = new Promise((done) => setTimeout(done, 20)).then(() => order.push('20'))
        setTimeout(() => order.push('0 again'), 0)
        const cleared = setTimeout(() => order.push('cleared'), 5)
        clearTimeout(cleared)
        queueMicrotask(() => order.push('microtask'))
        await last
      })
      expect(order).toEqual(['microtask', '0', '0 again', '20'])
    },
  },
  {
    name: 'events wait for blockConcurrencyWhile, and for nothing else',
    run: async (world) => {
      const order: string[] = []
      behave('gate-blocked', {
        calls: {
          block: async ({ ctx }) => {
            await ctx.blockConcurrencyWhile(() => world.sleep(30))
            order.push('unblocked')
          },
          slow: async () => {
            await world.sleep(30)
            order.push('slow')
          },
          quick: () => order.push('quick'),
        },
      })
      const object = stub(world, 'gate-blocked')
      await Promise.all([object.call('slow'), object.call('quick')])
      await Promise.all([object.call('block'), object.call('quick')])
      expect(order).toEqual(['quick', 'slow', 'unblocked', 'quick'])
    },
  },
]
