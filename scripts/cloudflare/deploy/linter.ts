// What a migration does, read from SQLite itself: it runs on an empty copy of the schema, and the authorizer says each act.
// Refused is what the Worker of the version before could not live with, and what would outlast D1's 30 seconds a statement.
import { constants, DatabaseSync } from 'node:sqlite'
import type { Migration } from './phases.ts'

type Column = { name: string; type: string; notnull: number; dflt_value: string | null }
type Table = { columns: Column[]; unique: string[] }
type Schema = Map<string, Table>

const schemaOf = (db: DatabaseSync): Schema => {
  const tables = db
    .prepare(`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`)
    .all() as { name: string }[]
  return new Map(
    tables.map(({ name }) => [
      name,
      {
        columns: db.prepare('select * from pragma_table_xinfo(?)').all(name) as unknown as Column[],
        unique: (
          db.prepare(`select name from pragma_index_list(?) where "unique" = 1`).all(name) as { name: string }[]
        ).map((index) => index.name),
      },
    ]),
  )
}

/** What the older Worker would stumble over: it names tables and columns, and writes rows without those it never heard of. */
const breaks = (before: Schema, after: Schema): string[] =>
  [...before].flatMap(([name, was]) => {
    const is = after.get(name)
    if (!is) return [`table ${name} is gone`]
    const now = new Map(is.columns.map((column) => [column.name, column]))
    const kept = was.columns.flatMap((column) => {
      const found = now.get(column.name)
      if (!found) return [`column ${name}.${column.name} is gone`]
      if (found.type !== column.type) return [`column ${name}.${column.name} changes its type`]
      return found.notnull > column.notnull ? [`column ${name}.${column.name} becomes NOT NULL`] : []
    })
    const known = new Set(was.columns.map((column) => column.name))
    const added = is.columns
      .filter((column) => !known.has(column.name) && column.notnull === 1 && column.dflt_value === null)
      .map((column) => `new column ${name}.${column.name} is NOT NULL without a default`)
    const unique = is.unique
      .filter((index) => !was.unique.includes(index))
      .map((index) => `unique index ${index} would refuse rows that ${name} takes now`)
    return [...kept, ...added, ...unique]
  })

const DATA = new Map<number, string>([
  [constants.SQLITE_UPDATE, 'updates'],
  [constants.SQLITE_DELETE, 'deletes from'],
  [constants.SQLITE_INSERT, 'inserts into'],
])
type Act = { act: 'index' | 'data'; table: string; does: string }

/** Everything a file does to tables that were there before it. */
const actsOf = (db: DatabaseSync, sql: string, before: Schema): Act[] => {
  const acts = new Map<string, Act>()
  const keep = (act: Act): void => {
    if (before.has(act.table)) acts.set(`${act.does} ${act.table}`, act)
  }
  db.setAuthorizer((code, first, second) => {
    const data = DATA.get(code)
    if (data && first) keep({ act: 'data', table: first, does: data })
    if (code === constants.SQLITE_CREATE_INDEX && second) keep({ act: 'index', table: second, does: 'indexes' })
    if (code === constants.SQLITE_DROP_TABLE && first) keep({ act: 'data', table: first, does: 'drops or rebuilds' })
    return constants.SQLITE_OK
  })
  try {
    db.exec(sql)
  } finally {
    db.setAuthorizer(null)
  }
  return [...acts.values()]
}

export type Finding = { name: string; problems: string[]; acts: Act[] }

/**
 * @param history every file in order
 * @param judged names of those that have not run everywhere
 */
export const lintMigrations = (history: readonly Migration[], judged: ReadonlySet<string>): Finding[] => {
  const db = new DatabaseSync(':memory:')
  try {
    return history.flatMap((migration) => {
      const before = schemaOf(db)
      let acts: Act[]
      try {
        acts = actsOf(db, migration.sql, before)
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        return [{ name: migration.name, problems: [`does not run on an empty database: ${why}`], acts: [] }]
      }
      if (!judged.has(migration.name)) return []
      const after = schemaOf(db)
      const problems = {
        expand: () => [
          ...breaks(before, after),
          ...acts
            .filter((act) => act.act === 'data')
            .map((act) => `${act.does} ${act.table}: rows are changed by a backfill`),
        ],
        backfill: () =>
          JSON.stringify([...before]) === JSON.stringify([...after]) ? [] : ['a backfill changes rows, not the schema'],
        contract: () => [],
      }[migration.phase]()
      return [{ name: migration.name, problems, acts }]
    })
  } finally {
    db.close()
  }
}

export const problemsOf = (findings: readonly Finding[]): string[] =>
  findings.flatMap(({ name, problems }) => problems.map((problem) => `${name}: ${problem}`))

/** Above this a statement over the whole table might not end in D1's 30 seconds, and then nothing of it has happened. */
export const MOST_ROWS = { index: 1_000_000, data: 100_000 } as const

/** @param rows how many rows a table has, counted up to the limit that is asked for */
export const tooLong = async (
  findings: readonly Finding[],
  rows: (table: string, limit: number) => Promise<number>,
): Promise<string[]> => {
  const problems: string[] = []
  for (const { name, acts } of findings) {
    for (const { act, table, does } of acts) {
      const limit = MOST_ROWS[act]
      if ((await rows(table, limit + 1)) > limit)
        problems.push(`${name} ${does} ${table}, which has more than ${limit} rows: one statement must end in 30 s`)
    }
  }
  return problems
}
