// Backups, the journal and the gate of a restore, in the runtime they run in. The whole way, with processes that are killed, is the
// drill (tests/crash).
import { beforeAll, expect, test } from 'vitest'
import { INDEX_KEY, manifestKey, STATE_KEY, stampOf, timeOf } from '../../domain/backup/format.ts'
import { addStops, claimedSince, settledSince, stopsSince } from '../../domain/backup/journal.ts'
import { noteMissedStops } from '../../domain/backup/missed-stops-store.ts'
import { loadRows } from '../../domain/backup/table-store.ts'
import { continueBackup } from '../../domain/backup/run-backup.ts'
import { claimNumbers, mayBeWrittenTo } from '../../domain/blast/store.ts'
import { hashOfNumber } from '../../domain/suppressions/hash.ts'
import { hashRing } from '../../domain/suppressions/hash-keys.ts'
import { accountObject } from '../../durable-objects/stubs.ts'
import { until } from '../../scripts/drive/until.ts'
import { ask } from './support/api.ts'
import {
  backUp,
  backupPorts,
  beginRestoration,
  bucket,
  loseDatabase,
  opened,
  restore,
  storedManifest,
} from './support/backups.ts'
import { all, bound, db, one, run } from './support/database.ts'
import { documentOf } from './support/document.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makeLender, makePerson, type Person } from './support/people.ts'
import { acked, deliver, inside, linkedAccount, numbers, stage } from './support/stage.ts'

const runner = new FakeRunner('backup')
let admin: Person
beforeAll(async () => {
  await stage()
  await runner.join()
  admin = await makePerson('admin')
})
const hashOf = (number: string): string => hashOfNumber(hashRing(bound), number)
const claim = (accountId: string, userId: string, want: number) =>
  claimNumbers(db, { accountId, userId, want, now: Date.now(), runStartedAt: Date.now(), count: false, claim: 1 })
const untilEmpty = (accountId: string) =>
  until('the object is empty', async () => (await accountObject(bound, accountId).snapshot()) === null, {
    throughErrors: true,
  })
/** An account that has sent to this many numbers, all of it settled. */
const sender = async (userId: string, from: number, count: number) => {
  await makeLender(userId)
  await run(`update phone_numbers set status = 'nonactive'`)
  const list = await numbers(from, count)
  const account = await linkedAccount(runner, userId)
  await account.object.start()
  for (let i = 0; i < count; i++) {
    await until(`send ${i}`, () => account.socket.sends()[i])
    account.socket.say(acked(account.socket, i))
  }
  const { accountId } = account
  await until('the end', async () => (await account.object.snapshot())?.status === 'idle')
  const isSettled = async () =>
    (await one<{ n: number }>('select count(*) as n from phone_numbers where in_use_by = ?', accountId)).n === 0 &&
    (await one<{ n: number }>('select sum(count_success) as n from phone_numbers where number >= ?', list[0])).n >=
      count
  await until('settled', isSettled)
  return { ...account, list }
}

test('rule backup: one is whole only with its manifest, which counts and hashes every part; nothing in it can be read', async () => {
  const { list } = await sender('kept', 100, 2)
  const backup = await backUp()
  expect(backup.tables).toMatchObject({ phone_numbers: 2, whatsapp: 1, settlements: expect.any(Number) as number })
  expect(backup.objects).toBe(1)
  expect(backup.parts.map((part) => part.kind)).toEqual(expect.arrayContaining(['cut', 'table', 'objects']))
  const { text } = await opened(backup)
  for (const table of ['attempts', 'vault', 'settled_batches', 'document', 'phone_numbers', 'users', 'balances'])
    expect(text).toContain(`"table":"${table}"`)
  expect(text).toContain(list[0])
  expect(text.split('\n').length - 1).toBe(backup.parts.reduce((sum, part) => sum + part.rows, 0))
  for (const { key } of backup.parts) expect(await (await bucket.get(key))?.text()).not.toContain(list[0])
  const finishedAt = expect.any(Number) as number
  expect(await storedManifest(backup.id)).toEqual({ ...backup, finishedAt })
  expect(await (await bucket.get(INDEX_KEY))?.json()).toContain(backup.id)
})

