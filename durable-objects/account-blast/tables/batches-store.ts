// Batches that the ledger has not confirmed, and for some weeks those that it has: a restored database is told of them again.
import type { SettlementBatch } from '../../../contract/money/settlement.ts'
import type { LidHashes } from '../../../domain/recipients/suppressions/hash.ts'

type Contact = NonNullable<SettlementBatch['contacts']>[number]

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
export const confirmBatches = (sql: SqlStorage, sequences: readonly number[], now: number): void => {
  const these = JSON.stringify(sequences)
  // an erasure need not look through weeks of batches for a number
  sql.exec(
    `update contacts set told_in = told.sequence
     from (
       select sequence, c.value ->> 'number' as number
       from batches, json_each(body, '$.contacts') c
       where sequence in (select value from json_each(?))
     ) told
     where contacts.number = told.number`,
    these,
  )
  sql.exec(
    `insert or ignore into settled_batches (sequence, at, body)
     select sequence, ?, json_remove(body, '$.contacts') from batches where sequence in (select value from json_each(?))`,
    now,
    these,
  )
  sql.exec('delete from batches where sequence in (select value from json_each(?))', these)
}
/** Batches that the ledger has, as somebody else tells them. @param now epoch ms: they are forgotten some weeks after it */
export const keepSettled = (sql: SqlStorage, batches: readonly SettlementBatch[], now: number): void => {
  for (const { contacts: _contacts, ...batch } of batches)
    sql.exec(
      'insert or ignore into settled_batches (sequence, at, body) values (?, ?, ?)',
      batch.sequence,
      now,
      JSON.stringify(batch),
    )
}
/** 0: there is none. A lost object that is linked again must not use these numbers again: the ledger has them. */
export const lastSettled = (sql: SqlStorage): number =>
  sql.exec<{ last: number }>('select coalesce(max(sequence), 0) as last from settled_batches').one().last
/** Of these attempts: when what became of it was settled last (epoch ms), and whose income was taken back. */
export const settledAmong = (
  sql: SqlStorage,
  attemptIds: readonly string[],
): { saidAt: Map<string, number>; reversed: Set<string> } => {
  const of = (list: 'results' | 'reversals') =>
    sql
      .exec<{ id: string; at: number; sequence: number }>(
        `select j.value ->> 'attemptId' as id, j.value ->> 'at' as at, max(b.sequence) as sequence
         from settled_batches b, json_each(b.body, '$.${list}') j
         where j.value ->> 'attemptId' in (select value from json_each(?))
         group by 1`,
        JSON.stringify(attemptIds),
      )
      .toArray()
  return {
    saidAt: new Map(of('results').map(({ id, at }) => [id, at])),
    reversed: new Set(of('reversals').map(({ id }) => id)),
  }
}
/** Confirmed since then (epoch ms), with the people whose LID they told, and those that are not; oldest first. */
export const batchesSince = (
  sql: SqlStorage,
  since: number,
  hashesOf: (lid: string) => LidHashes,
): SettlementBatch[] => {
  const told = Map.groupBy(
    sql.exec<{ number: string; lid: string; sequence: number }>(
      'select number, lid, told_in as sequence from contacts where told_in in (select sequence from settled_batches where at >= ?)',
      since,
    ),
    (contact) => contact.sequence,
  )
  return sql
    .exec<{ body: string }>(
      `select body from (
         select sequence, body from settled_batches where at >= ? union all select sequence, body from batches
       ) order by sequence`,
      since,
    )
    .toArray()
    .map((r) => {
      const batch = JSON.parse(r.body) as SettlementBatch
      const contacts = told.get(batch.sequence)?.map(({ number, lid }): Contact => ({ number, ...hashesOf(lid) }))
      return contacts ? { ...batch, contacts } : batch
    })
}
/** Number ids of the results in unconfirmed batches. */
export const numbersOnTheirWay = (sql: SqlStorage): number[] =>
  sql
    .exec<{ body: string }>('select body from batches')
    .toArray()
    .flatMap((r) => (JSON.parse(r.body) as SettlementBatch).results.map((x) => x.numberId))
/** Deletes this person's contacts; the results, and so the money, stay. Confirmed batches have none. */
export const eraseFromBatches = (sql: SqlStorage, number: string): void => {
  for (const { sequence, body } of sql
    .exec<{ sequence: number; body: string }>('select sequence, body from batches where instr(body, ?) > 0', number)
    .toArray()) {
    const batch = JSON.parse(body) as SettlementBatch
    const contacts = (batch.contacts ?? []).filter((contact) => contact.number !== number)
    sql.exec('update batches set body = ? where sequence = ?', JSON.stringify({ ...batch, contacts }), sequence)
  }
}
