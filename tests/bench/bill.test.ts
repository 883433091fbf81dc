import { describe, expect, test } from 'vitest'
import {
  ASSUMED,
  billOf,
  capacityOf,
  type Day,
  dayBetween,
  groupsOf,
  instanceNamed,
  instancesFor,
  METERS_IN_GROUPS,
  MONTH_S,
  OBJECT_GB,
  type OfMessage,
  type Phase,
  totalOf,
  usageOf,
} from './bill.ts'
import { fleetOf, MEASURED, shippedFleet } from './cost-measured.ts'
import { INSTANCE_TYPES, type Meter, PLAN_DOLLARS, PRICES, type Usage } from './prices.ts'

const METERS = Object.keys(PRICES) as Meter[]
const nothing = Object.fromEntries(METERS.map((meter) => [meter, 0])) as Usage
const EMPTY: Phase = {
  messages: 0,
  minutes: 0,
  d1RowsRead: 0,
  d1RowsWritten: 0,
  objectRowsRead: 0,
  objectRowsWritten: 0,
  rpc: 0,
  alarms: 0,
  alarmsSet: 0,
  frames: 0,
  waitedMs: 0,
  queueWritten: 0,
  queueRead: 0,
  invocations: 0,
  bucketA: 0,
  bucketB: 0,
  points: 0,
  lines: 0,
  statements: 0,
}
const NO_MESSAGE: OfMessage = {
  objectRowsRead: 0,
  objectRowsWritten: 0,
  alarmsSet: 0,
  objectRequests: 0,
  framesUp: 0,
  activeMs: 0,
  objectBytes: 0,
  runnerCpuMs: 0,
}
/** Ten accounts, ten messages each in ten minutes, an hour of rest. */
const day = (sending: Partial<Phase> = {}, resting: Partial<Phase> = {}): Day => ({
  accounts: 10,
  sentEach: 10,
  sending: { ...EMPTY, messages: 100, minutes: 10, ...sending },
  resting: { ...EMPTY, minutes: 60, ...resting },
})
const basic = instanceNamed('basic')
const of = { fleet: { instance: basic, capacity: 10 }, d1Gb: 0, recipients: 0, idleCpuMsAnHour: 0 }
const usage = (one: Day, message: Partial<OfMessage> = {}, more: Partial<typeof of> = {}): Usage =>
  usageOf(one, { ...NO_MESSAGE, ...message }, { ...of, ...more })
const empty = usage(day())
/** What these add to a month, meter by meter. */
const added = (with_: Usage): Partial<Usage> =>
  Object.fromEntries(
    METERS.filter((meter) => Math.abs(with_[meter] - empty[meter]) > 1e-9).map((meter) => [
      meter,
      Number((with_[meter] - empty[meter]).toFixed(6)),
    ]),
  )
const MESSAGES = 10 * 10 * 30
/** A day has 24 hours; ten minutes of it are spent sending. */
const REST_HOURS = (24 - 1 / 6) * 30

describe('prices', () => {
  test('are Cloudflare’s of 27 November 2026', () =>
    expect(METERS.map((meter) => [meter, PRICES[meter].dollars, PRICES[meter].per, PRICES[meter].included])).toEqual([
      ['d1RowsRead', 0.001, 1e6, 25e9],
      ['d1RowsWritten', 1, 1e6, 50e6],
      ['d1Storage', 0.75, 1, 5],
      ['objectRequests', 0.15, 1e6, 1e6],
      ['objectDuration', 12.5, 1e6, 400_000],
      ['objectRowsRead', 0.001, 1e6, 25e9],
      ['objectRowsWritten', 1, 1e6, 50e6],
      ['objectStorage', 0.2, 1, 5],
      ['workerRequests', 0.3, 1e6, 10e6],
      ['workerCpu', 0.02, 1e6, 30e6],
      ['queueOperations', 0.4, 1e6, 1e6],
      ['r2ClassA', 4.5, 1e6, 1e6],
      ['r2ClassB', 0.36, 1e6, 10e6],
      ['r2Storage', 0.015, 1, 10],
      ['analyticsPoints', 0.25, 1e6, 10e6],
      ['logEvents', 0.6, 1e6, 20e6],
      ['containerMemory', 0.000_002_5, 1, 90_000],
      ['containerCpu', 0.000_02, 1, 22_500],
      ['containerDisk', 0.000_000_07, 1, 720_000],
      ['containerEgress', 0.04, 1, 500],
    ]))
  test.each(METERS)('%s is billed, alone and in its group', (meter) => {
    const { dollars, per, included } = PRICES[meter]
    const bill = billOf({ ...nothing, [meter]: included + 7 * per }, true)
    expect(bill[meter]).toBeCloseTo(7 * dollars)
    expect(totalOf(bill)).toBeCloseTo(PLAN_DOLLARS + 7 * dollars)
    expect(Object.values(groupsOf(bill)).reduce((all, one) => all + one, 0)).toBeCloseTo(7 * dollars)
    expect(billOf({ ...nothing, [meter]: included }, true)[meter]).toBe(0)
    expect(billOf({ ...nothing, [meter]: included }, false)[meter]).toBeCloseTo((included * dollars) / per)
  })
  test('each is in one group', () => expect([...METERS_IN_GROUPS].sort()).toEqual([...METERS].sort()))
})

