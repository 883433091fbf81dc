// Recipients in SQL. Every write moves the counters `phone.total` and `phone.unblasted` in its own transaction.
import { type SQL, sql } from 'drizzle-orm'
import { type Db, runNamed, type Statement } from '../../ground/db/connection.ts'
import { refuseIf } from '../../ground/db/refusal-store.ts'
import { type NumberClaim, forbiddenHolders, saveWithdrawnClaim } from '../suppressions/claims-store.ts'
import type { Hashes } from '../suppressions/hash.ts'
import { recallNumber, rememberRow, stoppedByLid } from '../suppressions/memory-store.ts'
import { type Grade, GRADES } from '../../../contract/ground/consent-grades.ts'
import { gradeIn, isWeakGrade, isWeakIn, weakOf } from '../sources/grade-store.ts'
import { heldOf } from '../sources/hold-store.ts'
import { flagNow } from '../suppressions/flag-store.ts'
import { consentByIn, keepLeft } from '../suppressions/range-store.ts'
import { snoozedUntilOf } from '../suppressions/snooze-store.ts'
import { tagNamesOf } from '../tags/store.ts'
import type { PhonePlan } from './rules.ts'
import { anyOf, type ColumnOf, columns, type Row } from '../../ground/db/rows.ts'
import type { phoneNumbers } from './table.ts'

const RECORD = [
  'id',
  'number',
  'name',
  'status',
  'suppressed',
  'in_use',
  'in_use_by',
  'count_success',
  'count_fail',
  'last_sent',
  'consent_source',
  'consent_at',
] as const satisfies readonly ColumnOf<typeof phoneNumbers>[]
export type PhoneRecord = Row<typeof phoneNumbers, (typeof RECORD)[number]> & {
  /** Also where the row has none, because an import brought it. */
  consent_by: string | null
  /** Epoch ms; null: not snoozed (rule snooze). */
  snoozed_until: number | null
  /** 1: their source is held (rule source-hold). */
  held: 0 | 1
  /** A value of GRADES, also where the row has none. */
  grade: number | null
  /** 1: their consent does not suffice (rule consent-grade). */
  weak: 0 | 1
  /** JSON: names of their tags. */
  tags: string
}
/** What an edit of a recipient read. */
export const phoneRead = ({ number, name, status, consent_source }: PhoneRecord) => ({
  number,
  name,
  status,
  consent_source,
})
const columnsOf = (alias: 'p' | 'phone_numbers'): SQL => sql`
  ${columns(RECORD, alias)}, ${consentByIn(alias)} as consent_by, ${snoozedUntilOf(alias)} as snoozed_until, ${heldOf(alias)} as held,
  ${gradeIn(alias)} as grade, ${weakOf(alias)} as weak,
  ${tagNamesOf(alias)} as tags
`
/** The columns of a PhoneRecord, from phone_numbers as p. */
export const PHONE_COLUMNS = columnsOf('p')

/** What these rows add to the counters. A counter that does not move is not written: rows written are what D1 charges. */
const count = (db: Db, sign: 1 | -1, where: SQL): Statement =>
  db.run(sql`
    insert into counters (name, value)
    select 'phone.total', ${sign} * count(*)
    from phone_numbers
    where ${where}
    union all
    select 'phone.unblasted', ${sign} * count(*)
    from phone_numbers
    where (${where}) and status = 'active' and count_success = 0
    on conflict (name) do update set value = value + excluded.value
    where excluded.value <> 0
  `)
/** Creates the counter `phone.total` from a count where it does not exist yet. */
export const initTotal = (db: Db): Statement =>
  db.run(sql`
    insert into counters (name, value)
    select 'phone.total', (select count(*) from phone_numbers)
    where not exists (select 1 from counters where name = 'phone.total')
  `)
/** The change of these rows, between what they take out of the counters before it and put into them after it. */
export const counted = <Change>(db: Db, where: SQL, change: Change) => ({
  uncounted: [initTotal(db), count(db, -1, where)],
  ...change,
  counted: count(db, 1, where),
})

export type NewPhone = Row<typeof phoneNumbers, 'number' | 'name'> & { hashes: Hashes }
type Consent = { source: string; by: string } | null
/** Of what somebody adds or edits by hand. */
const TYPED: Grade = 'typed'
/**
 * Inserts it with its consent, counters and audit rows in one transaction.
 * @throws number_suppressed or taken phone_numbers.number; nothing was written then.
 */
