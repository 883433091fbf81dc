// The record of audit and ledger (rule record-chain): nothing of it is changed or removed, its days are chained, the bucket keeps each
// day's head, and a change behind the back of all that is found.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, jakartaDay } from '../../contract/ground/time.ts'
import { AUDIT_RETENTION_MS } from '../../domain/record/audit/retention-rules.ts'
import { headKey } from '../../domain/record/record/head-object.ts'
import { storedHead, storeHeads } from '../../domain/record/record/heads.ts'
import { differingDay } from '../../domain/record/record/look.ts'
import { closeRecordDay } from '../../domain/record/record/store.ts'
import { keepRetentions } from '../../domain/operation/retention/store.ts'
import { recordPorts } from '../../worker/ports.ts'
import { lookHourly } from '../../worker/troubles.ts'
import { cron } from './support/cron.ts'
import { ask } from './support/api.ts'
import { behindTriggers } from './support/behind-triggers.ts'
import { all, bound, db, one, run } from './support/database.ts'
import { makeLevel, makePerson, type Person } from './support/people.ts'

type Problem = { day: string; kind: string; table: string | null; id: number | null }
type Proof = { days: number; rows: number; erased: number; problems: Problem[]; next: string | null; total: number }
let admin: Person
let member: Person
beforeAll(async () => {
  await makeLevel('l1', 100, 0)
  admin = await makePerson('admin')
  member = await makePerson('member')
})
const post = (path: string, body: object) => ask<object>('POST', path, { token: admin.token, body })
const give = (nominal: number) => post('/admin/bonus/create', { userId: member.id, nominal, reason: 'Rajin' })
const prove = async (after = '') =>
  (await ask<Proof>('GET', `/admin/audit/proof?after=${after}`, { token: admin.token })).json
const close = (day: string) => closeRecordDay(db, day, () => true)

const behindTheTriggers = (work: () => Promise<unknown>) => behindTriggers(['audit_log', 'ledger', 'record_days'], work)
beforeEach(() => behindTheTriggers(() => run('delete from record_days')))

test('rule append-only-ledger: no entry is changed or removed, by whatever statement', async () => {
  await give(1_000)
  for (const statement of [
    'update ledger set amount_sen = amount_sen + 1',
    'delete from ledger',
    `insert or replace into ledger (id, user_id, kind, amount_sen, ref, at) select id, user_id, kind, 5, ref, at from ledger`,
    `insert or replace into ledger (user_id, kind, amount_sen, ref, at) select user_id, kind, 5, ref, at from ledger`,
    `insert or replace into audit_log (id, at, actor_id, actor_role, action, target) select id, at, 'x', actor_role, action, target
       from audit_log`,
    `update audit_log set actor_id = 'somebody-else'`,
    `update audit_log set after = '{}'`,
    `update audit_log set target = 'elsewhere'`,
    'delete from audit_log',
  ])
    await expect(run(statement), statement).rejects.toThrow(/append-only|UNIQUE constraint failed: ledger.ref/)
  expect((await prove()).problems).toEqual([])
})

test('a day that is closed cannot be closed again, changed or removed', async () => {
  await close('2026-01-01')
  const before = await all('select * from record_days')
  await close('2026-01-01')
  await close('2025-12-31')
  expect(await all('select * from record_days')).toEqual(before)
  await expect(run(`update record_days set head = 'x'`)).rejects.toThrow(/append-only/)
  await expect(run('delete from record_days')).rejects.toThrow(/append-only/)
})

test('rule record-days: three days are proved, a few at a time', async () => {
  for (const day of ['2026-01-01', '2026-01-02', '2026-01-04']) {
    await give(2_000)
    await close(day)
  }
  const whole = await prove()
  expect(whole).toMatchObject({ days: 3, problems: [], next: null, total: 3, last: '2026-01-04' })
  const [{ n }] = (await all<{ n: number }>(
    `select
       (select count(*) from audit_log) + (select count(*) from ledger) + (select count(*) from consent_history) as n`,
  )) as [{ n: number }]
  expect(whole.rows).toBe(n)
  expect(await prove('2026-01-02')).toMatchObject({ days: 1, rows: 2, problems: [] })
  const member_ = await ask('GET', '/admin/audit/proof', { token: member.token })
  expect(member_.status).toBe(403)
})

