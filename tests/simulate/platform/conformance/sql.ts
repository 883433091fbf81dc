// SqlStorage: values in and out, cursors, errors, limits.
import { expect } from 'vitest'
import { refused } from '../../../../domain/ground/db/refusal-store.ts'
import { refusalOf } from '../../../../domain/ground/db/refusals.ts'
import type { Inside } from './probe.ts'
import { type Case, outcome, sql } from './world.ts'

const all = (inside: Inside, query: string, ...values: unknown[]): Promise<unknown> =>
  outcome(() =>
    sql(inside)
      .exec(query, ...values)
      .toArray(),
  )
const withTable = (inside: Inside): SqlStorage => {
  sql(inside).exec('create table t (id integer primary key, n integer, x text); create unique index t_x on t (x)')
  return sql(inside)
}

export const sqlCases: Case[] = [
  {
    name: 'numbers are bound as reals, text as text, undefined and NaN as null, booleans and objects as text',
    run: (world) =>
      world.inside('sql-values', async (inside) => {
        const bound = (value: unknown) => all(inside, 'select typeof(?1) as t, ?1 as v', value)
        expect(await bound(1)).toEqual([{ t: 'real', v: 1 }])
        expect(await bound('a')).toEqual([{ t: 'text', v: 'a' }])
        expect(await bound(null)).toEqual([{ t: 'null', v: null }])
        expect(await bound(undefined)).toEqual([{ t: 'null', v: null }])
        expect(await bound(Number.NaN)).toEqual([{ t: 'null', v: null }])
        expect(await bound(true)).toEqual([{ t: 'text', v: 'true' }])
        expect(await bound([1])).toEqual([{ t: 'text', v: '1' }])
        expect(await bound(5n)).toBe('TypeError: Cannot convert a BigInt value to a number')
        expect(await all(inside, `select ? || 'x' as a, json_array(?) as b`, 1, 2)).toEqual([{ a: '1.0x', b: '[2.0]' }])
      }),
  },
  {
    name: 'a column’s affinity turns a bound number into an integer or a text',
    run: (world) =>
      world.inside('sql-affinity', async (inside) => {
        withTable(inside).exec('insert into t (id, n, x) values (?, ?, ?)', 5, 1, 77)
        expect(await all(inside, 'select id, n, typeof(n) as tn, x from t')).toEqual([
          { id: 5, n: 1, tn: 'integer', x: '77.0' },
        ])
        expect(await all(inside, 'insert into t (id) values (?)', 'abc')).toBe(
          'Error: datatype mismatch: SQLITE_MISMATCH',
        )
      }),
  },
  {
    name: 'blobs go in as views and come out as ArrayBuffers',
    run: (world) =>
      world.inside('sql-blobs', (inside) => {
        const { a } = sql(inside)
          .exec<{ a: ArrayBuffer }>('select ? as a', new Uint8Array([1, 2]))
          .one()
        expect(a).toBeInstanceOf(ArrayBuffer)
        expect([...new Uint8Array(a)]).toEqual([1, 2])
      }),
  },
  {
    name: 'integers beyond 2^53 are rounded, not refused',
    run: (world) =>
      world.inside('sql-integers', async (inside) => {
        expect(await all(inside, 'select 9007199254740993 as a, -9223372036854775808 as b')).toEqual([
          { a: 9007199254740992, b: -9223372036854775808 },
        ])
      }),
  },
  {
    name: 'several statements run in order; only the last takes parameters and gives rows',
    run: (world) =>
      world.inside('sql-several', async (inside) => {
        withTable(inside)
        expect(
          await all(inside, `insert into t (x) values ('a'); -- ; not the end\nselect x from t where x = ?;`, 'a'),
        ).toEqual([{ x: 'a' }])
        expect(await all(inside, 'insert into t (x) values (?); select 1', 'b')).toMatch(/^Error: /)
        expect(await all(inside, 'insert into t (x) values (?); insert into t (x) values (?)', 'b', 'c')).toBe(
          'Error: When executing multiple SQL statements in a single call, only the last statement can have parameters.',
        )
      }),
  },
  {
    name: 'a trigger ends at its end, whatever semicolons and words stand in it',
    run: (world) =>
      world.inside('sql-trigger', async (inside) => {
        withTable(inside).exec(`
          create trigger t_half after update of x on t when new.x = '' begin
            update t set n = case when new.n = 1 then 5 else 6 end where id = new.id;
            insert into t (x) values ('; end');
          end;
          insert into t (id, n, x) values (1, 1, 'a'), (2, 2, 'b');`)
        sql(inside).exec(`update t set x = '' where id = 1`)
        expect(await all(inside, 'select n, x from t order by id')).toEqual([
          { n: 5, x: '' },
          { n: 2, x: 'b' },
          { n: null, x: '; end' },
        ])
      }),
  },
  {
    name: 'a cursor is used up: toArray, next, iteration and raw go on where the last one stopped',
    run: (world) =>
      world.inside('sql-cursor', (inside) => {
        const two = () => sql(inside).exec('select 1 as a union select 2 as a')
        const cursor = two()
        expect(cursor.next()).toEqual({ done: false, value: { a: 1 } })
        expect(cursor.toArray()).toEqual([{ a: 2 }])
        expect(cursor.toArray()).toEqual([])
        expect(cursor.next()).toEqual({ done: true, value: undefined })
        expect([...two()]).toEqual([{ a: 1 }, { a: 2 }])
        const named = sql(inside).exec('select 1 as a, 2 as a, 3 as b')
        expect(named.columnNames).toEqual(['a', 'a', 'b'])
        expect([...named.raw()]).toEqual([[1, 2, 3]])
        expect(sql(inside).exec('select 1 as a, 2 as a').toArray()).toEqual([{ a: 2 }])
      }),
  },
  {
    name: 'one() wants exactly one row',
    run: (world) =>
      world.inside('sql-one', async (inside) => {
        expect(await outcome(() => sql(inside).exec('select 1 where 0').one())).toBe(
          'Error: Expected exactly one result from SQL query, but got no results.',
        )
        expect(await outcome(() => sql(inside).exec('select 1 union select 2').one())).toBe(
          'Error: Expected exactly one result from SQL query, but got multiple results.',
        )
        expect(Object.getPrototypeOf(sql(inside).exec('select 1 as a').one())).toBe(Object.prototype)
      }),
  },
  {
    name: 'rowsWritten tells whether anything was written',
    run: (world) =>
      world.inside('sql-written', (inside) => {
        const t = withTable(inside)
        const wrote = (query: string, ...values: unknown[]) => {
          const cursor = t.exec(query, ...values)
          // a RETURNING whose rows were not read cannot be committed, and workerd resets the object for it
          cursor.toArray()
          return cursor.rowsWritten > 0
        }
        expect(wrote('insert into t (id, x) values (1, ?)', 'a')).toBe(true)
        expect(wrote('insert or ignore into t (id, x) values (1, ?)', 'b')).toBe(false)
        expect(wrote('update t set n = 1 where id = 1')).toBe(true)
        expect(wrote('update t set n = 1 where id = 9')).toBe(false)
        expect(wrote('insert into t (x) values (?) returning id', 'c')).toBe(true)
        expect(wrote('delete from t where id = 9')).toBe(false)
        expect(wrote('select * from t')).toBe(false)
      }),
  },
  {
    name: 'an insert happens though nobody reads its cursor',
    run: (world) =>
      world.inside('sql-unread', async (inside) => {
        withTable(inside).exec('insert into t (x) values (?)', 'a')
        expect(await all(inside, 'select x from t')).toEqual([{ x: 'a' }])
      }),
  },
  {
    name: 'constraint errors name the column and SQLite’s codes',
    run: (world) =>
      world.inside('sql-constraints', async (inside) => {
        sql(inside).exec('create table c (id integer primary key, x text unique, n integer not null check (n > 0))')
        await all(inside, `insert into c values (1, 'a', 1)`)
        expect(await all(inside, `insert into c values (1, 'b', 1)`)).toBe(
          'Error: UNIQUE constraint failed: c.id: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_PRIMARYKEY)',
        )
        expect(await all(inside, `insert into c values (2, 'a', 1)`)).toBe(
          'Error: UNIQUE constraint failed: c.x: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_UNIQUE)',
        )
        expect(await all(inside, `insert into c values (2, 'b', null)`)).toBe(
          'Error: NOT NULL constraint failed: c.n: SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_NOTNULL)',
        )
        expect(await all(inside, `insert into c values (2, 'b', 0)`)).toMatch(/^Error: CHECK constraint failed/)
      }),
  },
  {
    name: 'a statement that refuses takes its transaction back under its name, and counts no row where it does not refuse',
    run: (world) =>
      world.inside('sql-refusal', async (inside) => {
        const refuse = `select case when ? then ${refused('edited')} end as refused`
        sql(inside).exec('create table r (id integer primary key)')
        let caught: unknown
        try {
          inside.ctx.storage.transactionSync(() => {
            sql(inside).exec('insert into r values (1)')
            sql(inside).exec(refuse, 1)
          })
        } catch (error) {
          caught = error
        }
        expect(refusalOf(caught)).toBe('edited')
        expect(await all(inside, 'select * from r')).toEqual([])
        const passed = sql(inside).exec(refuse, 0)
        expect([passed.toArray(), passed.rowsWritten]).toEqual([[{ refused: null }], 0])
      }),
  },
  {
    name: 'wrong statements are refused in workerd’s words',
    run: (world) =>
      world.inside('sql-refused', async (inside) => {
        expect(await all(inside, 'selec')).toBe('Error: near "selec": syntax error: SQLITE_ERROR')
        expect(await all(inside, 'select * from nope')).toBe('Error: no such table: nope: SQLITE_ERROR')
        expect(await all(inside, '')).toBe('Error: SQL code did not contain a statement.')
        expect(await all(inside, '-- nothing')).toBe('Error: SQL code did not contain a statement.')
        expect(await all(inside, 'select ? as a')).toBe('Error: Wrong number of parameter bindings for SQL query.')
        expect(await all(inside, 'select 1 as a', 5)).toBe('Error: Wrong number of parameter bindings for SQL query.')
        expect(await all(inside, 'begin')).toMatch(/^Error: To execute a transaction, please use/)
        expect(await all(inside, 'savepoint a')).toMatch(/^Error: To execute a transaction, please use/)
        expect(await all(inside, 'pragma user_version')).toBe('Error: not authorized: SQLITE_AUTH')
      }),
  },
  {
    name: 'limits: 100 parameters, LIKE patterns of 50 bytes, statements of 100 kB',
    run: (world) =>
      world.inside('sql-limits', async (inside) => {
        const ask = (count: number) =>
          all(inside, `select ${Array(count).fill('?').join()}`, ...Array<number>(count).fill(1))
        expect(await ask(100)).toHaveLength(1)
        expect(await ask(101)).toBe('Error: too many SQL variables: SQLITE_ERROR')
        const like = (length: number) => all(inside, 'select 1 as a where ? like ?', 'a', 'b'.repeat(length))
        expect(await like(50)).toEqual([])
        expect(await like(51)).toBe('Error: LIKE or GLOB pattern too complex: SQLITE_ERROR')
        expect(await all(inside, `select 1 --${'x'.repeat(100_001)}`)).toBe('Error: statement too long: SQLITE_TOOBIG')
      }),
  },
  {
    name: 'transactionSync is all or nothing, also one inside another',
    run: (world) =>
      world.inside('sql-transaction', async (inside) => {
        const t = withTable(inside)
        const { storage } = inside.ctx
        expect(storage.transactionSync(() => t.exec('insert into t (x) values (?)', 'kept').rowsWritten > 0)).toBe(true)
        expect(
          await outcome(() =>
            storage.transactionSync(() => {
              t.exec('insert into t (x) values (?)', 'gone')
              throw new Error('no')
            }),
          ),
        ).toBe('Error: no')
        storage.transactionSync(() => {
          t.exec('insert into t (x) values (?)', 'outer')
          try {
            storage.transactionSync(() => {
              t.exec('insert into t (x) values (?)', 'inner')
              throw new Error('no')
            })
          } catch {
            // only the inner one is rolled back
          }
        })
        expect(await all(inside, 'select x from t order by x')).toEqual([{ x: 'kept' }, { x: 'outer' }])
      }),
  },
  {
    name: 'deleteAll leaves neither tables nor alarm',
    run: (world) =>
      world.inside('sql-delete-all', async (inside) => {
        withTable(inside)
        await inside.ctx.storage.setAlarm(Date.now() + 1_000_000)
        await inside.ctx.storage.deleteAll()
        expect(await all(inside, 'select * from t')).toBe('Error: no such table: t: SQLITE_ERROR')
        expect(await inside.ctx.storage.getAlarm()).toBeNull()
        withTable(inside)
        expect(await all(inside, 'select * from t')).toEqual([])
      }),
  },
]