test('rule backup: whoever is cut off goes on after the last part, and two at once make one', async () => {
  let ticks = 0
  const slow = backupPorts({ clock: () => Date.now(), until: 0 })
  expect(await continueBackup(slow)).toBe('more')
  const begun = await (await bucket.get(STATE_KEY))?.json<{ id: string }>()
  // one step a call: `until` is over after the first look
  const oneStep = () => continueBackup(backupPorts({ clock: () => ++ticks, until: ticks + 2 }))
  let done = await oneStep()
  for (let calls = 0; calls < 100 && done === 'more'; calls++)
    done = (await Promise.all([oneStep(), oneStep()])).at(-1) ?? 'none'
  const whole = await until('a manifest', () => storedManifest(begun?.id ?? ''))
  expect(new Set(whole.parts.map((part) => part.key)).size).toBe(whole.parts.length)
  const { objects } = await bucket.list({ prefix: manifestKey(whole.id).replace('manifest.json', '') })
  expect(objects.map((object) => object.key).toSorted()).toEqual(
    [...whole.parts.map((part) => part.key), manifestKey(whole.id)].toSorted(),
  )
  expect((await opened(whole)).text).toContain('"table":"phone_numbers"')
})

test('rule backup-retention: with a new backup those go whose time is over, with all their parts', async () => {
  const old = stampOf(Date.now() - 400 * 86_400_000)
  const known = (await (await bucket.get(INDEX_KEY))?.json<string[]>()) ?? []
  const nights = Array.from({ length: 20 }, (_, i) => stampOf(Date.now() - (i + 1) * 86_400_000))
  await bucket.put(INDEX_KEY, JSON.stringify([old, ...nights, ...known]))
  await bucket.put(manifestKey(old), '{}')
  for (const id of nights) await bucket.put(manifestKey(id), '{}')
  const { id } = await backUp()
  const left = (await (await bucket.get(INDEX_KEY))?.json<string[]>()) ?? []
  expect(left).toContain(id)
  expect(left.length).toBeLessThan(nights.length)
  for (const night of nights) expect((await bucket.head(manifestKey(night))) !== null).toBe(left.includes(night))
  expect(left.filter((one) => timeOf(one) > Date.now() - 5 * 86_400_000).length).toBeGreaterThanOrEqual(4)
})

test('rule journal: a stop is written before the database has it, by the hash alone, and the cron writes what was missed', async () => {
  const before = Date.now()
  const [first, second] = (await numbers(200, 2)) as [string, string]
  await ask('POST', '/admin/suppression', { token: admin.token, body: { number: first } })
  expect(await stopsSince(bucket, before)).toMatchObject([
    { event: 'opt_out', hash: hashOf(first), kid: '1', via: 'admin' },
  ])
  await ask('POST', '/admin/consent/erase', { token: admin.token, body: { number: second } })
  expect((await stopsSince(bucket, before)).at(-1)).toMatchObject({ event: 'erased', hash: hashOf(second) })
  const { objects } = await bucket.list({ prefix: 'journal/' })
  for (const { key } of objects)
    expect(await (await bucket.get(key))?.text()).not.toMatch(new RegExp(`${first}|${second}`))
  await run(
    `insert into consent_history (hash, event, source, at) values ('missed', 'opt_out', 'reply', 5), ('agreed', 'granted', 'x', 5)`,
  )
  await noteMissedStops(db, bucket)
  const told = await stopsSince(bucket, before)
  expect(told.filter((stop) => stop.hash === 'missed')).toHaveLength(1)
  expect(told.filter((stop) => stop.hash === 'agreed')).toEqual([])
  await noteMissedStops(db, bucket)
  expect(await stopsSince(bucket, before)).toHaveLength(told.length)
})

test('rule restore-gate: until a restoration is done nothing is claimed, settled or written again', async () => {
  const [number] = (await numbers(300, 1)) as [string]
  await makeLender('gated')
  await beginRestoration({ backup: null, since: Date.now() }, 'stops')
  await expect(claim('a', 'gated', 5)).rejects.toThrow(/misconfigured|belum siap/)
  expect(await all('select 1 from phone_numbers where in_use_by = ?', 'a')).toEqual([])
  expect(await mayBeWrittenTo(db, number)).toBe(false)
  const batch = { accountId: 'a', sequence: 1, userId: 'gated', results: [], reversals: [] }
  expect((await deliver([batch])).later).toEqual([batch])
  await restore()
  expect(await mayBeWrittenTo(db, number)).toBe(true)
  expect((await claim('a', 'gated', 5)).numbers.map((n) => n.number)).toContain(number)
  expect((await deliver([batch])).confirmed).toEqual([batch])
  await run('update phone_numbers set in_use = 0, in_use_by = null')
})

