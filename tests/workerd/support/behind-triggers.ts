// What somebody with the database's keys could do to append-only tables.
import { expect } from 'vitest'
import { all, run } from './database.ts'

export const behindTriggers = async (tables: readonly string[], work: () => Promise<unknown>): Promise<void> => {
  const kept = await all<{ name: string; sql: string }>(
    `select name, sql from sqlite_master
     where type = 'trigger' and tbl_name in (select value from json_each(?)) and name like '%_no_%'`,
    JSON.stringify(tables),
  )
  expect(kept.length).toBeGreaterThanOrEqual(tables.length * 2)
  for (const { name } of kept) await run(`drop trigger ${name}`)
  await work()
  for (const { sql } of kept) await run(sql)
}
