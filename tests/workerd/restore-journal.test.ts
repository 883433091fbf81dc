// What a restoration reads of the journal and of objects, step by step.
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { beforeAll, expect, test } from 'vitest'
import { addClaimed, addSettled, addStops, stopsAfter } from '../../domain/operation/backup/journal.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/ground/time.ts'
import { hashOfNumber } from '../../domain/recipients/suppressions/hash.ts'
import { hashRing } from '../../domain/recipients/suppressions/hash-keys.ts'
import { continueRestoration } from '../../domain/operation/backup/restore.ts'
import { writeStops } from '../../domain/operation/backup/restore-store.ts'
import { migrate } from '../../durable-objects/account-blast/tables/migrations.ts'
import { batchesSince } from '../../durable-objects/account-blast/tables/batches-store.ts'
import { accountObject } from '../../durable-objects/stubs.ts'
import { until } from '../../scripts/drive/until.ts'
import { backUp, beginRestoration, bucket, restore, restorePorts, sender } from './support/backups.ts'
import { all, bound, db, one, run } from './support/database.ts'
import { documentOf } from './support/document.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { tables } from './support/key-rows.ts'
import { makeLender, makePerson } from './support/people.ts'
import { inside, kill, linkedAccount, numbers, stage } from './support/stage.ts'

const runner = new FakeRunner('backup')
beforeAll(async () => {
  await stage()
  await runner.join()
  await makePerson('admin')
})
const hashOf = (number: string): string => hashOfNumber(hashRing(bound), number)

test('rule restored-place: a step reads so much of the journal as a call may ask for, and nothing of it is left out', async () => {
  const list = await numbers(900, 3)
  const [first, gone, last] = list as [string, string, string]
  // after all that the other tests wrote
  const since = Date.now() + HOUR_MS
  const stop = (i: number) => ({
    event: 'opt_out' as const,
    hash: `h${i}`,
    kid: '1',
    via: 'page',
    by: null,
    at: since + i,
  })
  for (let i = 0; i < 450; i++) {
    const told = i === 3 ? { hash: hashOf(first) } : i === 230 ? { hash: hashOf(gone), event: 'erased' as const } : {}
    await addStops(bucket, since + i, [{ ...stop(i), ...told, ...(i === 449 ? { hash: hashOf(last) } : {}) }])
  }
  await beginRestoration({ backup: null, since: since + 10 * MINUTE_MS }, 'stops')
  let read = 0
  const counted = {
    list: (options: R2ListOptions) => bucket.list(options),
    get: (key: string) => ((read += 1), bucket.get(key)),
  } as unknown as R2Bucket
  // each call has the time of one step
  let ticks = since
  const steps: [string, number][] = []
  const phase = async () => (await one<{ phase: string }>('select phase from restorations')).phase
  for (let before = await phase(); before === 'stops' || before === 'numbers'; before = await phase()) {
    read = 0
    await continueRestoration(restorePorts({ bucket: counted, clock: () => (ticks += 60_000), budgetMs: 150_000 }))
    steps.push([before, read])
  }
  expect(steps.slice(0, 4)).toEqual([
    ['stops', 200],
    ['stops', 200],
    ['stops', 50],
    ['numbers', 0],
  ])
  await restore()
  const rows = await all('select number, suppressed from phone_numbers where number in (?, ?, ?) order by 1', ...list)
  expect(rows).toEqual([first, last].map((number) => ({ number, suppressed: 1 })))
  expect(await one(`select count(*) as n from suppressions where hash glob 'h[0-9]*'`)).toEqual({ n: 447 })
})

