// Large imports: read no further ahead than two steps, disturbed by no crash and no second runner, woken and forgotten.
import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  getQueueResult,
  waitOnExecutionContext,
} from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import type { ImportWire } from '../../contract/recipients/imports.ts'
import { connect } from '../../domain/ground/db/connection.ts'
import { PURGE_ROWS, purge } from '../../domain/ground/db/purge.ts'
import { runImport } from '../../domain/sending/importing/run-import.ts'
import { purgeImports } from '../../domain/recipients/imports/store.ts'
import worker from '../../worker/index.ts'
import { ask, call } from './support/api.ts'
import { all, bound, db } from './support/database.ts'
import { madeFile, portsOf, runFlaky, startJob } from './support/imports.ts'
import { makePerson, type Person } from './support/people.ts'

let admin: Person
beforeAll(async () => {
  admin = await makePerson('admin')
})
const jobOf = async (id: string) => (await ask<ImportWire>('GET', `/admin/import/${id}`, { token: admin.token })).json
const countOf = async (table: string) => (await all<{ n: number }>(`select count(*) as n from ${table}`))[0]?.n

/** Knows where the cursor is after every transaction. */
const counting = (state: { read: number; committed: number }) =>
  connect({
    prepare: (sql: string) => bound.DB.prepare(sql),
    batch: async (statements: D1PreparedStatement[]) => {
      const began = Date.now()
      const result = await bound.DB.batch(statements)
      spent += Date.now() - began
      state.committed = state.read
      return result
    },
  } as unknown as D1Database)
let spent = 0
test('a hundred thousand rows are read no further ahead than two steps', async () => {
  const file = madeFile(100_000)
  await startJob('big', file.size)
  const before = (await countOf('phone_numbers')) ?? 0
  const began = Date.now()
  expect(await runImport(portsOf(file.open, { db: counting(file.state) }), 'big')).toBe('ended')
  // a step holds at most 640 kB of the file, and a read of 36 kB goes before it
  expect(file.state.ahead).toBeLessThan(800 * 1024)
  console.info(`100,000 rows in ${Date.now() - began} ms, ${spent} ms of them in the database`)
  expect(await countOf('phone_numbers')).toBe(before + 100_000)
  expect(await jobOf('big')).toMatchObject({ status: 'done', createdCount: 100_000, rows: 100_000 })
})

test('rule imports: no matter which part dies at which step, each row comes once', async () => {
  const file = madeFile(30_000)
  await all(`delete from phone_numbers where number like '62819%'`)
  await startJob('crash', file.size)
  const tries = await runFlaky('crash', file.open)
  expect(tries).toBeGreaterThan(3)
  expect(await countOf(`phone_numbers where number like '62819%'`)).toBe(30_000)
  expect(await jobOf('crash')).toMatchObject({ status: 'done', createdCount: 30_000, skippedCount: 0, rows: 30_000 })
  // each recipient has one consent of this import on record
  expect(
    await countOf(`phone_numbers p join consent_ranges r on p.id between r.phone_from and r.phone_from + r.last_id - r.first_id
      join import_jobs j on j.import_no = r.import_no and j.id = 'crash' where p.number like '62819%'`),
  ).toBe(30_000)
})

test('two at once do not double a row', async () => {
  const file = madeFile(20_000)
  await all(`delete from phone_numbers where number like '62819%'`)
  await startJob('pair', file.size)
  await Promise.all([runImport(portsOf(file.open), 'pair'), runImport(portsOf(file.open), 'pair')])
  expect(await jobOf('pair')).toMatchObject({ createdCount: 20_000, skippedCount: 0, status: 'done' })
})

test('the cron asks again for a silent job, and forgets ended ones', async () => {
  const form = new FormData()
  form.set('file', new File(['0818,x\n'], 'a.csv'))
  const uploaded = await call('POST', '/admin/phonenumber/import', { token: admin.token, form })
  const { jobId } = await uploaded.json<{ jobId: string }>()
  await bound.DB.prepare(`update import_jobs set updated_at = 1 where status = 'done'`).run()
  await bound.MEDIA.put('lost', '081800000001,Satu\n')
  await startJob('lost', 18)
  await bound.DB.prepare(`update import_jobs set updated_at = 1 where id = 'lost'`).run()
  const context = createExecutionContext()
  await worker.scheduled(
    createScheduledController({ scheduledTime: new Date('2026-11-21T05:00:00Z'), cron: '* * * * *' }),
    bound,
  )
  await waitOnExecutionContext(context)
  await vi.waitFor(async () => expect(await jobOf('lost')).toMatchObject({ status: 'done', createdCount: 1 }), {
    timeout: 20_000,
    interval: 200,
  })
  expect((await ask('GET', `/admin/import/${jobId}`, { token: admin.token })).status).toBe(404)
})

test('skipped rows go in steps, and their job with the last of them', async () => {
  await startJob('skipping', 0)
  await all(`insert into import_skips (job_id, row, value, name, reason)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 12000) select 'skipping', i, 'v', '', 'invalid' from n`)
  await all(`update import_jobs set status = 'done', updated_at = 1 where id = 'skipping'`)
  const left = async () => Number((await all<{ n: number }>(`select count(*) as n from import_skips`))[0]?.n)
  const before = await left()
  expect(await purge(db, 'import_skips', sql`job_id = 'skipping'`, 1)).toBe(false)
  expect(before - (await left())).toBe(PURGE_ROWS)
  expect(await jobOf('skipping')).toMatchObject({ status: 'done' })
  expect(await purgeImports(db, 2)).toEqual(['skipping'])
  expect(await left()).toBe(before - 12_000)
})

test('an import that failed at every try is said, and acknowledged', async () => {
  const dead = createMessageBatch('wa-blaster-imports-dead', [
    { id: 'dead', timestamp: new Date(), attempts: 1, body: { jobId: 'lost' } },
  ])
  const said = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  await worker.queue(dead, bound)
  expect(said.mock.calls.flat().join()).toContain('an import was dead-lettered')
  said.mockRestore()
  expect((await getQueueResult(dead, createExecutionContext())).explicitAcks).toEqual(['dead'])
})
