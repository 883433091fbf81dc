// Crashes, late confirmations and deploys, which cannot be caused in workerd under vitest.
import { describe, expect, test } from 'vitest'
import { ShelfWorld } from './shelf-world.ts'

const world = new ShelfWorld()

describe('the output gate', () => {
  test('frames and replies wait for the confirmation of what was written before', async () => {
    const { heard } = await world.dial()
    world.commitsTake(500)
    const began = world.platform.clock.now
    expect(await world.drive(() => world.shelf.add('a'))).toBe(1)
    expect(world.platform.clock.now - began).toBeGreaterThan(500)
    expect(heard).toEqual(['a'])
  })

  test('a crash before the confirmation loses the write, the frame and the reply; or keeps the write and loses the rest', async () => {
    for (const keep of [0, 1]) {
      const { heard } = await world.dial()
      world.commitsTake(500)
      world.crashOnce('before-confirm', { keep })
      expect(await world.failure(() => world.shelf.add(`keep ${keep}`))).toBe('Network connection lost.')
      expect(heard).toEqual([1006])
      world.commitsTake(1)
      expect(await world.rows()).toEqual(keep === 0 ? [] : ['keep 1'])
    }
  })

  test('of several commits that wait, a crash keeps the first ones', async () => {
    world.commitsTake(500)
    await world.drive(async () => {
      await world.shelf.rows()
      for (const x of ['a', 'b', 'c']) void world.shelf.add(x).catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, 50))
    })
    expect(world.object.disk.unconfirmed).toBe(3)
    world.object.die(new Error('gone'), 2)
    // confirmations that were on their way must have no effect now
    await world.passes(1_000)
    expect(await world.rows()).toEqual(['a', 'b'])
  })

  test('an alarm is set when its write is confirmed, and taken back with it', async () => {
    world.commitsTake(5_000)
    await world.drive(async () => void world.shelf.later(100).catch(() => undefined))
    await world.passes(2_000)
    world.object.die(new Error('gone'), 0)
    await world.passes(10_000)
    expect(await world.rows()).toEqual([])
  })
})

describe('alarms', () => {
  test('an alarm that alarm() sets for the millisecond it runs in is lost, and any other alarm helps', async () => {
    world.faults.latencyMs = (route) => (route === 'alarm' ? 0 : 1)
    await world.drive(() => world.shelf.later(100))
    let runs = 0
    const due = await world.drive(() =>
      world.platform.inside('SHELF', 'a', async (user, ctx) => {
        user.alarm = async ({ scheduledTime }) => {
          runs += 1
          if (runs === 1) await ctx.storage.setAlarm(scheduledTime)
        }
        return ctx.storage.getAlarm()
      }),
    )
    await world.passes(5_000)
    expect(runs).toBe(1)
    expect(world.object.disk.alarm).toBe(due)
    await world.drive(() => world.shelf.later(100))
    await world.passes(5_000)
    expect(runs).toBe(2)
  })

  test('after six retries the alarm is not tried again', async () => {
    let runs = 0
    await world.drive(() =>
      world.platform.inside('SHELF', 'a', async (user, ctx) => {
        user.alarm = () => {
          runs += 1
          throw new Error('always')
        }
        await ctx.storage.setAlarm(Date.now() + 1)
        // keeps this instance, and its alarm(), in memory
        setTimeout(() => undefined, 3_600_000)
      }),
    )
    await world.passes(1_800_000)
    expect(runs).toBe(7)
    expect(world.platform.problems).toHaveLength(7)
  })
})

describe('crashes', () => {
  test('before an event: the caller learns that the connection is lost, and memory is gone', async () => {
    await world.drive(() => world.shelf.remember())
    world.crashOnce('before-event', { keep: 0 })
    expect(await world.failure(() => world.shelf.remember())).toBe('Network connection lost.')
    expect(await world.drive(() => world.shelf.remember())).toBe(1)
  })

  test('between commit and output, in alarm(): the alarm comes again two seconds later', async () => {
    await world.drive(() => world.shelf.later(100))
    world.crashOnce('before-output', { keep: 0 })
    await world.passes(4_000)
    expect([world.object.instance?.alive, world.object.wakes]).toEqual([true, 2])
    expect(await world.rows()).toEqual(['alarm'])
  })

  test('a deploy resets every object and breaks its sockets; storage stays', async () => {
    const { heard } = await world.dial()
    await world.drive(() => world.shelf.add('a'))
    world.platform.deploy(1_000)
    await world.passes(2_000)
    expect(heard).toEqual(['a', 1006])
    expect(await world.rows()).toEqual(['a'])
    expect(world.object.wakes).toBe(2)
  })

  test('idle for ten seconds: out of memory, sockets stay; a timer or an answer that is awaited prevents it', async () => {
    const { client, heard } = await world.dial()
    await world.passes(9_000)
    expect(await world.drive(() => world.shelf.remember())).toBe(1)
    await world.passes(11_000)
    expect(await world.drive(() => world.shelf.remember())).toBe(1)
    await world.drive(() => world.platform.inside('SHELF', 'a', () => void setTimeout(() => undefined, 60_000)))
    await world.passes(11_000)
    expect(await world.drive(() => world.shelf.remember())).toBe(2)
    expect([client.readyState, heard]).toEqual([1, []])
  })
})
