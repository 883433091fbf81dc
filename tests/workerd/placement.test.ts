// How the fleet places accounts: a slot is taken when it is chosen, opens are spread over time, a name is one runner's.
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { beforeAll, expect, test } from 'vitest'
import { CLOSE } from '../../contract/operation/runner.ts'
import { PROTOCOL } from '../../contract/operation/runner-hello.ts'
import { OPEN_GAP_MS, SILENT_MS } from '../../durable-objects/runner-fleet/rules.ts'
import {
  forgetBoots,
  forgetSlots,
  markBootConnected,
  markBootGone,
  slotsOf,
  takeSlot,
} from '../../durable-objects/runner-fleet/slots-store.ts'
import { runnerFleet } from '../../durable-objects/stubs.ts'
import { documentOf, fire } from './support/document.ts'
import { until } from '../../scripts/drive/until.ts'
import { bound } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makeLender } from './support/people.ts'
import { linkedAccount, stage } from './support/stage.ts'

beforeAll(() => stage())

test('forty accounts at once on four runners of ten go ten to each, and the forty-first waits', async () => {
  const runners = ['p-1', 'p-2', 'p-3', 'p-4'].map((id) => new FakeRunner(id))
  for (const runner of runners) await runner.join(10)
  const fleet = runnerFleet(bound)
  await until('all are known', async () => (await fleet.runners()).every((runner) => runner.capacity === 10))
  const ask = (i: number) => fleet.place({ accountId: `placed-${i}`, epoch: 1, avoid: null })
  const asked = await Promise.all(Array.from({ length: 40 }, (_, i) => ask(i)))
  const placed = asked.flatMap((one) => (one && 'openAt' in one ? [one] : []))
  expect(placed).toHaveLength(40)
  expect(await ask(40)).toBeNull()
  await until('all are told', () => runners.every((runner) => runner.opens.length === 10))
  const turns = Map.groupBy(placed, (one) => one.runnerId)
  for (const { id } of runners) {
    const times = (turns.get(id) ?? []).map((one) => one.openAt).toSorted((a, b) => a - b)
    const gaps = times.slice(1).map((at, i) => at - (times[i] ?? 0))
    expect([gaps.length, gaps.every((gap) => gap >= OPEN_GAP_MS)]).toEqual([9, true])
  }
  for (const runner of runners) runner.leave()
})

test('a second runner of the same name is refused while the first one lives, and taken when it is gone', async () => {
  const first = new FakeRunner('namesake')
  await first.join()
  const second = new FakeRunner('namesake')
  await second.join()
  await until('refused', () => second.closed === CLOSE.nameTaken)
  expect(first.closed).toBeNull()
  first.send(JSON.stringify({ kind: 'draining' }))
  await until('ending', async () => (await runnerFleet(bound).runners()).some((r) => r.draining))
  const successor = new FakeRunner('namesake')
  await successor.join()
  await until('beside it', async () => (await runnerFleet(bound).runners()).some((r) => r.bootId === successor.boot))
  expect([first.closed, successor.closed]).toEqual([null, null])
  successor.leave()
  first.leave()
  await until('gone', async () => !(await runnerFleet(bound).runners()).some((r) => r.runnerId === 'namesake'))
  const third = new FakeRunner('namesake')
  await third.join()
  await until('taken', async () => (await runnerFleet(bound).runners()).some((r) => r.bootId === third.boot))
  third.leave()
})

test('rule runner-mode: a live runner is refused by this sandbox Worker with a reason, and gets no account', async () => {
  const live = new FakeRunner('live')
  await live.join(100, [], { protocol: PROTOCOL, mode: 'live' })
  await until('refused', () => live.closed === CLOSE.wrongMode)
  expect(live.reason).toBe('this runner is live, the Worker is sandbox')
  expect(live.welcome).toBeNull()
  expect(await runnerFleet(bound).place({ accountId: 'nowhere', epoch: 1, avoid: null })).toBeNull()
})
test('one of the same mode hears who let it in; one of the version before says nothing, hears nothing and is let in', async () => {
  const known = async (id: string) =>
    (await runnerFleet(bound).runners()).some((r) => r.runnerId === id && r.capacity > 0)
  const same = new FakeRunner('same-mode')
  await same.join(100, [], { protocol: PROTOCOL, mode: 'sandbox' })
  await until('welcome', () => same.welcome)
  expect(same.welcome).toEqual({ kind: 'hello', protocol: PROTOCOL, version: 'of-the-tests', mode: 'sandbox' })
  same.leave()
  const older = new FakeRunner('version-before')
  await older.join()
  await until('known', () => known('version-before'))
  expect([older.welcome, older.closed]).toEqual([null, null])
  older.leave()
})

