// Bonuses in SQL, each with its ledger entry in the same transaction.
import { type SQL, sql } from 'drizzle-orm'
import { rupiahToSen } from '../../../contract/ground/money.ts'
import { dropDayDecision } from '../day-limits/store.ts'
import { type Db, runBatch, type Statement } from '../../ground/db/connection.ts'
import { refuseUnless } from '../../ground/db/refusal-store.ts'
import { counter, pageOfList } from '../../ground/db/list-store.ts'
import { CREATED, orderOf, type SortColumns, type SortedPage } from '../../ground/db/page-rules.ts'
import { ledgerStatements, refuseBelowZero } from '../ledger/store.ts'
import { countFound, type Found, foundBy, sumFound } from '../../people/users/found-store.ts'
import { steers } from '../../people/ties/store.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { users } from '../../people/users/table.ts'
import type { bonuses } from './table.ts'

export type BonusRow = Row<typeof bonuses> & Row<typeof users, 'firstname' | 'lastname'> & { giver: string | null }
const COLUMNS = sql`b.*, u.firstname, u.lastname, trim(a.firstname || ' ' || a.lastname) as giver`
const PEOPLE = sql`join users u on u.id = b.user_id left join users a on a.id = b.admin_id`
const VIEW = sql`select ${COLUMNS} from bonuses b ${PEOPLE}`

/** adminId: the giver. */
export type NewBonus = Pick<typeof bonuses.$inferSelect, 'id' | 'userId' | 'adminId' | 'nominal' | 'reason'> & {
  now: number
}
/**
 * Fails its batch unless it goes to somebody else who is not closed and whose money they do not steer (rule decider-ties), and the person who
 * does it still is an admin. A paused person may get one: they withdraw nothing while they are paused.
 */
export const insertBonus = async (db: Db, b: NewBonus, by: string, more: Statement[]): Promise<void> => {
  const amountSen = rupiahToSen(b.nominal)
  await runBatch(db, [
    refuseUnless(
      db,
      'bonus_refused',
      sql`
        not ${steers(sql`${b.adminId}`, { person: sql`${b.userId}` }, b.now)}
        and not ${steers(sql`${by}`, { person: sql`${b.userId}` }, b.now)}
        and exists (select 1 from users where id = ${b.userId} and status <> 'closed')
        and exists (select 1 from users where id = ${by} and role in ('admin', 'dev') and status = 'active')
      `,
    ),
    db.run(sql`
      insert into bonuses (id, user_id, admin_id, nominal, reason, created_at)
      values (${b.id}, ${b.userId}, ${b.adminId}, ${b.nominal}, ${b.reason}, ${b.now})
    `),
    ...ledgerStatements(db, [{ userId: b.userId, kind: 'bonus', amountSen, ref: `bonus:${b.id}`, at: b.now }]),
    ...more,
  ])
}
/**
 * Marks it and takes the money back. mayOverdraw: even if the member's balance falls below zero by it.
 * @throws a unique conflict on ledger.ref if it was deleted meanwhile; below_zero, if it may not overdraw.
 */
export const takeBackBonus = async (
  db: Db,
  row: BonusRow,
  { mayOverdraw, now }: { mayOverdraw: boolean; now: number },
  more: Statement[],
): Promise<void> => {
  const entry = { userId: row.user_id, kind: 'bonus_reversal' as const, amountSen: -1 * rupiahToSen(row.nominal) }
  await runBatch(db, [
    db.run(sql`update bonuses set deleted_at = ${now} where id = ${row.id} and deleted_at is null`),
    ...ledgerStatements(db, [{ ...entry, ref: `bonus:${row.id}:reversal`, at: now }]),
    // one whose money may be gone still counts
    ...(mayOverdraw ? [] : [refuseBelowZero(db, row.user_id), dropDayDecision(db, 'bonus', row.id)]),
    ...more,
  ])
}
export const bonusById = async (db: Db, id: string): Promise<BonusRow | null> =>
  (await db.all<BonusRow>(sql`${VIEW} where b.id = ${id} and b.deleted_at is null`))[0] ?? null
const SORTS: SortColumns<'bonuses'> = { createdAt: CREATED, nominal: { columns: ['nominal'] } }
/** userId null: everybody's. */
type BonusAsk = Found & { userId: string | null }
const chosen = ({ userId, ...found }: BonusAsk): SQL => {
  const narrowed = foundBy(found)
  const own = sql`deleted_at is null and ${userId === null ? sql`true` : sql`user_id = ${userId}`}`
  return narrowed === null ? own : sql`${own} and ${narrowed}`
}
/** Whole rupiah of all bonuses of the list, whatever page is shown; null: more were found than are added up. */
export const bonusSum = async (db: Db, asked: BonusAsk): Promise<number | null> => {
  const nominals = sql`select nominal from bonuses where ${chosen(asked)}`
  const sum =
    asked.userId === null && foundBy(asked) === null
      ? sql`(select coalesce(sum(nominal), 0) from (${nominals}))`
      : sumFound(nominals)
  return (await db.all<{ sum: number | null }>(sql`select ${sum} as sum`))[0]?.sum ?? null
}
export const bonusPage = async (
  db: Db,
  page: SortedPage<'bonuses'> & BonusAsk,
): Promise<{ rows: BonusRow[]; total: number }> => {
  const where = chosen(page)
  const list = {
    keys: (columns: SQL) => sql`select ${columns} from bonuses where ${where}`,
    total:
      page.userId === null && foundBy(page) === null
        ? counter('bonuses.total')
        : countFound(sql`select id from bonuses where ${where}`),
    rows: (k: SQL) => sql`
      select ${COLUMNS}
      from ${k} k
      cross join bonuses b on b.id = k.id
      ${PEOPLE}
    `,
  }
  return pageOfList<BonusRow>(db, list, page, orderOf<'bonuses'>(SORTS, page.sort))
}
