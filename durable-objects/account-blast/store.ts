// The object's own small tables: its document, its timers, claimed numbers, people's lids and opt-outs under way.
import type { ClaimedNumber } from '../../domain/blast/store.ts'
import { attemptTables } from './attempts/store.ts'
import { checkTables } from './checks/store.ts'
import { jobTables } from './jobs/store.ts'
import { outboxTables } from './outbox/store.ts'
import { type AccountDocument, newDocument } from './state.ts'
import { vaultTables } from './vault/store.ts'

export const createTables = (sql: SqlStorage): void => {
  sql.exec(`
    create table if not exists document (id integer primary key check (id = 1), value text not null);
    create table if not exists timers (name text primary key, due integer not null) without rowid;
    create table if not exists buffer (id integer primary key, number text not null, name text not null, at integer not null);
    create table if not exists contacts (number text primary key, lid text not null) without rowid;
    create index if not exists contacts_lid on contacts (lid);
    create table if not exists opt_outs (
      target text primary key, number text, lid text, via text not null, at integer not null,
      suppressed integer not null default 0, confirmed integer not null default 0) without rowid;
    create table if not exists stop_titles (title text primary key) without rowid;`)
  attemptTables(sql)
  checkTables(sql)
  jobTables(sql)
  outboxTables(sql)
  vaultTables(sql)
}

export const readDocument = (sql: SqlStorage): AccountDocument | null => {
  const [row] = sql.exec<{ value: string }>('select value from document where id = 1').toArray()
  if (!row) return null
  const stored = JSON.parse(row.value) as AccountDocument
  // what an older document does not know starts at its beginning
  return { ...newDocument({ ...stored, now: stored.createdAt }), ...stored }
}
/** Writes the document unless it is what was written last; answers with what is written now. */
export const writeDocument = (sql: SqlStorage, doc: AccountDocument, last: string): string => {
  const text = JSON.stringify(doc)
  if (text !== last)
    sql.exec(
      'insert into document (id, value) values (1, ?) on conflict (id) do update set value = excluded.value',
      text,
    )
  return text
}

// ---- timers: an object has one alarm, so every due time stands here
export const setTimer = (sql: SqlStorage, name: string, due: number): void => {
  sql.exec(
    'insert into timers (name, due) values (?, ?) on conflict (name) do update set due = excluded.due where due <> excluded.due',
    name,
    Math.round(due),
  )
}
export const clearTimer = (sql: SqlStorage, name: string): void => {
  sql.exec('delete from timers where name = ?', name)
}
export const timerDue = (sql: SqlStorage, name: string): number | null =>
  sql.exec<{ due: number }>('select due from timers where name = ?', name).toArray()[0]?.due ?? null
export const dueTimers = (sql: SqlStorage, now: number): string[] =>
  sql
    .exec<{ name: string }>('select name from timers where due <= ? order by due', now)
    .toArray()
    .map((r) => r.name)
export const earliestTimer = (sql: SqlStorage): number | null =>
  sql.exec<{ due: number | null }>('select min(due) as due from timers').one().due

// ---- claimed numbers not attempted yet
export const bufferNumbers = (sql: SqlStorage, numbers: readonly ClaimedNumber[], now: number): void => {
  if (numbers.length === 0) return
  sql.exec(
    `insert or ignore into buffer (id, number, name, at) select value ->> 'id', value ->> 'number', value ->> 'name', ? from json_each(?)`,
    now,
    JSON.stringify(numbers),
  )
}
export const nextBuffered = (sql: SqlStorage): ClaimedNumber | null =>
  sql.exec<ClaimedNumber>('select id, number, name from buffer order by at, rowid limit 1').toArray()[0] ?? null
export const buffered = (sql: SqlStorage): ClaimedNumber[] =>
  sql.exec<ClaimedNumber>('select id, number, name from buffer').toArray()
