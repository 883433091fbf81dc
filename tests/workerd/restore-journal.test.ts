// What a restoration reads of the journal and of objects, step by step.
import { beforeAll, expect, test } from 'vitest'
import { addStops } from '../../domain/backup/journal.ts'
import { HOUR_MS, MINUTE_MS } from '../../contract/time.ts'
import { hashOfNumber } from '../../domain/suppressions/hash.ts'
import { hashRing } from '../../domain/suppressions/hash-keys.ts'
import { continueRestoration } from '../../domain/backup/restore.ts'
import { migrate } from '../../durable-objects/account-blast/migrations.ts'
import { batchesSince } from '../../durable-objects/account-blast/sending/batches-store.ts'
import { until } from '../../scripts/drive/until.ts'
import { beginRestoration, bucket, restore, restorePorts } from './support/backups.ts'
import { all, bound, one } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { tables } from './support/key-rows.ts'
import { makeLender, makePerson } from './support/people.ts'
import { inside, linkedAccount, numbers, stage } from './support/stage.ts'

const runner = new FakeRunner('backup')
beforeAll(async () => {
  await stage()
  await runner.join()
  await makePerson('admin')
})
const hashOf = (number: string): string => hashOfNumber(hashRing(bound), number)

test('rule restore-gate: a step reads so much of the journal as a call may ask for, and nothing of it is left out', async () => {
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
  expect(known.find((contact) => contact.number === number)).toMatchObject({ lidHash: lid_hash })
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
