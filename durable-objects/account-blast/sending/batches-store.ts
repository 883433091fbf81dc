// Batches that the ledger has not confirmed. A row is deleted only after the consumer confirmed it.
import type { SettlementBatch } from '../../../contract/settlement.ts'

/** @param nextAt when it goes out again unless it was confirmed by then, epoch ms */
export const addBatch = (sql: SqlStorage, batch: SettlementBatch, nextAt: number): void => {
  sql.exec(
    'insert into batches (sequence, body, next_at, tries) values (?, ?, ?, 0)',
    batch.sequence,
    JSON.stringify(batch),
    Math.round(nextAt),
  )
}
/** Batches that the ledger has not confirmed, oldest first. */
export const unconfirmedBatches = (sql: SqlStorage, limit: number): SettlementBatch[] =>
  sql
    .exec<{ body: string }>('select body from batches order by sequence limit ?', limit)
    .toArray()
    .map((r) => JSON.parse(r.body) as SettlementBatch)
/** Batches whose time has come, oldest first. */
export const dueBatches = (sql: SqlStorage, now: number, limit: number): { batch: SettlementBatch; tries: number }[] =>
  sql
    .exec<{ body: string; tries: number }>(
      'select body, tries from batches where next_at <= ? order by sequence limit ?',
      now,
      limit,
    )
    .toArray()
    .map((r) => ({ batch: JSON.parse(r.body) as SettlementBatch, tries: r.tries }))
export const planResend = (sql: SqlStorage, sequence: number, nextAt: number): void => {
  sql.exec('update batches set next_at = ?, tries = tries + 1 where sequence = ?', Math.round(nextAt), sequence)
}
export const unconfirmed = (sql: SqlStorage): { count: number; nextAt: number | null } =>
  sql
    .exec<{ count: number; nextAt: number | null }>('select count(*) as count, min(next_at) as nextAt from batches')
    .one()
export const isUnconfirmed = (sql: SqlStorage, sequence: number): boolean =>
  sql.exec('select 1 from batches where sequence = ?', sequence).toArray().length > 0
export const confirmBatches = (sql: SqlStorage, sequences: readonly number[]): void => {
  sql.exec('delete from batches where sequence in (select value from json_each(?))', JSON.stringify(sequences))
}
/** Number ids of the results in unconfirmed batches. */
export const numbersOnTheirWay = (sql: SqlStorage): number[] =>
  sql
    .exec<{ body: string }>('select body from batches')
    .toArray()
    .flatMap((r) => (JSON.parse(r.body) as SettlementBatch).results.map((x) => x.numberId))
/** Deletes this person's contacts; the results, and so the money, stay. */
export const eraseFromBatches = (sql: SqlStorage, number: string): void => {
  for (const { sequence, body } of sql
    .exec<{ sequence: number; body: string }>('select sequence, body from batches where instr(body, ?) > 0', number)
    .toArray()) {
    const batch = JSON.parse(body) as SettlementBatch
    const contacts = (batch.contacts ?? []).filter((contact) => contact.number !== number)
    sql.exec('update batches set body = ? where sequence = ?', JSON.stringify({ ...batch, contacts }), sequence)
  }
}
