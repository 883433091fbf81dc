// What the database keeps about one number (rule data-request), found by the number and by its keyed hashes.
import { sql } from 'drizzle-orm'
import { gradeOf } from '../../../contract/ground/consent-grades.ts'
import { HOUR_MS } from '../../../contract/ground/time.ts'
import type { AboutNumber, Bounded } from '../../../contract/privacy/data-requests.ts'
import type { auditLog } from '../../record/audit/table.ts'
import type { Db } from '../../ground/db/connection.ts'
import { anyOf, type Row } from '../../ground/db/rows.ts'
import type { imports, importSkips } from '../../recipients/imports/table.ts'
import type { oneOffs } from '../../sending/one-off/table.ts'
import type { programmeOptIns } from '../../recipients/programmes/table.ts'
import type { phoneNumbers } from '../../recipients/phone-numbers/table.ts'
import { gradeIn } from '../../recipients/sources/grade-store.ts'
import type { Hashes } from '../../recipients/suppressions/hash.ts'
import { consentByIn, historyOf } from '../../recipients/suppressions/range-store.ts'
import { tagNamesOf, tagsIn } from '../../recipients/tags/store.ts'
import { notesOfNumber } from '../../recipients/notes/store.ts'
import type { notes } from '../../recipients/notes/table.ts'
import { valuesOf } from '../../recipients/fields/store.ts'
import { refusedTopics } from '../../recipients/topics/store.ts'
import { snoozedUntilOf } from '../../recipients/suppressions/snooze-store.ts'
import { byName, type ByName } from '../../recipients/suppressions/store.ts'
import type { consentHistory, erasures, recipientMemory, suppressions } from '../../recipients/suppressions/table.ts'
import { ACCOUNT_NAME } from '../../sending/whatsapp/name-store.ts'
import type { whatsapp } from '../../sending/whatsapp/table.ts'

const iso = (at: number): string => new Date(at).toISOString()
const isoOrNull = (at: number | null): string | null => (at === null || at === 0 ? null : iso(at))
/** Of each kind: more than anybody is known by, less than an answer can carry. */
const MOST = 500

type Recipient = Row<typeof phoneNumbers> & {
  consent_by_name: string | null
  grade: number | null
  snoozed_until: number | null
  refused_topics: string
  tags: string
  fields: string | null
  notes: string
}
type KeptNote = Row<typeof notes, 'text' | 'at'> & ByName
type Keyword = Row<typeof programmeOptIns, 'outcome' | 'at' | 'form' | 'form_at' | 'form_lang'> & { programme: string }
type Skip = Row<typeof importSkips, 'name' | 'reason'> & Row<typeof imports, 'file_name' | 'created_at'>
type Refused = Row<typeof oneOffs, 'id' | 'created_at'> & { reason: string }
type Account = Row<typeof whatsapp, 'id' | 'user_id' | 'pushname' | 'nickname' | 'created_at' | 'removed_at'> & {
  owner: string | null
}