/** What the fleet has on disk of this boot. */
const onDisk = (boot: string) =>
  runInDurableObject(runnerFleet(bound), (_fleet, { storage: { sql } }) => ({
    slots: sql
      .exec<{ account: string; epoch: number }>('select account, epoch from slots where boot = ?', boot)
      .toArray(),
    gone: sql.exec<{ gone_at: number | null }>('select gone_at from boots where boot = ?', boot).toArray()[0]?.gone_at,
  }))
const silentFor = async (boot: string, ms: number) => {
  await runInDurableObject(runnerFleet(bound), (_fleet, { storage: { sql } }) =>
    sql.exec('update boots set gone_at = gone_at - ? where boot = ?', ms, boot),
  )
  await runDurableObjectAlarm(runnerFleet(bound))
}

test('rule runner-clock: a runner whose clock is over half a minute off gets no account, until it is right again', async () => {
  const runner = new FakeRunner('wrong-clock')
  await runner.join(10)
  const fleet = runnerFleet(bound)
  const status = async () => (await fleet.runners()).find(({ runnerId }) => runnerId === 'wrong-clock')
  let asked = 0
  const place = () => fleet.place({ accountId: `clock-${++asked}`, epoch: 1, avoid: null })
  const beat = { kind: 'heartbeat', accounts: 1, rssMb: 1, lagMs: 1 }
  const beats = async (aheadMs: number, seen: (skewMs: number) => boolean) => {
    for (let n = 0; n < 3; n++) runner.send(JSON.stringify({ ...beat, at: Date.now() + aheadMs }))
    await until('measured', async () => seen((await status())?.skewMs ?? Number.NaN))
    return (await status())?.hasRoom
  }
  await until('known', async () => (await status())?.capacity === 10)
  // it does not say its time, as those of older versions
  expect((await status())?.skewMs).toBeNull()
  expect(await place()).toMatchObject({ runnerId: 'wrong-clock' })
  expect(await beats(-32_000, (ms) => ms < -30_000)).toBe(false)
  expect(await place()).toBeNull()
  expect(runner.opens).toHaveLength(1)
  expect(await beats(0, (ms) => ms > -30_000)).toBe(true)
  expect(await place()).toMatchObject({ runnerId: 'wrong-clock' })
  // it is asked for nothing that it has
  expect(runner.opens.map(({ kind }) => kind)).toEqual(['open', 'open'])
  runner.leave()
})

test('a runner that nears the end of the memory it says it has gets no account while another has room', async () => {
  const little = new FakeRunner('little-memory')
  const other = new FakeRunner('other-memory')
  await Promise.all([little.join(10), other.join(5)])
  const fleet = runnerFleet(bound)
  const load = async () => (await fleet.runners()).find(({ runnerId }) => runnerId === 'little-memory')?.load
  let asked = 0
  const placedAt = async (rssMb: number) => {
    const beat = { kind: 'heartbeat', accounts: 0, rssMb, memoryMb: 1_000, lagMs: 1 }
    for (let n = 0; n < 3; n++) little.send(JSON.stringify({ ...beat, sends: n }))
    await until('heard', async () => {
      const heard = await load()
      return heard?.rssMb === rssMb && heard.sends === 2
    })
    const placed = await fleet.place({ accountId: `memory-${++asked}`, epoch: 1, avoid: null })
    return placed && 'runnerId' in placed ? placed.runnerId : null
  }
  // the fuller one
  other.send(JSON.stringify({ kind: 'heartbeat', accounts: 2, rssMb: 1, lagMs: 1 }))
  await until('known', async () =>
    (await fleet.runners()).some(({ accounts, runnerId }) => runnerId === 'other-memory' && accounts === 2),
  )
  expect([await placedAt(790), await placedAt(810), await placedAt(791)]).toEqual([
    'little-memory',
    'other-memory',
    'little-memory',
  ])
  little.leave()
  other.leave()
})

