// The gate of a restore (rule restore-gate), and what a restored place is like. The whole way, with processes that are killed, is the
// drill (tests/crash).
import { beforeAll, expect, test } from 'vitest'
import { addSettled, addStops, claimedAfter } from '../../domain/operation/backup/journal.ts'
import { loadRows } from '../../domain/operation/backup/table-store.ts'
import { claimNumbers, mayBeWrittenTo } from '../../domain/sending/blast/store.ts'
import { hashOfNumber } from '../../domain/recipients/suppressions/hash.ts'
import { hashRing } from '../../domain/recipients/suppressions/hash-keys.ts'
import { newDocument } from '../../durable-objects/account-blast/document/new-document.ts'
import { accountObject } from '../../durable-objects/stubs.ts'
import { DAY_MS, iso, jakartaMidnight } from '../../contract/ground/time.ts'
import type { SettlementBatch } from '../../contract/money/settlement.ts'
import { journalStop } from '../../worker/backup.ts'
import { settleAll } from '../../worker/settle.ts'
import { personSql } from '../../scripts/create-admin/admin.ts'
import { abandon } from '../../scripts/restore/abandon.ts'
import { until } from '../../scripts/drive/until.ts'
import { ask } from './support/api.ts'
import { backUp, beginRestoration, bucket, loseDatabase, restore, sender, settledSince } from './support/backups.ts'
import { all, bound, db, one, run } from './support/database.ts'
import { documentOf } from './support/document.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makeLender, makePerson, type Person } from './support/people.ts'
import { acked, deliver, inside, kill, linkedAccount, numbers, stage } from './support/stage.ts'

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

test('rule restore-gate: an account that lives again has not asked for a runner yet, whatever it asked before its loss', async () => {
  const accountId = 'acc-asked-before'
  const document = {
    ...newDocument({ accountId, clientid: 'c', userId: 'u', purpose: 'blast', now: 1 }),
    placeAskedAt: 1,
  }
  const lines = [{ table: 'document', row: { id: 1, value: JSON.stringify(document) } }]
  const object = accountObject(bound, accountId)
  expect(await object.takeRows({ lines, since: Date.now() })).toBe(true)
  expect(await documentOf(object)).not.toHaveProperty('placeAskedAt')
})

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

const overloadedDatabase = {
  prepare: (query: string) => bound.DB.prepare(query),
  batch: () => Promise.reject(new Error('D1_ERROR: D1 DB is overloaded.')),
} as unknown as D1Database
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
  for (const phase of ['tables', 'missing'] as const)
    await beginRestoration({ backup: null, since: 0 }, phase).then(() => abandon(query))
  await expect(abandon(query)).rejects.toThrow('nothing to abandon')
  await beginRestoration({ backup: null, since: 0 }, 'tables')
  for (const written of [`after = '1'`, `phase = 'stops', after = ''`])
    await expect(run(`update restorations set ${written}`).then(() => abandon(query))).rejects.toThrow('to its end')
  await run('delete from restorations')
})

test('rule restore-gate: until a restoration is done nothing is claimed, settled or written again', async () => {
  const [number] = (await numbers(300, 1)) as [string]
  await makeLender('gated')
  await beginRestoration({ backup: null, since: Date.now() }, 'stops')
  await expect(claim('a', 'gated', 5)).rejects.toThrow(/misconfigured|belum siap/)
  expect(await all('select 1 from phone_numbers where in_use_by = ?', 'a')).toEqual([])
  expect(await mayBeWrittenTo(db, { number, templateId: null, now: Date.now() })).toBe(false)
  const batch = { accountId: 'a', sequence: 1, userId: 'gated', results: [], reversals: [] }
  expect((await deliver([batch])).later).toEqual([batch])
  await restore()
  expect(await mayBeWrittenTo(db, { number, templateId: null, now: Date.now() })).toBe(true)
  expect((await claim('a', 'gated', 5)).numbers.map((n) => n.number)).toContain(number)
  expect((await deliver([batch])).confirmed).toEqual([batch])
  await run('update phone_numbers set in_use = 0, in_use_by = null')
})

test('rule restored-place: after a loss everybody who stopped is stopped, what was settled is settled once, and a lost object lives again', async () => {
  const survivor = await sender(runner, 'survivor', 400, 2)
  const loser = await sender(runner, 'loser', 500, 2)
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
  await kill(loser.object, (sql) => {
    for (const table of ['document', 'attempts', 'vault', 'batches', 'settled_batches'])
      sql.exec(`delete from ${table}`)
  })
  await untilEmpty(loser.accountId)
  await beginRestoration({ backup, since: backup.cutAt })
  const report = await restore(50)
  expect(report).toMatchObject({ lost: expect.any(Number) as number, restored: 1, balances: 0 })
  // a backup has the messages of thirty days, and whoever asks what was sent before is told so
  const kept = await Promise.all([survivor, loser].map((one) => accountObject(bound, one.accountId).keptOf('62')))
  expect(kept.map((one) => one?.since)).toEqual([null, iso(jakartaMidnight(backup.cutAt - 29 * DAY_MS))])

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
  await deliver(await settledSince(backup.cutAt))
  expect(await sums()).toEqual(money)
})

test('rule restored-place: a stop that only the journal has gets its LID back from the object that heard it, an erased one does not', async () => {
  await makeLender('hears')
  const [known, gone] = (await numbers(720, 2)) as [string, string]
  const account = await linkedAccount(runner, 'hears')
  const since = Date.now()
  const heard = { id: 'x', text: 'STOP', at: since }
  const items = [
    { ...heard, number: known, lid: '72001' },
    { ...heard, number: null, lid: '72002' },
    { ...heard, number: gone, lid: '72003' },
  ]
  account.socket.say({ kind: 'inbound', items })
  const lids = () =>
    all<{ lid: string | null }>(
      `select lid from suppressions where hash in (?, ?, ?) order by lid`,
      hashOf(known),
      hashOf('lid:72002'),
      hashOf(gone),
    )
  await until('all stops', async () => (await lids()).length === 3)
  await run('delete from suppressions where hash in (?, ?)', hashOf(known), hashOf('lid:72002'))
  await run(`update suppressions set number = null, lid = null, reason = 'erased' where hash = ?`, hashOf(gone))
  await beginRestoration({ backup: null, since }, 'stops')
  await restore()
  expect((await lids()).map((row) => row.lid)).toEqual([null, '72001', '72002'])
})

test('rule journal: whom a lost object had claimed since the backup rests, though nobody says whether it wrote to them', async () => {
  await makeLender('claimer')
  const list = await numbers(700, 3)
  const account = await linkedAccount(runner, 'claimer')
  const since = Date.now()
  await account.object.start()
  await until('a send', () => account.socket.sends()[0])
  const asked = { since: since - 1_000, now: Date.now(), after: '' }
  const { claims } = await claimedAfter(bucket, account.accountId, asked)
  expect(claims.flatMap((one) => one.ids).length).toBeGreaterThanOrEqual(3)
  // the object is lost, and the database is from before its claim
  await kill(account.object, (sql) => void sql.exec('delete from document'))
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
  await run(`insert into totp_secrets (user_id, sealed, confirmed_at) values (?, 's', 1)`, who.id)
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
