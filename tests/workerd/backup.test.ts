// Backups, the journal and the gate of a restore, in the runtime they run in. The whole way, with processes that are killed, is the
// drill (tests/crash).
import { beforeAll, expect, test } from 'vitest'
import { deleteUnder, inTime } from '../../domain/record/journal/bucket.ts'
import { INDEX_KEY, manifestKey, STATE_KEY } from '../../domain/operation/backup/format.ts'
import { stampOf } from '../../domain/record/journal/stamps.ts'
import { forgetJournal } from '../../domain/operation/backup/journal.ts'
import { noteMissedStops } from '../../domain/operation/backup/missed-stops-store.ts'
import { continueBackup } from '../../domain/operation/backup/run-backup.ts'
import { hashOfNumber } from '../../domain/recipients/suppressions/hash.ts'
import { hashRing } from '../../domain/recipients/suppressions/hash-keys.ts'
import { accountObject } from '../../durable-objects/stubs.ts'
import { DAY_MS } from '../../contract/ground/time.ts'
import type { SettlementBatch } from '../../contract/money/settlement.ts'
import { onCron } from '../../worker/cron.ts'
import { settleAll } from '../../worker/settle.ts'
import { until } from '../../scripts/drive/until.ts'
import { ask } from './support/api.ts'
import {
  backUp,
  backupPorts,
  beginRestoration,
  bucket,
  opened,
  sender,
  settledSince,
  stopsSince,
  storedManifest,
} from './support/backups.ts'
import { all, bound, db, run } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makeLender, makePerson, type Person } from './support/people.ts'
import { inside, linkedAccount, numbers, stage } from './support/stage.ts'

const runner = new FakeRunner('backup')
let admin: Person
beforeAll(async () => {
  await stage()
  await runner.join()
  admin = await makePerson('admin')
})
/** One that is overloaded whenever it is asked for this. */
const databaseWithout = (part: string): D1Database =>
  ({
    prepare: (query: string) => {
      if (query.includes(part)) throw new Error('D1_ERROR: D1 DB is overloaded.')
      return bound.DB.prepare(query)
    },
    batch: (statements: D1PreparedStatement[]) => bound.DB.batch(statements),
  }) as unknown as D1Database
const hashOf = (number: string): string => hashOfNumber(hashRing(bound), number)

test('rule backup: one is whole only with its manifest, which counts and hashes every part; nothing in it can be read', async () => {
  const { list } = await sender(runner, 'kept', 100, 2)
  const backup = await backUp()
  expect(backup.tables).toMatchObject({ phone_numbers: 2, whatsapp: 1, settlements: expect.any(Number) as number })
  expect(backup.objects).toBe(1)
  expect(backup.parts.map((part) => part.kind)).toEqual(expect.arrayContaining(['cut', 'table', 'objects']))
  const { text } = await opened(backup)
  for (const table of ['attempts', 'vault', 'document', 'phone_numbers', 'users', 'balances'])
    expect(text).toContain(`"table":"${table}"`)
  expect(text).toContain(list[0])
  // what a lost object settled is in the journal
  expect(text).not.toContain('"table":"settled_batches"')
  expect(text.split('\n').length - 1).toBe(backup.parts.reduce((sum, part) => sum + part.rows, 0))
  for (const { key } of backup.parts) expect(await (await bucket.get(key))?.text()).not.toContain(list[0])
  const finishedAt = expect.any(Number) as number
  expect(await storedManifest(backup.id)).toEqual({ ...backup, finishedAt })
  expect(await (await bucket.get(INDEX_KEY))?.json()).toContain(backup.id)
})

test('rule backup: of messages of over thirty days before a cut of two nights ago only those are in it whose outcome is open', async () => {
  const { list, object } = await sender(runner, 'long', 120, 3)
  await inside(object, ({ sql }) => {
    const older = 'update attempts set created_at = created_at - ?, outcome = ? where number = ?'
    sql.exec(older, 33 * DAY_MS, 'success', list[0])
    sql.exec(older, 33 * DAY_MS, 'unknown', list[1])
    sql.exec(older, 31.9 * DAY_MS, 'success', list[2])
  })
  const { text } = await opened(await backUp())
  const sent = text.split('\n').filter((line) => line.includes('"table":"attempts"'))
  const has = (number: string | undefined): boolean => sent.some((line) => line.includes(`"number":"${number}"`))
  expect(list.map(has)).toEqual([false, true, true])
})

