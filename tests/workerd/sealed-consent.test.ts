// Consent, stops and imports in the sealed record (rule sealed-consent): each event is an entry, an import of any size is one, an erased
// person leaves the chain whole, and what somebody changed behind the triggers is found.
import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, jakartaDay } from '../../contract/ground/time.ts'
import { keepRetentions } from '../../domain/operation/retention/store.ts'
import { AUDIT_RETENTION_MS } from '../../domain/record/audit/retention-rules.ts'
import { headOf } from '../../domain/record/record/chain.ts'
import { closeRecordDay } from '../../domain/record/record/store.ts'
import { optOutToken } from '../../domain/recipients/suppressions/hash.ts'
import { until } from '../../scripts/drive/until.ts'
import { linkRing } from '../../worker/env.ts'
import { ask, call } from './support/api.ts'
import { behindTriggers } from './support/behind-triggers.ts'
import { all, bound, db, one, run } from './support/database.ts'
import { madeFile, runFlaky, startJob } from './support/imports.ts'
import { makePerson, type Person } from './support/people.ts'

type Problem = { day: string; kind: string; table: string | null; id: number | null }
type Parts = Record<string, { after: number; last: number; rows: number }>
let admin: Person
beforeAll(async () => {
  admin = await makePerson('admin')
})
const close = (day: string, most?: number) => closeRecordDay(db, day, () => true, most)
const prove = async () =>
  (await ask<{ problems: Problem[]; rows: number }>('GET', '/admin/audit/proof', { token: admin.token })).json
const partsOf = async (day: string) =>
  JSON.parse((await one<{ parts: string }>('select parts from record_days where day = ?', day)).parts) as Parts
const post = async (path: string, body: object, method = 'POST') =>
  expect((await ask(method, path, { token: admin.token, body })).status, path).toBe(200)
let serial = 0
const save = async (): Promise<string> => {
  const number = String(6281377700000 + ++serial)
  await post('/admin/phonenumber/save', { number, name: 'Ani', consent_source: 'Formulir toko' })
  return number
}
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
/** As a version that did not seal consent. */
const closeAsBefore = async (day: string): Promise<void> => {
  const last = async (table: string) =>
    (await one<{ id: number }>(`select coalesce(max(id), 0) as id from ${table}`)).id
  const part = async (table: 'audit_log' | 'ledger') => ({ last: await last(table), rows: 0, sha256: sha256('') })
  const parts = { audit_log: await part('audit_log'), ledger: await part('ledger') }
  await run(
    `insert into record_days (day, previous, head, parts) values (?, '', ?, ?)`,
    day,
    headOf('', day, parts),
    JSON.stringify(parts),
  )
}
const press = async (number: string, path: string) =>
  expect((await ask('POST', path, { body: { token: await optOutToken(linkRing(bound), number) } })).status).toBe(200)
const upload = async (kind: string, text: string, said: Record<string, string>, name = 'daftar.csv') => {
  const form = new FormData()
  form.set('file', new File([text], name))
  for (const [field, value] of Object.entries(said)) form.set(field, value)
  const response = await call('POST', `/admin/${kind}/import`, { token: admin.token, form })
  const { jobId } = await response.json<{ jobId: string }>()
  expect(response.ok).toBe(true)
  return jobId
}
const entryOf = (jobId: string) =>
  one<Record<string, unknown>>(
    'select * from consent_imports where import_no = (select import_no from import_jobs where id = ?)',
    jobId,
  )
beforeEach(() => behindTriggers(['record_days'], () => run('delete from record_days')))

