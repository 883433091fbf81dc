// Tickets that were used: each opens one socket only (rule socket-ticket).
import { KEPT_BY } from '../retention-rules.ts'
import { dropPast } from '../retention-store.ts'

export const createTickets = (sql: SqlStorage): void => {
  sql.exec('create table if not exists tickets (id text primary key, expires_at integer not null) without rowid')
}

/** false when it was spent before or has run out. */
export const spendTicket = (sql: SqlStorage, id: string, expiresAt: number, now: number): boolean => {
  if (expiresAt <= now) return false
  dropPast(sql, KEPT_BY.UserChannel, now)
  return sql.exec('insert or ignore into tickets (id, expires_at) values (?, ?)', id, expiresAt).rowsWritten > 0
}
