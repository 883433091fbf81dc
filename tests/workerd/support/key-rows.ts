// Key rows as a runner hands them in, and what an object's tables hold of them.
import type { KeyRow } from '../../../contract/operation/runner.ts'
import { accountObject } from '../../../durable-objects/stubs.ts'
import { bound } from './database.ts'
import { inside } from './stage.ts'

/** A number, and the LID of the same person. */
export const N = '6281200000001'
export const L = '10901197691041319'
export const row = (type: string, id: string, owner: string | null, data: string | null = 'AA=='): KeyRow => ({
  type,
  id,
  owner,
  data,
})
/** What Baileys writes with the first message to somebody. */
export const first = (number: string, lid: string): KeyRow[] => [
  row('lid-mapping', number, number),
  row('lid-mapping', `${lid}_reverse`, number),
  row('device-list', number, number),
  row('session', `${lid}_1.0`, number),
]
/** The tables of an object of its own. */
export const tables = <T>(act: (sql: SqlStorage) => T): Promise<T> =>
  inside(accountObject(bound, `keys-${crypto.randomUUID()}`), ({ sql }) => act(sql))
export const named = (rows: readonly KeyRow[]) => rows.map((r) => `${r.type} ${r.id}`).toSorted()
export const owners = (sql: SqlStorage) =>
  sql
    .exec<{ owner: string }>('select owner from people_keys order by owner')
    .toArray()
    .map((r) => r.owner)
/** Rows that all statements together wrote and read, as they are paid for. */
export const counting = (sql: SqlStorage) => {
  const cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = []
  const exec = (text: string, ...values: SqlStorageValue[]) => {
    const cursor = sql.exec(text, ...values)
    cursors.push(cursor)
    return cursor
  }
  const counted = new Proxy(sql, { get: (target, name) => (name === 'exec' ? exec : Reflect.get(target, name)) })
  const sum = (of: (cursor: (typeof cursors)[number]) => number) => cursors.reduce((all, one) => all + of(one), 0)
  return { counted, written: () => sum((cursor) => cursor.rowsWritten), read: () => sum((cursor) => cursor.rowsRead) }
}
