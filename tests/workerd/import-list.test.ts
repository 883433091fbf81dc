// The list of imports, and one that is cancelled while it runs: what came in stays, nothing more does, and the record has it (rules imports,
// sealed-consent).
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { ListedImport } from '../../contract/recipients/imports.ts'
import type { Statement } from '../../domain/ground/db/connection.ts'
import { cancelImport, importFileKey, runImport } from '../../domain/sending/importing/run-import.ts'
import { until } from '../../scripts/drive/until.ts'
import { ask, call } from './support/api.ts'
import { all, bound, db, one, run } from './support/database.ts'
import { madeFile, portsOf, startJob } from './support/imports.ts'
import { makePerson, type Person } from './support/people.ts'

let admin: Person
beforeAll(async () => {
  admin = await makePerson('admin')
})
beforeEach(() => run('delete from import_jobs'))
const cancel = (id: string) => call('POST', `/admin/import/${id}/cancel`, { token: admin.token })
const listOf = async (kind: string) =>
  (await ask<{ data: ListedImport[] }>('GET', `/admin/import?kind=${kind}`, { token: admin.token })).json.data
const countOf = async () => (await one<{ n: number }>('select count(*) as n from phone_numbers'))?.n
/** A file in the bucket whose import has taken one step. */
const begun = async (id: string): Promise<string> => {
  const file = madeFile(30_000)
  const text = await new Response(await file.open('', 0)).text()
  await bound.MEDIA.put(importFileKey(id), text)
  await startJob(id, file.size)
  await run(`update import_jobs set by = ?, file_key = ? where id = ?`, admin.id, importFileKey(id), id)
  expect(await runImport(portsOf(file.open, { until: 0 }), id)).toBe('more')
  return text
}

test('those that run come first, then the newest, of this kind alone, with who began them', async () => {
  await startJob('old', 10)
  for (const id of ['first', 'second']) await startJob(id, 10)
  await startJob('proxies', 10, 'proxy')
  await run(
    `update import_jobs set status = 'done', by = ?, created_at = iif(id = 'first', 1, 2) where id <> 'old'`,
    admin.id,
  )
  await run(`update import_jobs set created_at = 0 where id = 'old'`)
  const rows = await listOf('phonenumber')
  expect(rows.map(({ id }) => id)).toEqual(['old', 'second', 'first'])
  expect(rows.map(({ byName }) => byName !== null)).toEqual([false, true, true])
  expect((await listOf('proxy')).map(({ id }) => id)).toEqual(['proxies'])
})

test('rule imports: one that is cancelled brings nothing more, and its rows, hash and end are in the sealed record', async () => {
  const text = await begun('stopped')
  const before = await countOf()
  expect(before).toBeGreaterThan(0)
  expect((await cancel('stopped')).status).toBe(200)
  await until('the file is gone', async () => (await bound.MEDIA.head(importFileKey('stopped'))) === null)
  expect(await countOf()).toBe(before)
  expect(await listOf('phonenumber')).toMatchObject([{ id: 'stopped', status: 'failed', createdCount: before }])
  expect(await bound.MEDIA.head(importFileKey('stopped'))).toBeNull()
  const sealed = await all(
    `select sha256, created, failed from consent_imports where import_no = (select import_no from import_jobs)`,
  )
  expect(sealed).toEqual([{ sha256: createHash('sha256').update(text).digest('hex'), created: before, failed: 1 }])
  expect(await all(`select actor_id from audit_log where action = 'import.cancel'`)).toEqual([{ actor_id: admin.id }])
})

test('rule imports: one whose last step or end comes while its file is hashed is not called cancelled', async () => {
  for (const meanwhile of [
    'update import_jobs set cursor_bytes = size_bytes',
    `update import_jobs set status = 'done', cursor_bytes = 1`,
  ]) {
    await run('delete from import_jobs')
    await startJob('late', 10)
    await run(`update import_jobs set file_key = 'late', sha256 = null`)
    const open = async () => {
      await run(meanwhile)
      return new Response('62').body
    }
    const entries: Statement[] = [db.run(sql`insert into settings values ('cancelled', 'yes')`)]
    expect(await cancelImport({ db, now: Date.now(), open }, 'late', () => entries)).toBe(false)
    expect(await one(`select error from import_jobs where status <> 'failed'`)).toEqual({ error: null })
    expect(await all(`select 1 from settings where key = 'cancelled'`)).toEqual([])
  }
})

test('rule imports: one that has ended is not called cancelled', async () => {
  await startJob('ended', 10)
  await run(`update import_jobs set status = 'done' where id = 'ended'`)
  const before = await one<{ n: number }>(`select count(*) as n from audit_log`)
  expect((await cancel('ended')).status).toBe(200)
  expect((await listOf('phonenumber'))[0]).toMatchObject({ status: 'done', error: null })
  expect(await one(`select count(*) as n from audit_log`)).toEqual(before)
  expect((await cancel('nobody')).status).toBe(404)
})

test('an import says how many of those that came in look like landlines, mobile numbers and skipped rows aside', async () => {
  const form = new FormData()
  form.set('consent_source', 'Formulir toko Melati')
  form.set('file', new File(['nomor\n0215550100\n021-555-0100\n0361 555 0101\n628195550102\nbukan\n'], 'a.csv'))
  const sent = await call('POST', '/admin/phonenumber/import', { token: admin.token, form })
  expect(sent.status).toBe(200)
  expect(await listOf('phonenumber')).toMatchObject([{ createdCount: 3, skippedCount: 2, landlineCount: 2 }])
  await call('POST', '/admin/phonenumber/import', { token: admin.token, form })
  expect(await all('select created, landlines from import_jobs order by created')).toEqual([
    { created: 0, landlines: 0 },
    { created: 3, landlines: 2 },
  ])
})
