// Backups, the journal and the gate of a restore, in the runtime they run in. The whole way, with processes that are killed, is the
// drill (tests/crash).
import { beforeAll, expect, test } from 'vitest'
import { deleteUnder, inTime } from '../../domain/backup/bucket.ts'
import { INDEX_KEY, manifestKey, STATE_KEY, stampOf, timeOf } from '../../domain/backup/format.ts'
import {
  addSettled,
  addStops,
  claimedSince,
  forgetJournal,
  settledSince,
  stopsSince,
} from '../../domain/backup/journal.ts'
import { noteMissedStops } from '../../domain/backup/missed-stops-store.ts'
import { continueBackup } from '../../domain/backup/run-backup.ts'
import { claimNumbers, mayBeWrittenTo } from '../../domain/blast/store.ts'
import { hashOfNumber } from '../../domain/suppressions/hash.ts'
import { hashRing } from '../../domain/suppressions/hash-keys.ts'
import { accountObject } from '../../durable-objects/stubs.ts'
import type { SettlementBatch } from '../../contract/settlement.ts'
import { journalStop } from '../../worker/backup.ts'
import { settleAll } from '../../worker/settle.ts'
import { personSql } from '../../scripts/create-admin/admin.ts'
import { abandon } from '../../scripts/restore/abandon.ts'
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

test('rule backup: an account that never hands over its rows is named as missing, and the others are in it', async () => {
  await makeLender('broken')
  const { accountId } = await linkedAccount(runner, 'broken')
  const errors: string[] = []
  const ports = backupPorts({
    pageOf: (id, from) =>
      id === accountId ? Promise.reject(new Error('broken')) : accountObject(bound, id).backUp(from),
    error: (text) => errors.push(text),
  })
  // at another cron each time
  expect([await continueBackup(ports), await continueBackup(ports)]).toEqual(['more', 'more'])
  const done = await continueBackup(ports)
  if (typeof done === 'string') throw new Error(done)
  expect(done).toMatchObject({ missing: [accountId], objects: expect.any(Number) as number })
  expect(done.objects).toBeGreaterThan(0)
  expect(errors).toEqual(['a backup has not this account'])
  expect((await storedManifest(done.id))?.missing).toEqual([accountId])
})

