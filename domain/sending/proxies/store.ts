// Proxies in SQL: each serves one linked account and stays with it; the least used is assigned first (rule proxy-one-account).
import { type SQL, sql } from 'drizzle-orm'
import type { Sort } from '../../../contract/ground/sorts.ts'
import { type Db, runBatch, type Statement } from '../../ground/db/connection.ts'
import { mustHaveChanged, refuseUnless } from '../../ground/db/refusal-store.ts'
import { refusalOf } from '../../ground/db/refusals.ts'
import { byStatus, counter, pageOfList, rowsAfter } from '../../ground/db/list-store.ts'
import { CREATED, orderOf, type SortColumns, type SortedPage } from '../../ground/db/page-rules.ts'
import { type ColumnOf, columns, type Row } from '../../ground/db/rows.ts'
import type { proxies } from './table.ts'

const LISTED = ['id', 'value', 'status', 'count_use', 'leased_by', 'created_at'] as const satisfies readonly ColumnOf<
  typeof proxies
>[]
export type ProxyRow = Row<typeof proxies, (typeof LISTED)[number]>
/** The columns of a ProxyRow, from proxies as p. */
export const PROXY_COLUMNS = columns(LISTED, 'p')
export type ProxyAssignment = Row<typeof proxies, 'id' | 'value'>

/** Held by accounts that are being linked: of a linked one there is a row. */
const ATTEMPTS = sql`(
  select count(*)
  from proxies p
  where p.status = 'in use' and not exists (select 1 from whatsapp w where w.id = p.leased_by and w.removed_at is null)
)`
/**
 * The account's proxy: the one it holds, else the least used free one. null: there are no proxies at all, dial
 * directly. 'none_free': there are some and none is free; never dial directly then. 'kept_free': links in progress have theirs.
 * @param part of the free ones, that links in progress may have, one at the least (rule link-limits); null: all of them, as for an
 * account that is linked
 */
export const assignProxy = async (
  db: Db,
  accountId: string,
  part: number | null = null,
): Promise<ProxyAssignment | null | 'none_free' | 'kept_free'> => {
  const mayTake =
    part === null
      ? sql`true`
      : sql`${ATTEMPTS} < max(1, ((select count(*) from proxies where status = 'active') + ${ATTEMPTS}) * ${part})`
  const [, [held], [any]] = await db.batch([
    db.run(sql`
      update proxies
      set status = 'in use', leased_by = ${accountId}, count_use = count_use + 1
      where id = (select id from proxies where status = 'active' order by count_use, id limit 1)
        and not exists (select 1 from proxies where leased_by = ${accountId})
        and ${mayTake}
    `),
    db.all<ProxyAssignment>(sql`select id, value from proxies where leased_by = ${accountId}`),
    db.all<{ free: number }>(sql`
      select exists (select 1 from proxies where status = 'active') as free from proxies limit 1
    `),
  ])
  if (held || !any) return held ?? null
  return part !== null && any.free === 1 ? 'kept_free' : 'none_free'
}
/**
 * Another proxy than the one that the account holds. 'none_free': it keeps that one, which nobody else may have meanwhile, whatever an admin
 * makes of it.
 */
export const exchangeProxy = async (db: Db, accountId: string): Promise<ProxyAssignment | 'none_free'> => {
  const [, taken] = await db.batch([
    db.run(sql`
      update proxies
      set leased_by = null, status = case status when 'in use' then 'active' else status end
      where leased_by = ${accountId} and exists (select 1 from proxies where status = 'active')
    `),
    db.all<ProxyAssignment>(sql`
      update proxies
      set status = 'in use', leased_by = ${accountId}, count_use = count_use + 1
      where id = (select id from proxies where status = 'active' order by count_use, id limit 1)
        and not exists (select 1 from proxies where leased_by = ${accountId})
      returning id, value
    `),
  ])
  return taken[0] ?? 'none_free'
}
/** Releases the proxy. One that an admin made nonactive meanwhile stays nonactive. */
export const releaseProxy = async (db: Db, accountId: string): Promise<void> => {
  await db.run(sql`
    update proxies
    set leased_by = null, status = case status when 'in use' then 'active' else status end
    where leased_by = ${accountId}
  `)
}

/** After so many failures in a row a proxy is set aside (rule proxy-set-aside). */
const PROBES = 3
/**
 * What a dial through it showed. The third failure in a row makes it nonactive, also while an account holds it; a success
 * forgets the failures before it.
 */