test('rule record-chain: each way of changing the past is found, and the day that it belongs to is named', async () => {
  await give(3_000)
  await close('2026-01-01')
  await give(4_000)
  await close('2026-01-02')
  await give(5_000)
  await close('2026-01-03')
  const [audit, ledger] = await Promise.all([
    one<{ id: number }>(`select id from audit_log order by id desc limit 1 offset 1`),
    one<{ id: number }>(`select id from ledger order by id desc limit 1 offset 1`),
  ])
  const found = async (...statements: string[]) => {
    const kept = await all<Record<string, unknown>>('select * from record_days')
    const rows = {
      audit_log: await all<Record<string, unknown>>('select * from audit_log'),
      ledger: await all<Record<string, unknown>>('select * from ledger'),
      record_days: kept,
    }
    let problems: Problem[] = []
    await behindTheTriggers(async () => {
      for (const statement of statements) await run(statement)
      ;({ problems } = await prove())
      for (const [table, before] of Object.entries(rows)) {
        await run(`delete from ${table}`)
        for (const row of before)
          await run(
            `insert into ${table} (${Object.keys(row).join()}) values (${Object.keys(row)
              .map(() => '?')
              .join()})`,
            ...Object.values(row),
          )
      }
    })
    expect((await prove()).problems).toEqual([])
    return problems
  }
  const second = { day: '2026-01-02', id: null }
  expect(await found(`update ledger set amount_sen = 1 where id = ${ledger.id}`)).toEqual([
    { ...second, kind: 'entries', table: 'ledger' },
  ])
  expect(await found(`delete from ledger where id = ${ledger.id}`)).toEqual([
    { ...second, kind: 'entries', table: 'ledger' },
  ])
  expect(await found(`update audit_log set actor_id = 'x' where id = ${audit.id}`)).toEqual([
    { ...second, kind: 'entries', table: 'audit_log' },
  ])
  expect(await found(`update audit_log set after = '{}' where id = ${audit.id}`)).toEqual([
    { day: '2026-01-02', kind: 'entry', table: 'audit_log', id: audit.id },
  ])
  expect(await found(`update record_days set head = 'x' where day = '2026-01-02'`)).toEqual([
    { ...second, kind: 'head', table: null },
    { day: '2026-01-03', kind: 'link', table: null, id: null },
  ])
  expect((await found(`delete from record_days where day = '2026-01-02'`))[0]).toMatchObject({
    day: '2026-01-03',
    kind: 'link',
  })
})

test('rule record-chain: who changes the entries and the whole chain after them is betrayed by the bucket', async () => {
  await give(6_000)
  await close('2026-02-01')
  await storeHeads(db, bound.MEDIA, Date.now(), 10)
  const head = await storedHead(bound.MEDIA, '2026-02-01')
  expect(head).toMatch(/^[0-9a-f]{64}$/)
  await behindTheTriggers(async () => {
    await run('update ledger set amount_sen = amount_sen + 1 where id = (select max(id) from ledger)')
    await run('delete from record_days')
    await close('2026-02-01')
    await storeHeads(db, bound.MEDIA, Date.now(), 10)
  })
  expect(await storedHead(bound.MEDIA, '2026-02-01')).toBe(head)
  expect((await prove()).problems).toEqual([{ day: '2026-02-01', kind: 'stored', table: null, id: null }])
  await behindTheTriggers(() =>
    run('update ledger set amount_sen = amount_sen - 1 where id = (select max(id) from ledger)'),
  )
  await bound.MEDIA.delete(headKey('2026-02-01'))
})

test('rule record-forgets: an erased person leaves the chain whole, and is counted', async () => {
  await post('/admin/suppression', { number: '081288877701' })
  await close('2026-03-01')
  const before = await prove()
  await post('/admin/consent/erase', { number: '081288877701' })
  const after = await prove()
  expect(after.problems).toEqual([])
  expect(after.erased).toBe(before.erased + 1)
  expect(JSON.stringify(await all('select * from audit_log'))).not.toContain('6281288877701')
})

test('entries of before the chain are given their digest when the first day is closed', async () => {
  await behindTheTriggers(() => run('update audit_log set salt = null, digest = null'))
  await give(7_000)
  await close('2026-04-01')
  expect(await all('select 1 from audit_log where digest is null')).toEqual([])
  expect((await prove()).problems).toEqual([])
})

test('rule record-forgets: entries whose five years are over may be deleted, and their days stay in the chain', async () => {
  await behindTheTriggers(() => run('update audit_log set at = 1000'))
  await close('2020-01-01')
  await give(7_500)
  await close('2026-05-01')
  await run('delete from audit_log where at = 1000')
  await expect(run('delete from audit_log')).rejects.toThrow(/append-only/)
  expect(await prove()).toMatchObject({ days: 2, problems: [] })
})

