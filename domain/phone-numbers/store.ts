// Recipients in SQL. Every write moves the counters `phone.total` and `phone.unblasted` in its own transaction.
import { sql } from 'drizzle-orm'
import { type Db, runBatch, type Statement } from '../db/connection.ts'
import { type NumberClaim, forbiddenHolders, saveWithdrawnClaim } from '../suppressions/claims-store.ts'
import type { Hashes } from '../suppressions/hash.ts'
import { anyOf } from '../suppressions/store.ts'
import type { PhonePlan } from './rules.ts'

export type PhoneRecord = {
  id: number
  number: string
  name: string
  status: 'active' | 'nonactive'
  suppressed: number
  in_use: 0 | 1
  in_use_by: string | null
  count_success: number
  count_fail: number
  last_sent: number | null
  consent_source: string | null
  consent_at: number | null
  consent_by: string | null
}
/** Of a PhoneRecord, from phone_numbers as p. */
export const RECORD = sql`p.id, p.number, p.name, p.status, p.suppressed, p.in_use, p.in_use_by, p.count_success,
  p.count_fail, p.last_sent, p.consent_source, p.consent_at, p.consent_by`
const COLUMNS = sql`id, number, name, status, suppressed, in_use, in_use_by, count_success, count_fail, last_sent,
  consent_source, consent_at, consent_by`
type Condition = ReturnType<typeof sql>

const count = (db: Db, sign: 1 | -1, where: Condition): Statement =>
  db.run(sql`insert into counters (name, value)
    select 'phone.total', ${sign} * count(*) from phone_numbers where ${where}
    union all select 'phone.unblasted', ${sign} * count(*) from phone_numbers
      where (${where}) and status = 'active' and count_success = 0
    on conflict (name) do update set value = value + excluded.value where excluded.value <> 0`)
/** Creates the counter `phone.total` from a count where it does not exist yet. */
export const initTotal = (db: Db): Statement =>
  db.run(sql`insert into counters (name, value) select 'phone.total', (select count(*) from phone_numbers)
    where not exists (select 1 from counters where name = 'phone.total')`)
/** The counters before and after the change of these rows. */
const counted = (db: Db, where: Condition, change: Statement[]): Statement[] => [
  initTotal(db),
  count(db, -1, where),
  ...change,
  count(db, 1, where),
]

export type NewPhone = { number: string; name: string; hashes: Hashes }
type Consent = { source: string; by: string } | null
/**
 * With its consent, counters and audit rows in one transaction. Of a suppressed person the number is null, which the column
 * refuses. @throws a null refusal or a unique conflict on phone_numbers.number; nothing was written then.
 */
export const insertPhone = async (
  db: Db,
  phone: NewPhone,
  consent: Consent,
  now: number,
  more: Statement[],
): Promise<PhoneRecord | null> => {
  const free = sql`case when not exists (select 1 from suppressions where hash in ${anyOf(phone.hashes)}) then ${phone.number} end`
  const at = consent ? now : null
  const insert = db.all<PhoneRecord>(sql`insert into phone_numbers
      (number, name, status, consent_source, consent_at, consent_by, created_at)
    values (${free}, ${phone.name}, ${consent ? 'active' : 'nonactive'}, ${consent?.source ?? null}, ${at},
      ${consent?.by ?? null}, ${now}) returning ${COLUMNS}`)
  const history = consent
    ? [
        db.run(sql`insert into consent_history (hash, number, event, source, by, at)
          values (${phone.hashes[0]}, ${phone.number}, 'granted', ${consent.source}, ${consent.by}, ${now})`),
      ]
    : []
  const around = counted(db, sql`number = ${phone.number}`, [insert])
  const results = await runBatch(db, [...around, ...history, ...more])
  return (results[around.indexOf(insert)] as PhoneRecord[])[0] ?? null
}

/** Answers who must let go of the number that was. @throws a unique conflict on phone_numbers.number. */
export const applyPlan = async (
  db: Db,
  row: PhoneRecord,
  plan: PhonePlan,
  request: { by: string; now: number; oldHash: string; newHashes: Hashes },
  more: Statement[],
): Promise<NumberClaim[]> => {
  const consent = plan.consent
  const consentSets =
    consent === 'keep'
      ? sql``
      : consent === 'none'
        ? sql`, consent_source = null, consent_at = null, consent_by = null`
        : sql`, consent_source = ${consent.source}, consent_at = ${request.now}, consent_by = ${request.by}`
  const history: Statement[] = []
  const remember = (hash: string, number: string, event: string, source: string | null): void =>
    void history.push(
      db.run(sql`insert into consent_history (hash, number, event, source, by, at)
        values (${hash}, ${number}, ${event}, ${source}, ${request.by}, ${request.now})`),
    )
  if (consent !== 'keep' && row.consent_at !== null)
    remember(request.oldHash, row.number, 'withdrawn', row.consent_source)
  if (typeof consent === 'object') remember(request.newHashes[0], plan.number, 'granted', consent.source)
  const change =
    db.run(sql`update phone_numbers set number = ${plan.number}, name = ${plan.name}, status = ${plan.status},
    suppressed = exists (select 1 from suppressions where hash in ${anyOf(request.newHashes)}) ${consentSets} where id = ${row.id}`)
  const where = sql`id = ${row.id}`
  const results = await runBatch(db, [
    ...(plan.number === row.number ? [] : [saveWithdrawnClaim(db, where)]),
    ...counted(db, where, [change]),
    ...history,
    ...more,
    forbiddenHolders(db, row.number),
  ])
  return results.at(-1) as NumberClaim[]
}

export const deletePhone = async (
  db: Db,
  row: PhoneRecord,
  request: { by: string; now: number; hash: string },
  more: Statement[],
): Promise<NumberClaim[]> => {
  const where = sql`id = ${row.id}`
  const results = await runBatch(db, [
    saveWithdrawnClaim(db, where),
    db.run(sql`insert into consent_history (hash, number, event, source, by, at)
      select ${request.hash}, number, 'withdrawn', consent_source, ${request.by}, ${request.now} from phone_numbers
      where ${where} and consent_at is not null`),
    ...counted(db, where, [db.run(sql`delete from phone_numbers where ${where}`)]),
    ...more,
    forbiddenHolders(db, row.number),
  ])
  return results.at(-1) as NumberClaim[]
}
