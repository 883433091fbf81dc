// Reads the database for a backup, and loads it again (rule backup). Tables of money are read in one transaction, the cut; the others piece by piece
// up to where they ended at the cut, so that nobody waits for a backup.
import { type SQL, sql } from 'drizzle-orm'
import { DAY_MS, jakartaDay, MINUTE_MS } from '../../../contract/ground/time.ts'
import { type Db, runBatch, runNamed, type Statement } from '../../ground/db/connection.ts'
import { MONEY_SQL } from '../../money/ledger/money-sql.ts'
import { recountCampaigns } from '../../sending/campaigns/settle-store.ts'
import type { BackupState, Line } from './format.ts'
import { digestOfPast, selectPast } from './past-store.ts'

/** Kept by triggers or counted again, of an hour's life, what would open an account again that was closed since, about restoring itself, or how the place is now. */
const LEFT_OUT = new Set([
  'counters',
  'sessions',
  'factor_tickets',
  'password_resets',
  'email_changes',
  'sign_in_failures',
  'request_counts',
  'presses',
  'restorations',
  'troubles',
  'alerts',
  'watch_marks',
  'unanswered_wakes',
  'cron_ends',
  'measures',
  'd1_migrations',
  'sqlite_schema',
  'sqlite_temp_schema',
  'sqlite_sequence',
])
/** Where people are there already, a factor that is missing was taken away: its device may be lost. */
export const FACTORS: ReadonlySet<string> = new Set(['passkeys', 'totp_secrets', 'recovery_codes'])
const name = (of: string): SQL => sql.raw(`"${of.replaceAll('"', '""')}"`)
const list = (columns: readonly string[]): SQL => sql.join(columns.map(name), sql`, `)

type Table = { name: string; wr: number }
/** Virtual tables and what they keep are made again by triggers. */
const tablesOf = async (db: Db): Promise<Table[]> =>
  (
    await db.all<Table>(
      sql`select name, wr from pragma_table_list where type = 'table' and schema = 'main' order by name`,
    )
  ).filter((table) => !LEFT_OUT.has(table.name) && !table.name.startsWith('_cf_'))
const columnsOf = (db: Db, table: string) =>
  db.all<{ name: string; pk: number }>(sql`select name, pk from pragma_table_info(${table}) order by cid`)
const keyOf = (columns: readonly { name: string; pk: number }[]): string[] =>
  columns
    .filter(({ pk }) => pk > 0)
    .toSorted((a, b) => a.pk - b.pk)
    .map((column) => column.name)

export const lastMigration = async (db: Db): Promise<string> =>
  (await db.all<{ name: string }>(sql`select name from d1_migrations order by id desc limit 1`))[0]?.name ?? ''

