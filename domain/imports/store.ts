// Import jobs in SQL. The rows of a step, what it skips and the place where the next one begins stand or fall together.
import { sql } from 'drizzle-orm'
import type { ImportKind, SkipReason } from '../../contract/imports.ts'
import { isNullRefused } from '../db/conflict.ts'
import { type Db, runBatch, type Statement } from '../db/connection.ts'
import { purge } from '../db/purge.ts'

export type ImportJob = {
  id: string
  kind: ImportKind
  status: 'running' | 'done' | 'failed'
  file_key: string
  file_name: string
  format: 'csv' | 'json'
  size_bytes: number
  head: string
  consent_source: string | null
  by: string
  cursor_bytes: number
  rows_read: number
  created: number
  skipped: number
  error: string | null
  created_at: number
  updated_at: number
}
export type NewJob = Pick<
  ImportJob,
  'id' | 'kind' | 'file_key' | 'file_name' | 'format' | 'size_bytes' | 'head' | 'consent_source' | 'by' | 'cursor_bytes'
>
export type Skip = { row: number; value: string; name: string; reason: SkipReason }

export const insertJob = (db: Db, j: NewJob, now: number): Statement =>
  db.run(sql`insert into import_jobs (id, kind, status, file_key, file_name, format, size_bytes, head, consent_source, by,
      cursor_bytes, created_at, updated_at)
    values (${j.id}, ${j.kind}, 'running', ${j.file_key}, ${j.file_name}, ${j.format}, ${j.size_bytes}, ${j.head},
      ${j.consent_source}, ${j.by}, ${j.cursor_bytes}, ${now}, ${now})`)

export const jobById = async (db: Db, id: string): Promise<ImportJob | null> =>
  (await db.all<ImportJob>(sql`select * from import_jobs where id = ${id}`))[0] ?? null

export type Step = { fromBytes: number; toBytes: number; fromRow: number; toRow: number; now: number }
/** false: somebody else moved the job meanwhile; nothing of this step was written. */
export const applyStep = async (
  db: Db,
  jobId: string,
  step: Step,
  work: { skips: readonly Skip[]; rows: Statement[]; more?: Statement[] },
): Promise<boolean> => {
  const skippedHere = sql`(select count(*) from import_skips
    where job_id = ${jobId} and row > ${step.fromRow} and row <= ${step.toRow})`
  try {
    await runBatch(db, [
      ...(work.more ?? []),
      // a job that is not where this step begins has no cursor to give: the column refuses null, and with it the batch
      db.run(sql`update import_jobs set rows_read = ${step.toRow}, updated_at = ${step.now}, cursor_bytes =
        case when cursor_bytes = ${step.fromBytes} and rows_read = ${step.fromRow} and status = 'running'
          then ${step.toBytes} end where id = ${jobId}`),
      db.run(sql`insert into import_skips (job_id, row, value, name, reason)
        select ${jobId}, value ->> 'row', value ->> 'value', value ->> 'name', value ->> 'reason'
        from json_each(${JSON.stringify(work.skips)})`),
      ...work.rows,
      db.run(sql`update import_jobs set skipped = skipped + ${skippedHere},
        created = created + ${step.toRow - step.fromRow} - ${skippedHere} where id = ${jobId}`),
    ])
    return true
  } catch (error) {
    if (isNullRefused(error, 'import_jobs.cursor_bytes')) return false
    throw error
  }
}

/** Of a list `j` of `{ r, … }`: rows that this job has not skipped. */
export const notSkipped = (jobId: string) =>
  sql`not exists (select 1 from import_skips k where k.job_id = ${jobId} and k.row = (j.value ->> 'r'))`

export const endJob = async (db: Db, id: string, error: string | null, now: number): Promise<void> => {
  await db.run(sql`update import_jobs set status = ${error === null ? 'done' : 'failed'}, error = ${error},
    updated_at = ${now} where id = ${id} and status = 'running'`)
}

export type SkipRow = Skip & { row: number }
/** In the order of the file, from behind a row on. */
export const skipsAfter = (db: Db, jobId: string, after: number, limit: number): Promise<SkipRow[]> =>
  db.all<SkipRow>(sql`select row, value, name, reason from import_skips
    where job_id = ${jobId} and row > ${after} order by row limit ${limit}`)

/** Cron: running jobs that nobody has moved for a while. */
export const silentJobs = (db: Db, before: number): Promise<{ id: string }[]> =>
  db.all<{ id: string }>(
    sql`select id from import_jobs where status = 'running' and updated_at < ${before} order by updated_at limit 20`,
  )
/** Cron: forgets ended jobs and what they skipped; answers keys of files that may still lie there. */
export const purgeJobs = async (db: Db, before: number): Promise<string[]> => {
  const old = await db.all<{ id: string; file_key: string }>(
    sql`select id, file_key from import_jobs where status in ('done', 'failed') and updated_at < ${before} limit 50`,
  )
  const ids = JSON.stringify(old.map((job) => job.id))
  // a million skipped rows go over some hours; their job stays until then, or nobody would know whose they were
  if (!(await purge(db, 'import_skips', sql`job_id in (select value from json_each(${ids}))`))) return []
  await db.run(sql`delete from import_jobs where id in (select value from json_each(${ids}))`)
  return old.map((job) => job.file_key)
}
