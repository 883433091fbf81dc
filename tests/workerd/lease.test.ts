// Who may hold a session: a runner that renewed is never fenced before its time, nobody logs in before a fenced runner
// must have let go, and what a fenced runner alone knows still counts.
import { evictDurableObject } from 'cloudflare:test'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { OBJECT_RELEASE_HEADER } from '../../contract/ground/release-header.ts'
import { CLOSE, PING } from '../../contract/operation/runner.ts'
import { HOUR_MS, MINUTE_MS } from '../../contract/ground/time.ts'
import { AT_WORK_DUE_MS } from '../../domain/sending/wakes/rules.ts'
import { accountObject } from '../../durable-objects/stubs.ts'
import type { TimerName } from '../../durable-objects/account-blast/document/document.ts'
import { vaultCounts } from '../../durable-objects/account-blast/tables/monitor-store.ts'
import { TIMERS } from '../../durable-objects/account-blast/turn/timers.ts'
import { timing } from '../../durable-objects/timing.ts'
import { until } from '../../scripts/drive/until.ts'
import { all, bound, one, run } from './support/database.ts'
import { FakeAccountSocket, FakeRunner, headers } from './support/fake-runner.ts'
import { listenAsMember } from './support/member-screen.ts'
import { makeLender } from './support/people.ts'
import { acked, inside, leaseRunsOut, linkedAccount, numbers, stage } from './support/stage.ts'
import { documentOf, fire } from './support/document.ts'

const runner = new FakeRunner('lease-runner')
let serial = 0
const someone = async () => (await makeLender(`lease-${++serial}`)).id
beforeAll(async () => {
  await stage()
  await runner.join()
})
beforeEach(async () => {
  await run('delete from phone_numbers')
})
const evict = (object: ReturnType<typeof accountObject>, webSockets: 'close' | 'hibernate') =>
  evictDurableObject(object, { webSockets })

describe('a runner whose socket closed', () => {
  test('keeps its epoch when the lease was to be looked at earlier, and dials again', async () => {
    const { object, socket, accountId, epoch } = await linkedAccount(runner, await someone())
    await fire(object, 'lease')
    socket.ws.close(1000)
    await until('the close is on record', async () => !(await documentOf(object)).runner?.connected)
    // until then it may believe that it holds the session
    const { runner: holder, timers } = await documentOf(object)
    const { leaseMs, leaseSkewMs } = timing(bound)
    expect(timers.lease).toBe((holder?.renewedAt ?? 0) + leaseMs + leaseSkewMs)
    // the check of before the close comes now
    await fire(object, 'lease')
    expect((await documentOf(object)).epoch).toBe(epoch)
    const again = await runner.dial(accountId, epoch)
    again.say({ kind: 'hello', connection: 'open', me: null })
    await until('connected', async () => (await documentOf(object)).runner?.connected)
    expect(again.closed).toBeNull()
  })
  test('keeps it when the object lost its sockets without a word, as in a deploy', async () => {
    const { object, accountId, epoch } = await linkedAccount(runner, await someone())
    const before = Date.now()
    await evict(object, 'close')
    await fire(object, 'lease')
    const missed = await documentOf(object)
    expect(missed).toMatchObject({ epoch, runner: { connected: false } })
    // nobody noted its pings: it may have renewed until just now
    expect(missed.runner?.renewedAt).toBeGreaterThanOrEqual(before)
    await evict(object, 'hibernate')
    await fire(object, 'lease')
    expect((await documentOf(object)).epoch).toBe(epoch)
    expect((await runner.dial(accountId, epoch)).closed).toBeNull()
  })
  test('whose renewal was noted while the object slept is not asked before it is over', async () => {
    const { object, socket, epoch } = await linkedAccount(runner, await someone())
    socket.ws.send('ping')
    await evict(object, 'hibernate')
    const { renewedAt } = (await documentOf(object)).runner ?? { renewedAt: 0 }
    socket.ws.close(1000)
    await until('the close is on record', async () => !(await documentOf(object)).runner?.connected)
    const after = await documentOf(object)
    expect(after.epoch).toBe(epoch)
    expect(after.runner?.renewedAt ?? 0).toBeGreaterThanOrEqual(renewedAt)
  })
})

