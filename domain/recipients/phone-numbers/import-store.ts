// The rows of one import step become recipients: suppressed and known numbers are skipped, consent is recorded, what is remembered
// of the person comes back (rule recipient-memory), and the counters move.
import { sql } from 'drizzle-orm'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { notSkipped, numberOf } from '../imports/store.ts'
import type { Hashes } from '../suppressions/hash.ts'
import { recallRows, stoppedByLid } from '../suppressions/memory-store.ts'
import { reserveConsents } from '../suppressions/range-store.ts'
import { GRADES } from '../../../contract/ground/consent-grades.ts'
import { isWeakGrade } from '../sources/grade-store.ts'
import { flagNow } from '../suppressions/flag-store.ts'
import { initTotal, PHONE_COLUMNS, type PhoneRecord } from './store.ts'

/** r: row of the file; n: number; m: name; h: its keyed hashes; o: it stays nonactive; c: its own source of consent. */
export type PhoneItem = { r: number; n: string; m: string; h: Hashes; o?: 1; c?: string }

export const phoneStatements = (
  db: Db,
  request: {
    jobId: string
    items: readonly PhoneItem[]
    /** Rows between the first and the last item that were skipped before. */
    skipsBetween?: number
    consent: { source: string; by: string } | null
    now: number
  },
): Statement[] => {
  const list = sql`json_each(${JSON.stringify(request.items)}) j`
  const fresh = notSkipped(request.jobId)
  // each as an expression of its own, so that each is one look-up in the index of the hashes
  const [hash, ...others] = (request.items[0]?.h ?? ['']).map((_, key) => sql`j.value ->> ${sql.raw(`'$.h[${key}]'`)}`)
  const hashes = sql`(${sql.join([hash, ...others], sql`, `)})`
  const suppressed = sql`(exists (select 1 from suppressions s where s.hash in ${hashes}) or ${stoppedByLid(hashes)})`
  const status = request.consent ? sql`case when j.value ->> 'o' then 'nonactive' else 'active' end` : sql`'nonactive'`
  const [first, last] = [request.items[0]?.r ?? 0, request.items.at(-1)?.r ?? 0]
  // The rows created are counted by what was skipped, because skipped rows are fewer and have an index.
  const made = sql`
    (
      ${request.items.length + (request.skipsBetween ?? 0)} - (
        select count(*)
        from import_skips
        where job_id = ${request.jobId} and row >= ${first} and row <= ${last}
      )
    )
  `
  const off = request.items.some((item) => item.o)
    ? sql`(select count(*) from ${list} where j.value ->> 'o' and ${fresh})`
    : 0
  const by = request.consent?.by ?? null
  // who recorded it and that it was granted stands with the import, unless it has no number (rule import-consents)
  const importNo = numberOf(request.jobId)
  const hasNone = sql`${importNo} is null`
  // Without the form's consent there is none, whatever a row says: the person who imports answers for it.
  const source = request.consent ? sql`coalesce(j.value ->> 'c', ${request.consent.source})` : null
  return [
    initTotal(db),
    db.run(sql`
      insert into import_skips (job_id, row, value, name, reason)
      select
        ${request.jobId},
        j.value ->> 'r',
        j.value ->> 'n',
        j.value ->> 'm',
        case when ${suppressed} then 'suppressed' else 'duplicate' end
      from ${list}
      where ${suppressed} or exists (select 1 from phone_numbers p where p.number = (j.value ->> 'n'))
    `),
    db.run(sql`
      insert into counters (name, value)
      select 'phone.total', ${made}
      union all
      select 'phone.unblasted', ${request.consent ? sql`${made} - ${off}` : 0}
      on conflict (name) do update set value = value + excluded.value
      where excluded.value <> 0
    `),
    ...(request.consent
      ? [
          db.run(sql`
            insert into consent_history (hash, number, event, source, by, at, import_no)
            select ${hash}, j.value ->> 'n', 'granted', ${source}, ${by}, ${request.now}, null
            from ${list}
            where ${fresh} and ${hasNone}
          `),
        ]
      : []),
    db.run(sql`
      insert into phone_numbers (
        number, name, status, suppressed, consent_source, consent_at, consent_by, created_at, consent_grade
      )
      select
        j.value ->> 'n',
        j.value ->> 'm',
        ${status},
        ${flagNow(sql`(j.value ->> 'n')`, { source: sql`${source}`, weak: isWeakGrade('import') }, request.now)},
        ${source},
        ${request.consent ? request.now : null},
        ${request.consent ? sql`iif(${hasNone}, ${by}, null)` : null},
        ${request.now},
        ${request.consent ? GRADES.import : null}
      from ${list}
      where ${fresh}
    `),
    // they follow each other: one statement made them
    db.run(sql`
      insert into import_made (job_id, first_id, last_id)
      select ${request.jobId}, seq - ${made} + 1, seq
      from sqlite_sequence
      where name = 'phone_numbers' and ${made} > 0
    `),
    ...(request.consent
      ? reserveConsents(
          db,
          { rows: list, which: fresh, hash: sql`${hash}` },
          { importNo, by: request.consent.by, now: request.now },
        )
      : []),
    ...recallRows(db, list, hashes, fresh),
  ]
}
/** The recipients that a step has created. */
export const phonesOf = (db: Db, jobId: string, items: readonly PhoneItem[]): Promise<PhoneRecord[]> =>
  db.all<PhoneRecord>(sql`
    select ${PHONE_COLUMNS}
    from json_each(${JSON.stringify(items)}) j
    cross join phone_numbers p on p.number = (j.value ->> 'n')
    where ${notSkipped(jobId)}
    order by p.id
  `)
