// How a statement goes to D1: so that SQLite keeps its plan.
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dbOver } from '../../domain/ground/db/connection.ts'
import type { Query } from '../../domain/ground/db/round-trip.ts'

test('a value is bound behind a plus: SQLite keeps the plan of a statement whose parameters are never bare (0122)', async () => {
  const carried: Query[] = []
  const db = dbOver((queries) => {
    carried.push(...queries)
    return Promise.resolve([])
  })
  await db.batch([db.run(sql`select 1 from users where id = ${'u1'} limit ${1}`)]).catch(() => {})
  expect(carried).toEqual([{ sql: 'select 1 from users where id = +? limit +?', params: ['u1', 1] }])
})
