// D1 as a driver uses it: shapes of results, batches, what may be bound, errors.
// Cannot be tried in workerd under vitest: overload, and answers that are lost (their texts are the documentation's).
import { expect } from 'vitest'
import { refused } from '../../../../domain/ground/db/refusal-store.ts'
import { refusalOf } from '../../../../domain/ground/db/refusals.ts'
import { type Case, outcome, type World } from './world.ts'

const all = (world: World, sql: string, ...values: unknown[]): Promise<unknown> =>
  outcome(async () => {
    const statement = world.env.DB.prepare(sql)
    return (await (values.length > 0 ? statement.bind(...values) : statement).all()).results
  })
const table = async (world: World, name: string): Promise<void> => {
  await world.env.DB.prepare(
    `create table ${name} (id integer primary key, x text unique, n integer not null default 0)`,
  ).run()
}

export const d1Cases: Case[] = [
  {
    name: 'all, run, raw and first',
    run: async (world) => {
      const { DB } = world.env
      await table(world, 'd1_shapes')
      const inserted = await DB.prepare('insert into d1_shapes (x) values (?)').bind('a').run()
      expect(inserted).toMatchObject({
        success: true,
        results: [],
        meta: { changes: 1, last_row_id: 1, changed_db: true },
      })
      const read = await DB.prepare('select * from d1_shapes').all()
      expect(read).toMatchObject({ success: true, meta: { changes: 0, changed_db: false } })
      expect(read.results).toEqual([{ id: 1, x: 'a', n: 0 }])
      const twice = DB.prepare('select id, x, x from d1_shapes')
      expect(await twice.raw()).toEqual([[1, 'a', 'a']])
      expect(await twice.raw({ columnNames: true })).toEqual([
        ['id', 'x', 'x'],
        [1, 'a', 'a'],
      ])
      expect(await twice.first()).toEqual({ id: 1, x: 'a' })
      expect(await twice.first('x')).toBe('a')
      expect(await outcome(() => twice.first('z'))).toBe('Error: D1_COLUMN_NOTFOUND: Column not found (z)')
      expect(await DB.prepare('select * from d1_shapes where 0').first()).toBeNull()
    },
  },
  {
    name: 'returning gives rows with all and with run',
    run: async (world) => {
      const { DB } = world.env
      await table(world, 'd1_returning')
      const insert = DB.prepare('insert into d1_returning (x) values (?) returning id, x')
      expect(await insert.bind('a').all()).toMatchObject({ results: [{ id: 1, x: 'a' }], meta: { changes: 1 } })
      expect(await insert.bind('b').run()).toMatchObject({ results: [{ id: 2, x: 'b' }], meta: { changes: 1 } })
      const none = await DB.prepare('update d1_returning set n = 1 where id = 9 returning id').all()
      expect(none).toMatchObject({ results: [], meta: { changes: 0, changed_db: false } })
    },
  },
  {
    name: 'a batch is one transaction: later statements see earlier ones, a failing one takes all back',
    run: async (world) => {
      const { DB } = world.env
      await table(world, 'd1_batch')
      const insert = (x: string) => DB.prepare('insert into d1_batch (x) values (?) returning id').bind(x)
      const count = DB.prepare('select count(*) as c from d1_batch')
      const [first, counted] = await DB.batch([insert('a'), count])
      expect([first?.results, counted?.results]).toEqual([[{ id: 1 }], [{ c: 1 }]])
      expect(await outcome(() => DB.batch([insert('b'), insert('a')]))).toBe(
        'Error: D1_ERROR: UNIQUE constraint failed: d1_batch.x: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_UNIQUE)',
      )
      expect(await count.first('c')).toBe(1)
      expect(await outcome(() => DB.batch([]))).toBe('Error: D1_ERROR: No SQL statements detected.')
    },
  },
  {
    name: 'constraint errors carry what the product looks for, with SQLite’s words as their cause',
    run: async (world) => {
      await table(world, 'd1_conflict')
      const { DB } = world.env
      const insert = (x: string, n: number | null) =>
        DB.prepare('insert into d1_conflict (x, n) values (?, ?)')
          .bind(x, n)
          .run()
          .then(
            () => null,
            (error: unknown) => error as Error,
          )
      expect(await insert('a', 1)).toBeNull()
      const conflict = await insert('a', 1)
      expect(refusalOf(conflict)).toBe('taken d1_conflict.x')
      expect(String(conflict?.cause)).toMatch(/^Error: UNIQUE constraint failed/)
      expect(refusalOf(await insert('b', null))).toBe('constraint')
      await DB.prepare('create table d1_child (parent integer references d1_conflict (id))').run()
      expect(await all(world, 'insert into d1_child values (99)')).toBe(
        'Error: D1_ERROR: FOREIGN KEY constraint failed: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_FOREIGNKEY)',
      )
    },
  },
  {
    name: 'a statement that refuses takes its batch back under its name, and counts no row where it does not refuse',
    run: async (world) => {
      const { DB } = world.env
      await table(world, 'd1_refused')
      const refuse = DB.prepare(`select case when ? then ${refused('edited')} end as refused`)
      const insert = DB.prepare(`insert into d1_refused (x) values ('a')`)
      const error = await DB.batch([insert, refuse.bind(1)]).then(
        () => null,
        (thrown: unknown) => thrown,
      )
      expect(refusalOf(error)).toBe('edited')
      expect(await DB.prepare('select count(*) as c from d1_refused').first('c')).toBe(0)
      const [, passed] = await DB.batch<{ refused: null }>([insert, refuse.bind(0)])
      expect(passed).toMatchObject({ results: [{ refused: null }], meta: { changes: 0, rows_written: 0 } })
    },
  },
  {
    name: 'numbers, booleans, text, null and bytes are bound; undefined, BigInt and objects are not',
    run: async (world) => {
      const bound = (value: unknown) => all(world, 'select ?1 as v, typeof(?1) as t', value)
      expect(await bound(1)).toEqual([{ v: 1, t: 'real' }])
      expect(await bound(true)).toEqual([{ v: 1, t: 'real' }])
      expect(await bound('é')).toEqual([{ v: 'é', t: 'text' }])
      expect(await bound(null)).toEqual([{ v: null, t: 'null' }])
      expect(await bound(new Uint8Array([1, 2]))).toEqual([{ v: [1, 2], t: 'blob' }])
      expect(await bound([1, 2])).toEqual([{ v: [1, 2], t: 'blob' }])
      expect(await bound(undefined)).toBe("Error: D1_TYPE_ERROR: Type 'undefined' not supported for value 'undefined'")
      expect(await bound(5n)).toBe("Error: D1_TYPE_ERROR: Type 'bigint' not supported for value '5'")
      expect(await bound({})).toMatch(/^Error: D1_TYPE_ERROR: Type 'object' not supported/)
    },
  },
  {
    name: 'wrong statements and limits are refused in D1’s words',
    run: async (world) => {
      expect(await all(world, 'selec')).toBe('Error: D1_ERROR: near "selec": syntax error: SQLITE_ERROR')
      expect(await all(world, 'select * from d1_nope')).toBe('Error: D1_ERROR: no such table: d1_nope: SQLITE_ERROR')
      expect(await all(world, 'select ? as a, ? as b', 1)).toBe(
        'Error: D1_ERROR: Wrong number of parameter bindings for SQL query.',
      )
      expect(await all(world, 'begin')).toMatch(/^Error: D1_ERROR: To execute a transaction, please use/)
      const many = (count: number) =>
        all(world, `select ${Array(count).fill('?').join()}`, ...Array<number>(count).fill(1))
      expect(await many(100)).toHaveLength(1)
      expect(await many(101)).toBe('Error: D1_ERROR: too many SQL variables: SQLITE_ERROR')
      expect(await all(world, 'select 1 as a where ? like ?', 'a', 'b'.repeat(51))).toBe(
        'Error: D1_ERROR: LIKE or GLOB pattern too complex: SQLITE_ERROR',
      )
      expect(await all(world, `select 1 --${'x'.repeat(100_001)}`)).toBe(
        'Error: D1_ERROR: statement too long: SQLITE_TOOBIG',
      )
      expect(await all(world, 'select 9007199254740993 as a')).toEqual([{ a: 9007199254740992 }])
    },
  },
  {
    name: 'a parameter may be used twice, and several lines run with exec',
    run: async (world) => {
      expect(await all(world, 'select ?1 as a, ?1 as b, ?2 as c', 1, 2)).toEqual([{ a: 1, b: 1, c: 2 }])
      expect((await world.env.DB.exec('select 1\nselect 2')).count).toBe(2)
    },
  },
]