export const bufferedCount = (sql: SqlStorage): number =>
  sql.exec<{ n: number }>('select count(*) as n from buffer').one().n
export const unbuffer = (sql: SqlStorage, ids: readonly number[]): void => {
  if (ids.length > 0) sql.exec('delete from buffer where id in (select value from json_each(?))', JSON.stringify(ids))
}
export const bufferedByNumber = (sql: SqlStorage, number: string): number[] =>
  sql
    .exec<{ id: number }>('select id from buffer where number = ?', number)
    .toArray()
    .map((r) => r.id)

// ---- who is who: number and lid
export const rememberLid = (sql: SqlStorage, number: string, lid: string): void => {
  sql.exec(
    'insert into contacts (number, lid) values (?, ?) on conflict (number) do update set lid = excluded.lid where lid <> excluded.lid',
    number,
    lid,
  )
}
export const numberOfLid = (sql: SqlStorage, lid: string): string | null =>
  sql.exec<{ number: string }>('select number from contacts where lid = ? limit 1', lid).toArray()[0]?.number ?? null
export const lidOfNumber = (sql: SqlStorage, number: string): string | null =>
  sql.exec<{ lid: string }>('select lid from contacts where number = ?', number).toArray()[0]?.lid ?? null

// ---- opt-outs: kept here from the fact until the whole product knows and the person was answered once
export type OptOut = {
  target: string
  number: string | null
  lid: string | null
  via: 'reply' | 'button'
  suppressed: number
  confirmed: number
}
/** Shorter than this ago, the same person's second STOP is answered no second time. */
const ANSWER_AGAIN_MS = 86_400_000
export const addOptOut = (
  sql: SqlStorage,
  o: { number: string | null; lid: string | null; via: 'reply' | 'button' },
  now: number,
): void => {
  sql.exec(
    `insert into opt_outs (target, number, lid, via, at) values (?1, ?2, ?3, ?4, ?5)
     on conflict (target) do update set at = excluded.at, suppressed = 0, confirmed = case when excluded.at - at > ${ANSWER_AGAIN_MS} then 0 else confirmed end`,
    o.number ?? `lid:${o.lid}`,
    o.number,
    o.lid,
    o.via,
    now,
  )
}
export const openOptOuts = (sql: SqlStorage): OptOut[] =>
  sql
    .exec<OptOut>(
      'select target, number, lid, via, suppressed, confirmed from opt_outs where suppressed = 0 or confirmed = 0',
    )
    .toArray()
export const markOptOut = (sql: SqlStorage, target: string, done: 'suppressed' | 'confirmed'): void => {
  sql.exec(`update opt_outs set ${done} = 1 where target = ?`, target)
}
/** How somebody whose number was not known asked to be left alone; null: nobody did, or the number is known since. */
export const optOutByLid = (sql: SqlStorage, lid: string): OptOut['via'] | null =>
  sql
    .exec<Pick<OptOut, 'via'>>(
      `select via from opt_outs where target = 'lid:' || ?1
        and not exists (select 1 from opt_outs where lid = ?1 and number is not null)`,
      lid,
    )
    .toArray()[0]?.via ?? null
/** An opt-out whose suppression is not yet everywhere, or an unresolvable lid: nothing may be sent to it. */
export const isBlocked = (sql: SqlStorage, number: string): boolean =>
  sql
    .exec(
      `select 1 from opt_outs where (target = ?1 and suppressed = 0) or target = 'lid:' || (select lid from contacts where number = ?1) limit 1`,
      number,
    )
    .toArray().length > 0

export const rememberStopTitles = (sql: SqlStorage, titles: readonly string[]): void => {
  for (const title of titles) sql.exec('insert or ignore into stop_titles (title) values (?)', title)
}
export const stopTitles = (sql: SqlStorage): string[] =>
  sql
    .exec<{ title: string }>('select title from stop_titles')
    .toArray()
    .map((r) => r.title)
