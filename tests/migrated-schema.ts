// The schema that all migrations make together, for the database of each test file in workerd: what they change step by step takes four
// times as long. tests/workerd/migrated-schema.test.ts says that it is the same.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type MigratedSchema = { statements: string[]; names: string[] }
type Made = { type: string; name: string; sql: string }

/** @throws Error when a migration leaves rows, which no statement here would bring back */
export const migratedSchema = (folder: string): MigratedSchema => {
  const db = new DatabaseSync(':memory:')
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
  for (const name of names) db.exec(readFileSync(join(folder, name), 'utf8'))
  const made = db
    .prepare(
      `select type, name, sql from sqlite_master where sql is not null and name not like 'sqlite\\_%' escape '\\'`,
    )
    .all() as Made[]
  const virtual = made.filter(({ sql }) => /^create virtual table/i.test(sql)).map(({ name }) => name)
  // a virtual table makes its own
  const own = made.filter(({ type, name }) => type !== 'table' || !virtual.some((of) => name.startsWith(`${of}_`)))
  for (const { name } of own.filter(({ type }) => type === 'table')) {
    if (db.prepare(`select 1 from "${name}" limit 1`).get() !== undefined)
      throw new Error(`a migration leaves rows in ${name}: bring them into tests/migrated-schema.ts, too`)
  }
  db.close()
  const ofType = (type: string): string[] => own.filter((one) => one.type === type).map(({ sql }) => sql)
  return { statements: ['table', 'index', 'view', 'trigger'].flatMap(ofType), names }
}
