// D1 that remembers every statement, and how SQLite would go about each.
import { connect, type Db } from '../../../domain/ground/db/connection.ts'
import { all, bound } from './database.ts'

export type Watched = {
  db: Db
  /** Plans of the statements since it was asked last. */
  plans: () => Promise<string[]>
}

export const watchedDb = (): Watched => {
  const { DB } = bound
  const seen: { sql: string; values: unknown[] }[] = []
  const db = connect({
    prepare: (sql: string) => {
      const entry = { sql, values: [] as unknown[] }
      seen.push(entry)
      return new Proxy(DB.prepare(sql), {
        get: (target, key) =>
          key === 'bind'
            ? (...values: unknown[]) => {
                entry.values = values
                return target.bind(...values)
              }
            : Reflect.get(target, key),
      })
    },
    batch: (statements: D1PreparedStatement[]) => DB.batch(statements),
  } as unknown as D1Database)
  const planOf = ({ sql, values }: (typeof seen)[number]) =>
    all<{ detail: string }>(`explain query plan ${sql}`, ...values)
  return { db, plans: async () => (await Promise.all(seen.splice(0).map(planOf))).flat().map((row) => row.detail) }
}

/** These stay small whatever happens; k, j and subqueries are the rows of one page. */
const SMALL =
  /^SCAN (settings|levels|l|o|counters|templates|t|k|j|json_each|CONSTANT ROW|\(subquery-\d+\)|\S+ VIRTUAL TABLE)/
/** A scan of a table that grows; a sort too, unless a search may sort what it found. */
export const faultsOf = (plans: readonly string[], maySort: boolean): string[] =>
  plans.filter(
    (plan) =>
      (plan.startsWith('SCAN') && !SMALL.test(plan) && !/USING (COVERING )?INDEX|VIRTUAL TABLE/.test(plan)) ||
      (!maySort && plan.includes('TEMP B-TREE') && !plan.includes('DISTINCT')),
  )