/** One transaction: an erasure at the same time is seen whole or not at all. */
export const aboutNumber = async (db: Db, who: { number: string; hashes: Hashes }): Promise<AboutNumber> => {
  const { number } = who
  const theirs = anyOf(who.hashes)
  const told = JSON.stringify(number)
  const row = sql`(select cast(id as text) from phone_numbers where number = ${number})`
  const [[recipient], consents, keywords, stops, erased, remembered, skips, refused, audit, accounts] = await db.batch([
    db.all<Recipient>(sql`
      select p.*, ${byName(consentByIn('p'))} as consent_by_name, ${gradeIn('p')} as grade,
        ${snoozedUntilOf('p')} as snoozed_until, ${refusedTopics(sql`p.number`)} as refused_topics,
        ${tagNamesOf('p')} as tags,
        ${valuesOf(sql`p.id`)} as fields,
        ${notesOfNumber(sql`p.id`)} as notes
      from phone_numbers p
      where p.number = ${number}
    `),
    db.all<Row<typeof consentHistory, 'event' | 'source' | 'at'> & ByName>(sql`
      select k.event, k.source, k.at, ${byName(sql`k.by`)} as by_name
      from ${historyOf(who.hashes, number)} k
      order by k.id desc
      limit ${MOST + 1}
    `),
    db.all<Keyword>(sql`
      select o.outcome, o.at, o.form, o.form_at, o.form_lang, coalesce(g.title, o.programme_id) as programme
      from programme_opt_ins o
      left join programmes g on g.id = o.programme_id
      where o.hash in ${theirs}
      order by o.id desc
      limit ${MOST + 1}
    `),
    db.all<Row<typeof suppressions, 'via' | 'reason' | 'lid' | 'created_at'> & ByName>(sql`
      select s.via, s.reason, s.lid, s.created_at, ${byName(sql`s.by`)} as by_name
      from suppressions s
      where s.hash in ${theirs} or s.number = ${number}
      order by s.id
      limit ${MOST + 1}
    `),
    db.all<Row<typeof erasures, 'created_at' | 'done_at'>>(sql`
      select created_at, done_at
      from erasures
      where hash in ${theirs} or number = ${number}
      order by id
      limit ${MOST + 1}
    `),
    db.all<Row<typeof recipientMemory, 'last_attempt_at' | 'not_registered_count' | 'kept_at'>>(sql`
      select last_attempt_at, not_registered_count, kept_at
      from recipient_memory
      where hash in ${theirs}
      order by kept_at
    `),
    db.all<Skip>(sql`
      select k.name, k.reason, j.file_name, j.created_at
      from import_skips k
      join import_jobs j on j.id = k.job_id
      where k.value = ${number}
      limit ${MOST + 1}
    `),
    db.all<Refused>(sql`
      select b.id, b.created_at, r.value ->> 'reason' as reason
      from blaster_jobs b, json_each(b.refused) r
      where instr(b.refused, ${told}) > 0 and r.value ->> 'number' = ${number}
      limit ${MOST + 1}
    `),
    // the same entries that an erasure takes the number out of, and those about the hash
    db.all<Row<typeof auditLog, 'action' | 'at'> & ByName>(sql`
      select a.action, a.at, ${byName(sql`a.actor_id`)} as by_name
      from audit_log a
      where a.target = ${number}
        or a.target in ${theirs}
        or (a.target = ${row} and a.action like 'phonenumber.%')
        or (
          a.action in ('phonenumber.create', 'phonenumber.update', 'phonenumber.delete', 'suppression.delete')
          and (instr(a.before, ${told}) > 0 or instr(a.after, ${told}) > 0)
        )
      order by a.id desc
      limit ${MOST + 1}
    `),
    db.all<Account>(sql`
      select w.id, w.user_id, w.pushname, w.nickname, w.created_at, w.removed_at, ${byName(sql`w.user_id`)} as owner
      from whatsapp w
      where w.phonenumber = ${number}
      limit ${MOST + 1}
    `),
  ])
  const cut: Bounded[] = []
  const most = <T>(kind: Bounded, rows: readonly T[]): readonly T[] => {
    if (rows.length > MOST) cut.push(kind)
    return rows.slice(0, MOST)
  }
  return {
    cut,
    recipient: recipient ? presentRecipient(recipient) : null,
    consents: most('consents', consents).map(({ at, ...one }) => ({ ...one, date: iso(at) })),
    keywords: most('keywords', keywords).map(({ programme, outcome, at, form, form_at, form_lang }) => ({
      programme,
      outcome,
      date: iso(at),
      form: form === null ? null : { code: form, date: iso(form_at ?? at), lang: form_lang ?? '' },
    })),
    stops: most('stops', stops).map(({ created_at, ...one }) => ({ ...one, date: iso(created_at) })),
    erasures: most('erasures', erased).map((one) => ({ date: iso(one.created_at), done: isoOrNull(one.done_at) })),
    remembered: remembered.map((one) => ({
      last_attempt: isoOrNull(one.last_attempt_at),
      misses: one.not_registered_count,
      date: iso(one.kept_at),
    })),
    imports: most('imports', skips).map(({ file_name, created_at, ...one }) => ({
      ...one,
      file: file_name,
      date: iso(created_at),
    })),
    one_offs: most('one_offs', refused).map(({ created_at, ...one }) => ({ ...one, date: iso(created_at) })),
    audit: most('audit', audit).map(({ at, ...one }) => ({ ...one, date: iso(at) })),
    accounts: most('accounts', accounts).map((one) => ({
      ...one,
      created_at: iso(one.created_at),
      removed_at: isoOrNull(one.removed_at),
    })),
  }
}
const presentRecipient = (row: Recipient): AboutNumber['recipient'] => ({
  id: row.id,
  name: row.name,
  status: row.status,
  consent_source: row.consent_source,
  consent_at: isoOrNull(row.consent_at),
  consent_by_name: row.consent_by_name,
  consent_grade: row.consent_at === null ? null : gradeOf(row.grade),
  suppressed: row.suppressed === 1,
  snoozed_until: isoOrNull(row.snoozed_until),
  refused_topics: JSON.parse(row.refused_topics) as string[],
  tags: tagsIn(row.tags),
  fields: JSON.parse(row.fields ?? '{}') as Record<string, string>,
  notes: (JSON.parse(row.notes) as KeptNote[]).map(({ at, ...one }) => ({ ...one, date: iso(at) })),
  in_use: row.in_use === 1,
  count_success: row.count_success,
  count_fail: row.count_fail,
  last_sent: isoOrNull(row.last_sent),
  last_attempt: isoOrNull(row.last_attempt_at),
  created_at: iso(row.created_at),
})

export type AskedAccount = Row<typeof whatsapp, 'id' | 'phonenumber' | 'user_id'> & {
  name: string | null
  owner: string | null
}
/** Removed accounts too: their objects keep what they know for a while. */
export const accountsToAsk = (db: Db, after: string, limit: number): Promise<AskedAccount[]> =>
  db.all<AskedAccount>(sql`
    select w.id, w.phonenumber, w.user_id, ${ACCOUNT_NAME} as name, ${byName(sql`w.user_id`)} as owner
    from whatsapp w
    where w.id > ${after}
    order by w.id
    limit ${limit}
  `)

/** Whether this person was on record for this request a short while ago: its later steps need no entry of their own. */
export const wasRecorded = async (db: Db, entry: { by: string; hash: string; now: number }): Promise<boolean> => {
  const rows = await db.all(sql`
    select 1
    from audit_log
    where target = ${entry.hash}
      and actor_id = ${entry.by}
      and action = 'consent.show'
      and at > ${entry.now - HOUR_MS}
    limit 1
  `)
  return rows.length > 0
}
