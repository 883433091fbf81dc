// Every test file gets empty storage, and a database with all migrations applied.
import { applyD1Migrations, env, reset } from 'cloudflare:test'
import { beforeAll } from 'vitest'

type Bound = { DB: D1Database; TEST_MIGRATIONS: Parameters<typeof applyD1Migrations>[1] }
const { DB, TEST_MIGRATIONS } = env as unknown as Bound
const isEmpty = async (): Promise<boolean> =>
  (await DB.prepare(`select 1 from sqlite_master where name = 'd1_migrations'`).first()) === null

beforeAll(async () => {
  // The runtime is the one of the file before. A database whose query is just being answered outlives a reset.
  do await reset()
  while (!(await isEmpty()))
  await applyD1Migrations(DB, TEST_MIGRATIONS)
})
