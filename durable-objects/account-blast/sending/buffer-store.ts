// Numbers this account has claimed and not attempted yet.
import type { ClaimedNumber } from '../../../domain/blast/store.ts'

export const bufferNumbers = (sql: SqlStorage, numbers: readonly ClaimedNumber[], now: number): void => {
  if (numbers.length === 0) return
  sql.exec(
    `insert or ignore into buffer (id, number, name, at) select value ->> 'id', value ->> 'number', value ->> 'name', ? from json_each(?)`,
    now,
    JSON.stringify(numbers),
  )
}
export const nextBuffered = (sql: SqlStorage): ClaimedNumber | null =>
  sql.exec<ClaimedNumber>('select id, number, name from buffer order by at, rowid limit 1').toArray()[0] ?? null
export const buffered = (sql: SqlStorage): ClaimedNumber[] =>
  sql.exec<ClaimedNumber>('select id, number, name from buffer').toArray()
export const bufferedCount = (sql: SqlStorage): number =>
  sql.exec<{ n: number }>('select count(*) as n from buffer').one().n
export const unbuffer = (sql: SqlStorage, ids: readonly number[]): void => {
  if (ids.length > 0) sql.exec('delete from buffer where id in (select value from json_each(?))', JSON.stringify(ids))
}
export const bufferedByNumber = (sql: SqlStorage, number: string): number[] =>
  sql
    .exec<{ id: number }>('select id from buffer where number = ?', number)
    .toArray()
    .map((r) => r.id)
/** Answers how many there were. */
export const unbufferAll = (sql: SqlStorage): number => {
  const count = bufferedCount(sql)
  if (count > 0) sql.exec('delete from buffer')
  return count
}
