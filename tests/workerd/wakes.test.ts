// A slept object costs nothing: the cron wakes whose row is overdue and nobody else, and an object that wakes
// between two messages goes by what it has.
import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '../../contract/ground/time.ts'
import { connect } from '../../domain/ground/db/connection.ts'
import { AGAIN_MS, AT_WORK_DUE_MS, GRACE_MS } from '../../domain/sending/wakes/rules.ts'
import { nextIdleHolders, takeOverdue } from '../../domain/sending/wakes/store.ts'
import { AccountBlast } from '../../durable-objects/account-blast/object.ts'
import { Clock } from '../../durable-objects/account-blast/core/clock.ts'
import { cron } from './support/cron.ts'
import { documentOf, fire } from './support/document.ts'
import { until } from '../../scripts/drive/until.ts'
import { all, bound, one, run } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makeLender } from './support/people.ts'
import { acked, inside, linkedAccount, numbers, stage, wakeWith } from './support/stage.ts'
import { watchedDb } from './support/plans.ts'

const runner = new FakeRunner('wakes')
const db = connect(bound.DB)
let serial = 0
const account = async (interval = 0) => {
  const userId = `wake-${++serial}`
  await makeLender(userId)
  await run('update users set blast_interval_min = ?1, blast_interval_max = ?1 where id = ?2', interval, userId)
  return linkedAccount(runner, userId)
}
type Linked = Awaited<ReturnType<typeof account>>
type Row = { status: string; state: string; due_at: number | null }
const rowOf = (id: string) => one<Row>('select status, state, due_at from whatsapp where id = ?', id)
const atRest = ({ accountId, object }: Pick<Linked, 'accountId' | 'object'>) =>
  until('the row says that it rests', async () => {
    const { timers, rowDirty } = await documentOf(object)
    return !rowDirty && (await rowOf(accountId)).due_at === timers.tidy
  })
/** Its alarm never comes again by itself. */
const loseAlarm = (object: Linked['object']) =>
  inside(object, ({ sql }) => sql.exec(`update document set value = json_set(value, '$.timers', json('{}'))`))

beforeAll(async () => {
  await stage()
  await runner.join()
  await run('create table row_writes (id text)')
  await run(
    'create trigger row_writes_due after update of due_at on whatsapp begin insert into row_writes values (new.id); end',
  )
})
beforeEach(async () => {
  await run('delete from phone_numbers')
  await run('delete from whatsapp')
  await run('delete from row_writes')
})

describe('the row of an account says by when to expect it again', () => {
  test('within the hour while it works, however many messages leave, and a day at rest', async () => {
    await numbers(0, 12)
    const { accountId, object, socket } = await account()
    await atRest({ accountId, object })
    await run('delete from row_writes')
    await object.start()
    for (let i = 0; i < 12; i++) {
      await until(`send ${i}`, () => socket.sends()[i])
      socket.say(acked(socket, i))
      const due = async () => ((await rowOf(accountId)).due_at ?? 0) - Date.now()
      if (i === 5) await until('due within the hour', async () => Math.abs((await due()) - AT_WORK_DUE_MS) < 60_000)
    }
    await atRest({ accountId, object })
    expect((await rowOf(accountId)).status).toBe('idle')
    // its start, its end, and its rest after the ledger's word; none for a message
    expect((await all('select 1 from row_writes')).length).toBeLessThanOrEqual(4)
  })
  test('again when half of that time is over', async () => {
    await numbers(0, 2)
    const { accountId, object, socket } = await account(30)
    await object.start()
    await until('send', () => socket.sends()[0])
    await until('due', async () => (await documentOf(object)).dueAt)
    const before = (await documentOf(object)).dueAt ?? 0
    const clock = vi.spyOn(Clock.prototype, 'now').mockImplementation(() => Date.now() + AT_WORK_DUE_MS / 2 + 1_000)
    await fire(object, 'flush')
    await fire(object, 'row').finally(() => clock.mockRestore())
    await until('later', async () => ((await rowOf(accountId)).due_at ?? 0) > before)
    await object.stop()
  })
  test('never again once the account has forgotten itself', async () => {
    const { accountId, object } = await account()
    await atRest({ accountId, object })
    await object.remove()
    await fire(object, 'lease')
    await until('no other timer', async () => Object.keys((await documentOf(object)).timers).join() === 'tidy')
    await inside(object, ({ sql }) => sql.exec(`update document set value = json_set(value, '$.removedAt', 1)`))
    await evictDurableObject(object)
    await fire(object, 'tidy')
    expect((await documentOf(object)).phone).toBeNull()
    expect((await rowOf(accountId)).due_at).toBeNull()
    const row = await one('select * from whatsapp where id = ?', accountId)
    await object.poke()
    expect(await one('select * from whatsapp where id = ?', accountId)).toEqual(row)
  })
})

