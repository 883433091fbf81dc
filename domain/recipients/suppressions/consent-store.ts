// Reads of the consent history, and what happens to it when a person is erased or five years are over (rule
// consent-history).
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../ground/db/connection.ts'
import { PURGE_ROWS, purge } from '../../ground/db/purge.ts'
import type { Hashes } from './hash.ts'
import { type ByName, byName } from './store.ts'
import { offsetOf, type Page } from '../../ground/db/page-rules.ts'
import { anyOf, type Row } from '../../ground/db/rows.ts'
import type { consentHistory } from './table.ts'

export type ConsentRow = Row<typeof consentHistory> & ByName
/** For a list's `select` over rows with `by`: who did it. */
const SHOWN = sql`h.*, ${byName(sql`h.by`)} as by_name`

/**
 * Newest first. hashes: of one person only, under every key. Rows are only added, and deleted oldest first: ids have no gaps, so that a page
 * is a range of them and the total is read from the first and the last one.
 */
export const consentPage = async (
  db: Db,
  page: Page & { hashes: Hashes | null },
): Promise<{ rows: ConsentRow[]; total: number }> => {
  const offset = offsetOf(page)
  const [rows, [count]] = await db.batch([
    page.hashes === null
      ? db.all<ConsentRow>(sql`
        select ${SHOWN}
        from consent_history h
        where id <= (select max(id) from consent_history) - ${offset}
        order by id desc
        limit ${page.limit}
      `)
      : db.all<ConsentRow>(sql`
        select ${SHOWN}
        from consent_history h
        where hash in ${anyOf(page.hashes)}
        order by id desc
        limit ${page.limit} offset ${offset}
      `),
    page.hashes === null
      ? db.all<{ total: number }>(sql`
        select
          coalesce((select max(id) from consent_history) - (select min(id) from consent_history) + 1, 0) as total
      `)
      : db.all<{ total: number }>(
          sql`select count(*) as total from consent_history where hash in ${anyOf(page.hashes)}`,
        ),
  ])
  return { rows, total: count?.total ?? 0 }
}
/** By id, ascending; only ids above `after`. */
export const consentAfter = (db: Db, after: number, limit: number): Promise<ConsentRow[]> =>
  db.all<ConsentRow>(sql`
    select ${SHOWN}
    from consent_history h
    where id > ${after}
    order by id
    limit ${limit}
  `)

/**
 * Cron: deletes rows from before. They are the first ones, so that a step looks at the first PURGE_ROWS only: there is no index by
 * time.
 * @param isNotProved of the record, whose days go whole
 */
export const purgeConsents = (db: Db, before: number, isNotProved: SQL): Promise<boolean> =>
  purge(
    db,
    'consent_history',
    sql`id in (select id from consent_history order by id limit ${PURGE_ROWS}) and at < ${before} and ${isNotProved}`,
  )
