// One-off blasts in SQL. The object of the sender writes these rows; a write that comes late changes nothing.
import { type SQL, sql } from 'drizzle-orm'
import type { SkipReason } from '../../../contract/sending/one-off.ts'
import type { oneOffPeopleQuery } from '../../../contract/sending/one-off-people.ts'
import { auditStatements, type AuditEntry } from '../../record/audit/store.ts'
import type { BlastTemplate } from '../blast/store.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { allOf, type Days, inDays, pageOfList } from '../../ground/db/list-store.ts'
import type { Page } from '../../ground/db/page-rules.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { phoneNumbers } from '../../recipients/phone-numbers/table.ts'
import { numberOf, senders } from '../whatsapp/found-store.ts'
import type { whatsapp } from '../whatsapp/table.ts'
import type { oneOffs } from './table.ts'

export type Refused = { number: string; reason: SkipReason }
/** What the sender's object knows of a one-off blast. */
export type OneOffState = Pick<
  typeof oneOffs.$inferSelect,
  | 'id'
  | 'whatsappId'
  | 'userId'
  | 'targets'
  | 'templateId'
  | 'message'
  | 'phase'
  | 'total'
  | 'error'
  | 'version'
  | 'createdAt'
  | 'finishedAt'
> & {
  success: number
  fail: number
  unknown: number
  skipped: Partial<Record<SkipReason, number>>
  refused: Refused[]
}
/**
 * A one-off blast as it is requested from the sender's object. numbers: the named receivers, of a list only; refused: named receivers that get
 * nothing. `deed` is the audit entry; stored documents have this older name.
 */
export type OneOffRequest = Pick<OneOffState, 'id' | 'userId' | 'targets' | 'templateId' | 'message' | 'refused'> &
  Pick<BlastTemplate, 'button' | 'media'> & { numbers: string[]; deed: AuditEntry }
/** Of the whole: what its row says, for an object that has forgotten it. */
export type OneOffSums = Pick<
  OneOffState,
  'targets' | 'phase' | 'error' | 'success' | 'fail' | 'unknown' | 'skipped' | 'refused' | 'createdAt'
>
/** Who gets or got it is asked of the sender's object. after: `next` of the page before. */
export type PeopleAsk = (typeof oneOffPeopleQuery)['_output'] & {
  after: string | null
  limit: number
  sums: OneOffSums
}
/**
 * Saves what the object knows. The first time the audit entry goes with it: neither is there without the other, and a
 * repeated save adds no second one.
 */
export const saveOneOff = (db: Db, s: OneOffState, auditEntry: AuditEntry | null): Statement[] => [
  ...(auditEntry ? auditStatements(db, auditEntry, sql`exists (select 1 from blaster_jobs where id = ${s.id})`) : []),
  saveOneOffState(db, s),
]
const saveOneOffState = (db: Db, s: OneOffState): Statement =>
  db.run(sql`
    insert into blaster_jobs (
      id, whatsapp_id, user_id, targets, template_id, message, phase, total, count_success, count_fail,
      count_unknown, skipped, refused, error, version, created_at, finished_at
    )
    values (
      ${s.id}, ${s.whatsappId}, ${s.userId}, ${s.targets}, ${s.templateId}, ${s.message}, ${s.phase},
      ${s.total}, ${s.success}, ${s.fail}, ${s.unknown}, ${JSON.stringify(s.skipped)},
      ${JSON.stringify(s.refused)}, ${s.error}, ${s.version}, ${s.createdAt}, ${s.finishedAt}
    )
    on conflict (id) do update set
      phase = excluded.phase,
      total = excluded.total,
      count_success = excluded.count_success,
      count_fail = excluded.count_fail,
      count_unknown = excluded.count_unknown,
      skipped = excluded.skipped,
      refused = excluded.refused,
      error = excluded.error,
      version = excluded.version,
      finished_at = excluded.finished_at
    where version < excluded.version
  `)

type Sender = Row<typeof whatsapp>
/** With its sender, whose state shows only while it is not removed, and the name of who started it. */
export type OneOffRecord = Row<typeof oneOffs> & {
  sender_clientid: Sender['clientid'] | null
  sender_phonenumber: Sender['phonenumber']
  sender_pushname: Sender['pushname']
  sender_state: Sender['state'] | null
  starter_name: string | null
}
const joined = (from: SQL) => sql`
  select
    j.*,
    w.clientid as sender_clientid,
    w.phonenumber as sender_phonenumber,
    w.pushname as sender_pushname,
    case when w.removed_at is null then w.state end as sender_state,
    trim(u.firstname || ' ' || u.lastname) as starter_name
  from ${from}
  left join whatsapp w on w.id = j.whatsapp_id
  left join users u on u.id = j.user_id
`

export const oneOffById = async (db: Db, id: string): Promise<OneOffRecord | null> =>
  (await db.all<OneOffRecord>(sql`${joined(sql`blaster_jobs j`)} where j.id = ${id}`))[0] ?? null

/** By the sender as for accounts, or by words of the message. There are some thousands of them at most, so that each message is read. */
const matching = (search: string): SQL =>
  sql`(whatsapp_id in (${senders(search, numberOf(search))}) or instr(lower(message), lower(${search})) > 0)`
/** @param userId who started them; null: everybody */
export const oneOffPage = (
  db: Db,
  userId: string | null,
  page: Page & Days & { search?: string | undefined },
): Promise<{ rows: OneOffRecord[]; total: number }> => {
  const parts = inDays(page)
  if (userId !== null) parts.push(sql`user_id = ${userId}`)
  if (page.search) parts.push(matching(page.search))
  const where = sql`where ${allOf(parts)}`
  const list = {
    keys: (columns: SQL) => sql`select ${columns} from blaster_jobs ${where}`,
    total: sql`(select count(*) from blaster_jobs ${where})`,
    rows: (k: SQL) => joined(sql`${k} k cross join blaster_jobs j on j.id = k.id`),
  }
  return pageOfList<OneOffRecord>(db, list, page)
}

export const recipientsWith = (
  db: Db,
  among: readonly string[],
): Promise<Row<typeof phoneNumbers, 'id' | 'number' | 'name'>[]> =>
  db.all(sql`
    select id, number, name from phone_numbers where number in (select value from json_each(${JSON.stringify(among)}))
  `)

export const countRunningOneOffs = async (db: Db): Promise<number> =>
  (await db.all<{ n: number }>(sql`select count(*) as n from blaster_jobs where phase = 'sending'`))[0]?.n ?? 0