test('rule backup: what is cut off goes on after the last part, and two at once make one', async () => {
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
  // parts of the one that came later stay beside them: they are locked as soon as they are written
  expect(objects.map((object) => object.key)).toEqual(
    expect.arrayContaining([...whole.parts.map((part) => part.key), manifestKey(whole.id)]),
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

test('rule backup: one that a migration overtakes, or that is older than two nights, is started over', async () => {
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
  await run(`delete from d1_migrations where name = '9999_later.sql'`)
  ticks += 3 * 86_400_000
  await aStep()
  expect((await begun())?.id).not.toBe(second?.id)
  await bucket.delete(STATE_KEY)
  const whole = await backUp()
  expect(whole.migration).not.toBe('9999_later.sql')
})

test('rule backup: none is made of a database that is being restored, and one that a restoration overtook is started over', async () => {
  const begun = async () => (await (await bucket.get(STATE_KEY))?.json<{ id: string; parts: unknown[] }>()) ?? null
  let ticks = Date.now()
  const errors: object[] = []
  const error = (_text: string, fields: object) => errors.push(fields)
  const aStep = () => continueBackup(backupPorts({ clock: () => ++ticks, until: ticks + 6, error }))
  expect([await aStep(), await aStep()]).toEqual(['more', 'more'])
  const first = await begun()
  await beginRestoration({ backup: null, since: ticks }, 'stops')
  expect([await aStep(), await begun()]).toEqual(['more', first])
  await run('update restorations set done_at = ?', ++ticks)
  await aStep()
  const second = await begun()
  expect([errors, second?.id === first?.id]).toEqual([
    [{ id: first?.id, why: 'the database was restored meanwhile' }],
    false,
  ])
  await run('delete from restorations')
  await bucket.delete(STATE_KEY)
})

test('rule journal: a batch is written as often as it is settled, which is once, and not while it is held back', async () => {
  const noted = async () => (await settledSince(0)).filter((batch) => batch.accountId === 'noted')
  await makeLender('noted')
  const batch = (sequence: number, reversals: SettlementBatch['reversals'] = []): SettlementBatch => ({
    accountId: 'noted',
    sequence,
    userId: 'noted',
    results: [],
    reversals,
  })
  await beginRestoration({ backup: null, since: Date.now() }, 'stops')
  expect(await settleAll(bound, [batch(1)])).toBe(0)
  expect(await noted()).toEqual([])
  await run('delete from restorations')
  expect([await settleAll(bound, [batch(1)]), await settleAll(bound, [batch(1)])]).toEqual([1, 1])
  expect(await noted()).toEqual([batch(1)])
  // its income has not come yet
  const early = batch(3, [{ attemptId: 'x', creditedSequence: 2, priceSen: 5, at: Date.now() }])
  await settleAll(bound, [early])
  expect(await noted()).toEqual([batch(1)])
  // before the ledger has it: a database that takes nothing leaves it in the journal
  const refusing = databaseWithout('insert into settlements')
  await settleAll({ ...bound, DB: refusing }, [batch(2)])
  expect(await noted()).toEqual([batch(1), batch(2)])
  expect(await all(`select 1 from settlements where account_id = 'noted' and sequence = 2`)).toEqual([])
  // of an object's during a restoration likewise; what came from the journal is not written again
  await settleAll(bound, [batch(4)], { restores: true })
  await settleAll(bound, [batch(5)], { restores: true, journaled: true })
  expect((await noted()).map((one) => one.sequence)).toEqual([1, 2, 4])
})

test('rule journal: a stop is written before the database has it, by the hash alone, and the cron writes what was missed', async () => {
  await run(`insert into consent_history (hash, event, source, at) values ('long-ago', 'opt_out', 'reply', 5)`)
  await noteMissedStops(db, bucket)
  const before = Date.now()
  expect(await stopsSince(0)).toEqual([])
  const [first, second] = (await numbers(200, 2)) as [string, string]
  await ask('POST', '/admin/suppression', { token: admin.token, body: { number: first } })
  expect(await stopsSince(before)).toMatchObject([{ event: 'opt_out', hash: hashOf(first), kid: '1', via: 'admin' }])
  await ask('POST', '/admin/consent/erase', { token: admin.token, body: { number: second } })
  expect((await stopsSince(before)).at(-1)).toMatchObject({ event: 'erased', hash: hashOf(second) })
  const { objects } = await bucket.list({ prefix: 'journal/' })
  for (const { key } of objects)
    expect(await (await bucket.get(key))?.text()).not.toMatch(new RegExp(`${first}|${second}`))
  await run(
    `insert into consent_history (hash, event, source, at) values ('missed', 'opt_out', 'reply', 5), ('agreed', 'granted', 'x', 5)`,
  )
  await noteMissedStops(db, bucket)
  const told = await stopsSince(before)
  expect(told.filter((stop) => stop.hash === 'missed')).toHaveLength(1)
  expect(told.filter((stop) => stop.hash === 'agreed')).toEqual([])
  await noteMissedStops(db, bucket)
  expect(await stopsSince(before)).toHaveLength(told.length)
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
      const uploaded = new Date(writtenAt)
      return Promise.resolve({
        objects: found.slice(0, 2).map((key) => ({ key, uploaded })),
        truncated: found.length > 2,
      })
    },
    delete: (gone: string[]) => {
      keys = keys.filter((key) => !gone.includes(key))
      return Promise.resolve()
    },
  } as unknown as R2Bucket
  let writtenAt = now - 8 * 86_400_000
  // named by an old day and written later: it is locked
  await forgetJournal(some, now, () => true)
  expect(keys).toHaveLength(6)
  writtenAt -= 86_400_000
  let looks = 0
  // one look at each of the two other folders, then two here
  await forgetJournal(some, now, () => ++looks <= 4)
  expect(keys).toHaveLength(2)
  await forgetJournal(some, now, () => true)
  expect(keys).toEqual([`journal/claims/${young}/a/1`])
  expect(await deleteUnder(some, 'journal/', { writtenBefore: now, hasTime: () => false })).toBe(false)
})

test('rule backup: a cron that cannot tell whether the gate is open makes none, and one that fails later does', async () => {
  const env = { ...bound, BACKUP_PUBLIC_KEY: backupPorts().publicKey, BACKUP_EVERY_S: '1' }
  const event = { scheduledTime: 60_000, cron: '* * * * *', noRetry: () => undefined }
  const written = async () => (await bucket.get(STATE_KEY)) !== null
  await bucket.delete(STATE_KEY)
  await onCron(event, { ...env, DB: databaseWithout('"underWay"') })
  expect(await written()).toBe(false)
  await onCron(event, {
    ...env,
    MEDIA: undefined as unknown as R2Bucket,
    IMPORTS: undefined as unknown as Queue<never>,
  })
  expect(await written()).toBe(true)
  await bucket.delete(STATE_KEY)
})
