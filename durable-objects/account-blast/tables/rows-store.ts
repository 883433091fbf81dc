// All that an account's object must not lose, as lines of a backup, and back into an empty object (rule backup). Left out are nonces, which
// are of a minute's life, what was pressed, and batches that the ledger confirmed: what a lost object settled is in the journal.
import { MESSAGE_BACKUP_DAYS } from '../../../contract/ground/message-days.ts'
import type { Line } from '../../../domain/operation/backup/format.ts'
import type { KEPT_BY } from '../../retention-rules.ts'
import type { ObjectPage, Tried } from '../../../domain/operation/backup/lost-objects.ts'
import { NOT_LISTED } from './attempts-store.ts'

type LeftOut = 'nonces' | 'presses' | 'schema_version' | 'settled_batches'
type Kept = Exclude<keyof typeof KEPT_BY.AccountBlast, LeftOut>
/** Columns of each table's key. The document comes last: its sequence is then no older than any batch before it. */
const KEYS: Readonly<Record<Kept, readonly [string, ...string[]]>> = {
  rules: ['id'],
  contents: ['id'],
  attempts: ['attempt_id'],
  daily: ['day'],
  jobs: ['job_id'],
  job_targets: ['id'],
  batches: ['sequence'],
  vault: ['generation', 'type', 'id'],
  people_keys: ['owner', 'generation'],
  people_lids: ['lid'],
  contacts: ['number'],
  checks: ['job_id'],
  check_results: ['job_id', 'seq'],
  opt_outs: ['target'],
  opt_ins: ['message_id'],
  doubts: ['number'],
  unnamed_stops: ['lid'],
  infos: ['number'],
  keywords: ['message_id'],
  answers: ['answer_id'],
  stop_titles: ['title'],
  document: ['id'],
}
const TABLES = Object.keys(KEYS) as Kept[]
/** A backup that takes longer is made anew, and each object is read at its own moment: all have the days before the cut. */
const NIGHTS_LONGEST = 2
/** Of these not every row: what is older than this many days and has its outcome would make a backup three times as large. */
const YOUNG: Partial<Record<Kept, string>> = {
  attempts: `created_at >= unixepoch('now', '-${MESSAGE_BACKUP_DAYS + NIGHTS_LONGEST} days') * 1000 or outcome in ('pending', 'unknown')`,
}
/** A call may carry 32 MB. */
const CHARS_A_PAGE = 2_000_000
const ROWS_AT_ONCE = 100

type Place = { table: Kept; after: Line['row'][string][] }
/** @param from where the page before ended; null: at the beginning */
export const pageOfRows = (sql: SqlStorage, object: string, from: string | null): ObjectPage => {
  const begun = from === null ? null : (JSON.parse(from) as Place)
  const lines: string[] = []
  let chars = 0
  for (const table of TABLES.slice(begun ? TABLES.indexOf(begun.table) : 0)) {
    const key = KEYS[table]
    let after = begun?.table === table ? begun.after : []
    for (;;) {
      const begins = after.length > 0 ? `(${key.join()}) > (${key.map(() => '?').join()})` : 'true'
      const rows = sql
        .exec<Line['row']>(
          `select * from ${table} where ${begins} and (${YOUNG[table] ?? 'true'}) order by ${key.join()} limit ${ROWS_AT_ONCE}`,
          ...after,
        )
        .toArray()
      for (const row of rows) {
        const text = JSON.stringify({ object, table, row } satisfies Line)
        chars += text.length
        lines.push(text)
      }
      const last = rows.at(-1)
      if (!last) break
      after = key.map((column) => last[column] ?? null)
      if (chars >= CHARS_A_PAGE) return { lines, next: JSON.stringify({ table, after } satisfies Place) }
      if (rows.length < ROWS_AT_ONCE) break
    }
  }
  return { lines, next: null }
}

/** Rows that are not there yet, but the document: with it an object lives. Columns that this version does not have are left out. */
export const insertRows = (sql: SqlStorage, lines: readonly Line[]): void => {
  const known = new Map<string, Set<string>>()
  const columnsOf = (table: string): Set<string> => {
    const found =
      known.get(table) ??
      new Set(
        sql
          .exec<{ name: string }>('select name from pragma_table_info(?)', table)
          .toArray()
          .map((column) => column.name),
      )
    known.set(table, found)
    return found
  }
  for (const { table, row } of lines) {
    if (table === 'document' || !(table in KEYS)) continue
    const columns = Object.keys(row).filter((column) => columnsOf(table).has(column))
    sql.exec(
      `insert or ignore into ${table} (${columns.join()}) values (${columns.map(() => '?').join()})`,
      ...columns.map((column) => row[column] ?? null),
    )
  }
}

/** Where a number stands alone in a column. */
const NAMED = [
  ['attempts', 'number'],
  ['contacts', 'number'],
  ['job_targets', 'number'],
  ['check_results', 'number'],
  ['people_lids', 'number'],
  ['people_keys', 'owner'],
  ['opt_outs', 'number'],
  ['opt_ins', 'number'],
  ['doubts', 'number'],
  ['infos', 'number'],
  ['keywords', 'number'],
  ['answers', 'number'],
] as const
/** Everybody that these rows name by number. */
export const numbersNamed = (sql: SqlStorage): Set<string> =>
  new Set(
    NAMED.flatMap(([table, column]) =>
      sql
        .exec<{ number: string }>(`select distinct ${column} as number from ${table} where ${column} <> ''`)
        .toArray()
        .map((row) => row.number),
    ),
  )

/** Attempts learn what the batches that the ledger has said last of each, where their own rows are older. */
export const tellAttempts = (sql: SqlStorage): void => {
  // with max() the other columns are of the row that has it
  sql.exec(
    `update attempts
     set outcome = told.outcome, told_sequence = told.sequence, resolved_at = coalesce(resolved_at, told.at)
     from (
       select
         r.value ->> 'attemptId' as attempt_id, r.value ->> 'to' as outcome, r.value ->> 'at' as at, max(b.sequence) as sequence
       from settled_batches b, json_each(b.body, '$.results') r
       group by 1
     ) told
     where attempts.attempt_id = told.attempt_id and told.sequence > coalesce(attempts.told_sequence, 0)`,
  )
}
/** Whom it wrote to since (epoch ms). Of who was erased the message alone is kept, and a test went to nobody in any list. */
export const triedSince = (sql: SqlStorage, since: number): Tried[] =>
  sql
    .exec<Tried>(
      `select number_id as id, number, max(created_at) as at
       from attempts
       where created_at >= ? and number <> '' and number_id <> ${NOT_LISTED}
       group by number_id, number`,
      since,
    )
    .toArray()
/** Of attempts without a final outcome: whom they went to, and when. */
export const openAttemptsOf = (sql: SqlStorage): { id: number; at: number }[] =>
  sql
    .exec<{ id: number; at: number }>(
      `select number_id as id, created_at as at from attempts where outcome in ('pending', 'unknown')`,
    )
    .toArray()