test('rule record-days: after missed nights the entries of a row go together, once its day is over', async () => {
  const over = Date.now() - AUDIT_RETENTION_MS
  await close(jakartaDay(over - 2 * DAY_MS))
  const { id } = await one<{ id: number }>('select max(id) as id from audit_log')
  await give(7_600)
  await give(7_700)
  await behindTheTriggers(() => run('update audit_log set at = ? where id = ?', over - HOUR_MS, id + 1))
  await close(jakartaDay(over + 2 * DAY_MS))
  expect(await prove()).toMatchObject({ days: 2, problems: [] })
  const left = async (now: number) => {
    const never = () => Promise.resolve()
    await keepRetentions({ db, now, clock: () => now, forgetImports: never, forgetChecks: never }, (table) => {
      throw new Error(table)
    })
    return (await all('select 1 from audit_log where id = ?', id + 1)).length
  }
  expect(await left(Date.now())).toBe(1)
  expect((await prove()).problems).toEqual([])
  expect(await left(Date.now() + 3 * DAY_MS)).toBe(0)
})

const closed = async () =>
  (await all<{ day: string }>('select day from record_days order by day')).map(({ day }) => day)
const yesterday = () => jakartaDay(Date.now() - DAY_MS - 600_000)
const beganAt = (at: number) => behindTheTriggers(() => run('update audit_log set at = ?', at))

test('rule record-days: a place that began today closes no day of before; the hourly cron then closes yesterday and stores its head', async () => {
  await give(8_000)
  await cron(0)
  expect(await closed()).toEqual([])
  await beganAt(Date.now() - DAY_MS - 600_000)
  await cron(0)
  expect(await closed()).toEqual([yesterday()])
  const row = await one<{ head: string; stored_at: number }>('select * from record_days')
  expect(row.stored_at).toBeGreaterThan(0)
  expect(await storedHead(bound.MEDIA, yesterday())).toBe(row.head)
})

test('rule record-days: the first row is that of the first day, also when nights were missed since', async () => {
  const first = Date.now() - 5 * DAY_MS
  await beganAt(first)
  await cron(0)
  expect(await closed()).toEqual([jakartaDay(first), yesterday()])
  expect((await prove()).problems.filter(({ kind }) => kind !== 'stored')).toEqual([])
})

describe('rule record-days: the hourly look', () => {
  const open = () =>
    all(`select subject, figures from troubles where kind = 'record_differs' and ended_at is null order by subject`)
  const amount = (by: number, ref: string) =>
    behindTheTriggers(() => run('update ledger set amount_sen = amount_sen + ? where ref = ?', by, ref))
  test('finds what was changed without anybody asking, tells one day of it, and says when it is as it was', async () => {
    // of three days each even look is at all of them; of the odd ones the first begins with the first day, the third with the third
    const first = Math.floor(Date.parse('2026-03-01') / HOUR_MS / 6) * 6
    const lookAt = async (turn: number): Promise<unknown> => {
      await lookHourly(bound, db, (first + turn) * HOUR_MS)
      return open()
    }
    for (const day of ['2026-01-01', '2026-01-02', '2026-01-03']) {
      await give(2_000)
      await close(day)
    }
    // the tests before signed other days
    await run('delete from record_checkpoints')
    const refs = (await all<{ ref: string }>('select ref from ledger order by id desc limit 3')).map(({ ref }) => ref)
    const [last = '', second = ''] = refs
    expect([await lookAt(0), await lookAt(1)]).toEqual([[], []])
    await amount(1, second)
    expect(await lookAt(5)).toEqual([])
    const told = [{ subject: '2026-01-02', figures: '{"rows":1}' }]
    expect(await lookAt(6)).toEqual(told)
    await amount(1, last)
    expect(await lookAt(11)).toEqual(told)
    await amount(-1, second)
    expect(await lookAt(12)).toEqual([{ subject: '2026-01-03', figures: '{"rows":1}' }])
    await amount(-1, last)
    expect(await lookAt(13)).toEqual([])
  })
  test('comes to each day: every other time by whole portions, between them day by day', async () => {
    const days = Array.from({ length: 40 }, (_, i) => jakartaDay(Date.parse('2026-01-01') + i * DAY_MS))
    for (const day of days) await close(day)
    const ports = recordPorts({ env: bound, db, now: Date.now() })
    const foundAt = async (day: string | undefined, turns: number[]) => {
      await behindTheTriggers(() => run(`update record_days set head = 'x' || head where day = ?`, day))
      const found: number[] = []
      for (const turn of turns) if (await differingDay(ports, { turn, known: '' })) found.push(turn)
      await behindTheTriggers(() => run(`update record_days set head = substr(head, 2) where day = ?`, day))
      return found
    }
    // the day after one that was changed does not follow it either
    expect(await foundAt(days[0], [0, 1, 2, 3, 4, 5])).toEqual([0, 1, 3, 4])
    // whole portions begin with the first and the 32nd day, the others go on by one
    expect(await foundAt(days[39], [0, 2, 4, 2 * 8 + 1, 2 * 9 + 1, 2 * 39 + 1])).toEqual([2, 2 * 9 + 1, 2 * 39 + 1])
  })
})
