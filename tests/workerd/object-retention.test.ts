// What the objects keep for a time only goes by their own alarm or call, whatever they do meanwhile, and nothing younger does.
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { beforeAll, expect, test } from 'vitest'
import { ADMIN_CLIENT_ID } from '../../contract/ground/channels.ts'
import { DAY_MS, MINUTE_MS } from '../../contract/ground/time.ts'
import { KEPT_BY } from '../../durable-objects/retention-rules.ts'
import { dropPast } from '../../durable-objects/retention-store.ts'
import { type accountObject, adminChannel, runnerFleet, userChannel } from '../../durable-objects/stubs.ts'
import { until } from '../../scripts/drive/until.ts'
import { bound, one, run } from './support/database.ts'
import { documentOf, fire } from './support/document.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { fill, insert, leftOf } from './support/object-rows.ts'
import { makeLender } from './support/people.ts'
import { acked, inside, linkedAccount, linkRequest, numbers, stage, wakeWith } from './support/stage.ts'

const runner = new FakeRunner('object-retention')
beforeAll(async () => {
  await stage()
  await runner.join()
})
type Object = ReturnType<typeof accountObject>
let serial = 0
const account = async (interval = 0) => {
  const userId = `keeper-${++serial}`
  await makeLender(userId)
  await run('update users set blast_interval_min = ?1, blast_interval_max = ?1 where id = ?2', interval, userId)
  return { userId, ...(await linkedAccount(runner, userId)) }
}
const closed = (code: number) =>
  ({ kind: 'closed', code, detail: '', reachedWhatsapp: true, proxyFailed: false }) as const

const atRest = async () => (await account()).object
const atWork = async () => {
  await numbers(0, 3)
  const { object, socket } = await account(300)
  await object.start()
  await until('a send', () => socket.sends()[0])
  socket.say(acked(socket, 0))
  await until('it waits', async () => (await object.snapshot())?.waiting)
  return object
}
const loggedOut = async () => {
  const { object, socket } = await account()
  socket.say(closed(401))
  await until('logged out', async () => (await object.snapshot())?.state === 'loggedOut')
  return object
}
const removed = async () => {
  const { object } = await account()
  await object.remove()
  return object
}
/** It sleeps until its day is over, then its alarm comes. @param changed of its document, meanwhile */
const sleepsADay = async (object: Object, changed: object = {}): Promise<void> => {
  await until('nothing is under way', async () => {
    const { rowDirty, timers } = await documentOf(object)
    return !rowDirty && Object.values(timers).every((due) => due > Date.now() + 100)
  })
  await wakeWith(object, { ...changed, timers: { tidy: 1 } })
  expect(await runDurableObjectAlarm(object as unknown as DurableObjectStub)).toBe(true)
}

test.each([
  ['at rest', atRest],
  ['at work', atWork],
  ['logged out', loggedOut],
  ['removed', removed],
] as const)(
  'rule retention: an account that is %s tidies every table by its alarm, and keeps what is younger',
  async (_, make) => {
    const object = await make()
    const filled = await inside(object, ({ sql }) => fill(sql, KEPT_BY.AccountBlast, Date.now()))
    expect(filled.map(({ table }) => table).toSorted()).toEqual(
      Object.entries(KEPT_BY.AccountBlast)
        .flatMap(([table, { kept }]) => (kept === 'until' ? [] : [table]))
        .toSorted(),
    )
    await sleepsADay(object)
    expect(await inside(object, ({ sql }) => leftOf(sql, filled))).toEqual(
      filled.map(({ table }) => ({ table, goes: false, stays: true })),
    )
    // once a day
    expect((await documentOf(object)).timers.tidy).toBeGreaterThan(Date.now() + DAY_MS - MINUTE_MS)
  },
)

