// The session vault: rows the runner encrypted, of the session in use and of a link in progress.
import { CREDS_TYPE, type KeyRow } from '../../../contract/runner.ts'

export const storeRows = (sql: SqlStorage, generation: number, rows: readonly KeyRow[], now: number): void => {
  if (rows.length === 0) return
  const json = JSON.stringify(rows)
  sql.exec(
    `insert into vault (generation, type, id, owner, data, used_at)
     select ?1, value ->> 'type', value ->> 'id', value ->> 'owner', value ->> 'data', ?2 from json_each(?3) where value ->> 'data' is not null
     on conflict (generation, type, id) do update set data = excluded.data, owner = coalesce(excluded.owner, owner), used_at = excluded.used_at`,
    generation,
    now,
    json,
  )
  if (rows.some((r) => r.data === null)) {
    sql.exec(
      `delete from vault where generation = ?1 and (type, id) in (select value ->> 'type', value ->> 'id' from json_each(?2) where value ->> 'data' is null)`,
      generation,
      json,
    )
  }
}
const toRow = (r: { type: string; id: string; owner: string | null; data: string }): KeyRow => r
type Row = { type: string; id: string; owner: string | null; data: string }

/** Creds, pre-keys, own devices: what a login needs. */
export const ownRows = (sql: SqlStorage, generation: number): KeyRow[] =>
  sql
    .exec<Row>('select type, id, owner, data from vault where generation = ? and owner is null', generation)
    .toArray()
    .map(toRow)
/** Everything of one person, known by number and perhaps by LID. Without the named index SQLite reads the whole generation. */
export const rowsOf = (sql: SqlStorage, generation: number, owners: readonly string[]): KeyRow[] =>
  sql
    .exec<Row>(
      'select type, id, owner, data from vault indexed by vault_owner where generation = ? and owner in (select value from json_each(?))',
      generation,
      JSON.stringify(owners),
    )
    .toArray()
    .map(toRow)
export const rowsById = (
  sql: SqlStorage,
  generation: number,
  items: readonly { type: string; id: string }[],
): KeyRow[] =>
  sql
    .exec<Row>(
      `select v.type, v.id, v.owner, v.data from json_each(?2) j join vault v
       on v.generation = ?1 and v.type = j.value ->> 'type' and v.id = j.value ->> 'id'`,
      generation,
      JSON.stringify(items),
    )
    .toArray()
    .map(toRow)
export const hasCreds = (sql: SqlStorage, generation: number): boolean =>
  sql.exec('select 1 from vault where generation = ? and type = ?', generation, CREDS_TYPE).toArray().length > 0

/** A new X3DH with these people and with the own devices: the next message is readable whatever was lost. */
export const dropSessions = (sql: SqlStorage, generation: number, owners: readonly string[]): void => {
  sql.exec(
    `delete from vault where generation = ? and type = 'session' and (owner is null or owner in (select value from json_each(?)))`,
    generation,
    JSON.stringify(owners),
  )
}
export const dropAllSessions = (sql: SqlStorage, generation: number): void => {
  sql.exec(`delete from vault where generation = ? and type = 'session'`, generation)
}
/** Keeps one generation only. */
export const keepGeneration = (sql: SqlStorage, generation: number): void => {
  sql.exec('delete from vault where generation <> ?', generation)
}
export const wipeGeneration = (sql: SqlStorage, generation: number): void => {
  sql.exec('delete from vault where generation = ?', generation)
}
export const dropUnused = (sql: SqlStorage, before: number): void => {
  sql.exec('delete from vault where owner is not null and used_at < ?', before)
}
/** Everything of these people, whichever login it belongs to. */
export const dropOwners = (sql: SqlStorage, owners: readonly string[]): void => {
  sql.exec('delete from vault where owner in (select value from json_each(?))', JSON.stringify(owners))
}
