// Every test file gets a database with all migrations applied.
import { applyD1Migrations, env } from 'cloudflare:test'
import { beforeAll } from 'vitest'

beforeAll(async () => {
  const bound = env as unknown as { DB: D1Database; TEST_MIGRATIONS: Parameters<typeof applyD1Migrations>[1] }
  await applyD1Migrations(bound.DB, bound.TEST_MIGRATIONS)
})
