// The checks of generators and validators in SQL.
import { type SQL, sql } from 'drizzle-orm'
import type { CheckKind } from '../../../contract/sending/number-checks.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { type Days, inDays, pageOfList } from '../../ground/db/list-store.ts'
import { CREATED, orderOf, type SortedPage } from '../../ground/db/page-rules.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { settings } from '../../ground/settings/table.ts'
import { numberOf, senders } from '../whatsapp/found-store.ts'
import type { whatsapp } from '../whatsapp/table.ts'
import type { numberChecks } from './table.ts'

export type CheckRow = Row<typeof numberChecks>
type Sender = Row<typeof whatsapp>
/** With its sender, where that is not removed. */
export type CheckRecord = CheckRow & {
  sender_clientid: Sender['clientid'] | null
  sender_pushname: Sender['pushname']
  sender_nickname: Sender['nickname']
  sender_phonenumber: Sender['phonenumber']
  sender_state: Sender['state'] | null
  /** The setting lookup_daily_cap as it is stored; null: its default. */
  daily_cap: Row<typeof settings>['value'] | null
}
const RECORD = sql`
  c.*,
  w.clientid as sender_clientid,
  w.pushname as sender_pushname,
  w.nickname as sender_nickname,
  w.phonenumber as sender_phonenumber,
  w.state as sender_state,
  (select value from settings where key = 'lookup_daily_cap') as daily_cap
`
const SENDER = sql`left join whatsapp w on w.id = c.whatsapp_id and w.removed_at is null`

export const checkById = async (db: Db, kind: CheckKind, id: string): Promise<CheckRecord | null> => {
  const [row] = await db.all<CheckRecord>(
    sql`select ${RECORD} from number_checks c ${SENDER} where c.id = ${id} and c.kind = ${kind}`,
  )
  return row ?? null
}

export type CheckFilter = Days & { kind: CheckKind; userId: string | null; status: string; search: string | undefined }
/**
 * By the beginning of an id, a file's name or the first number, or by the sender. Each is read from its own index; `is not
 * null` repeats the predicate of a partial one, or SQLite does not use it.
 */
const matching = (search: string): SQL => {
  const digits = numberOf(search)
  const end = `${search}\u{10ffff}`
  const parts = [
    sql`select rowid from number_checks where id >= ${search} and id < ${end}`,
    sql`
      select rowid
      from number_checks
      where file_name is not null
        and file_name collate nocase >= ${search}
        and file_name collate nocase < ${end}
    `,
    sql`select rowid from number_checks where whatsapp_id in (${senders(search, digits)})`,
  ]
  if (digits !== null) {
    parts.push(sql`
      select rowid
      from number_checks
      where start_number is not null and start_number >= ${digits} and start_number < ${`${digits}~`}
    `)
  }
  return sql`c.rowid in (${sql.join(parts, sql` union `)})`
}
const filtered = (f: CheckFilter): SQL => {
  const parts = [sql`c.kind = ${f.kind}`, ...inDays(f, 'c.created_at')]
  if (f.userId !== null) parts.push(sql`c.user_id = ${f.userId}`)
  if (f.status === 'sending') parts.push(sql`c.status = 'sending'`)
  else if (f.status !== 'all') {
    parts.push(sql`
      coalesce((select state from whatsapp w where w.id = c.whatsapp_id and w.removed_at is null), 'unknown') = ${f.status}
    `)
  }
  if (f.search) parts.push(matching(f.search))
  return sql.join(parts, sql` and `)
}
export const checkPage = (
  db: Db,
  filter: CheckFilter,
  page: SortedPage<'checks'>,
): Promise<{ rows: CheckRecord[]; total: number }> => {
  const where = filtered(filter)
  const list = {
    keys: (columns: SQL) => sql`select ${columns} from number_checks c where ${where}`,
    total: sql`(select count(*) from number_checks c where ${where})`,
    rows: (k: SQL) => sql`select ${RECORD} from ${k} k cross join number_checks c on c.id = k.id ${SENDER}`,
  }
  return pageOfList<CheckRecord>(db, list, page, orderOf<'checks'>({ createdAt: CREATED }, page.sort))
}

export type NewCheck = Pick<
  typeof numberChecks.$inferSelect,
  'id' | 'kind' | 'userId' | 'whatsappId' | 'total' | 'intervalMin' | 'intervalMax'
