// Imports in SQL. The rows of a step, the rows it skips and the cursor of the next step are committed together or not at
// all. The steps themselves are in domain/sending/importing/, because proxies and templates are imported, too.
import { sql } from 'drizzle-orm'
import type { SkipReason } from '../../../contract/recipients/imports.ts'
import { type Db, runBatch, type Statement } from '../../ground/db/connection.ts'
import { refuseUnless } from '../../ground/db/refusal-store.ts'
import { refusalOf } from '../../ground/db/refusals.ts'
import { purge } from '../../ground/db/purge.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { importSkips, imports } from './table.ts'

export type Import = Row<typeof imports>
export type ImportValues = Pick<
  Import,
  | 'id'
  | 'kind'
  | 'file_key'
  | 'file_name'
  | 'format'
  | 'size_bytes'
  | 'head'
  | 'consent_source'
  | 'by'
  | 'cursor_bytes'
  | 'sha256'
>
export type Skip = Row<typeof importSkips, 'row' | 'value' | 'name' | 'reason'>

/** Whose rows say who may be written to. */
const SEALED_KINDS = sql`('phonenumber', 'suppression')`
export const insertImport = (db: Db, values: ImportValues, now: number): Statement =>
  db.run(sql`
    insert into import_jobs (
      id, kind, status, file_key, file_name, format, size_bytes, head, consent_source, by, cursor_bytes,
      sha256, created_at, updated_at, import_no
    )
    values (
      ${values.id}, ${values.kind}, 'running', ${values.file_key}, ${values.file_name}, ${values.format},
      ${values.size_bytes}, ${values.head}, ${values.consent_source}, ${values.by}, ${values.cursor_bytes},
      ${values.sha256}, ${now}, ${now},
      iif(
        ${values.kind} in ${SEALED_KINDS},
        1 + max(
          coalesce((select max(import_no) from import_jobs), 0), coalesce((select max(import_no) from consent_imports), 0)
        ),
        null
      )
    )
  `)
/** What rows of the consent history say of their import. */
export const numberOf = (importId: string) => sql`(select import_no from import_jobs where id = ${importId})`
/** When its file came, epoch ms. */
export const begunAt = (importId: string) => sql`(select created_at from import_jobs where id = ${importId})`

export const importById = async (db: Db, id: string): Promise<Import | null> =>
  (await db.all<Import>(sql`select * from import_jobs where id = ${id}`))[0] ?? null

/** taken_back: how many of those created were deleted again with it (rule bulk-acts); such an act is kept longer than its import. */
export type ShownImport = Import & { taken_back: number }
const SHOWN = sql`
  j.*, (select coalesce(sum(changed), 0) from bulk_acts where act = 'unimport' and import_id = j.id) as taken_back
`
export const shownImport = async (db: Db, id: string): Promise<ShownImport | null> =>
  (await db.all<ShownImport>(sql`select ${SHOWN} from import_jobs j where j.id = ${id}`))[0] ?? null

export type ImportWithName = ShownImport & { by_name: string | null }
/** Those that run, then the newest; ended ones are kept for some days. */
export const lastImports = (db: Db, kind: Import['kind'], limit: number): Promise<ImportWithName[]> =>
  db.all<ImportWithName>(sql`
    select ${SHOWN}, (select trim(firstname || ' ' || lastname) from users where id = j.by) as by_name
    from import_jobs j
    where j.kind = ${kind}
    order by j.status <> 'running', j.created_at desc, j.id
    limit ${limit}
  `)

export type Step = { fromBytes: number; toBytes: number; fromRow: number; toRow: number; now: number }
/** false: another run has moved this import since the step was planned; nothing of the step was written. */
export const applyStep = async (
  db: Db,
  importId: string,
  step: Step,
  work: { skips: readonly Skip[]; rows: Statement[]; more?: Statement[] },
): Promise<boolean> => {
  const skippedHere = sql`
    (
      select count(*)
      from import_skips
      where job_id = ${importId} and row > ${step.fromRow} and row <= ${step.toRow}
    )
  `
  try {
    await runBatch(db, [
      ...(work.more ?? []),
      // an import that is not at the beginning of this step: nothing of the step is written twice
      refuseUnless(
        db,
        'import_moved',
        sql`cursor_bytes = ${step.fromBytes} and rows_read = ${step.fromRow} and status = 'running'`,
        sql`from import_jobs where id = ${importId}`,
      ),
      db.run(sql`
        update import_jobs
        set rows_read = ${step.toRow}, updated_at = ${step.now}, cursor_bytes = ${step.toBytes}
        where id = ${importId}
      `),
      db.run(sql`
        insert into import_skips (job_id, row, value, name, reason)
        select ${importId}, value ->> 'row', value ->> 'value', value ->> 'name', value ->> 'reason'
        from json_each(${JSON.stringify(work.skips)})
      `),
      ...work.rows,
      db.run(sql`
        update import_jobs
        set
          skipped = skipped + ${skippedHere},
          created = created + ${step.toRow - step.fromRow} - ${skippedHere}
        where id = ${importId}
      `),
    ])
    return true
  } catch (error) {
    if (refusalOf(error) === 'import_moved') return false
    throw error
  }
}