test('rule restore-gate: after a loss everybody who stopped is stopped, what was settled is settled once, and a lost object lives again', async () => {
  const survivor = await sender('survivor', 400, 2)
  const loser = await sender('loser', 500, 2)
  const [early, erasedThen, late] = (await numbers(600, 3)) as [string, string, string]
  await run(`update phone_numbers set status = 'nonactive' where number in (?, ?, ?)`, early, erasedThen, late)
  const backup = await backUp()

  // since the backup: each sends one more, two people stop, one of them is erased
  for (const [account, from] of [
    [survivor, 410],
    [loser, 510],
  ] as const) {
    await run(`update phone_numbers set status = 'nonactive'`)
    await numbers(from, 1)
    await account.object.start()
    await until('one more', () => account.socket.sends()[2])
    account.socket.say(acked(account.socket, 2))
    await until('its end', async () => (await account.object.snapshot())?.status === 'idle')
    await until('confirmed', () =>
      inside(account.object, ({ sql }) => sql.exec('select 1 from batches').toArray().length === 0),
    )
  }
  await ask('POST', '/admin/suppression', { token: admin.token, body: { number: early } })
  await ask('POST', '/admin/consent/erase', { token: admin.token, body: { number: erasedThen } })
  const sums = () => all('select user_id, balance_sen from balances order by 1')
  const settled = () => all('select account_id, sequence from settlements order by 1, 2')
  const [money, batches] = [await sums(), await settled()]
  const before = await documentOf(loser.object)

  await loseDatabase()
  await inside(loser.object, async ({ sql, kill }) => {
    for (const table of ['document', 'attempts', 'vault', 'batches', 'settled_batches'])
      sql.exec(`delete from ${table}`)
    await kill()
  })
  await untilEmpty(loser.accountId)
  await beginRestoration({ backup, since: backup.cutAt })
  const report = await restore(50)
  expect(report).toMatchObject({ lost: expect.any(Number) as number, restored: 1, balances: 0 })

  expect(await sums()).toEqual(money)
  expect(await settled()).toEqual(batches)
  expect(await one('select suppressed from phone_numbers where number = ?', early)).toEqual({ suppressed: 1 })
  expect(await all('select 1 from phone_numbers where number = ?', erasedThen)).toEqual([])
  expect(await one('select number, reason from suppressions where hash = ?', hashOf(erasedThen))).toEqual({
    number: null,
    reason: 'erased',
  })
  expect(await one('select suppressed from phone_numbers where number = ?', late)).toEqual({ suppressed: 0 })
  expect(await one('select keys, done_at > 0 as done from restorations')).toEqual({ keys: null, done: 1 })
  // counters say what the lists have
  const total = await one<{ n: number }>('select count(*) as n from phone_numbers')
  expect(await one('select value as n from counters where name = ?', 'phone.total')).toEqual(total)

  const revived = await documentOf(accountObject(bound, loser.accountId))
  expect(revived.epoch).toBeGreaterThan(before.epoch)
  expect(revived.sequence).toBeGreaterThan(before.sequence)
  expect(revived).toMatchObject({ linked: true, phone: loser.phone, buffer: [], connection: 'none' })
  // nobody whom either wrote to is free: not those of before the backup, not those of after it that it has
  await makeLender('next')
  await run(`update phone_numbers set status = 'active'`)
  const free = (await claim('b', 'next', 100)).numbers.map((n) => n.number)
  for (const number of [...survivor.list, ...loser.list, early]) expect(free).not.toContain(number)
  expect(free).toContain(late)
  // the same batches, from the object or the journal, change nothing
  await deliver((await accountObject(bound, survivor.accountId).outlive(0))?.batches ?? [])
  await deliver(await settledSince(bucket, backup.cutAt))
  expect(await sums()).toEqual(money)
})