test('rule retention: what the database does not have yet outlives its time, and is saved', async () => {
  const { object, userId, accountId } = await account()
  const refused = ['62811', '62822'].map((number) => ({ number, reason: 'unknown' as const }))
  const actor = { id: userId, role: 'admin' as const }
  const started = await object.startOneOff({
    id: 'refusing',
    userId,
    targets: 'list',
    templateId: null,
    message: 'Sekali',
    button: [],
    media: null,
    numbers: [],
    refused,
    deed: { actor, action: 'blaster.send', target: 'x', at: 1, requestId: 'x' },
  })
  expect(started.ok).toBe(true)
  const count = (table: string, where: string) =>
    inside(object, ({ sql }) => sql.exec(`select 1 from ${table} where ${where}`).toArray().length)
  await until('saved', async () => (await count('jobs', 'kept = 1')) === 1)
  await run(
    `insert into number_checks (id, kind, user_id, whatsapp_id, total, interval_min, interval_max, created_at, updated_at)
     values ('stopped', 'generator', ?, ?, 9, 1, 2, 0, 0)`,
    userId,
    accountId,
  )
  const progress = { total: 9, cursor: 0, success: 0, fail: 0, flushedTo: 0, currentNumber: null, insert: false }
  const check = {
    jobId: 'stopped',
    kind: 'generator',
    ...progress,
    phase: 'stop',
    error: null,
    version: 3,
    kept: false,
  }
  await object.erase('62811')
  await inside(object, ({ sql }) => {
    sql.exec('update jobs set at = 1')
    insert(sql, 'checks', { job_id: 'stopped', kept: 0, at: 1, value: JSON.stringify(check) })
    insert(sql, 'opt_outs', { target: 'lid:7', number: null, lid: '7', at: 1 })
  })
  expect(await count('jobs', 'kept = 0')).toBe(1)
  await sleepsADay(object)
  await until(
    'both are saved',
    async () => (await count('jobs', 'kept = 1')) + (await count('checks', 'kept = 1')) === 2,
  )
  expect(await one(`select refused from blaster_jobs where id = 'refusing'`)).toEqual({
    refused: JSON.stringify(refused.slice(1)),
  })
  expect(await one(`select version from number_checks where id = 'stopped'`)).toEqual({ version: 3 })
  expect(await count('opt_outs', `target = 'lid:7'`)).toBe(1)
})

test('rule retention: the channels and the fleet tidy with the next call', async () => {
  const fleet = runnerFleet(bound)
  const channel = userChannel(bound, 'keeper')
  const table = <T>(object: typeof fleet | typeof channel, act: (sql: SqlStorage) => T) =>
    runInDurableObject(object as unknown as DurableObjectStub, (_, { storage: { sql } }) => act(sql))
  const inFleet = await table(fleet, (sql) => fill(sql, KEPT_BY.RunnerFleet, Date.now()))
  const inChannel = await table(channel, (sql) => fill(sql, KEPT_BY.UserChannel, Date.now()))
  expect([...inFleet, ...inChannel].map((row) => row.table)).toEqual(['nonces', 'tickets'])
  expect(await fleet.spendNonce('another')).toBe(true)
  expect(await channel.useTicket('another', Date.now() + MINUTE_MS)).toBe(true)
  expect(await table(fleet, (sql) => leftOf(sql, inFleet))).toEqual([{ table: 'nonces', goes: false, stays: true }])
  expect(await table(channel, (sql) => leftOf(sql, inChannel))).toEqual([
    { table: 'tickets', goes: false, stays: true },
  ])
})

test('rule retention: the lists name each table of each class', async () => {
  const tablesOf = (object: unknown) =>
    runInDurableObject(object as DurableObjectStub, (_, { storage: { sql } }) =>
      sql
        .exec<{ name: string }>(`select name from sqlite_master where type = 'table' order by name`)
        .toArray()
        .map(({ name }) => name)
        .filter((name) => !/^(_cf_|sqlite_)/.test(name)),
    )
  const { accountId } = await account()
  const objects = {
    AccountBlast: bound.ACCOUNT_BLAST.get(bound.ACCOUNT_BLAST.idFromName(accountId)),
    UserChannel: userChannel(bound, ADMIN_CLIENT_ID),
    AdminChannel: adminChannel(bound),
    RunnerFleet: runnerFleet(bound),
  }
  for (const [name, object] of Object.entries(objects))
    expect([name, await tablesOf(object)]).toEqual([
      name,
      Object.keys(KEPT_BY[name as keyof typeof objects]).toSorted(),
    ])
})

