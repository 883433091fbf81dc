// Jobs of generators and validators in SQL.
import { sql } from 'drizzle-orm'
import type { CheckKind, CheckPhase } from '../../contract/number-checks.ts'
import type { AccountState, RunStatus } from '../../contract/whatsapp.ts'
import type { Db, Statement } from '../db/connection.ts'

export type CheckRow = {
  id: string
  kind: CheckKind
  user_id: string
  whatsapp_id: string
  start_number: string | null
  end_number: string | null
  file_name: string | null
  file_key: string | null
  total: number
  cursor: number
  current_number: string | null
  count_success: number
  count_fail: number
  status: RunStatus
  phase: CheckPhase
  error: string | null
  b_insert: 0 | 1
  listed_to: number
  listed: number
  list_duplicates: number
  list_suppressed: number
  interval_min: number
  interval_max: number
  version: number
  created_at: number
}
/** With its sender, where that is not removed. */
export type CheckRecord = CheckRow & {
  sender_clientid: string | null
  sender_pushname: string | null
  sender_phonenumber: string | null
  sender_state: AccountState | null
}
const SELECT = sql`select c.*, w.clientid as sender_clientid, w.pushname as sender_pushname,
  w.phonenumber as sender_phonenumber, w.state as sender_state
  from number_checks c left join whatsapp w on w.id = c.whatsapp_id and w.removed_at is null`

export const checkById = async (db: Db, kind: CheckKind, id: string): Promise<CheckRecord | null> => {
  const [row] = await db.all<CheckRecord>(sql`${SELECT} where c.id = ${id} and c.kind = ${kind}`)
  return row ?? null
}

export type CheckFilter = { kind: CheckKind; userId: string | null; status: string; search: string | undefined }
const filtered = (f: CheckFilter) => {
  const parts = [sql`c.kind = ${f.kind}`]
  if (f.userId !== null) parts.push(sql`c.user_id = ${f.userId}`)
  if (f.status === 'sending') parts.push(sql`c.status = 'sending'`)
  else if (f.status !== 'all') parts.push(sql`coalesce(w.state, 'unknown') = ${f.status}`)
  if (f.search) {
    const digits = f.search.replace(/[\s+().-]/g, '').replace(/^0/, '62')
    // what is no number begins none
    const phone = /^\d+$/.test(digits) ? digits : '?'
    const end = `${f.search}\u{10ffff}`
    parts.push(sql`((w.phonenumber >= ${phone} and w.phonenumber < ${`${phone}~`})
      or (c.start_number >= ${phone} and c.start_number < ${`${phone}~`})
      or (w.pushname >= ${f.search} collate nocase and w.pushname < ${end} collate nocase)
      or (c.file_name >= ${f.search} collate nocase and c.file_name < ${end} collate nocase)
      or (w.clientid >= ${f.search} and w.clientid < ${end}) or c.id = ${f.search})`)
  }
  return sql.join(parts, sql` and `)
}
export const checkPage = async (
  db: Db,
  filter: CheckFilter,
  page: { page: number; limit: number },
): Promise<{ rows: CheckRecord[]; total: number }> => {
  const where = filtered(filter)
  const [rows, [count]] = await db.batch([
    db.all<CheckRecord>(sql`${SELECT} where ${where} order by c.created_at desc, c.id desc
      limit ${page.limit} offset ${(page.page - 1) * page.limit}`),
    db.all<{ total: number }>(sql`select count(*) as total from number_checks c
      left join whatsapp w on w.id = c.whatsapp_id and w.removed_at is null where ${where}`),
  ])
  return { rows, total: count?.total ?? 0 }
}

export type NewCheck = {
  id: string
  kind: CheckKind
  userId: string
  whatsappId: string
  range: { start: string; end: string } | null
  file: { name: string; key: string } | null
  total: number
  insert: 0 | 1
  intervalMin: number
  intervalMax: number
  now: number
}
export const insertCheck = (db: Db, c: NewCheck): Statement =>
  db.run(sql`insert into number_checks (id, kind, user_id, whatsapp_id, start_number, end_number, file_name, file_key,
      total, b_insert, interval_min, interval_max, created_at, updated_at)
    values (${c.id}, ${c.kind}, ${c.userId}, ${c.whatsappId}, ${c.range?.start ?? null}, ${c.range?.end ?? null},
      ${c.file?.name ?? null}, ${c.file?.key ?? null}, ${c.total}, ${c.insert}, ${c.intervalMin}, ${c.intervalMax},
      ${c.now}, ${c.now})`)

/** What the sender's object knows of its job. */
export type CheckState = {
  id: string
  total: number
  cursor: number
  currentNumber: string | null
  success: number
  fail: number
  status: RunStatus
  phase: CheckPhase
  error: string | null
  version: number
}
/** Another sender's object, or an older word of the same, changes nothing. */
export const saveCheckState = (db: Db, accountId: string, s: CheckState, now: number): Statement =>
  db.run(sql`update number_checks set cursor = ${s.cursor}, current_number = ${s.currentNumber},
      count_success = ${s.success}, count_fail = ${s.fail}, status = ${s.status}, phase = ${s.phase},
      error = ${s.error}, version = ${s.version}, updated_at = ${now}
    where id = ${s.id} and whatsapp_id = ${accountId} and version < ${s.version}`)

/** Only of a job that rests. A new sender's object goes by the row, whatever it knew of the job before. */
export const updateCheck = (
  db: Db,
  id: string,
  edit: { whatsappId: string; insert: 0 | 1; intervalMin: number; intervalMax: number; now: number },
): Statement =>
  db.run(sql`update number_checks set whatsapp_id = ${edit.whatsappId}, b_insert = ${edit.insert},
      interval_min = ${edit.intervalMin}, interval_max = ${edit.intervalMax},
      version = version + (whatsapp_id <> ${edit.whatsappId}), updated_at = ${edit.now} where id = ${id}`)

export const deleteCheck = (db: Db, id: string): Statement => db.run(sql`delete from number_checks where id = ${id}`)

/** Up to which place the found numbers are in the list; null: the job is gone. */
export const listedTo = async (db: Db, id: string): Promise<number | null> => {
  const [row] = await db.all<{ to: number }>(sql`select listed_to as "to" from number_checks where id = ${id}`)
  return row?.to ?? null
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
    db.run(sql`update number_checks set listed_to = ${step.to},
        listed = listed + ${step.fresh} - ${skips('duplicate')} - ${skips('suppressed')},
        list_suppressed = list_suppressed + ${skips('suppressed')},
        list_duplicates = list_duplicates + ${step.found - step.fresh} + ${skips('duplicate')}
      where id = ${id} and listed_to = ${step.from}`),
    db.run(sql`delete from import_skips where job_id = ${id}`),
  ]
}
