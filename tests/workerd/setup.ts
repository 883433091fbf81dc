// Every test file gets empty storage, a database as all migrations leave it, and people who need no second factor.
import { env, reset } from 'cloudflare:test'
import { beforeAll } from 'vitest'
import type { MigratedSchema } from '../migrated-schema.ts'
import { MIGRATIONS_TABLE } from './support/migrations-table.ts'

type Bound = { DB: D1Database; SETTLEMENTS: Queue; TEST_SCHEMA: MigratedSchema }
const { DB, SETTLEMENTS, TEST_SCHEMA } = env as unknown as Bound
/** The queue waits a second before it delivers. */
const EMPTY_MS = 20_000
const isEmpty = async (): Promise<boolean> =>
  (await DB.prepare(`select 1 from sqlite_master where name = 'd1_migrations'`).first()) === null

beforeAll(async () => {
  // The runtime is the one of the file before. A database whose query is just being answered outlives a reset.
  do await reset()
  while (!(await isEmpty()))
  // The queue of the file before still delivers for a second: into a database without tables, or this file's books would have it.
  const since = Date.now()
  for (;;) {
    const { backlogCount } = await SETTLEMENTS.metrics()
    if (backlogCount === 0) break
    if (Date.now() - since > EMPTY_MS) throw new Error(`${backlogCount} messages of the file before are still queued`)
    await scheduler.wait(20)
  }
  const names = DB.prepare('insert into d1_migrations (name) select value from json_each(?)')
  await DB.batch([
    DB.prepare(MIGRATIONS_TABLE),
    ...TEST_SCHEMA.statements.map((statement) => DB.prepare(statement)),
    names.bind(JSON.stringify(TEST_SCHEMA.names)),
  ])
  // A batch on its way then may still be settled. It names numbers by id, which are none of this file's.
  await DB.prepare("insert into sqlite_sequence (name, seq) values ('phone_numbers', ?)").bind(Date.now()).run()
  // as in the sandbox; tests/workerd/second-factor.test.ts has it as production does
  await DB.prepare("insert into settings (key, value) values ('factor_required', 'false')").run()
})
