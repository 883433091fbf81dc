// Since when all runners have written with the same key of VAULT_KEYS. Stored: a key is free only a day after the last one stopped using it.
import type { VaultKeyName } from '../../contract/people/vault-keys.ts'

export const createWritingKey = (sql: SqlStorage): void => {
  sql.exec(
    'create table if not exists writing_key (id integer primary key check (id = 1), kid text not null, proof text not null, since integer not null)',
  )
}
/** null: they differ. */
export const noteWritingKey = (sql: SqlStorage, key: VaultKeyName | null, now: number): void => {
  if (key === null) return void sql.exec('delete from writing_key')
  sql.exec(
    `insert into writing_key (id, kid, proof, since) values (1, ?1, ?2, ?3)
     on conflict (id) do update set kid = excluded.kid, proof = excluded.proof, since = excluded.since
     where kid <> excluded.kid or proof <> excluded.proof`,
    key.kid,
    key.proof,
    now,
  )
}
export const readWritingKey = (sql: SqlStorage): { kid: string; since: number } | null =>
  sql.exec<{ kid: string; since: number }>('select kid, since from writing_key').toArray()[0] ?? null