test('with no runner free no epoch is minted, however often one is asked for', async () => {
  const object = accountObject(bound, 'acc-nobody')
  await makeLender('lease-nobody')
  const full = new FakeRunner('full')
  runner.leave()
  await full.join(0)
  const request = { accountId: 'acc-nobody', clientid: 'wa-nobody', userId: 'lease-nobody', purpose: 'blast' } as const
  expect((await object.beginLink({ ...request, mode: 'qr', phone: null })).ok).toBe(true)
  const { epoch } = await documentOf(object)
  for (let i = 0; i < 5; i++) await fire(object, 'place')
  expect((await documentOf(object)).epoch).toBe(epoch)
  full.leave()
  await runner.join()
  await fire(object, 'place')
  expect((await runner.take('acc-nobody')).epoch).toBe(epoch)
})

test('a member is told that their account is being connected again when its runner was lost without a word', async () => {
  const member = await someone()
  const { object, accountId } = await linkedAccount(runner, member)
  const screen = await listenAsMember(member)
  await leaseRunsOut(object)
  await until('the screen says so', () => screen.state(accountId))
  expect(screen.state(accountId)).toMatchObject({ state: 'reconnecting' })
  screen.close()
})

test('rule one-runner: a new runner logs in only once the fenced one must have let go of the session', async () => {
  const { object, socket, accountId, epoch } = await linkedAccount(runner, await someone())
  // told to open the session, and gone without a word just after it renewed
  await until('holds the session', async () => (await documentOf(object)).holdsSession)
  await leaseRunsOut(object, { mayBeOpenForMs: 60_000 })
  expect(socket.closed).not.toBeNull()
  const next = await runner.take(accountId, epoch)
  next.socket.say({ kind: 'hello', connection: 'none', me: null })
  await until('handled', () => next.socket.acked > 0)
  expect(next.socket.commands).toEqual([])
  await fire(object, 'reconnect')
  expect(next.socket.commands).toEqual([])
})

test('rule at-most-once: the runner after one that ended without a word gets no session with an own device, also where no message was under way', async () => {
  const { object, socket, accountId, epoch } = await linkedAccount(runner, await someone())
  socket.say({ kind: 'rows', rows: [{ type: 'session', id: 'own.1', owner: null, data: 'AA==' }] })
  await until('kept', async () =>
    (await inside(object, ({ sql }) => vaultCounts(sql))).some(({ type }) => type === 'session'),
  )
  await leaseRunsOut(object)
  const next = await runner.take(accountId, epoch)
  next.socket.say({ kind: 'hello', connection: 'none', me: null })
  const connect = await until('the login', () => next.socket.commands.find((one) => one.kind === 'connect'))
  expect(connect.rows.map(({ type }) => type)).toEqual(['creds'])
})

