// The rows that open screens show. They are in a table, because a socket's attachment is too small for a long page.
import type { Watch } from '../../contract/operation/watched-rows.ts'

export const createWatches = (sql: SqlStorage): void => {
  sql.exec('create table if not exists watches (listener text primary key, value text not null) without rowid')
}
/** Listener's id → its rows. */
export const readWatches = (sql: SqlStorage): Map<string, Watch> => {
  const rows = sql.exec<{ listener: string; value: string }>('select listener, value from watches').toArray()
  return new Map(rows.map(({ listener, value }) => [listener, JSON.parse(value) as Watch]))
}
export const writeWatch = (sql: SqlStorage, listener: string, watch: Watch): void => {
  sql.exec('insert or replace into watches (listener, value) values (?, ?)', listener, JSON.stringify(watch))
}
/** Deletes the rows of sockets that are closed; after a crash no close is reported. */
export const dropClosedWatches = (sql: SqlStorage, listeners: readonly string[]): void => {
  sql.exec('delete from watches where listener not in (select value from json_each(?))', JSON.stringify(listeners))
}