test('rule backup: one that a migration overtakes, or that is older than two nights, is begun anew, and its parts are deleted', async () => {
  const begun = async () => (await (await bucket.get(STATE_KEY))?.json<{ id: string; migration: string }>()) ?? null
  let ticks = Date.now()
  const aStep = (more = {}) => continueBackup(backupPorts({ clock: () => ++ticks, until: ticks + 6, ...more }))
  expect([await aStep(), await aStep()]).toEqual(['more', 'more'])
  const first = await begun()
  expect((await bucket.list({ prefix: `backup/${first?.id}/` })).objects.length).toBeGreaterThan(0)
  await run(`insert into d1_migrations (name) values ('9999_later.sql')`)
  await aStep()
  const second = await begun()
  expect([second?.migration, second?.id === first?.id]).toEqual(['9999_later.sql', false])
  expect((await bucket.list({ prefix: `backup/${first?.id}/` })).objects).toEqual([])
  await run(`delete from d1_migrations where name = '9999_later.sql'`)
  ticks += 3 * 86_400_000
  await aStep()
  expect((await begun())?.id).not.toBe(second?.id)
  await bucket.delete(STATE_KEY)
  const whole = await backUp()
  expect(whole.migration).not.toBe('9999_later.sql')
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
  await run(`insert into consent_history (hash, event, source, at) values ('long-ago', 'opt_out', 'reply', 5)`)
  await noteMissedStops(db, bucket)
  const before = Date.now()
  expect(await stopsSince(bucket, 0)).toEqual([])
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

/** Reads, and takes no batch of statements. */
const overloadedDatabase = {
  prepare: (query: string) => bound.DB.prepare(query),
  batch: () => Promise.reject(new Error('D1_ERROR: D1 DB is overloaded.')),
} as unknown as D1Database
const hanging = { put: () => new Promise(() => undefined) } as unknown as R2Bucket
test('rule journal: a bucket that hangs keeps nobody from being stopped and nothing from being settled', async () => {
  await makeLender('hung')
  const env = { ...bound, BACKUPS: hanging }
  const at = Date.now()
  await journalStop(env)({ event: 'opt_out', hash: 'h', kid: '1', via: 'page', by: null, at })
  const batch = { accountId: 'hung', sequence: 1, userId: 'hung', results: [], reversals: [] }
  expect(await settleAll(env, [batch])).toBe(1)
  expect(Date.now() - at).toBeLessThan(8_000)
})

test('rule restore-gate: what D1 did not take while it was restored is tried again from the same place, fifty at a time', async () => {
  const batch = (i: number) => ({ accountId: 'again', sequence: i, userId: 'again', results: [], reversals: [] })
  await makeLender('again')
  const overloaded = { ...bound, DB: overloadedDatabase }
  await expect(settleAll(overloaded, [batch(1)], { restores: true })).rejects.toThrow('1 batches were not settled')
  const since = Date.now()
  const list = Array.from({ length: 120 }, (_, i) => batch(i + 1))
  await addSettled(bucket, since, list)
  await beginRestoration({ backup: null, since }, 'settled')
  const told: number[] = []
  const settle = (batches: readonly SettlementBatch[]) => {
    told.push(batches.length)
    return told.length === 2 ? Promise.reject(new Error('overloaded')) : settleAll(bound, batches, { restores: true })
  }
  await expect(restore(20_000, { settle })).rejects.toThrow('overloaded')
  expect(await one('select phase, after, done_at from restorations')).toEqual({
    phase: 'settled',
    after: '',
    done_at: null,
  })
  await restore(20_000, { settle })
  expect(Math.max(...told)).toBeLessThanOrEqual(50)
  const { n } = await one<{ n: number }>(`select count(*) as n from settlements where account_id = 'again'`)
  expect(n).toBe(120)
})

test('rule restore-gate: one that has written nothing may be abandoned, and no other', async () => {
  const query = (text: string, params: string[] = []) => all(text, ...params)
  await beginRestoration({ backup: null, since: 0 }, 'tables')
  await abandon(query)
  expect(await all('select 1 from restorations')).toEqual([])
  await expect(abandon(query)).rejects.toThrow('nothing to abandon')
  await beginRestoration({ backup: null, since: 0 }, 'tables')
  await run(`update restorations set after = '1'`)
  await expect(abandon(query)).rejects.toThrow('must come to its end')
  await run('delete from restorations')
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
  // nobody restores it yet: it settles nothing all the same, also while a release is looked at
  const stray = { accountId: 'early', sequence: 1, userId: 'early', results: [], reversals: [] }
  expect((await deliver([stray])).later).toEqual([stray])
  const probe = { email: 'probe-1@release.invalid', name: 'Probe Release', passwordHash: 'x', role: 'member' } as const
  await run(personSql(probe, Date.now()))
  expect((await deliver([stray])).later).toEqual([stray])
  await run('delete from users')
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

test('rule journal: a bucket that hangs is waited for a moment, not for ever', async () => {
  await expect(inTime('it', 20, new Promise(() => undefined))).rejects.toThrow('it did not answer within 20 ms')
  expect(await inTime('it', 20, Promise.resolve(1))).toBe(1)
})
test('rule journal: what is old goes piece by piece, and nothing newer with it', async () => {
  const now = Date.parse('2026-11-23T00:00:00Z')
  const [old, young] = [stampOf(now - 9 * 86_400_000).slice(0, 8), stampOf(now).slice(0, 8)]
  let keys = [...Array.from({ length: 5 }, (_, i) => `journal/claims/${old}/a/${i}`), `journal/claims/${young}/a/1`]
  const some = {
    list: ({ prefix }: { prefix: string }) => {
      const found = keys.filter((key) => key.startsWith(prefix))
      return Promise.resolve({ objects: found.slice(0, 2).map((key) => ({ key })), truncated: found.length > 2 })
    },
    delete: (gone: string[]) => {
      keys = keys.filter((key) => !gone.includes(key))
      return Promise.resolve()
    },
  } as unknown as R2Bucket
  let looks = 0
  // one look at each of the two other folders, then two here
  await forgetJournal(some, now, () => ++looks <= 4)
  expect(keys).toHaveLength(2)
  await forgetJournal(some, now, () => true)
  expect(keys).toEqual([`journal/claims/${young}/a/1`])
  expect(await deleteUnder(some, 'journal/', { hasTime: () => false })).toBe(false)
})