test('rule journal: of imported lists a step reads some thousand stops, and nothing of them is left out', async () => {
  const since = Date.now() + 2 * HOUR_MS
  const list = (from: number) =>
    Array.from({ length: 300 }, (_, i) => ({
      event: 'opt_out' as const,
      hash: `l${from + i}`,
      kid: '1',
      via: 'import',
      by: null,
      at: since,
    }))
  for (let i = 0; i < 45; i++) await addStops(bucket, since + i * 1_000, list(i * 300))
  const read: number[] = []
  const all = new Set<string>()
  for (let after: string | null = ''; after !== null; ) {
    const { stops, last } = await stopsAfter(bucket, since - 1_000, after)
    read.push(stops.length)
    for (const { hash } of stops) all.add(hash)
    after = last
  }
  expect([read, all.size]).toEqual([[6_000, 6_000, 1_500], 13_500])
  await writeStops(db, list(0))
  expect(await one(`select count(*) as n from suppressions where hash glob 'l[0-9]*' and via = 'import'`)).toEqual({
    n: 300,
  })
  await run(`delete from suppressions where hash glob 'l[0-9]*'`)
})

test('rule lift: of several stops of one person the last is on record, also when they are written twice', async () => {
  const at = Date.now() + 3 * HOUR_MS
  const stops = [0, 5, 2].map((hours) => {
    const said = { event: 'opt_out' as const, hash: 'again', kid: '1', via: 'reply', by: null }
    return { ...said, at: at + hours * HOUR_MS }
  })
  await writeStops(db, stops)
  await writeStops(db, stops)
  expect(await all(`select at from consent_history where hash = 'again'`)).toEqual([{ at: at + 5 * HOUR_MS }])
  await run(`delete from suppressions where hash = 'again'`)
})

test('rule opt-out-lid: a stop by a LID that the journal has alone stops the rows that have it, of 24 digits or of 16', async () => {
  const [long, short, other] = (await numbers(940, 3)) as [string, string, string]
  const hash = hashOf('lid:L940')
  const held = 'update phone_numbers set lid_hash = ? where number = ?'
  await run(held, hash.slice(0, 24), long)
  await run(held, hash.slice(0, 16), short)
  await writeStops(db, [{ event: 'opt_out', hash, kid: '1', via: 'reply', by: null, at: Date.now() }])
  const flags = 'select suppressed as s from phone_numbers where number in (?, ?, ?) order by number'
  expect(await all(flags, long, short, other)).toEqual([{ s: 1 }, { s: 1 }, { s: 0 }])
  await run('delete from suppressions where hash = ?', hash)
})

/** What each step reads of the bucket, by the phase it is in. Each is done twice, as by a Worker that dies before it says how far it is. */
const countedSteps = async (from: number): Promise<[string, number][]> => {
  let read = 0
  const counted = {
    list: (options: R2ListOptions) => ((read += 1), bucket.list(options)),
    get: (key: string) => ((read += 1), bucket.get(key)),
  } as unknown as R2Bucket
  // each call has the time of one step
  let ticks = from
  const ports = restorePorts({ bucket: counted, clock: () => (ticks += 1_000), budgetMs: 2_500 })
  const steps: [string, number][] = []
  const at = () =>
    one<{ phase: string; after: string; report: string; done_at: number | null }>(
      'select phase, after, report, done_at from restorations',
    )
  for (let before = await at(); before.done_at === null; before = await at()) {
    if (steps.length > 100) throw new Error('the restoration does not end')
    read = 0
    await continueRestoration(ports)
    if ((await at()).done_at === null) {
      const { phase, after, report } = before
      await run('update restorations set phase = ?, after = ?, report = ?', phase, after, report)
      read = 0
      await continueRestoration(ports)
    }
    steps.push([before.phase, read])
  }
  return steps
}
const reported = async (): Promise<object> =>
  JSON.parse((await one<{ report: string }>('select report from restorations')).report) as object
const readIn = (steps: [string, number][], phase: string): number[] =>
  steps.flatMap(([of, read]) => (of === phase ? [read] : []))