test('rule journal: whom a lost object had claimed since the backup rests, though nobody says whether it wrote to them', async () => {
  await makeLender('claimer')
  const list = await numbers(700, 3)
  const account = await linkedAccount(runner, 'claimer')
  const since = Date.now()
  await account.object.start()
  await until('a send', () => account.socket.sends()[0])
  const claims = await claimedSince(bucket, account.accountId, since - 1_000, Date.now())
  expect(claims.flatMap((one) => one.ids).length).toBeGreaterThanOrEqual(3)
  // the object is lost, and the database is from before its claim
  await inside(account.object, async ({ sql, kill }) => {
    sql.exec('delete from document')
    await kill()
  })
  await untilEmpty(account.accountId)
  await run('update phone_numbers set in_use = 0, in_use_by = null, last_attempt_at = 0 where number >= ?', list[0])
  await beginRestoration({ backup: null, since }, 'stops')
  await restore()
  const rows = await all<{ last_attempt_at: number }>(
    'select last_attempt_at from phone_numbers where number >= ? and number <= ?',
    list[0],
    list[2],
  )
  for (const row of rows) expect(row.last_attempt_at).toBeGreaterThanOrEqual(since)
})

test('rule backup: rows that are there stay as they are, and those that are missing come back', async () => {
  const [kept, gone] = (await numbers(800, 2)) as [string, string]
  const backup = await backUp()
  await run(`update phone_numbers set name = 'Baru' where number = ?`, kept)
  await run('delete from phone_numbers where number = ?', gone)
  await addStops(bucket, Date.now(), [
    { event: 'opt_out', hash: hashOf(gone), kid: '1', via: 'page', by: null, at: Date.now() },
  ])
  const ledger = await one('select count(*) as n, sum(amount_sen) as sen from ledger')
  await beginRestoration({ backup, since: backup.cutAt })
  await restore()
  expect(await one('select name from phone_numbers where number = ?', kept)).toEqual({ name: 'Baru' })
  expect(await one('select name, suppressed from phone_numbers where number = ?', gone)).toEqual({
    name: 'N',
    suppressed: 1,
  })
  expect(await one('select count(*) as n, sum(amount_sen) as sen from ledger')).toEqual(ledger)
})

test('rule backup: no sign-in, link or ticket comes back, nor among people who are there a factor that was taken away', async () => {
  const ENDED = ['sessions', 'factor_tickets', 'password_resets', 'email_changes']
  const FACTORS = ['passkeys', 'totp_secrets', 'recovery_codes']
  const who = await makePerson('member')
  await run(`insert into factor_tickets values ('t', 'sign_in', ?, null, 0, 9e15)`, who.id)
  await run(`insert into password_resets values ('r', ?, 9e15, null)`, who.id)
  await run(`insert into email_changes values (?, 'e', 'baru@tests.example', null, 9e15)`, who.id)
  await run(`insert into totp_secrets values (?, 's', 1, 0)`, who.id)
  await run(`insert into recovery_codes values ('c', ?, null)`, who.id)
  await run(
    `insert into passkeys (id, user_id, public_key, counter, backup_eligible, backed_up, transports, name, created_at)
     values ('k', ?, 'p', 0, 0, 0, '[]', 'n', 1)`,
    who.id,
  )
  const backup = await backUp()
  expect(Object.keys(backup.tables).filter((table) => ENDED.includes(table))).toEqual([])
  const count = async (tables: string[]) =>
    (await Promise.all(tables.map((table) => all(`select 1 from ${table} where user_id = ?`, who.id)))).map(
      (rows) => rows.length,
    )
  for (const table of [...ENDED, ...FACTORS]) await run(`delete from ${table}`)
  await beginRestoration({ backup, since: backup.cutAt }, 'missing')
  await restore()
  expect(await count([...ENDED, ...FACTORS])).toEqual([0, 0, 0, 0, 0, 0, 0])
  // a row of a table that is left out now, as a backup of the version before has it
  await loadRows(db, 'sessions', [{ token_hash: 'h', user_id: who.id, created_at: 1, expires_at: 9e15 }])
  await beginRestoration({ backup, since: backup.cutAt })
  await restore()
  expect(await count([...ENDED, ...FACTORS])).toEqual([0, 0, 0, 0, 1, 1, 1])
})