describe('rule sealed-consent: an event of consent', () => {
  test('is an entry that nothing changes or removes', async () => {
    await save()
    for (const statement of [
      `update consent_history set event = 'withdrawn'`,
      `update consent_history set number = '6281300000000'`,
      'update consent_history set at = 5',
      'update consent_history set import_no = 7',
      'delete from consent_history',
      `insert or replace into consent_history (id, hash, event, at) select id, hash, 'withdrawn', at from consent_history`,
    ])
      await expect(run(statement), statement).rejects.toThrow(/append-only/)
  })
  test('is sealed with its day: given, withdrawn, stopped, disputed; and a change of any is found', async () => {
    const [kept, left, stopped, disputed] = [await save(), await save(), await save(), await save()]
    const row = await one<{ id: number }>('select id from phone_numbers where number = ?', left)
    await post(`/admin/phonenumber/${row.id}`, {}, 'DELETE')
    await post('/admin/suppression', { number: stopped })
    await press(disputed, '/public/recipient/dispute')
    await close('2026-01-01')
    const { consent_history: part } = await partsOf('2026-01-01')
    expect(part?.rows).toBe((await one<{ n: number }>('select count(*) as n from consent_history')).n)
    expect((await prove()).problems).toEqual([])
    const found = async (change: string) => {
      const rows = await all<Record<string, unknown>>('select * from consent_history')
      let problems: Problem[] = []
      await behindTriggers(['consent_history'], async () => {
        await run(change)
        ;({ problems } = await prove())
        await run('delete from consent_history')
        for (const before of rows)
          await run(
            `insert into consent_history (${Object.keys(before).join()}) values (${Object.keys(before)
              .map(() => '?')
              .join()})`,
            ...Object.values(before),
          )
      })
      expect((await prove()).problems).toEqual([])
      return problems
    }
    const changed = [{ day: '2026-01-01', kind: 'entries', table: 'consent_history', id: null }]
    expect(await found(`update consent_history set event = 'granted' where event = 'withdrawn'`)).toEqual(changed)
    expect(await found(`update consent_history set source = 'Lain' where number = '${kept}'`)).toEqual(changed)
    expect(await found(`update consent_history set at = at - 1 where number = '${kept}'`)).toEqual(changed)
    expect(await found(`delete from consent_history where number = '${disputed}'`)).toEqual(changed)
    // an entry that is passed off as an import's
    expect(await found(`update consent_history set import_no = 1 where number = '${kept}'`)).toEqual(changed)
  })
  test('stays sealed when its person is erased', async () => {
    const number = await save()
    await close('2026-01-01')
    await post('/admin/consent/erase', { number })
    await close('2026-01-02')
    expect((await prove()).problems).toEqual([])
    expect(JSON.stringify(await all('select * from consent_history'))).not.toContain(number)
  })
  test('of before it was sealed is in no day, and goes after its five years; a later one goes with its day', async () => {
    const over = Date.now() - AUDIT_RETENTION_MS
    await behindTriggers(['consent_history'], () => run('delete from consent_history'))
    const add = (at: number) =>
      run(
        `insert into consent_history (hash, number, event, source, by, at) values ('h', null, 'granted', 's', 'a', ?)`,
        at,
      )
    const ids = async () => (await all<{ id: number }>('select id from consent_history')).map(({ id }) => id)
    await add(over - 9 * DAY_MS)
    const [before = 0] = await ids()
    await closeAsBefore(jakartaDay(over - 6 * DAY_MS))
    await add(over - 3 * DAY_MS)
    await close(jakartaDay(over - 2 * DAY_MS))
    await add(over - DAY_MS)
    await close(jakartaDay(over + 2 * DAY_MS))
    expect(await partsOf(jakartaDay(over - 2 * DAY_MS))).toMatchObject({
      consent_history: { after: before, last: before + 1, rows: 1 },
    })
    const tidy = async (now: number) => {
      const never = () => Promise.resolve()
      await keepRetentions({ db, now, clock: () => now, forgetImports: never, forgetChecks: never }, (table) => {
        throw new Error(table)
      })
      return ids()
    }
    expect(await tidy(Date.now())).toEqual([before + 2])
    expect((await prove()).problems).toEqual([])
    expect(await tidy(Date.now() + 3 * DAY_MS)).toEqual([])
    expect((await prove()).problems).toMatchObject([{ kind: 'entries', table: 'consent_history' }])
  })
  test('of more than a day takes is sealed with the days after it, and none is left out', async () => {
    await behindTriggers(['consent_history'], () => run('delete from consent_history'))
    await run(
      `with recursive n (i) as (select 1 union all select i + 1 from n where i < ?)
       insert into consent_history (hash, event, at) select 'h' || i, 'withdrawn', ? from n`,
      55,
      Date.now(),
    )
    await close('2026-01-01', 50)
    await close('2026-01-02', 50)
    const days = [(await partsOf('2026-01-01'))['consent_history'], (await partsOf('2026-01-02'))['consent_history']]
    expect(days.map((part) => part?.rows)).toEqual([50, 5])
    expect(days[1]?.after).toBe(days[0]?.last)
    await behindTriggers(['consent_history'], () => run('delete from consent_history'))
  })
  test('of a day that a version before closed comes with the day after it', async () => {
    const add = (hash: string) => run(`insert into consent_history (hash, event, at) values (?, 'withdrawn', 1)`, hash)
    await close('2026-01-01')
    await add('one')
    await closeAsBefore('2026-01-02')
    await add('two')
    await close('2026-01-03')
    const days = [(await partsOf('2026-01-01'))['consent_history'], (await partsOf('2026-01-03'))['consent_history']]
    expect(days[1]).toMatchObject({ after: days[0]?.last, rows: 2 })
  })
})

