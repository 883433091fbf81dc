// Reads of the consent history, and what happens to it when a person is erased or five years are over (rule
// consent-history).
import { type SQL, sql } from 'drizzle-orm'
import type { KeyRing } from '../../../contract/ground/key-rings.ts'
import type { Db } from '../../ground/db/connection.ts'
import { PURGE_ROWS, purge } from '../../ground/db/purge.ts'
import { type Hashes, hashOfNumber } from './hash.ts'
import { broughtBetween, historyOf } from './range-store.ts'
import { type ByName, byName } from './store.ts'
import { offsetOf, type Page } from '../../ground/db/page-rules.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { consentHistory } from './table.ts'

export type ConsentRow = Row<typeof consentHistory> & ByName
/** For a list's `select` over rows with `by`: who did it. */
const SHOWN = sql`k.*, ${byName(sql`k.by`)} as by_name`
const LAST = sql`(select max(id) from consent_history)`
const FIRST = sql`
  min(
    (select min(id) from consent_history),
    coalesce((select min(first_id) from consent_ranges), (select min(id) from consent_history))
  )
`
/** Whom an import brought has the hash in no row: it is made of the number. */
const hashed = (rows: readonly ConsentRow[], ring: KeyRing): ConsentRow[] =>
  rows.map((row) => (row.hash === '' && row.number !== null ? { ...row, hash: hashOfNumber(ring, row.number) } : row))
/** The history's own rows and those that stand in recipients' rows, with ids above `after`, up to `last`. */
const between = (db: Db, after: SQL, last: SQL) =>
  [
    db.all<ConsentRow>(sql`
      select ${SHOWN}
      from consent_history k
      where id > ${after} and id <= ${last}
    `),
    db.all<ConsentRow>(sql`select ${SHOWN} from ${broughtBetween(after, last)} k`),
  ] as const

/**
 * Newest first. person: of this one only, by the hashes under every key and by the number, as it was asked for. Rows are only added, and deleted
 * oldest first: ids have no gaps but those that recipients' rows stand for, so that a page is a range of them and the total is read from the first
 * and the last one.
 */
export const consentPage = async (
  db: Db,
  page: Page & { person: { hashes: Hashes; number: string } | null },
  ring: KeyRing,
): Promise<{ rows: ConsentRow[]; total: number }> => {
  const offset = offsetOf(page)
  if (page.person === null) {
    const last = sql`(${LAST} - ${offset})`
    const [own, brought, [count]] = await db.batch([
      ...between(db, sql`(${last} - ${page.limit})`, last),
      db.all<{ total: number }>(sql`select coalesce(${LAST} - ${FIRST} + 1, 0) as total`),
    ])
    const rows = [...own, ...brought].toSorted((a, b) => b.id - a.id)
    return { rows: hashed(rows, ring), total: count?.total ?? 0 }
  }
  const theirs = historyOf(page.person.hashes, page.person.number)
  const [rows, [count]] = await db.batch([
    db.all<ConsentRow>(sql`
      select ${SHOWN}
      from ${theirs} k
      order by id desc
      limit ${page.limit} offset ${offset}
    `),
    db.all<{ total: number }>(sql`select count(*) as total from ${theirs}`),
  ])
  return { rows: hashed(rows, ring), total: count?.total ?? 0 }
}
/** By id, ascending; only ids above `after`. Fewer than `limit`: there are no more. */
export const consentAfter = async (db: Db, after: number, limit: number, ring: KeyRing): Promise<ConsentRow[]> => {
  const rows: ConsentRow[] = []
  for (let from = after; rows.length < limit; ) {
    const begin = sql`max(${from}, coalesce(${FIRST}, 1) - 1)`
    const wanted = limit - rows.length
    const [own, brought, [reach]] = await db.batch([
      ...between(db, begin, sql`(${begin} + ${wanted})`),
      db.all<{ begin: number; last: number }>(sql`select ${begin} as begin, coalesce(${LAST}, 0) as last`),
    ])
    rows.push(...[...own, ...brought].toSorted((a, b) => a.id - b.id))
    from = (reach?.begin ?? 0) + wanted
    if (from >= (reach?.last ?? 0)) break
  }
  return hashed(rows, ring)
}

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