/** Batches settled this long before the cut are surely in the database by then. */
const SETTLING_MS = 10 * MINUTE_MS
/** Tables that are whole in the cut. */
const WHOLE = ['users', 'balances', 'bonuses', 'templates']
/** Tables of which the cut has the rows of the days that still move. */
const BY_DAY = ['daily_stats', 'posting_parts', 'account_deliveries', 'messages_to_members']
export type Cut = Pick<BackupState, 'bounds' | 'sequences' | 'moneySince' | 'past'> & { rows: Line[] }
/** What settles, pays and posts changes these together: read apart they would contradict each other. */
export const readCut = async (db: Db, now: number): Promise<Cut> => {
  const tables = await tablesOf(db)
  const since = sql`(select min(${jakartaDay(now - DAY_MS)}, coalesce(min(unposted_since), '9999')) from balances)`
  const bounded = tables.filter((table) => table.wr === 0)
  const moving = (columns: SQL) => sql`
    select ${columns} from withdraws where status = 'requested'
    union all
    select ${columns} from withdraws where payment = 'ordered'
  `
  const paying = sql`(select payout_id from (${moving(sql`payout_id`)}) where payout_id is not null)`
  const parts: [string, SQL][] = [
    ...WHOLE.map((table): [string, SQL] => [table, sql`select * from ${name(table)}`]),
    ...BY_DAY.map((table): [string, SQL] => [table, sql`select * from ${name(table)} where day >= ${since}`]),
    ['withdraws', moving(sql`*`)],
    ['payout_batches', sql`select * from payout_batches where id in ${paying}`],
    ['payout_lines', sql`select * from payout_lines where batch_id in ${paying}`],
    ['approvals', sql`select * from approvals where status = 'waiting'`],
    ['settlements', sql`select * from settlements where at >= ${now - SETTLING_MS}`],
  ]
  const ends = sql.join(
    bounded.map((t) => sql`(select coalesce(max(rowid), 0) from ${name(t.name)}) as ${name(t.name)}`),
    sql`, `,
  )
  const answers = await runNamed(db, {
    money: db.all<{ day: string }>(sql`select ${since} as day`),
    past: selectPast(db, since),
    bounds: db.all<Record<string, number>>(sql`select ${ends}`),
    sequences: db.all<{ name: string; seq: number }>(sql`select name, seq from sqlite_sequence`),
    rows: parts.map(([, query]) => db.all(query)),
  })
  const [money] = answers.money
  const [bounds] = answers.bounds
  const rows = answers.rows as Line['row'][][]
  return {
    moneySince: money?.day ?? '',
    past: await digestOfPast(answers.past),
    bounds: bounds ?? {},
    sequences: Object.fromEntries(answers.sequences.filter((s) => !LEFT_OUT.has(s.name)).map((s) => [s.name, s.seq])),
    rows: parts.flatMap(([table], i) => (rows[i] ?? []).map((row) => ({ table, row }))),
  }
}

/** Read after the recipients: what one of them said goes there when they go (rule import-consents). */
const LAST_TABLE = 'consent_history'
/** @param done which were read; a Worker of a version before read the last one in the order of the names */
export const nextTable = async (db: Db, after: string, done: (table: string) => boolean): Promise<string | null> => {
  const names = (await tablesOf(db)).map((table) => table.name).filter((table) => !WHOLE.includes(table))
  if (after === LAST_TABLE && done('phone_numbers')) return null
  return names.find((table) => table > after && table !== LAST_TABLE) ?? LAST_TABLE
}

const ROWS_A_PART = 1_000
type Key = (string | number)[] | null
/** The rows after this key. What came after the cut is left out; what the cut has may come twice, and then the cut counts. */
export const rowsAfter = async (
  db: Db,
  { bounds, moneySince, cutAt }: BackupState,
  table: string,
  after: Key,
): Promise<{ rows: Line['row'][]; last: Key }> => {
  const columns = await columnsOf(db, table)
  const bound = bounds[table]
  const key = bound === undefined ? keyOf(columns) : ['rowid']
  const begins = after
    ? sql`(${list(key)}) > (${sql.join(
        after.map((v) => sql`${v}`),
        sql`, `,
      )})`
    : sql`true`
  const more = [
    sql`true`,
    ...(bound === undefined ? [] : [sql`rowid <= ${bound}`]),
    ...(BY_DAY.includes(table) ? [sql`day < ${moneySince}`] : []),
    ...(table === 'settlements' ? [sql`at < ${cutAt - SETTLING_MS}`] : []),
  ]
  const selected = bound === undefined ? sql`*` : sql`rowid as "#", *`
  const rows = await db.all<Line['row'] & { '#'?: number }>(sql`
    select ${selected}
    from ${name(table)}
    where ${begins} and ${sql.join(more, sql` and `)}
    order by ${list(key)}
    limit ${ROWS_A_PART}
  `)
  const end = rows.at(-1)
  const last =
    rows.length < ROWS_A_PART || !end ? null : key.map((column) => (end['#'] ?? end[column]) as string | number)
  return { rows: rows.map(({ '#': _rowid, ...row }) => row as Line['row']), last }
}

