// The containers that the fleet has started and has not seen end. A row is written before its container starts and deleted
// after it has ended, so that none is forgotten while it runs and is paid for.
import type { ContainerRow } from './size-rules.ts'

export const createContainers = (sql: SqlStorage): void => {
  sql.exec(
    `create table if not exists containers (name text primary key, seen_at integer not null, drain_at integer) without rowid`,
  )
}

export const containerRows = (sql: SqlStorage): ContainerRow[] =>
  sql
    .exec<{ name: string; seen_at: number; drain_at: number | null }>('select name, seen_at, drain_at from containers')
    .toArray()
    .map(({ name, seen_at, drain_at }) => ({ name, seenAt: seen_at, draining: drain_at !== null }))

/** One that is to start anyway keeps the time it was seen: it may be stuck. */
export const addContainer = (sql: SqlStorage, name: string, now: number): void => {
  sql.exec('insert or ignore into containers (name, seen_at) values (?, ?)', name, now)
}
export const markSeen = (sql: SqlStorage, names: readonly string[], now: number): void => {
  sql.exec(
    'update containers set seen_at = ? where name in (select value from json_each(?))',
    now,
    JSON.stringify(names),
  )
}
export const markDraining = (sql: SqlStorage, name: string, now: number): void => {
  sql.exec('update containers set drain_at = ? where name = ? and drain_at is null', now, name)
}
export const forgetContainer = (sql: SqlStorage, name: string): void => {
  sql.exec('delete from containers where name = ?', name)
}
