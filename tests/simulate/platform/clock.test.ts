// Virtual time and seeded randomness: the order of events, microtasks between them, timers, and the globals put back at the end.
import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Clock, NETWORK, ownerOf } from './clock.ts'
import { MachineClock } from './machine-clock.ts'
import { Platform } from './platform.ts'
import { Random } from './random.ts'

const START = Date.UTC(2026, 9, 5, 3)

test('events run by time, then in the order of their making, each with all its microtasks', async () => {
  const clock = new Clock(0)
  const order: string[] = []
  const random = new Random(1)
  const times = Array.from({ length: 500 }, () => random.below(50))
  for (const [i, at] of times.entries())
    clock.at(at, NETWORK, 'event', () => {
      order.push(`${at} ${i}`)
      void Promise.resolve()
        .then(() => null)
        .then(() => order.push(`${at} ${i} after`))
    })
  expect(await clock.run({ until: 100 })).toBe('idle')
  expect(clock.now).toBe(100)
  const expected = times.map((at, i) => ({ at, i })).sort((a, b) => a.at - b.at || a.i - b.i)
  expect(order).toEqual(expected.flatMap(({ at, i }) => [`${at} ${i}`, `${at} ${i} after`]))
})

test('cancelled events and those of dead owners never run; a run ends at its time, or when `stop` says so', async () => {
  const clock = new Clock(0)
  const ran: string[] = []
  const owner = ownerOf('somebody')
  clock.cancel(clock.at(1, NETWORK, 'cancelled', () => ran.push('cancelled')))
  clock.at(2, owner, 'of the dead', () => ran.push('dead'))
  clock.at(3, NETWORK, 'three', () => ran.push('three'))
  clock.at(9, NETWORK, 'nine', () => ran.push('nine'))
  owner.alive = false
  expect(await clock.runOne()).toBe(true)
  expect([ran, clock.now]).toEqual([['three'], 3])
  expect(await clock.run({ until: 5 })).toBe('until')
  expect(clock.now).toBe(5)
  expect(await clock.run({ stop: () => ran.includes('nine') })).toBe('stopped')
  await expect(clock.drive(() => new Promise(() => undefined))).rejects.toThrow('nothing is left to happen')
})

test('an error of the check after an event ends the run', async () => {
  const clock = new Clock(0)
  clock.at(1, NETWORK, 'event', () => undefined)
  clock.afterStep = () => {
    if (clock.steps === 1) throw new Error('a rule is broken')
  }
  await expect(clock.run()).rejects.toThrow('a rule is broken')
})

let platform: Platform
beforeEach(() => {
  platform = new Platform({ seed: 9, startsAt: Date.UTC(2030, 0, 1), objects: {} }).install()
})
afterEach(() => platform.dispose())

test('dates, timers and performance follow the clock', async () => {
  const seen = await platform.drive(async () => {
    const began = performance.now()
    await new Promise((resolve) => setTimeout(resolve, 86_400_000))
    const signal = AbortSignal.timeout(1_000)
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    return [new Date().toISOString(), performance.now() - began, structuredClone(new Date()) instanceof Date]
  })
  expect(seen).toEqual(['2030-01-02T00:00:01.000Z', 86_401_000, true])
  platform.dispose()
  expect(Math.abs(Date.now() - performance.timeOrigin - performance.now())).toBeLessThan(60_000)
  platform.install()
  expect(() => new Platform({ seed: 9, startsAt: 0, objects: {} }).install()).toThrow('another platform')
})

test('the same seed gives the same random numbers, ids and bytes', async () => {
  const draw = () => [Math.random(), crypto.randomUUID(), [...crypto.getRandomValues(new Uint8Array(4))]]
  const first = draw()
  platform.dispose()
  platform = new Platform({ seed: 9, startsAt: 0, objects: {} }).install()
  expect(draw()).toEqual(first)
  expect(first[1]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const random = new Random(4)
  const mean = Array.from({ length: 20_000 }, () => random.next()).reduce((a, b) => a + b) / 20_000
  expect(mean).toBeGreaterThan(0.49)
  expect(mean).toBeLessThan(0.51)
})

test('crypto.subtle signs, verifies and digests as Node does, within microtasks', async () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const key = await crypto.subtle.importKey('raw', bytes('key'), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const signed = await crypto.subtle.sign('HMAC', key, bytes('text'))
  expect(Buffer.from(signed).toString('hex')).toBe(createHmac('sha256', 'key').update('text').digest('hex'))
  expect(await crypto.subtle.verify('HMAC', key, signed, bytes('text'))).toBe(true)
  expect(await crypto.subtle.verify('HMAC', key, signed, bytes('other'))).toBe(false)
  const order: string[] = []
  const digest = crypto.subtle.digest('SHA-256', bytes('')).then((made) => order.push(`digest ${made.byteLength}`))
  await Promise.resolve().then(() => undefined)
  await Promise.resolve().then(() => order.push('microtask'))
  await digest
  expect(order).toEqual(['digest 32', 'microtask'])
})

test('each process reads its own machine’s clock: it may be set, and what it measures only drifts', async () => {
  const machine = new MachineClock(START, 45_000, 1_000)
  platform.dispose()
  platform = new Platform({
    seed: 1,
    startsAt: START,
    objects: {},
    faults: () => ({ machine: (who) => (who === 'wrong' ? machine : null) }),
  }).install()
  const read: number[] = []
  const look = (): void => void read.push(Date.now() - START, Math.round(performance.now()))
  platform.process('right').run('looks', look)
  platform.process('wrong').run('looks', () => {
    look()
    setTimeout(look, 60_000)
  })
  await platform.run({ until: START + 10_000 })
  machine.set(platform.clock.now, -3_600_000)
  await platform.run({ until: START + 70_000 })
  expect(read).toEqual([0, 0, 45_000, 0, 59_940 - 3_600_000 + 50, 60_000].map((ms) => expect.closeTo(ms, -1)))
})

test('what is leapt over nobody has measured: what waits does so again, and what stays is due at once if its time is over', async () => {
  const clock = new Clock(0)
  const ran: string[] = []
  clock.at(5_000, NETWORK, 'waits', () => ran.push(`waits ${clock.now}`))
  clock.at(6_000, NETWORK, 'stays', () => ran.push(`stays ${clock.now}`))
  clock.at(2_000_000, NETWORK, 'stays', () => ran.push(`stays ${clock.now}`))
  await clock.run({ until: 1_000 })
  clock.leap(1_000_000, ({ kind }) => kind === 'stays')
  expect(clock.skipped).toBe(1_000_000)
  await clock.run()
  expect(ran).toEqual(['stays 1001000', 'waits 1005000', 'stays 2000000'])
})
