// Nonces of signed runner calls, remembered for as long as a signature could be used again.
import { SIGNATURE_WINDOW_MS } from '../contract/runner.ts'

export const createNonces = (sql: SqlStorage): void => {
  sql.exec('create table if not exists nonces (nonce text primary key, at integer not null) without rowid')
}

/** false: this call was made before. */
export const useNonce = (sql: SqlStorage, nonce: string, now: number): boolean => {
  sql.exec('delete from nonces where at < ?', now - 2 * SIGNATURE_WINDOW_MS)
  return sql.exec('insert or ignore into nonces (nonce, at) values (?, ?)', nonce, now).rowsWritten > 0
}
