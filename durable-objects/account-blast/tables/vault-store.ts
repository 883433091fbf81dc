// The session vault (rule session-vault): keys that the runner encrypted, of the session in use and of a link in progress. The
// account's own keys (creds, pre-keys, own devices) are a row each; those of the people it writes to are in packs.
import { CREDS_TYPE, type KeyRow } from '../../../contract/operation/runner.ts'
import {
  dropAllPackedSessions,
  dropPackedSessions,
  dropPacksOf,
  dropOtherPacks,
  packedRowsById,
  packedRowsOf,
  storeInPacks,
  wipePacks,
} from './people-keys-store.ts'

export const storeRows = (sql: SqlStorage, generation: number, rows: readonly KeyRow[], now: number): void => {
  if (rows.length === 0) return
  storeInPacks(sql, generation, rows, now)
  const own = rows.filter((row) => row.owner === null && row.data !== null)
  if (own.length > 0) {
    sql.exec(
      `insert into vault (generation, type, id, data)
       select ?1, value ->> 'type', value ->> 'id', value ->> 'data' from json_each(?2) where true
       on conflict (generation, type, id) do update set data = excluded.data`,
      generation,
      JSON.stringify(own),
    )
  }
  // deleted ones, and those that now belong to a person's pack: a second copy could bring back an old key
  const gone = rows.filter((row) => row.owner !== null || row.data === null)
  for (const { type, id } of ownRowsById(sql, generation, gone))
    sql.exec('delete from vault where generation = ? and type = ? and id = ?', generation, type, id)
}
type OwnRow = { type: string; id: string; data: string }
const toKeyRow = (row: OwnRow): KeyRow => ({ ...row, owner: null })

/**
 * The rows a login needs: creds, own devices, and only the newest of some hundred pre-keys, by which the runner sees that the
 * set exists. It asks for others when they are used; sending all of them at each login was a quarter of a megabyte.
 */
export const loginRows = (sql: SqlStorage, generation: number): KeyRow[] =>
  sql
    .exec<OwnRow>(
      `select type, id, data from vault where generation = ?1 and type <> 'pre-key'
       union all
       select type, id, data from (
         select type, id, data from vault where generation = ?1 and type = 'pre-key'
         order by cast(id as integer) desc limit 1)`,
      generation,
    )
    .toArray()
    .map(toKeyRow)
/** Everything of one person, known by number and perhaps by LID. */
export const rowsOf = packedRowsOf
type Item = { type: string; id: string }
/** One indexed read per row; one statement for all of them would read the whole generation. */
const ownRowsById = (sql: SqlStorage, generation: number, items: readonly Item[]): KeyRow[] =>
  items.length === 0
    ? []
    : sql
        .exec<OwnRow>(
          `select v.type, v.id, v.data from json_each(?2) j cross join vault v
           on v.generation = ?1 and v.type = j.value ->> 'type' and v.id = j.value ->> 'id'`,
          generation,
          JSON.stringify(items.map(({ type, id }) => ({ type, id }))),
        )
        .toArray()
        .map(toKeyRow)
export const rowsById = (sql: SqlStorage, generation: number, items: readonly Item[]): KeyRow[] => [
  ...ownRowsById(sql, generation, items),
  ...packedRowsById(sql, generation, items),
]
export const hasCreds = (sql: SqlStorage, generation: number): boolean =>
  sql.exec('select 1 from vault where generation = ? and type = ?', generation, CREDS_TYPE).toArray().length > 0

/** Deletes the sessions with these people and with the own devices. A new X3DH makes the next message readable whatever keys were lost. */
export const dropSessions = (sql: SqlStorage, generation: number, owners: readonly string[]): void => {
  dropOwnSessions(sql, generation)
  dropPackedSessions(sql, generation, owners)
}
export const dropAllSessions = (sql: SqlStorage, generation: number): void => {
  dropOwnSessions(sql, generation)
  dropAllPackedSessions(sql, generation)
}
const dropOwnSessions = (sql: SqlStorage, generation: number): void => {
  sql.exec(`delete from vault where generation = ? and type = 'session'`, generation)
}
/** Deletes all generations but this one. */
export const dropOtherGenerations = (sql: SqlStorage, generation: number): void => {
  sql.exec('delete from vault where generation <> ?', generation)
  dropOtherPacks(sql, generation)
}
export const wipeGeneration = (sql: SqlStorage, generation: number): void => {
  sql.exec('delete from vault where generation = ?', generation)
  wipePacks(sql, generation)
}
/** Deletes the keys of these people in all generations. */
export const dropOwners = dropPacksOf