describe('a month', () => {
  test('has thirty days of what the morning did, and of the rest of each day what an hour of rest did', () => {
    expect(added(usage(day({ d1RowsWritten: 100 })))).toEqual({ d1RowsWritten: MESSAGES })
    expect(added(usage(day({}, { d1RowsWritten: 2 })))).toEqual({ d1RowsWritten: 2 * REST_HOURS })
    expect(added(usage(day({ d1RowsRead: 100 }, { d1RowsRead: 2 })))).toEqual({ d1RowsRead: MESSAGES + 2 * REST_HOURS })
  })
  test('of a message: what workerd counted with the real runner', () => {
    expect(added(usage(day(), { objectRowsWritten: 12, alarmsSet: 2 }))).toEqual({ objectRowsWritten: 14 * MESSAGES })
    expect(added(usage(day(), { objectRowsRead: 3 }))).toEqual({ objectRowsRead: 3 * MESSAGES })
    expect(added(usage(day(), { objectRequests: 2, framesUp: 40 }))).toEqual({ objectRequests: 4 * MESSAGES })
    expect(added(usage(day(), { activeMs: 500 }))).toEqual({ objectDuration: 0.5 * OBJECT_GB * MESSAGES })
    expect(added(usage(day(), { runnerCpuMs: 10 }))).toEqual({ containerCpu: 0.01 * MESSAGES })
    expect(added(usage(day(), { objectBytes: 2_000 }, { recipients: 1e6 })).objectStorage).toBeCloseTo(2)
  })
  test('of the rest: rows, alarms, calls, and a twentieth of the frames', () => {
    expect(added(usage(day({}, { objectRowsWritten: 1, alarmsSet: 2 })))).toEqual({ objectRowsWritten: 3 * REST_HOURS })
    expect(added(usage(day({}, { rpc: 1, alarms: 2, frames: 20 })))).toEqual({ objectRequests: 4 * REST_HOURS })
    expect(added(usage(day({}, { objectRowsRead: 5 })))).toEqual({ objectRowsRead: 5 * REST_HOURS })
    expect(added(usage(day({ waitedMs: 100_000 }, { waitedMs: 1_000 }))).objectDuration).toBeCloseTo(
      OBJECT_GB * (MESSAGES + REST_HOURS),
    )
  })
  test('queue, journal, invocations, points and lines', () => {
    expect(added(usage(day({ queueWritten: 10, queueRead: 20 })))).toEqual({ queueOperations: 0.5 * MESSAGES })
    // the second place reads it once
    expect(added(usage(day({ bucketA: 20 })))).toEqual({ r2ClassA: 0.2 * MESSAGES, r2ClassB: 0.2 * MESSAGES })
    expect(added(usage(day({}, { bucketB: 3 })))).toEqual({ r2ClassB: 3 * REST_HOURS })
    expect(added(usage(day({ invocations: 100 })))).toEqual({
      workerRequests: MESSAGES,
      workerCpu: MESSAGES * ASSUMED.cpuMsACall,
    })
    expect(added(usage(day({ points: 100 }, { lines: 1 })))).toEqual({
      analyticsPoints: MESSAGES,
      logEvents: REST_HOURS,
    })
  })
  test('of what is there without any message: plan, backups, second place, people’s calls, storage', () => {
    expect(empty.workerRequests).toBe(10 * ASSUMED.callsADay * 30)
    expect(empty.d1RowsRead).toBe(empty.workerRequests * ASSUMED.rowsReadACall)
    expect(empty.r2ClassA).toBe(30 * ASSUMED.backupPartsANight + ASSUMED.secondPlaceAMinute * 30 * 24 * 60)
    expect(added(usage(day(), {}, { d1Gb: 3 }))).toEqual({ d1Storage: 3 })
    expect(added(usage(day(), {}, { recipients: 1e6 }))).toEqual({ r2Storage: 3.8 })
  })
  test('of the containers: one more than hold all, their memory and disk all month, their objects awake', () => {
    expect(empty.containerMemory).toBe(2 * MONTH_S)
    expect(empty.containerDisk).toBe(2 * 4 * MONTH_S)
    expect(empty.objectDuration).toBeCloseTo(2 * OBJECT_GB * MONTH_S)
    expect(empty.objectRequests).toBe(2 * (MONTH_S / 180))
    expect(empty.objectRowsWritten).toBe(2 * 2 * (MONTH_S / 180))
    expect(added(usage(day(), {}, { idleCpuMsAnHour: 100 })).containerCpu).toBeCloseTo(10 * 0.1 * 720)
    expect(empty.containerEgress).toBeCloseTo((MESSAGES * 6_000 + 10 * 60_000 * 720) / 1e9)
    expect([1, 500, 501].map((accounts) => instancesFor(accounts, 500))).toEqual([2, 2, 3])
  })
})

