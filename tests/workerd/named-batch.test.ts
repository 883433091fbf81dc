// A batch of named statements: their order, their answers, and that it is one transaction.
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { runNamed } from '../../domain/ground/db/connection.ts'
import { all, db, run } from './support/database.ts'

test('answers stand under the names, whatever is left out and however many stand before', async () => {
  const number = (n: number) => db.all<{ n: number }>(sql`select ${n} as n`)
  const isAsked = (): boolean => false
  const { first, none, several, empty, last, ...more } = await runNamed(db, {
    first: number(1),
    none: isAsked() ? number(2) : null,
    several: [number(3), number(4)],
    empty: [],
    ...(isAsked() ? { left: number(5) } : {}),
    last: number(6),
  })
  expect([first[0]?.n, none?.[0]?.n, last[0]?.n]).toEqual([1, undefined, 6])
  expect([several, empty, more]).toEqual([[[{ n: 3 }], [{ n: 4 }]], [], {}])
})

test('it is one transaction in the order of the names', async () => {
  await run('create table named (n integer unique)')
  const insert = (n: number) => db.run(sql`insert into named values (${n})`)
  const count = db.all<{ n: number }>(sql`select count(*) as n from named`)
  const { before, after } = await runNamed(db, { before: count, insert: insert(1), after: count })
  expect([before[0]?.n, after[0]?.n]).toEqual([0, 1])
  await expect(runNamed(db, { one: insert(2), again: insert(1) })).rejects.toThrow('UNIQUE')
  expect(await all('select n from named')).toEqual([{ n: 1 }])
})
