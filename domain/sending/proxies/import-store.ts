// The rows of one import step become proxies; a known one is skipped.
import { sql } from 'drizzle-orm'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { notSkipped } from '../../recipients/imports/store.ts'
import { PROXY_COLUMNS, type ProxyRow } from './store.ts'

/** r: row of the file; i: new id; v: value; s: status. */
export type ProxyItem = { r: number; i: string; v: string; s: 'active' | 'nonactive' }

export const proxyStatements = (
  db: Db,
  request: { jobId: string; items: readonly ProxyItem[]; now: number },
): Statement[] => {
  const list = sql`json_each(${JSON.stringify(request.items)}) j`
  return [
    db.run(sql`
      insert into import_skips (job_id, row, value, reason)
      select ${request.jobId}, j.value ->> 'r', j.value ->> 'v', 'duplicate'
      from ${list}
      where exists (select 1 from proxies p where p.value = (j.value ->> 'v'))
    `),
    db.run(sql`
      insert into proxies (id, value, status, created_at)
      select j.value ->> 'i', j.value ->> 'v', j.value ->> 's', ${request.now}
      from ${list}
      where ${notSkipped(request.jobId)}
    `),
  ]
}
export const proxiesOf = (db: Db, items: readonly ProxyItem[]): Promise<ProxyRow[]> =>
  db.all<ProxyRow>(sql`
    select ${PROXY_COLUMNS}
    from json_each(${JSON.stringify(items)}) j
    cross join proxies p on p.id = (j.value ->> 'i')
    order by p.id
  `)