// ---------------------------------------------------------------- what kept rows for ever
test('rule erasure: erasing somebody else renews no check, and what is kept of the erased goes in its time', async () => {
  const object = await atRest()
  await inside(object, ({ sql }) => insert(sql, 'checks', { job_id: 'rests', at: 5, value: '{"jobId":"rests"}' }))
  await object.erase('62833')
  expect(await inside(object, ({ sql }) => sql.exec(`select at from checks where job_id = 'rests'`).one()['at'])).toBe(
    5,
  )
  expect(Object.keys((await documentOf(object)).erasedOwners)).toHaveLength(1)
  await sleepsADay(object, { erasedOwners: { h: 1 } })
  // who was erased a moment ago stays for some minutes
  expect(Object.keys((await documentOf(object)).erasedOwners)).toHaveLength(1)
  expect((await documentOf(object)).erasedOwners).not.toHaveProperty('h')
})

test('rule erasure: an account that has emptied itself notes nothing of who is erased later; its sequence goes on', async () => {
  const object = await removed()
  await fire(object, 'lease')
  await sleepsADay(object, { removedAt: 1, sequence: 7 })
  const kept = async () => {
    const { phone, timers, erasedOwners, sequence } = await documentOf(object)
    return { phone, timers, erasedOwners, sequence }
  }
  const little = { phone: null, timers: {}, erasedOwners: {}, sequence: 7 }
  await object.erase('62844')
  expect(await kept()).toEqual(little)
  // one that was restored has the timer again
  await evictDurableObject(object)
  await fire(object, 'tidy')
  expect(await kept()).toEqual(little)
})

test('rule timeline: an account that has emptied itself knows of nothing from before it was removed', async () => {
  const object = await removed()
  const since = async () => (await object.keptOf('62844'))?.since
  // it has never sent
  expect(await since()).toBeNull()
  await fire(object, 'lease')
  await sleepsADay(object, { removedAt: 1, sequence: 7 })
  expect(await since()).toBe(new Date(1).toISOString())
})

test('rule opt-out: a stop that cannot be answered wakes nobody until the account is linked again', async () => {
  const { object, socket, accountId, phone, userId } = await account()
  const [number] = (await numbers(70, 1)) as [string]
  const item = { id: 's', number, lid: null, text: 'STOP', at: Date.now() }
  socket.say({ kind: 'inbound', items: [item] }, closed(401))
  await until(
    'suppressed',
    async () =>
      (await one<{ s: number }>('select suppressed as s from phone_numbers where number = ?', number)).s === 1,
  )
  await until('it rests', async () => !('opt-outs' in (await documentOf(object)).timers))
  expect((await object.beginLink(linkRequest(accountId, userId))).ok).toBe(true)
  const again = (await runner.take(accountId, (await documentOf(object)).epoch - 1)).socket
  again.say({ kind: 'hello', connection: 'none', me: null })
  await until('link', () => again.commands.some((c) => c.kind === 'link'))
  const me = { phone, lid: null, pushname: 'Uji' }
  again.say(
    { kind: 'rows', rows: [{ type: 'creds', id: 'creds', owner: null, data: 'bmV3' }] },
    { kind: 'paired', me },
    closed(515),
  )
  await until('connect', () => again.commands.some((c) => c.kind === 'connect'))
  again.say({ kind: 'open', me })
  await until('the answer', () =>
    again.sends().find((sent) => sent.number === number && sent.attemptId.startsWith('opt-out:')),
  )
})

test('what goes with another table is found by reading that one once, not once for each row', async () => {
  const object = await atRest()
  await inside(object, ({ sql }) => {
    sql.exec('create table names (id integer primary key)')
    sql.exec('create table users_of_names (name integer)')
    for (let i = 0; i < 100; i++) {
      sql.exec('insert into names (id) values (?)', i)
      sql.exec('insert into users_of_names (name) values (?)', i < 99 ? i : null)
    }
    let read = 0
    const counting = new Proxy(sql, {
      get: (target, name) =>
        name === 'exec'
          ? (...args: Parameters<SqlStorage['exec']>) => {
              const cursor = target.exec(...args)
              read += cursor.rowsRead
              return cursor
            }
          : Reflect.get(target, name),
    })
    const says = 'as long as it is used'
    dropPast(counting, { names: { kept: 'with', column: 'id', table: 'users_of_names', its: 'name', says } }, 0)
    expect(sql.exec('select count(*) as n from names').one()).toEqual({ n: 99 })
    expect(read).toBeLessThan(1_000)
    sql.exec('drop table names')
    sql.exec('drop table users_of_names')
  })
})