describe('the cron', () => {
  test('wakes an account whose alarm was lost: its row is mended, and its work goes on', async () => {
    await numbers(0, 1)
    const { accountId, object, socket } = await account(30)
    await object.start()
    await until('send', () => socket.sends()[0])
    await until('sending', async () => (await rowOf(accountId)).status === 'sending')
    await object.stop()
    socket.say(acked(socket, 0))
    await until('idle', async () => (await object.snapshot())?.status === 'idle')
    await atRest({ accountId, object })
    await loseAlarm(object)
    await evictDurableObject(object)
    await run(`update whatsapp set status = 'sending', due_at = ? where id = ?`, Date.now() - GRACE_MS - 1, accountId)
    await cron()
    await until('mended', async () => (await rowOf(accountId)).status === 'idle')
  })
  test('names who does not answer', async () => {
    const { accountId } = await account()
    await run('update whatsapp set due_at = ? where id = ?', Date.now() - GRACE_MS - 1, accountId)
    vi.spyOn(AccountBlast.prototype, 'poke').mockRejectedValueOnce(new Error('an account of a test does not answer'))
    const said = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    await cron()
    const lines = said.mock.calls.map(([line]) => JSON.parse(String(line)) as { message: string })
    said.mockRestore()
    const [line] = lines.filter(({ message }) => message === 'some accounts did not answer')
    expect(line).toMatchObject({ failed: 1, accounts: accountId })
  })
  test('leaves alone who is well', async () => {
    const { accountId, object } = await account()
    await atRest({ accountId, object })
    await run(
      `update whatsapp set status = 'sending', due_at = ? where id = ?`,
      Date.now() - GRACE_MS + 20_000,
      accountId,
    )
    await run('delete from row_writes')
    await cron()
    expect(await all('select * from row_writes')).toEqual([])
    expect((await documentOf(object)).rowDirty).toBe(false)
  })
  test('asks an account at rest for numbers that D1 holds for it', async () => {
    const [number] = await numbers(0, 1)
    const { accountId, object } = await account()
    await atRest({ accountId, object })
    await run('update phone_numbers set in_use = 1, in_use_by = ?', accountId)
    await cron()
    expect(await all('select number from phone_numbers where in_use = 0')).toEqual([{ number }])
  })
})

test('an alarm that never came, whose time is past, is set again with whatever happens next', async () => {
  const { object } = await account()
  const stub = object as unknown as DurableObjectStub
  const past = Date.now() - MINUTE_MS
  // workerd fires what is set in the past, so the platform that lost it is played
  await wakeWith(object, { timers: { tidy: past } })
  const set = await runInDurableObject(stub, (_, { storage }) => {
    vi.spyOn(storage, 'getAlarm').mockResolvedValue(past)
    return vi.spyOn(storage, 'setAlarm')
  })
  await object.drop('6281299999998')
  expect(set).toHaveBeenCalled()
  vi.restoreAllMocks()
})

describe('rounds of the cron', () => {
  const rows = async (ids: readonly string[], due: (i: number) => number | null, status = 'idle') => {
    for (const [i, id] of ids.entries())
      await run(
        `insert into whatsapp (id, clientid, user_id, purpose, state, status, created_at, due_at)
         values (?1, ?1, 'u', 'blast', 'connected', ?2, 0, ?3)`,
        id,
        status,
        due(i),
      )
  }
  const NOW = 10_000_000_000
  const ids = ['a', 'b', 'c', 'd', 'e']
  test('come to every overdue account, the longest first, and to nobody twice before all others', async () => {
    await rows(ids, (i) => NOW - GRACE_MS - 10 + i)
    await rows(['well', 'over'], (i) => (i === 0 ? NOW - GRACE_MS : null))
    const taken = async (now = NOW) => (await takeOverdue(db, { now, limit: 2 })).toSorted()
    expect([await taken(), await taken(), await taken(), await taken()]).toEqual([['a', 'b'], ['c', 'd'], ['e'], []])
    // nobody answered
    const later = NOW + AGAIN_MS + GRACE_MS + 1
    const again = [await taken(later), await taken(later), await taken(later), await taken(later)]
    expect(again[0]).toContain('well')
    expect(again.flat().toSorted()).toEqual([...ids, 'well'])
  })
  test('pass every account that holds numbers, and name those that say they rest', async () => {
    await numbers(0, 12)
    const holders = ['a', 'a', 'b', 'c', 'c', 'c', 'd', 'e', 'f', 'f', 'gone', 'gone']
    for (const [i, id] of holders.entries())
      await run('update phone_numbers set in_use = 1, in_use_by = ? where number = ?', id, String(6281200000000 + i))
    await rows(['a', 'c', 'e'], () => NOW + 80_000_000)
    // at work: a result on its way, a claim under way
    await rows(['b'], () => NOW + 60_000)
    await rows(['d', 'f'], () => NOW + 60_000, 'sending')
    const { db: watched, plans } = watchedDb()
    const next = () => nextIdleHolders(watched, { now: NOW, limit: 3 })
    expect([await next(), await next(), await next(), await next()]).toEqual([['a', 'c'], ['e'], ['gone'], ['a', 'c']])
    expect((await plans()).filter((p) => p.startsWith('SCAN p') && !p.includes('holder'))).toEqual([])
  })
  test('read indexes only', async () => {
    const { db: watched, plans } = watchedDb()
    await takeOverdue(watched, { now: NOW, limit: 300 })
    const read = await plans()
    expect(read.some((plan) => plan.includes('whatsapp_due'))).toBe(true)
    expect(read.filter((plan) => plan === 'SCAN whatsapp')).toEqual([])
  })
})

