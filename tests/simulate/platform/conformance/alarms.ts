// Alarms: when they run, what getAlarm says, and what happens after a handler that throws or dies.
// Not tried here: the sixth retry (two minutes in workerd), alarms that come late, and an alarm that alarm() sets for the
// very millisecond of the one that runs. workerd loses that one, but a test rarely hits the millisecond: one run of this suite in
// six did, and then getAlarm answered the time for ever and nothing ran (actor-sqlite.c++ tells the scheduler nothing when
// the time in the file stays the same). The double loses it always.
import { expect } from 'vitest'
import { behave, type Case, outcome, stub, until, type World } from './world.ts'

const setIn = (world: World, name: string, ms: number): Promise<void> =>
  world.inside(name, ({ ctx }) => ctx.storage.setAlarm(Date.now() + ms))
const alarmOf = (world: World, name: string): Promise<number | null> =>
  world.inside(name, ({ ctx }) => ctx.storage.getAlarm())

export const alarmCases: Case[] = [
  {
    name: 'while alarm() runs there is no alarm, until it sets another',
    run: async (world) => {
      const seen: unknown[] = []
      behave('alarm-inside', {
        alarm: async ({ ctx }, info) => {
          seen.push([info.retryCount, info.isRetry], await ctx.storage.getAlarm())
          await ctx.storage.setAlarm(Date.now() + 1_000_000)
          seen.push(typeof (await ctx.storage.getAlarm()))
          await ctx.storage.deleteAlarm()
          seen.push(await ctx.storage.getAlarm())
        },
      })
      await setIn(world, 'alarm-inside', 10)
      await until(world, 'the alarm', () => seen.length === 4)
      expect(seen).toEqual([[0, false], null, 'number', null])
      expect(await alarmOf(world, 'alarm-inside')).toBeNull()
    },
  },
  {
    name: 'an alarm of the past is due now; wrong times are refused',
    run: (world) =>
      world.inside('alarm-times', async ({ ctx: { storage } }) => {
        const before = Date.now()
        await storage.setAlarm(before - 5_000)
        expect(await storage.getAlarm()).toBeGreaterThanOrEqual(before)
        await storage.setAlarm(before + 1_000_000.7)
        expect(await storage.getAlarm()).toBe(before + 1_000_000)
        await storage.setAlarm(new Date(before + 2_000_000))
        expect(await storage.getAlarm()).toBe(before + 2_000_000)
        expect(await outcome(() => storage.setAlarm(0))).toBe(
          'TypeError: setAlarm() cannot be called with an alarm time <= 0',
        )
        expect(await outcome(() => storage.setAlarm(Number.NaN))).toBe(
          'TypeError: The value cannot be converted because it is not a valid Date.',
        )
        await storage.deleteAlarm()
        expect(await storage.getAlarm()).toBeNull()
      }),
  },
  {
    name: 'a handler that throws runs again after two seconds or a little more; the alarm stands meanwhile',
    run: async (world) => {
      const runs: { at: number; retryCount: number; isRetry: boolean; wrote: number }[] = []
      behave('alarm-throws', {
        alarm: async ({ ctx }, { retryCount, isRetry }) => {
          ctx.storage.sql.exec('create table if not exists t (x)')
          const wrote = ctx.storage.sql.exec('select * from t').toArray().length
          ctx.storage.sql.exec('insert into t values (1)')
          runs.push({ at: Date.now(), retryCount, isRetry, wrote })
          if (runs.length === 1) throw new Error('once')
        },
      })
      await setIn(world, 'alarm-throws', 1)
      await until(world, 'the first run', () => runs.length === 1)
      await until(world, 'the alarm to be set again', async () => (await alarmOf(world, 'alarm-throws')) !== null)
      await until(world, 'the second run', () => runs.length === 2)
      expect(runs.map(({ retryCount, isRetry, wrote }) => ({ retryCount, isRetry, wrote }))).toEqual([
        { retryCount: 0, isRetry: false, wrote: 0 },
        { retryCount: 1, isRetry: true, wrote: 1 },
      ])
      const pause = (runs[1]?.at ?? 0) - (runs[0]?.at ?? 0)
      expect(pause).toBeGreaterThanOrEqual(1_990)
      // a second retry would come after four; in workerd the clock is the real one, and the machine may be busy
      expect(pause).toBeLessThan(3_900)
      await until(world, 'no alarm', async () => (await alarmOf(world, 'alarm-throws')) === null)
    },
  },
  {
    name: 'a handler that set another alarm and throws is not retried: the other alarm runs',
    run: async (world) => {
      const runs: [number, boolean][] = []
      behave('alarm-sets-and-throws', {
        alarm: async ({ ctx }, { isRetry }) => {
          runs.push([Date.now(), isRetry])
          if (runs.length > 1) return
          await ctx.storage.setAlarm(Date.now() + 300)
          throw new Error('after setting')
        },
      })
      await setIn(world, 'alarm-sets-and-throws', 1)
      await until(world, 'the second run', () => runs.length === 2)
      expect(runs.map(([, isRetry]) => isRetry)).toEqual([false, false])
      // a retry would come after two seconds
      expect((runs[1]?.[0] ?? 0) - (runs[0]?.[0] ?? 0)).toBeLessThan(1_990)
    },
  },
  {
    name: 'a handler that deleted its alarm and throws is not retried',
    run: async (world) => {
      let runs = 0
      behave('alarm-deletes-and-throws', {
        alarm: async ({ ctx }) => {
          runs += 1
          await ctx.storage.deleteAlarm()
          throw new Error('after deleting')
        },
      })
      await setIn(world, 'alarm-deletes-and-throws', 1)
      // a retry would have come after two seconds
      await world.sleep(3_000)
      expect(runs).toBe(1)
      expect(await alarmOf(world, 'alarm-deletes-and-throws')).toBeNull()
    },
  },
  {
    name: 'an alarm set while alarm() runs waits for its end',
    run: async (world) => {
      const log: string[] = []
      behave('alarm-meanwhile', {
        alarm: async () => {
          log.push('begin')
          // longer than the two questions below take on a busy machine
          await world.sleep(1_000)
          log.push('end')
        },
      })
      await setIn(world, 'alarm-meanwhile', 1)
      await until(world, 'the beginning', () => log.length === 1)
      await setIn(world, 'alarm-meanwhile', 0)
      expect(await stub(world, 'alarm-meanwhile').count()).toBe(1)
      await until(world, 'two runs', () => log.length === 4)
      expect(log).toEqual(['begin', 'end', 'begin', 'end'])
      await until(world, 'no alarm', async () => (await alarmOf(world, 'alarm-meanwhile')) === null)
    },
  },
  {
    name: 'an object that dies in alarm() is woken again, with nothing in memory',
    run: async (world) => {
      const runs: [number, number][] = []
      behave('alarm-dies', {
        alarm: async ({ ctx, probe }, { retryCount }) => {
          runs.push([probe.memory, retryCount])
          probe.memory = 7
          if (runs.length > 1) return
          ctx.abort('in the alarm')
          await world.sleep(1)
        },
      })
      await setIn(world, 'alarm-dies', 1)
      await until(world, 'the second run', () => runs.length === 2)
      expect(runs).toEqual([
        [0, 0],
        [0, 1],
      ])
    },
  },
  {
    name: 'an alarm wakes an object that was evicted',
    run: async (world) => {
      const memory: number[] = []
      behave('alarm-evicted', {
        alarm: ({ probe }) => {
          memory.push(probe.memory)
        },
      })
      await stub(world, 'alarm-evicted').count()
      await setIn(world, 'alarm-evicted', 300)
      await world.evict('alarm-evicted')
      await until(world, 'the alarm', () => memory.length === 1)
      expect(memory).toEqual([0])
    },
  },
]