describe('what a fenced runner hands in', () => {
  test('counts: its result is paid once, its keys are not stored, its word about the connection is nobody’s', async () => {
    const userId = await someone()
    await numbers(10, 1)
    const { object, socket, accountId, epoch, me } = await linkedAccount(runner, userId)
    await object.start()
    await until('send', () => socket.sends()[0])
    await leaseRunsOut(object)
    const next = await runner.take(accountId, epoch)
    next.socket.say({ kind: 'hello', connection: 'none', me: null }, { kind: 'open', me })
    await until('connected', async () => (await object.snapshot())?.state === 'connected')
    const left = await runner.dial(accountId, epoch, { leftover: true })
    left.say(
      { ...acked(socket, 0), rows: [{ type: 'session', id: 'old.0', owner: '1', data: 'AA==' }] },
      { kind: 'closed', code: 401, detail: 'old', reachedWhatsapp: true, proxyFailed: false },
    )
    left.say(acked(socket, 0))
    await until('acknowledged', () => left.acked >= 3)
    await until(
      'paid',
      async () =>
        (await one<{ b: number }>('select balance_sen as b from balances where user_id = ?', userId))?.b === 10_000,
    )
    expect(await object.snapshot()).toMatchObject({ count_success: 1, state: 'connected' })
    expect(await all('select messages from posting_parts where user_id = ?', userId)).toEqual([{ messages: 1 }])
    const kept = await inside(object, ({ sql }) => vaultCounts(sql))
    expect(kept.filter(({ type }) => type === 'session')).toEqual([])
  })
  test('rule one-runner: another start of the same runner is fenced while one holds the epoch, and so is a dial that is replayed', async () => {
    const { object, socket, accountId, epoch } = await linkedAccount(runner, await someone())
    const restarted = await new FakeRunner(runner.id).dial(accountId, epoch)
    await until('fenced', () => restarted.closed === CLOSE.fenced)
    const recorded = { headers: headers(runner.id, runner.boot) }
    const releases: (string | null)[] = []
    const dial = async () => {
      const { webSocket, headers: said } = await object.fetch(`http://account/?epoch=${epoch}`, recorded)
      releases.push(said.get(OBJECT_RELEASE_HEADER))
      return new FakeAccountSocket(webSocket as WebSocket, { last: 0 })
    }
    const [first, replayed] = [await dial(), await dial()]
    await until('fenced', () => replayed.closed === CLOSE.fenced)
    await until('replaced', () => socket.closed === CLOSE.replaced)
    expect([first.closed, (await documentOf(object)).runner?.bootId]).toEqual([null, runner.boot])
    // by which a runner counts its objects
    expect(releases).toEqual([bound.PRODUCT_VERSION ?? 'unknown', null])
  })
  test('an ordinary dial of an older epoch is still fenced', async () => {
    const { object, accountId, epoch } = await linkedAccount(runner, await someone())
    await leaseRunsOut(object)
    const late = await runner.dial(accountId, epoch)
    await until('fenced', () => late.closed === CLOSE.fenced)
  })
})

describe('rule newer-words: a fact of a newer runner that this object does not know', () => {
  const closed = { kind: 'closed', code: 503, detail: 'x', reachedWhatsapp: true, proxyFailed: false }
  const frame = (from: number, ...facts: object[]) =>
    JSON.stringify({ facts: facts.map((fact, i) => ({ seq: from + i, fact })) })
  const limit = (kind: string) => ({ kind, cause: 'reachout', until: null })
  const outcome = async (object: ReturnType<typeof accountObject>) => {
    const { restrictions, reconnectTries } = await documentOf(object)
    return [Object.keys(restrictions), reconnectTries]
  }
  test('is repeated until it is understood, and those after it are handled once', async () => {
    const { object, socket } = await linkedAccount(runner, await someone())
    const first = socket.acked + 1
    socket.ws.send(frame(first, limit('of-the-future'), closed))
    socket.ws.send('{ not json')
    await until('acknowledged', () => socket.acked === first + 1)
    expect([socket.closed, socket.unread, await outcome(object)]).toEqual([null, [first], [[], 1]])
    await evict(object, 'hibernate')
    socket.ws.send(frame(first + 2, { kind: 'receipts', items: [] }))
    await until('acknowledged', () => socket.acked === first + 2)
    expect(socket.unread).toEqual([first])
    // the object has learned to read meanwhile
    socket.ws.send(frame(first, limit('restricted'), closed))
    await until('read', () => socket.unread.length === 0)
    expect(await outcome(object)).toEqual([['reachout'], 1])
  })
  test('is kept for the next version also by a runner that no longer holds the account', async () => {
    const { object, accountId, epoch } = await linkedAccount(runner, await someone())
    await leaseRunsOut(object)
    const left = await runner.dial(accountId, epoch, { leftover: true })
    left.ws.send(frame(1, limit('of-the-future'), { kind: 'receipts', items: [] }))
    left.ws.send(frame(3, { kind: 'receipts', items: [] }))
    await until('acknowledged', () => left.acked === 3)
    expect(left.unread).toEqual([1])
    left.ws.send(frame(1, limit('restricted')))
    await until('read', () => left.unread.length === 0)
    expect((await documentOf(object)).restrictions).toHaveProperty('reachout')
  })
})