export const insertPhone = async (
  db: Db,
  phone: NewPhone,
  consent: Consent,
  now: number,
  more: Statement[],
): Promise<PhoneRecord | null> => {
  const refuse = refuseIf(
    db,
    'number_suppressed',
    sql`
      exists (select 1 from suppressions where hash in ${anyOf(phone.hashes)})
      or ${stoppedByLid(anyOf(phone.hashes))}
    `,
  )
  const at = consent ? now : null
  const insert = db.all<PhoneRecord>(sql`
    insert into phone_numbers (
      number, name, status, suppressed, consent_source, consent_at, consent_by, created_at, consent_grade
    )
    values (
      ${phone.number}, ${phone.name}, ${consent ? 'active' : 'nonactive'},
      ${flagNow(sql`${phone.number}`, { source: sql`${consent?.source ?? null}`, weak: isWeakGrade(TYPED) }, now)},
      ${consent?.source ?? null}, ${at}, ${consent?.by ?? null}, ${now}, ${consent ? GRADES[TYPED] : null}
    )
    returning ${columnsOf('phone_numbers')}
  `)
  const history = consent
    ? [
        db.run(sql`
          insert into consent_history (hash, number, event, source, by, at)
          values (${phone.hashes[0]}, ${phone.number}, 'granted', ${consent.source}, ${consent.by}, ${now})
        `),
      ]
    : []
  const change = { refuse, insert, recalled: recallNumber(db, phone.number, phone.hashes) }
  const done = await runNamed(db, { ...counted(db, sql`number = ${phone.number}`, change), history, more })
  return done.insert[0] ?? null
}

/** Answers which accounts must release the number that the row had. @throws a unique conflict on phone_numbers.number. */
export const applyPlan = async (
  db: Db,
  row: PhoneRecord,
  plan: PhonePlan,
  request: { by: string; now: number; oldHash: string; newHashes: Hashes },
  /** first: before anything is written. */
  { first, more }: { first: Statement[]; more: Statement[] },
): Promise<NumberClaim[]> => {
  const consent = plan.consent
  const consentSets =
    consent === 'keep'
      ? sql``
      : consent === 'none'
        ? sql`, consent_source = null, consent_at = null, consent_by = null, consent_grade = null`
        : sql`
          , consent_source = ${consent.source}, consent_at = ${request.now}, consent_by = ${request.by},
          consent_grade = ${GRADES[TYPED]}
        `
  const weak = consent === 'keep' ? isWeakIn('phone_numbers', sql`${request.now}`) : isWeakGrade(TYPED)
  const source = consent === 'keep' ? row.consent_source : consent === 'none' ? null : consent.source
  const history: Statement[] = []
  const remember = (hash: string, number: string, event: string, source: string | null): void =>
    void history.push(
      db.run(sql`
        insert into consent_history (hash, number, event, source, by, at)
        values (${hash}, ${number}, ${event}, ${source}, ${request.by}, ${request.now})
      `),
    )
  if (consent !== 'keep' && row.consent_at !== null)
    remember(request.oldHash, row.number, 'withdrawn', row.consent_source)
  if (typeof consent === 'object') remember(request.newHashes[0], plan.number, 'granted', consent.source)
  // the row is another person's from here on (rule recipient-memory)
  const isOther = plan.number !== row.number
  const change = db.run(sql`
    update phone_numbers
    set
      number = ${plan.number},
      name = ${plan.name},
      status = ${plan.status},
      suppressed = iif(
        exists (select 1 from suppressions where hash in ${anyOf(request.newHashes)})
          or ${stoppedByLid(anyOf(request.newHashes))},
        1,
        ${flagNow(sql`${plan.number}`, { source: sql`${source}`, weak }, request.now)}
      )
      ${isOther ? sql`, last_attempt_at = 0, not_registered_count = 0, lid_hash = null` : sql``}
      ${consentSets}
    where id = ${row.id}
  `)
  const where = sql`id = ${row.id}`
  const { holders } = await runNamed(db, {
    first,
    left: isOther
      ? [saveWithdrawnClaim(db, where), rememberRow(db, where, { hash: request.oldHash, now: request.now })]
      : [],
    ...counted(db, where, { change, recalled: isOther ? recallNumber(db, plan.number, request.newHashes) : null }),
    brought: keepLeft(db, row.number, [request.oldHash]),
    history,
    more,
    holders: forbiddenHolders(db, row.number),
  })
  return holders
}
