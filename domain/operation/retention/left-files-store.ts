// Files of uploads whose Worker died before it wrote their row: no row leads to them, and they hold people's numbers (rule retention).
import { sql } from 'drizzle-orm'
import { DAY_MS } from '../../../contract/ground/time.ts'
import type { Db } from '../../ground/db/connection.ts'
import { deleteCheckObjects } from '../../sending/number-checks/chunks.ts'
import { CHECKS_PREFIX, checkPrefix } from '../../sending/number-checks/rules.ts'
import { IMPORTS_PREFIX, importFileKey } from '../../sending/importing/run-import.ts'

/** A row is written right after its upload. */
const LEFT_MS = DAY_MS

export type LeftFilesPorts = {
  db: Db
  bucket: R2Bucket
  now: number
  /** What there is no time for waits for the next round. */
  hasTime: () => boolean
}

const withoutRow = async (db: Db, table: 'import_jobs' | 'number_checks', ids: readonly string[]) => {
  const rows = await db.all<{ id: string }>(sql`
    select value as id
    from json_each(${JSON.stringify(ids)})
    where value not in (select id from ${sql.identifier(table)})
  `)
  return rows.map(({ id }) => id)
}
const isOld = ({ uploaded }: R2Object, now: number): boolean => uploaded.getTime() < now - LEFT_MS

const dropImports = async ({ db, bucket, now, hasTime }: LeftFilesPorts): Promise<void> => {
  for (let cursor: string | undefined; hasTime(); ) {
    const page = await bucket.list({ prefix: IMPORTS_PREFIX, ...(cursor ? { cursor } : {}) })
    const old = page.objects.filter((object) => isOld(object, now)).map(({ key }) => key.slice(IMPORTS_PREFIX.length))
    const left = await withoutRow(db, 'import_jobs', old)
    if (left.length > 0) await bucket.delete(left.map(importFileKey))
    if (!page.truncated) return
    cursor = page.cursor
  }
}

/** A validator's file, and the parts that were cut from it. */
const dropChecks = async ({ db, bucket, now, hasTime }: LeftFilesPorts): Promise<void> => {
  for (let cursor: string | undefined; hasTime(); ) {
    const page = await bucket.list({ prefix: CHECKS_PREFIX, delimiter: '/', ...(cursor ? { cursor } : {}) })
    const ids = page.delimitedPrefixes.map((folder) => folder.slice(CHECKS_PREFIX.length, -1))
    for (const id of await withoutRow(db, 'number_checks', ids)) {
      if (!hasTime()) return
      const { objects } = await bucket.list({ prefix: checkPrefix(id) })
      if (objects.every((object) => isOld(object, now))) await deleteCheckObjects(bucket, id)
    }
    if (!page.truncated) return
    cursor = page.cursor
  }
}

/** Cron. */
export const dropLeftFiles = async (ports: LeftFilesPorts): Promise<void> => {
  await dropImports(ports)
  await dropChecks(ports)
}