export const recordProbe = async (db: Db, id: string, ok: boolean): Promise<{ nonactive: boolean }> => {
  const [row] = ok
    ? await db.all<Row<typeof proxies, 'status'>>(sql`
      update proxies
      set failed_probes = 0
      where id = ${id} and failed_probes > 0
      returning status
    `)
    : await db.all<Row<typeof proxies, 'status'>>(sql`
      update proxies
      set
        failed_probes = failed_probes + 1,
        status = case when failed_probes + 1 >= ${PROBES} then 'nonactive' else status end
      where id = ${id}
      returning status
    `)
  return { nonactive: row?.status === 'nonactive' }
}

const SORTS: SortColumns<'proxies'> = { createdAt: CREATED, use: { columns: ['count_use'] } }
const listOf = (sort: Sort<'proxies'> | undefined) => {
  const order = orderOf<'proxies'>(SORTS, sort)
  const keys = (columns: SQL) =>
    order.columns === SORTS.use.columns
      ? byStatus(columns, 'proxies', ['active', 'in use', 'nonactive'])
      : sql`select ${columns} from proxies`
  const rows = (k: SQL) => sql`
    select ${PROXY_COLUMNS}
    from ${k} k
    cross join proxies p on p.id = k.id
  `
  return { list: { keys, total: counter('proxies.total'), rows }, order }
}
export const proxyPage = (db: Db, page: SortedPage<'proxies'>): Promise<{ rows: ProxyRow[]; total: number }> => {
  const { list, order } = listOf(page.sort)
  return pageOfList(db, list, page, order)
}
/** The rows of the list from the one after `last` on; null: from the first. */
export const proxiesAfter = (
  db: Db,
  { sort }: Pick<SortedPage<'proxies'>, 'sort'>,
  last: ProxyRow | null,
  limit: number,
): Promise<ProxyRow[]> => {
  const { list, order } = listOf(sort)
  return rowsAfter(db, list, order, last, limit)
}
export const proxyById = async (db: Db, id: string): Promise<ProxyRow | null> =>
  (await db.all<ProxyRow>(sql`select ${PROXY_COLUMNS} from proxies p where p.id = ${id}`))[0] ?? null
/** used: assigned to an account; unUsed: active and free. */
export const proxyUse = async (db: Db): Promise<{ unUsed: number; used: number }> => {
  const [row] = await db.all<{ unUsed: number; used: number }>(sql`
    select
      (select count(*) from proxies where status = 'active') as "unUsed",
      (select count(*) from proxies where status = 'in use') as used
  `)
  return row ?? { unUsed: 0, used: 0 }
}
/** @throws a unique conflict on proxies.value. */
export const insertProxy = (db: Db, proxy: ProxyAssignment & { now: number }): Statement =>
  db.run(sql`
    insert into proxies (id, value, status, created_at)
    values (${proxy.id}, ${proxy.value}, 'active', ${proxy.now})
  `)
/** What an edit of a proxy read: whether an account holds it is no edit's. */
export const proxyRead = ({ value, status }: ProxyRow) => ({ value, active: status !== 'nonactive' })
/** For a batch: fails it unless the proxy is there as it was read. */
export const refuseProxyEdited = (db: Db, row: ProxyRow): Statement => {
  const { value, active } = proxyRead(row)
  const isSame = sql`value = ${value} and (status <> 'nonactive') = ${active ? 1 : 0}`
  return refuseUnless(db, 'edited', sql`exists (select 1 from proxies where id = ${row.id} and ${isSame})`)
}
/** A proxy that becomes active while an account still holds it is `in use`. */
export const updateProxy = (db: Db, id: string, to: { value: string; active: boolean }): Statement =>
  db.run(sql`
    update proxies
    set
      value = ${to.value},
      failed_probes = 0,
      status = case
        when ${to.active ? 1 : 0} = 0 then 'nonactive'
        when leased_by is null then 'active'
        else 'in use'
      end
    where id = ${id}
  `)
/** false: an account holds it, or it is gone. One statement, so that no account can take it in between. */
export const deleteProxy = async (db: Db, id: string, more: Statement[]): Promise<boolean> => {
  try {
    await runBatch(db, [
      db.run(sql`delete from proxies where id = ${id} and leased_by is null`),
      mustHaveChanged(db),
      ...more,
    ])
    return true
  } catch (error) {
    if (refusalOf(error) === 'nothing_changed') return false
    throw error
  }
}