test('the fleet is the one that wrangler.toml ships', () => {
  const named = 'RUNNER_CAPACITY = "200"\ninstance_type = "basic"'
  expect(fleetOf(named)).toEqual({ instance: basic, capacity: 200 })
  expect(() => fleetOf('RUNNER_CAPACITY = "200"')).toThrow('instance_type')
  expect(shippedFleet()).toEqual({ instance: instanceNamed('custom'), capacity: 500 })
})
test('a container costs its memory, its disk and its object, whatever it does', () =>
  expect(MEASURED.monthOfInstance(basic)).toBeCloseTo(6.48 + 0.726 + 4.147, 2))

test('a size between two lies on their line, and so does one beyond', () => {
  const smaller = day({ rpc: 100 })
  const larger = { ...day({ rpc: 300 }), accounts: 20 }
  expect(dayBetween(smaller, larger, 15)).toMatchObject({
    accounts: 15,
    sending: { rpc: 200 },
    resting: { minutes: 60 },
  })
  expect(dayBetween(smaller, larger, 40).sending.rpc).toBe(700)
  // one of them rested for ten minutes only
  const rested = { ...day({}, { minutes: 10, alarms: 50 }), accounts: 20 }
  expect(dayBetween(day({}, { alarms: 100 }), rested, 15).resting).toMatchObject({ minutes: 60, alarms: 200 })
})

describe('how many accounts an instance holds', () => {
  const runner = { baseMb: 100, sessionMb: 1, cpuMsAMessage: 10, messagesASecond: 0.1 }
  test.each([
    // a second has 700 ms of a core for them, and each takes one
    ['standard-2', 700],
    ['basic', 175],
    // four fifths of 256 MB, less what a runner takes without any
    ['lite', 43],
  ])('%s: %d', (name, capacity) => expect(capacityOf(instanceNamed(name), runner)).toBe(capacity))
  test('its memory, where a message takes little', () =>
    expect(capacityOf(basic, { ...runner, cpuMsAMessage: 0.1 })).toBe(719))
  test('none, where a runner does not fit', () => expect(capacityOf(basic, { ...runner, baseMb: 1_000 })).toBe(0))
  test('sizes are those that can be asked for', () =>
    expect(
      INSTANCE_TYPES.every(
        ({ vcpu, memoryGib, diskGb }) => vcpu < 1 || (memoryGib / vcpu >= 3 && diskGb <= 2 * memoryGib),
      ),
    ).toBe(true))
})