describe('between two messages an object sleeps', () => {
  test('and neither claims nor counts again when it wakes, nor tells again why it waits', async () => {
    await numbers(0, 30)
    const { object, socket } = await account(10)
    await object.start()
    await until('the first send', () => socket.sends()[0])
    const rulesAt = () => inside(object, ({ sql }) => sql.exec(`select value ->> 'at' as at from rules`).one()['at'])
    const [{ claim, version: _ }, at] = [await documentOf(object), await rulesAt()]
    expect(claim).toBe(1)
    for (let i = 0; i < 6; i++) {
      socket.say(acked(socket, i))
      await until('it waits', async () => (await object.snapshot())?.waiting)
      const { version, wait } = await documentOf(object)
      await evictDurableObject(object)
      // the person who looks meanwhile is told the same, and nothing goes out again
      expect((await object.snapshot())?.waiting).toBe(true)
      await fire(object, 'pump')
      expect(await documentOf(object)).toMatchObject({ version, wait })
      await evictDurableObject(object)
      const clock = vi.spyOn(Clock.prototype, 'now').mockImplementation(() => Date.now() + 11_000)
      await fire(object, 'pump').finally(() => clock.mockRestore())
      await until(`send ${i + 1}`, () => socket.sends()[i + 1])
    }
    expect((await documentOf(object)).claim).toBe(1)
    expect(await rulesAt()).toBe(at)
    await object.stop()
  })
})

test('a busy account that waits for longer than a lease looks at its runner when it goes on, not every lease', async () => {
  await numbers(0, 2)
  const { object, socket } = await account(200)
  await object.start()
  await until('send', () => socket.sends()[0])
  socket.say(acked(socket, 0))
  await until('it waits', async () => (await object.snapshot())?.waiting)
  await fire(object, 'lease')
  const { timers } = await documentOf(object)
  expect(timers.pump).toBeGreaterThan(Date.now() + 150_000)
  expect(timers.lease).toBe(timers.pump)
  await object.stop()
})

describe('an account that tidies up', () => {
  const DAY = 86_400_000
  const old = async (days: number, cooldownDays: number, prepare: (linked: Linked) => unknown = () => {}) => {
    await numbers(0, 1)
    const linked = await account()
    const { object, socket } = linked
    await object.start()
    await until('send', () => socket.sends()[0])
    socket.say(acked(socket, 0))
    await until('idle', async () => (await object.snapshot())?.status === 'idle')
    await inside(object, ({ sql }) => sql.exec('update attempts set created_at = created_at - ?', days * DAY))
    await run(`update settings set value = ? where key = 'recipient_cooldown_hours'`, String(cooldownDays * 24))
    await prepare(linked)
    await evictDurableObject(object)
    await fire(object, 'tidy')
    return inside(object, ({ sql }) => sql.exec('select 1 from attempts').toArray().length)
  }
  test('rule cooldown: keeps an attempt whose cooldown runs, though the setting was raised after its last claim', async () => {
    expect(await old(100, 120)).toBe(1)
  })
  test('keeps it without rules of any claim', async () => {
    const forget = ({ object }: Linked) => inside(object, ({ sql }) => sql.exec('delete from rules'))
    expect(await old(100, 120, forget)).toBe(1)
  })
  test('forgets it when the cooldown is over', async () => {
    expect(await old(121, 120)).toBe(0)
  })
  test('forgets nothing while D1 cannot say how long the cooldown is', async () => {
    try {
      expect(await old(400, 120, () => run('alter table settings rename to settings_away'))).toBe(1)
    } finally {
      await run('alter table settings_away rename to settings')
    }
  })
})
