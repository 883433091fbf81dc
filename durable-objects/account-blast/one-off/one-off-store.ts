// One-off blasts: each job with its counters, and the named receivers that were neither tried nor refused yet.
import type { Job } from '../document.ts'

export const writeJob = (sql: SqlStorage, job: Job, now: number): void => {
  sql.exec(
    `insert into jobs (job_id, kept, at, value) values (?1, ?2, ?3, ?4)
     on conflict (job_id) do update set kept = excluded.kept, at = excluded.at, value = excluded.value`,
    job.id,
    job.kept ? 1 : 0,
    now,
    JSON.stringify(job),
  )
}
export const readJob = (sql: SqlStorage, jobId: string): Job | null => {
  const [row] = sql.exec<{ value: string }>('select value from jobs where job_id = ?', jobId).toArray()
  return row ? (JSON.parse(row.value) as Job) : null
}
export const unkeptJobs = (sql: SqlStorage): string[] =>
  sql
    .exec<{ id: string }>('select job_id as id from jobs where kept = 0')
    .toArray()
    .map((r) => r.id)
/** Jobs that rest and are wholly in D1, once no receipt can change them any more. */
export const dropOldJobs = (sql: SqlStorage, before: number): void => {
  sql.exec('delete from jobs where kept = 1 and at < ?', before)
}

export const addTargets = (sql: SqlStorage, jobId: string, numbers: readonly string[]): void => {
  sql.exec(
    'insert or ignore into job_targets (job_id, number) select ?, value from json_each(?)',
    jobId,
    JSON.stringify(numbers),
  )
}
/** The next ones, in the order they were named. */
export const nextTargets = (sql: SqlStorage, jobId: string, limit: number): string[] =>
  sql
    .exec<{ number: string }>('select number from job_targets where job_id = ? order by id limit ?', jobId, limit)
    .toArray()
    .map((r) => r.number)
export const targetsLeft = (sql: SqlStorage, jobId: string): number =>
  sql.exec<{ n: number }>('select count(*) as n from job_targets where job_id = ?', jobId).one().n
export const dropTargets = (sql: SqlStorage, jobId: string, numbers: readonly string[]): void => {
  sql.exec(
    'delete from job_targets where job_id = ? and number in (select value from json_each(?))',
    jobId,
    JSON.stringify(numbers),
  )
}
export const dropAllTargets = (sql: SqlStorage, jobId: string): void => {
  sql.exec('delete from job_targets where job_id = ?', jobId)
}

/** Everything that names this person. Counters stay as they are. */
export const eraseFromJobs = (sql: SqlStorage, number: string): void => {
  sql.exec('delete from job_targets where number = ?', number)
  sql.exec(
    `update jobs set kept = 0, value = json_set(jobs.value, '$.kept', json('false'), '$.version', jobs.value ->> '$.version' + 1,
       '$.refused', (select json_group_array(json(r.value)) from json_each(jobs.value, '$.refused') r where r.value ->> 'number' <> ?1))
     where exists (select 1 from json_each(jobs.value, '$.refused') r where r.value ->> 'number' = ?1)`,
    number,
  )
}