test('rule restored-place: a lost object hears all that it settled, and whom it claimed rests, so much at a step as a call may ask for', async () => {
  const account = await sender(runner, 'heard', 970, 2)
  const [stays, erased] = account.list as [string, string]
  const ofNumber = (number: string) =>
    inside(accountObject(bound, account.accountId), ({ sql }) =>
      sql
        .exec<{ id: string; outcome: string; number_id: number }>(
          'select attempt_id as id, outcome, number_id from attempts where number = ?',
          number,
        )
        .toArray(),
    )
  const [attempt] = await ofNumber(stays)
  const [gone] = await ofNumber(erased)
  if (!attempt || !gone) throw new Error('nothing was sent')
  const { sequence } = await documentOf(account.object)
  const backup = await backUp()
  await kill(account.object, (sql) => {
    for (const table of ['document', 'attempts', 'batches', 'settled_batches']) sql.exec(`delete from ${table}`)
  })
  await until('the object is empty', async () => (await accountObject(bound, account.accountId).snapshot()) === null, {
    throughErrors: true,
  })
  // after all that the other tests wrote
  const since = Date.now() + 2 * HOUR_MS
  await addStops(bucket, since, [
    { event: 'erased', hash: hashOf(erased), kid: '1', via: 'admin', by: null, at: since },
  ])
  const { accountId } = account
  const result = {
    attemptId: attempt.id,
    numberId: attempt.number_id,
    templateId: null,
    priceSen: 0,
    notRegistered: false,
  }
  for (let i = 1; i <= 65; i++) {
    const to = i === 64 ? ('fail' as const) : ('unknown' as const)
    const results = i < 65 ? [{ ...result, from: 'success' as const, to, at: since + i, attemptedAt: 0 }] : []
    const batch = { accountId, sequence: sequence + 5_000 + i, userId: 'heard', results, reversals: [] }
    await addSettled(bucket, since + i, [batch])
  }
  for (let i = 0; i < 401; i++)
    await addClaimed(bucket, { accountId, ids: [gone.number_id, 100_000 + i], at: since + i })
  await run(`insert into phone_numbers (id, number, name, status, consent_source, consent_at, consent_by, created_at)
     values (100400, '62899900400', 'N', 'nonactive', 'test', 1, 'admin', 0)`)
  await beginRestoration({ backup, since: since + 10 * MINUTE_MS }, 'stops')
  const steps = await countedSteps(since + HOUR_MS)
  // the manifest, a list and twenty objects
  expect(readIn(steps, 'settled')).toEqual([22, 22, 22, 7])
  expect(readIn(steps, 'objects')).toEqual([22, 22, 22, 7])
  expect(Math.max(...readIn(steps, 'accounts'))).toBeLessThan(220)
  expect(Math.max(...readIn(steps, 'rows'))).toBe(2)
  // each step was done twice, and what is reported is what was done
  expect(await reported()).toMatchObject({ lost: 1, restored: 1 })
  expect(await ofNumber(stays)).toMatchObject([{ id: attempt.id, outcome: 'fail' }])
  expect(await ofNumber(erased)).toEqual([])
  const revived = accountObject(bound, accountId)
  expect(await documentOf(revived)).toMatchObject({ sequence: sequence + 5_065 + 1_000 })
  expect(await documentOf(revived)).not.toHaveProperty('erasesSince')
  expect(await one('select last_attempt_at as at from phone_numbers where id = 100400')).toEqual({ at: since + 400 })
  // it died when it lived already, and before it forgot everybody who was erased
  const namesAgain = () =>
    inside(revived, ({ sql }) => sql.exec('update attempts set number = ? where attempt_id = ?', erased, attempt.id))
  await namesAgain()
  expect(await revived.takeRows({ lines: [], since })).toBe(true)
  expect(await ofNumber(erased)).toHaveLength(1)
  await kill(revived, (sql) => {
    sql.exec(`update document set value = json_set(value, '$.erasesSince', ?)`, since)
  })
  await until('it forgets', () => accountObject(bound, accountId).takeRows({ lines: [], since }), {
    throughErrors: true,
  })
  expect(await ofNumber(erased)).toEqual([])
})
test('what an object heard of itself that never lives again is forgotten by its alarm', async () => {
  const object = accountObject(bound, 'never')
  await object.hearSettled([{ accountId: 'never', sequence: 1, userId: 'u', results: [], reversals: [] }])
  await object.erase('62811')
  const stub = object as unknown as DurableObjectStub
  const due = await runInDurableObject(stub, (_, { storage }) => storage.getAlarm())
  expect(due).toBeGreaterThan(Date.now() + 34 * DAY_MS)
  const left = () => inside(object, ({ sql }) => sql.exec('select 1 from settled_batches').toArray().length)
  expect(await left()).toBe(1)
  await runDurableObjectAlarm(stub)
  expect(await left()).toBe(0)
})
test('rule erasure: a confirmed batch names nobody, and tells a restored database its contacts all the same, but of whom was erased', async () => {
  await makeLender('learner')
  const account = await linkedAccount(runner, 'learner')
  const [number, erased] = (await numbers(950, 2)) as [string, string]
  for (const [one, lid] of [
    [number, 'L950'],
    [erased, 'L951'],
  ] as const)
    account.socket.say({ kind: 'inbound', items: [{ id: `i${lid}`, number: one, lid, text: 'halo', at: Date.now() }] })
  const settled = () =>
    inside(account.object, ({ sql }) =>
      sql
        .exec<{ body: string }>('select body from settled_batches')
        .toArray()
        .map((row) => row.body)
        .join(),
    )
  const waiting = () => inside(account.object, ({ sql }) => sql.exec('select 1 from batches').toArray().length)
  await until('confirmed', async () => (await settled()).length > 0 && (await waiting()) === 0)
  const contacts = async (since: number) =>
    ((await account.object.outlive(since))?.batches ?? []).flatMap((batch) => batch.contacts ?? [])
  const known = await until('both', async () => ((await contacts(0)).length === 2 ? contacts(0) : null))
  const { lid_hash } = await one<{ lid_hash: string }>('select lid_hash from phone_numbers where number = ?', number)
  expect(known.find((contact) => contact.number === number)?.lidHash.startsWith(lid_hash)).toBe(true)
  expect(await settled()).not.toMatch(new RegExp(`${number}|${erased}`))
  await account.object.erase(erased)
  expect((await contacts(0)).map((contact) => contact.number)).toEqual([number])
  expect(await contacts(Date.now() + 1)).toEqual([])
})
test('an object of the version before keeps what its confirmed batches told of contacts', () =>
  tables((sql) => {
    for (const { name } of sql
      .exec<{ name: string }>(
        `select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\' and name not like 'sqlite%'`,
      )
      .toArray())
      sql.exec(`drop table ${name}`)
    migrate(sql, 6)
    sql.exec(`insert into contacts values ('62811', 'L1'), ('62812', 'L2')`)
    const body = { accountId: 'a', sequence: 7, userId: 'u', results: [], reversals: [] }
    const told = { ...body, contacts: [{ number: '62811', lidHash: 'old' }] }
    sql.exec(
      'insert into settled_batches values (6, 5, ?), (7, 5, ?)',
      JSON.stringify({ ...body, sequence: 6 }),
      JSON.stringify(told),
    )
    migrate(sql)
    expect(JSON.stringify(sql.exec('select body from settled_batches').toArray())).not.toContain('62811')
    expect(batchesSince(sql, 5, (lid) => ({ lidHash: `hash of ${lid}` }))).toEqual([
      { ...body, sequence: 6 },
      { ...body, contacts: [{ number: '62811', lidHash: 'hash of L1' }] },
    ])
    expect(batchesSince(sql, 6, () => ({ lidHash: '' }))).toEqual([])
  }))
