// Nonces of signed runner calls, kept for as long as their signature is valid, so that no call can be replayed.
import { SIGNATURE_WINDOW_MS } from '../contract/runner.ts'

export const createNonces = (sql: SqlStorage): void => {
  sql.exec('create table if not exists nonces (nonce text primary key, at integer not null) without rowid')
}

/** false: the nonce was used before, so the call is a replay. */
export const useNonce = (sql: SqlStorage, nonce: string, now: number): boolean => {
  sql.exec('delete from nonces where at < ?', now - 2 * SIGNATURE_WINDOW_MS)
  return sql.exec('insert or ignore into nonces (nonce, at) values (?, ?)', nonce, now).rowsWritten > 0
}
