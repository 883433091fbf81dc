// Results of number checks until they are in the bucket, and the state of checks that are not running.
import type { CheckFound } from '../../../domain/sending/number-checks/chunks.ts'
import type { Check } from '../document/document.ts'

export const addResults = (sql: SqlStorage, checkId: string, rows: readonly CheckFound[]): void => {
  sql.exec(
    `insert or ignore into check_results (job_id, seq, number, name, registered)
     select ?, value ->> 'seq', value ->> 'number', value ->> 'name', value ->> 'registered' from json_each(?)`,
    checkId,
    JSON.stringify(rows),
  )
}
/** At most `limit` results from a position on, in order. */
export const readResults = (sql: SqlStorage, checkId: string, from: number, limit: number): CheckFound[] =>
  sql
    .exec<{ seq: number; number: string; name: string; registered: number }>(
      'select seq, number, name, registered from check_results where job_id = ? and seq >= ? order by seq limit ?',
      checkId,
      from,
      limit,
    )
    .toArray()
    .map((r) => ({ ...r, registered: r.registered === 1 }))
export const dropResults = (sql: SqlStorage, checkId: string, below: number): void => {
  sql.exec('delete from check_results where job_id = ? and seq < ?', checkId, below)
}

export const writeCheck = (sql: SqlStorage, check: Check, now: number): void => {
  sql.exec(
    `insert into checks (job_id, kept, at, value) values (?1, ?2, ?3, ?4)
     on conflict (job_id) do update set kept = excluded.kept, at = excluded.at, value = excluded.value`,
    check.jobId,
    check.kept ? 1 : 0,
    now,
    JSON.stringify(check),
  )
}
export const readCheck = (sql: SqlStorage, checkId: string): Check | null => {
  const [row] = sql.exec<{ value: string }>('select value from checks where job_id = ?', checkId).toArray()
  return row ? (JSON.parse(row.value) as Check) : null
}
export const unsavedChecks = (sql: SqlStorage): string[] =>
  sql
    .exec<{ id: string }>('select job_id as id from checks where kept = 0')
    .toArray()
    .map((r) => r.id)
export const dropCheck = (sql: SqlStorage, checkId: string): void => {
  sql.exec('delete from checks where job_id = ?', checkId)
}
/** Deletes ended checks that D1 and the bucket have in full. */
export const dropOldChecks = (sql: SqlStorage, before: number): void => {
  sql.exec('delete from checks where kept = 1 and at < ?', before)
}
export const storedChecks = (sql: SqlStorage): Check[] =>
  sql
    .exec<{ value: string }>('select value from checks')
    .toArray()
    .map((r) => JSON.parse(r.value) as Check)

/** The position stays, so that the others keep theirs. */
export const eraseFromResults = (sql: SqlStorage, number: string): void => {
  sql.exec(`update check_results set number = '', name = '' where number = ?`, number)
}