test('a timer that its own work sets for the moment of its guard stays', async () => {
  const { object } = await linkedAccount(runner, await someone())
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now)
  const guards: number[] = []
  const timer = vi.spyOn(TIMERS, 'restriction').mockImplementation((core) => {
    guards.push(core.timerDue('restriction') ?? 0)
    core.setTimer('restriction', guards.at(-1) ?? 0)
  })
  try {
    await fire(object, 'restriction')
    expect((await documentOf(object)).timers.restriction).toBe(guards[0])
  } finally {
    clock.mockRestore()
    timer.mockRestore()
  }
})

test('rule newer-words: a timer of the next version waits for it, and is neither lost nor tried all the time', async () => {
  const { object } = await linkedAccount(runner, await someone())
  await fire(object, 'of-the-next' as TimerName, 'tidy')
  const { timers } = await documentOf(object)
  const due = (timers as Record<string, number>)['of-the-next'] ?? 0
  expect(due).toBeGreaterThan(Date.now() + HOUR_MS / 2)
  expect(timers.tidy).toBeGreaterThan(Date.now() + HOUR_MS)
})

test('a control socket whose words nobody can read is closed, and a ping that comes later changes nothing', async () => {
  const unclear = new FakeRunner('unclear')
  await unclear.join()
  unclear.send('{"kind":"of-the-future"}')
  unclear.send('{"kind":')
  unclear.send(PING)
  await until('closed', () => unclear.closed === CLOSE.badFrame)
})

test('an account that waits for the next day looks at its lease when it loads its rules, and says six hours to the cron', async () => {
  await run(`update settings set value = '1' where key = 'daily_cap'`)
  await numbers(0, 2)
  const userId = await someone()
  await run('update users set blast_interval_min = 0, blast_interval_max = 0 where id = ?', userId)
  const { accountId, object, socket } = await linkedAccount(runner, userId)
  await object.start()
  await until('send', () => socket.sends()[0])
  socket.say(acked(socket, 0))
  await until('it waits', async () => (await documentOf(object)).wait?.reason === 'daily_cap')
  const { until: ends = 0 } = (await documentOf(object)).wait ?? {}
  const row = () => one<{ due_at: number | null }>('select due_at from whatsapp where id = ?', accountId)
  const due = async () => ((await row()).due_at ?? 0) - Date.now()
  const most = Math.max(AT_WORK_DUE_MS, Math.min(6 * AT_WORK_DUE_MS, ends - Date.now()))
  // a row that is due in more than half of that time is not written again for it
  await until('due when its wait may end', async () => {
    const inMs = await due()
    return inMs > most / 2 - MINUTE_MS && inMs < most + MINUTE_MS
  })
  // an object that wakes takes its next step at once: what it waits for says how long its lease rests, not that
  for (let looks = 0; looks < 2; looks++) {
    await evict(object, 'hibernate')
    await fire(object, 'lease', 'pump')
    const { timers } = await documentOf(object)
    expect((timers.lease ?? 0) - Date.now()).toBeGreaterThan(Math.min(2 * MINUTE_MS, ends - Date.now() - MINUTE_MS))
  }
  // the fleet has lost sight of the runner: that look comes when the lease ends, whatever the blast waits for
  const { runner: holder } = await documentOf(object)
  await object.runnerSilent(holder?.bootId ?? '')
  await fire(object, 'pump')
  expect(((await documentOf(object)).timers.lease ?? 0) - Date.now()).toBeLessThan(MINUTE_MS)
  await object.stop()
  await run(`update settings set value = '1000' where key = 'daily_cap'`)
})
