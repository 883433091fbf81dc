// What a test file's database begins with is what all migrations leave behind, one after the other, in the real D1.
import { applyD1Migrations, env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { all, bound, run } from './support/database.ts'

const MIGRATIONS = (env as unknown as { TEST_MIGRATIONS: Parameters<typeof applyD1Migrations>[1] }).TEST_MIGRATIONS
/** What the set-up adds of its own (tests/workerd/setup.ts). */
const OF_SETUP = [
  `delete from settings where key = 'factor_required'`,
  `delete from sqlite_sequence where name = 'phone_numbers'`,
]

const MINE = `name not like '\\_cf%' escape '\\'`
type Made = { type: string; name: string; sql: string | null }
const made = (): Promise<Made[]> => all(`select type, name, sql from sqlite_master where ${MINE} order by type, name`)
const counts = async (): Promise<Record<string, number>> => {
  const tables = (await made()).filter(({ type }) => type === 'table')
  const rows = await Promise.all(tables.map(({ name }) => all<{ n: number }>(`select count(*) as n from "${name}"`)))
  return Object.fromEntries(tables.map(({ name }, at) => [name, rows[at]?.[0]?.n ?? -1]))
}
const look = async () => ({
  made: await made(),
  counts: await counts(),
  applied: (await all<{ name: string }>('select name from d1_migrations order by id')).map(({ name }) => name),
})
const empty = async (): Promise<void> => {
  for (const type of ['trigger', 'view', 'table'] as const) {
    const names = await all<{ name: string }>(
      `select name from sqlite_master where type = ? and name not like 'sqlite\\_%' escape '\\' and ${MINE}`,
      type,
    )
    for (const { name } of names) await run(`drop ${type} if exists "${name}"`)
  }
  await run('delete from sqlite_sequence')
}

test('tables, indexes, triggers and rows are those of the migrations', async () => {
  for (const statement of OF_SETUP) await run(statement)
  const begun = await look()
  expect(begun.applied.length).toBe(MIGRATIONS.length)
  expect(begun.made.length).toBeGreaterThan(300)
  await empty()
  expect((await made()).filter(({ name }) => name !== 'sqlite_sequence')).toEqual([])
  await applyD1Migrations(bound.DB, MIGRATIONS)
  expect(begun).toEqual(await look())
})
