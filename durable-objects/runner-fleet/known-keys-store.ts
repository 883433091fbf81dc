// Which key of VAULT_KEYS rows are under, by its name: told by runners that opened rows with it, or sealed some (rule runner-keys). Stored, because
// runners that could say it may be gone when one comes with another key under the same name.
import type { VaultKeyName } from '../../contract/people/vault-keys.ts'

export const createKnownKeys = (sql: SqlStorage): void => {
  sql.exec(
    `create table if not exists known_keys (kid text primary key, proof text not null, opened integer not null) without rowid`,
  )
  sql.exec('create table if not exists needed_keys (kid text primary key) without rowid')
}
/** A runner that opened a row knows more than one that sealed one: rows of before may be under another key. Otherwise the first one stays. */
export const noteKnownKey = (sql: SqlStorage, { kid, proof }: VaultKeyName, how: 'opened' | 'sealed'): void => {
  sql.exec(
    `insert into known_keys (kid, proof, opened) values (?1, ?2, ?3)
     on conflict (kid) do update set proof = excluded.proof, opened = excluded.opened
     where excluded.opened > known_keys.opened`,
    kid,
    proof,
    how === 'opened' ? 1 : 0,
  )
}
export const readKnownKeys = (sql: SqlStorage): VaultKeyName[] =>
  sql.exec<VaultKeyName>('select kid, proof from known_keys').toArray()

/** Keys that rows of any account are under, as the database had them last. */
export const readNeeded = (sql: SqlStorage): string[] =>
  sql
    .exec<{ kid: string }>('select kid from needed_keys order by kid')
    .toArray()
    .map(({ kid }) => kid)
export const replaceNeeded = (sql: SqlStorage, kids: readonly string[]): void => {
  const json = JSON.stringify(kids)
  sql.exec('delete from needed_keys where kid not in (select value from json_each(?))', json)
  sql.exec('insert into needed_keys (kid) select value from json_each(?) where true on conflict do nothing', json)
}