test('a slot is on record from its reservation until its runner has closed it, and as the runner says when it dials again', async () => {
  const runner = new FakeRunner('slots')
  await runner.join()
  const fleet = runnerFleet(bound)
  await until('known', async () => (await fleet.runners()).some((r) => r.runnerId === 'slots' && r.capacity > 0))
  await fleet.place({ accountId: 'slot-1', epoch: 3, avoid: null })
  await fleet.place({ accountId: 'slot-2', epoch: 1, avoid: null })
  const closed = (accountId: string, epoch: number) => runner.send(JSON.stringify({ kind: 'closed', accountId, epoch }))
  closed('slot-2', 1)
  // told late, of an epoch before
  closed('slot-1', 2)
  const first = { account: 'slot-1', epoch: 3 }
  await until('freed', async () => (await onDisk(runner.boot)).slots.length === 1)
  expect(await onDisk(runner.boot)).toEqual({ slots: [first], gone: null })
  await evictDurableObject(fleet, { webSockets: 'hibernate' })
  expect(await onDisk(runner.boot)).toEqual({ slots: [first], gone: null })
  // it never came to its runner, which does not name it
  await fleet.place({ accountId: 'slot-3', epoch: 1, avoid: null })
  await runner.join(100, [
    { accountId: 'slot-1', epoch: 4 },
    { accountId: 'slot-9', epoch: 1 },
  ])
  await until('said', async () => (await onDisk(runner.boot)).slots.some(({ account }) => account === 'slot-9'))
  expect(await onDisk(runner.boot)).toEqual({
    slots: [
      { account: 'slot-1', epoch: 4 },
      { account: 'slot-9', epoch: 1 },
    ],
    gone: null,
  })
  runner.leave()
  await until('gone', async () => (await onDisk(runner.boot)).gone)
})

test('an account whose runner is lost to the fleet looks at its lease when that ends, and is not placed again before', async () => {
  await makeLender('lost-runner-member')
  const runner = new FakeRunner('lost')
  await runner.join()
  const { object, socket, accountId, epoch } = await linkedAccount(runner, 'lost-runner-member')
  await fire(object, 'lease')
  const rare = (await documentOf(object)).timers.lease ?? 0
  runner.leave()
  await until('gone', async () => (await onDisk(runner.boot)).gone)
  expect((await onDisk(runner.boot)).slots).toEqual([{ account: accountId, epoch }])
  // not lost yet
  await silentFor(runner.boot, SILENT_MS / 2)
  expect((await documentOf(object)).timers.lease).toBe(rare)
  await silentFor(runner.boot, SILENT_MS / 2)
  expect(await onDisk(runner.boot)).toEqual({ slots: [], gone: undefined })
  expect((await documentOf(object)).timers.lease).toBeLessThan(rare)
  // the runner is alive, and has its account
  await fire(object, 'lease')
  expect(await documentOf(object)).toMatchObject({ epoch, base: 'connected', runner: { connected: true } })
  expect([socket.closed, runner.opens.length]).toEqual([null, 1])
})

test('the slots of a runner that dials again while its accounts are told stay, and the runner is no lost one', async () => {
  const left = await runInDurableObject(runnerFleet(bound), (_fleet, { storage: { sql } }) => {
    const boots = ['back', 'lost']
    for (const boot of boots) {
      markBootConnected(sql, boot)
      takeSlot(sql, boot, `of-${boot}`, 1)
      markBootGone(sql, boot, 1)
    }
    markBootConnected(sql, 'back')
    forgetSlots(
      sql,
      boots.map((bootId) => ({ bootId, accountId: `of-${bootId}` })),
    )
    forgetBoots(sql, boots)
    const found = boots.map((boot) => [
      sql.exec('select 1 from boots where boot = ?', boot).toArray().length,
      sql.exec('select 1 from slots where boot = ?', boot).toArray().length,
    ])
    for (const table of ['slots', 'boots']) sql.exec(`delete from ${table} where boot in ('back', 'lost')`)
    return found
  })
  expect(left).toEqual([
    [1, 1],
    [0, 0],
  ])
})

test('those that have no later place are told first', async () => {
  const rows = await runInDurableObject(runnerFleet(bound), (_fleet, { storage: { sql } }) => {
    for (const [boot, account, epoch] of [
      ['a', 'moved', 1],
      ['a', 'moving', 4],
      ['b', 'moved', 2],
      ['a', 'nowhere', 9],
      ['b', 'moving', 5],
    ] as const)
      takeSlot(sql, boot, account, epoch)
    const found = [1, 2, 3].map((limit) => slotsOf(sql, ['a'], limit).map(({ accountId }) => accountId))
    sql.exec('delete from slots')
    return found
  })
  expect(rows.map((found) => [found[0], found.length])).toEqual([
    ['nowhere', 1],
    ['nowhere', 2],
    ['nowhere', 3],
  ])
})