/** A bound parameter holds 2 MB at most. */
const CHARS_A_STATEMENT = 500_000
const chunksOf = (rows: readonly Line['row'][]): string[] => {
  const chunks: string[] = []
  let texts: string[] = []
  let chars = 0
  const close = () => {
    if (texts.length > 0) chunks.push(`[${texts.join()}]`)
    texts = []
    chars = 0
  }
  for (const row of rows) {
    const text = JSON.stringify(row)
    if (chars + text.length > CHARS_A_STATEMENT) close()
    texts.push(text)
    chars += text.length
  }
  close()
  return chunks
}
/**
 * Rows that are not there yet; what is there stays as it is. So a load may be repeated, and the newer row of an account that wrote its
 * own meanwhile is kept. Columns that the table does not have are left out, and so are tables that a backup of an older version had.
 */
export const loadRows = async (db: Db, table: string, rows: readonly Line['row'][]): Promise<void> => {
  const [first] = rows
  if (!first || LEFT_OUT.has(table)) return
  const there = await columnsOf(db, table)
  const columns = there.map((column) => column.name).filter((column) => column in first)
  const from = (column: string): SQL => sql.raw(`j.value ->> '$."${column}"'`)
  // not `or replace`, and no insert that a trigger of an append-only table would refuse: it would take the others with it
  const same = (keys: readonly string[]): SQL =>
    sql`select 1 from ${name(table)} t where ${sql.join(
      keys.map((key) => sql`t.${name(key)} = ${from(key)}`),
      sql` and `,
    )}`
  const unique: Partial<Record<string, string[][]>> = {
    ledger: [['id'], ['ref']],
    consent_imports: [['id'], ['import_no']],
    consent_ranges: [['first_id'], ['phone_from']],
  }
  const isThere = unique[table] ?? [keyOf(there)]
  for (const chunk of chunksOf(rows))
    await db.run(sql`
      insert or ignore into ${name(table)} (${list(columns)})
      select ${sql.join(columns.map(from), sql`, `)}
      from json_each(${chunk}) j
      where ${sql.join(
        isThere.map((keys) => sql`not exists (${same(keys)})`),
        sql` and `,
      )}
    `)
}
/**
 * Counters that the writers of recipients, tags and bonuses keep, counted again: triggers have counted the rest while rows were loaded. A backup
 * reads recipients before their tags: of whoever came in between it has the tag alone.
 */
export const recount = async (db: Db): Promise<void> => {
  const counted = (counter: string, query: SQL): Statement =>
    db.run(sql`
      insert into counters (name, value) select ${counter}, (${query}) where true
      on conflict (name) do update set value = excluded.value
    `)
  await runBatch(db, [
    counted('phone.total', sql`select count(*) from phone_numbers`),
    counted('phone.blasted', sql`select count(*) from phone_numbers where count_success > 0`),
    counted('phone.unblasted', sql`select count(*) from phone_numbers where count_success = 0 and status = 'active'`),
    counted('bonuses.total', sql`select count(*) from bonuses where deleted_at is null`),
    db.run(sql`delete from notes where number_id not in (select id from phone_numbers)`),
    db.run(sql`delete from phone_fields where number_id not in (select id from phone_numbers)`),
    db.run(sql`delete from phone_tags where number_id > (select coalesce(max(id), 0) from phone_numbers)`),
    db.run(sql`update tags set people = (select count(*) from phone_tags where tag_id = tags.id)`),
    ...recountCampaigns(db),
  ])
}
/**
 * A person's balance is what the entries and the days say together: in a database that had rows of its own it may be otherwise.
 * Versions jump, because accounts that outlived the database have heard of later ones. @returns how many balances were put right
 */
export const reconcileSums = async (db: Db): Promise<number> => {
  const { balances } = await runNamed(db, {
    balances: db.all(sql`
      update balances
      set balance_sen = s.sen
      from (
        select user_id, sum(amount_sen) as sen
        from ${sql.raw(MONEY_SQL)}
        group by user_id
      ) s
      where s.user_id = balances.user_id and s.sen <> balances.balance_sen
      returning user_id
    `),
    pause: db.run(sql`update sending_pause set version = version + 1000`),
    statuses: db.run(sql`update users set status_version = status_version + 1000`),
  })
  return balances.length
}
