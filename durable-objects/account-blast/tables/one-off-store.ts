// One-off blasts with their counters, and their named receivers that were neither attempted nor refused yet.
import type { OneOff } from '../document/document.ts'

export const writeOneOff = (sql: SqlStorage, oneOff: OneOff, now: number): void => {
  sql.exec(
    `insert into jobs (job_id, kept, at, value) values (?1, ?2, ?3, ?4)
     on conflict (job_id) do update set kept = excluded.kept, at = excluded.at, value = excluded.value`,
    oneOff.id,
    oneOff.kept ? 1 : 0,
    now,
    JSON.stringify(oneOff),
  )
}
export const readOneOff = (sql: SqlStorage, oneOffId: string): OneOff | null => {
  const [row] = sql.exec<{ value: string }>('select value from jobs where job_id = ?', oneOffId).toArray()
  return row ? (JSON.parse(row.value) as OneOff) : null
}
export const unsavedOneOffs = (sql: SqlStorage): string[] =>
  sql
    .exec<{ id: string }>('select job_id as id from jobs where kept = 0')
    .toArray()
    .map((r) => r.id)
/** Deletes ended ones whose D1 row is up to date, once no receipt can change them any more. */
export const dropOldOneOffs = (sql: SqlStorage, before: number): void => {
  sql.exec('delete from jobs where kept = 1 and at < ?', before)
}

export const addTargets = (sql: SqlStorage, oneOffId: string, numbers: readonly string[]): void => {
  sql.exec(
    'insert or ignore into job_targets (job_id, number) select ?, value from json_each(?)',
    oneOffId,
    JSON.stringify(numbers),
  )
}
/** The next ones, in the order they were named. */
export const nextTargets = (sql: SqlStorage, oneOffId: string, limit: number): string[] =>
  sql
    .exec<{ number: string }>('select number from job_targets where job_id = ? order by id limit ?', oneOffId, limit)
    .toArray()
    .map((r) => r.number)
export const targetsLeft = (sql: SqlStorage, oneOffId: string): number =>
  sql.exec<{ n: number }>('select count(*) as n from job_targets where job_id = ?', oneOffId).one().n
export const dropTargets = (sql: SqlStorage, oneOffId: string, numbers: readonly string[]): void => {
  sql.exec(
    'delete from job_targets where job_id = ? and number in (select value from json_each(?))',
    oneOffId,
    JSON.stringify(numbers),
  )
}
export const dropAllTargets = (sql: SqlStorage, oneOffId: string): void => {
  sql.exec('delete from job_targets where job_id = ?', oneOffId)
}

/** Everything that names this person. Counters stay as they are. */
export const eraseFromOneOffs = (sql: SqlStorage, number: string): void => {
  sql.exec('delete from job_targets where number = ?', number)
  sql.exec(
    `update jobs set kept = 0, value = json_set(jobs.value, '$.kept', json('false'), '$.version', jobs.value ->> '$.version' + 1,
       '$.refused', (select json_group_array(json(r.value)) from json_each(jobs.value, '$.refused') r where r.value ->> 'number' <> ?1))
     where exists (select 1 from json_each(jobs.value, '$.refused') r where r.value ->> 'number' = ?1)`,
    number,
  )
}