> & {
  range: { start: string; end: string } | null
  file: { name: string; key: string; bytes: number; head: string; readBytes: number; readRows: number } | null
  source: 'ready' | 'reading'
  insert: 0 | 1
  now: number
}
export const insertCheck = (db: Db, c: NewCheck): Statement =>
  db.run(sql`
    insert into number_checks (
      id, kind, user_id, whatsapp_id, start_number, end_number, file_name, file_key, file_bytes, file_head,
      source, read_bytes, read_rows, total, b_insert, interval_min, interval_max, created_at, updated_at
    )
    values (
      ${c.id}, ${c.kind}, ${c.userId}, ${c.whatsappId}, ${c.range?.start ?? null}, ${c.range?.end ?? null},
      ${c.file?.name ?? null}, ${c.file?.key ?? null}, ${c.file?.bytes ?? 0}, ${c.file?.head ?? null},
      ${c.source}, ${c.file?.readBytes ?? 0}, ${c.file?.readRows ?? 0}, ${c.total}, ${c.insert},
      ${c.intervalMin}, ${c.intervalMax}, ${c.now}, ${c.now}
    )
  `)

/** What the sender's object knows of a check. */
export type CheckState = Pick<
  typeof numberChecks.$inferSelect,
  'id' | 'total' | 'cursor' | 'currentNumber' | 'status' | 'phase' | 'error' | 'version'
> & { success: number; fail: number }
/** A state that is older than the row's, or comes from an account that is not the sender any more, changes nothing. */
export const saveCheckState = (db: Db, accountId: string, s: CheckState, now: number): Statement =>
  db.run(sql`
    update number_checks
    set
      cursor = ${s.cursor},
      current_number = ${s.currentNumber},
      count_success = ${s.success},
      count_fail = ${s.fail},
      status = ${s.status},
      phase = ${s.phase},
      error = ${s.error},
      version = ${s.version},
      updated_at = ${now}
    where id = ${s.id} and whatsapp_id = ${accountId} and version < ${s.version}
  `)
/** The sender's object does not know this check, so that it cannot be running: its row must not say that it does. */
export const restCheck = (db: Db, id: string, accountId: string, now: number): Statement =>
  db.run(sql`
    update number_checks
    set status = 'idle', phase = 'stop', version = version + 1, updated_at = ${now}
    where id = ${id} and whatsapp_id = ${accountId} and status = 'sending'
  `)

/** A new sender makes a new version: its object then begins from this row, not from what it remembers of the check. */
/** What an edit of a check read. */
export const checkRead = ({ whatsapp_id, b_insert, interval_min, interval_max }: CheckRecord) => ({
  whatsapp_id,
  b_insert,
  interval_min,
  interval_max,
})
export const updateCheck = (
  db: Db,
  id: string,
  edit: { whatsappId: string; insert: 0 | 1; intervalMin: number; intervalMax: number; now: number },
): Statement =>
  db.run(sql`
    update number_checks
    set
      whatsapp_id = ${edit.whatsappId},
      b_insert = ${edit.insert},
      interval_min = ${edit.intervalMin},
      interval_max = ${edit.intervalMax},
      version = version + (whatsapp_id <> ${edit.whatsappId}),
      updated_at = ${edit.now}
    where id = ${id}
  `)

/** Those that rest since before this; 20 at most. */
export const restingChecks = (db: Db, before: number): Promise<Row<typeof numberChecks, 'id' | 'whatsapp_id'>[]> =>
  db.all(sql`
    select id, whatsapp_id
    from number_checks
    where kind in ('generator', 'validator') and created_at < ${before} and updated_at < ${before}
      and status = 'idle' and source <> 'reading'
    limit 20
  `)
export const deleteCheck = (db: Db, id: string): Statement => db.run(sql`delete from number_checks where id = ${id}`)

/** The place up to which found numbers are in the list; null: the check is deleted, or another account's. */
export const listedTo = async (db: Db, id: string, accountId: string): Promise<number | null> => {
  const [row] = await db.all<Row<typeof numberChecks, 'listed_to'>>(
    sql`select listed_to from number_checks where id = ${id} and whatsapp_id = ${accountId}`,
  )
  return row?.listed_to ?? null
}
/**
 * For the batch that inserts the numbers: moves the mark and counts what became of them, by the skips that the insert
 * noted; these go at once, the counts are all that is kept of them.
 * @param step found: numbers at these places; fresh: those not twice among them.
 */
export const countListed = (
  db: Db,
  id: string,
  step: { from: number; to: number; found: number; fresh: number },
): Statement[] => {
  const skips = (reason: string) => sql`(select count(*) from import_skips where job_id = ${id} and reason = ${reason})`
  return [
    db.run(sql`
      update number_checks
      set
        listed_to = ${step.to},
        listed = listed + ${step.fresh} - ${skips('duplicate')} - ${skips('suppressed')},
        list_suppressed = list_suppressed + ${skips('suppressed')},
        list_duplicates = list_duplicates + ${step.found - step.fresh} + ${skips('duplicate')}
      where id = ${id} and listed_to = ${step.from}
    `),
    db.run(sql`delete from import_skips where job_id = ${id}`),
  ]
}