describe('rule sealed-consent: a stop', () => {
  test('that is taken off the list behind everybody’s back is told; one that was lifted, or erased, is none', async () => {
    const [gone, erased, lifted] = [await save(), await save(), await save()]
    for (const number of [gone, erased, lifted]) await press(number, '/public/opt-out')
    await post('/admin/consent/erase', { number: erased })
    const { hash } = await one<{ hash: string }>('select hash from suppressions where number = ?', lifted)
    await run(
      `insert into consent_history (hash, number, event, source, by, at) values (?, ?, 'lifted', 'x', 'a', 1)`,
      hash,
      lifted,
    )
    await run('delete from suppressions where number = ?', lifted)
    await close('2026-01-01')
    expect((await prove()).problems).toEqual([])
    await run('delete from suppressions where number = ?', gone)
    // an import's rows are in no day: none of them lifts a stop
    await run(
      `insert into consent_history (hash, number, event, at, import_no)
       select hash, number, 'lifted', 1, 999 from consent_history where number = ? and event = 'opt_out'`,
      gone,
    )
    const { id } = await one<{ id: number }>(
      `select id from consent_history where number = ? and event = 'opt_out'`,
      gone,
    )
    expect((await prove()).problems).toEqual([{ day: '2026-01-01', kind: 'stop', table: 'consent_history', id }])
    await behindTriggers(['consent_history'], () => run('delete from consent_history where id = ?', id))
  })
})

describe('rule sealed-consent: an import', () => {
  test('of a small file is one entry with the hash of the file, whatever it makes', async () => {
    const csv = `number;name\n${Array.from({ length: 40 }, (_, i) => `08136660${1000 + i};Orang`).join('\n')}\nbukan;X\n`
    const jobId = await upload('phonenumber', csv, { consent_source: 'Acara di toko' })
    const entry = await entryOf(jobId)
    expect(entry).toMatchObject({
      kind: 'phonenumber',
      sha256: sha256(csv),
      size_bytes: csv.length,
      rows_read: 41,
      created: 40,
      skipped: 1,
      source: 'Acara di toko',
      by: admin.id,
      failed: 0,
    })
    for (const statement of ['update consent_imports set created = 5', 'delete from consent_imports'])
      await expect(run(statement), statement).rejects.toThrow(/append-only/)
    const rows = await all(
      'select last_id - first_id + 1 as n from consent_ranges where import_no = ?',
      entry['import_no'],
    )
    expect(rows).toEqual([{ n: 40 }])
    await close('2026-01-01')
    const parts = await partsOf('2026-01-01')
    const { n } = await one<{ n: number }>('select count(*) as n from consent_history where import_no is null')
    expect([parts['consent_history']?.rows, parts['consent_imports']?.rows]).toEqual([
      n,
      (await all('select 1 from consent_imports')).length,
    ])
    expect((await prove()).problems).toEqual([])
    for (const change of [`sha256 = '${sha256('x')}'`, 'created = 39', `source = 'Lain'`, `by = 'b'`])
      await behindTriggers(['consent_imports'], async () => {
        const before = await all<Record<string, string>>('select * from consent_imports')
        await run(`update consent_imports set ${change} where id = ?`, entry['id'])
        expect((await prove()).problems, change).toMatchObject([{ kind: 'entries', table: 'consent_imports' }])
        const was = before.find((row) => row['id'] === entry['id'])
        for (const column of ['sha256', 'created', 'source', 'by'])
          await run(`update consent_imports set ${column} = ? where id = ?`, was?.[column], entry['id'])
      })
    expect((await prove()).problems).toEqual([])
  })
  test('of a list of stops is one, too; of anything else none', async () => {
    const jobId = await upload('suppression', 'number\n081366650001\n081366650002\n', { reason: 'Layanan lama' })
    expect(await entryOf(jobId)).toMatchObject({ kind: 'suppression', created: 2, source: 'Layanan lama' })
    const before = (await all('select 1 from consent_imports')).length
    await upload('proxy', 'proxy\nhttp://a:b@198.51.100.7:8080\n', {})
    expect(await all('select 1 from consent_imports')).toHaveLength(before)
  })
  test('of a large file is one, whose hash is of the whole file, also where the Worker dies at every step', async () => {
    const { open, size } = madeFile(12_000)
    await startJob('sealed-large', size)
    expect(await runFlaky('sealed-large', open)).toBeGreaterThan(2)
    const whole = await new Response(await open('', 0)).text()
    expect(await entryOf('sealed-large')).toMatchObject({ sha256: sha256(whole), created: 12_000, failed: 0 })
    expect(await all('select 1 from consent_imports where created = 12000')).toHaveLength(1)
  })
  test('that breaks off is one with what it took; its number is not given again once the job is forgotten', async () => {
    const good = Array.from({ length: 11_000 }, (_, i) => ({ number: `0813${55_000_000 + i}` }))
    const text = JSON.stringify(good).slice(0, -300)
    const jobId = await upload('phonenumber', text, { consent_source: 'Acara kota' }, 'rusak.json')
    const ended = await until('ended', async () => {
      const [job] = await all<{ status: string }>('select status from import_jobs where id = ?', jobId)
      return job?.status === 'running' ? null : job
    })
    expect(ended).toMatchObject({ status: 'failed' })
    const entry = await entryOf(jobId)
    expect(entry).toMatchObject({ failed: 1, sha256: sha256(text) })
    await run('delete from import_jobs')
    const next = await entryOf(await upload('phonenumber', 'number\n081344440001\n', { consent_source: 'Acara kota' }))
    expect(Number(next['import_no'])).toBe(Number(entry['import_no']) + 1)
  })
})
