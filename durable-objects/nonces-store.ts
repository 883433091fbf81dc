// Nonces of signed runner calls, kept for as long as their signature is valid, so that no call can be replayed.
import { KEPT_BY } from './retention-rules.ts'
import { dropPast } from './retention-store.ts'

export const createNonces = (sql: SqlStorage): void => {
  sql.exec('create table if not exists nonces (nonce text primary key, at integer not null) without rowid')
}

/** false: the nonce was used before, so the call is a replay. */
export const useNonce = (sql: SqlStorage, nonce: string, now: number): boolean => {
  dropPast(sql, { nonces: KEPT_BY.RunnerFleet.nonces }, now)
  return sql.exec('insert or ignore into nonces (nonce, at) values (?, ?)', nonce, now).rowsWritten > 0
}