/** Of a list `j` of `{ r, … }`: rows that this import has not skipped. */
export const notSkipped = (importId: string) =>
  sql`not exists (select 1 from import_skips k where k.job_id = ${importId} and k.row = (j.value ->> 'r'))`

/** Counts those of these rows that it has not skipped; for the batch that skips them, after that. */
export const countLandlines = (db: Db, importId: string, rows: readonly number[]): Statement[] =>
  rows.length === 0
    ? []
    : [
        db.run(sql`
          update import_jobs
          set
            landlines = landlines + (
              select count(*)
              from json_each(${JSON.stringify(rows.map((r) => ({ r })))}) j
              where ${notSkipped(importId)}
            )
          where id = ${importId}
        `),
      ]

/** Of a list `j` of `{ r, … }`: rows that this import has not skipped for this reason. */
export const notSkippedFor = (importId: string, reason: SkipReason) =>
  sql`not exists (
    select 1 from import_skips k where k.job_id = ${importId} and k.row = (j.value ->> 'r') and k.reason = ${reason}
  )`

/** For a batch: fails it (import_moved) where the import has ended, or all its rows are in. */
export const refuseUnlessRowsLeft = (db: Db, id: string): Statement =>
  refuseUnless(
    db,
    'import_moved',
    sql`status = 'running' and cursor_bytes < size_bytes`,
    sql`from import_jobs where id = ${id}`,
  )

/** With its entry of the record. */
export const endImport = async (
  db: Db,
  id: string,
  { error, sha256, now }: { error: string | null; sha256: string | null; now: number },
  more: Statement[] = [],
): Promise<void> => {
  const running = sql`id = ${id} and status = 'running'`
  await runBatch(db, [
    ...more,
    db.run(sql`
      insert into consent_imports (
        at, import_no, kind, sha256, size_bytes, rows_read, created, skipped, source, by, failed
      )
      select
        ${now}, import_no, kind, coalesce(sha256, ${sha256}), size_bytes, rows_read, created, skipped, consent_source, by,
        ${error === null ? 0 : 1}
      from import_jobs
      where ${running} and import_no is not null
    `),
    db.run(sql`
      update import_jobs
      set status = ${error === null ? 'done' : 'failed'}, error = ${error}, updated_at = ${now}
      where ${running}
    `),
  ])
}

/** Cron: a Worker of a version before ends an import without its entry. Its file is gone by then, so only a small one's hash is known. */
export const sealEndedImports = async (db: Db, now: number): Promise<void> => {
  await db.run(sql`
    insert into consent_imports (
      at, import_no, kind, sha256, size_bytes, rows_read, created, skipped, source, by, failed
    )
    select ${now}, import_no, kind, sha256, size_bytes, rows_read, created, skipped, consent_source, by, status = 'failed'
    from import_jobs j
    where status in ('done', 'failed')
      and import_no is not null
      and not exists (select 1 from consent_imports i where i.import_no = j.import_no)
    order by updated_at
  `)
}

/** By row, ascending; only rows above `after`. */
export const skipsAfter = (db: Db, importId: string, after: number, limit: number): Promise<Skip[]> =>
  db.all<Skip>(sql`
    select row, value, name, reason
    from import_skips
    where job_id = ${importId} and row > ${after}
    order by row
    limit ${limit}
  `)

/** Of an import that has ended; a running one is asked about every second. */
export const reasonsOf = async (db: Db, importId: string): Promise<Partial<Record<SkipReason, number>>> => {
  const rows = await db.all<{ reason: SkipReason; n: number }>(sql`
    select reason, count(*) as n
    from import_skips
    where job_id = ${importId} and exists (select 1 from import_jobs where id = ${importId} and status <> 'running')
    group by reason
  `)
  return Object.fromEntries(rows.map(({ reason, n }) => [reason, n]))
}

/** Cron: running imports that have not moved for a while, because their queue message was lost. */
export const stalledImports = (db: Db, before: number): Promise<Row<typeof imports, 'id'>[]> =>
  db.all<Row<typeof imports, 'id'>>(sql`
    select id
    from import_jobs
    where status = 'running' and updated_at < ${before}
    order by updated_at
    limit 20
  `)
/** Cron: deletes ended imports and their skipped rows; answers the keys of files that may still be in the bucket. */
export const purgeImports = async (db: Db, before: number): Promise<string[]> => {
  const old = await db.all<Row<typeof imports, 'id' | 'file_key'>>(
    sql`select id, file_key from import_jobs where status in ('done', 'failed') and updated_at < ${before} limit 50`,
  )
  const ids = JSON.stringify(old.map((row) => row.id))
  // A million skipped rows take some hours to delete. The import stays until they are gone, or nothing would lead to the
  // rest of them.
  if (!(await purge(db, 'import_skips', sql`job_id in (select value from json_each(${ids}))`))) return []
  await db.batch([
    db.run(sql`delete from import_made where job_id in (select value from json_each(${ids}))`),
    db.run(sql`delete from import_jobs where id in (select value from json_each(${ids}))`),
  ])
  return old.map((row) => row.file_key)
}
