import { expect, test } from 'vitest'
import { lintMigrations, MOST_ROWS, tooLong } from './linter.ts'
import { type Migration, phaseOf } from './phases.ts'

const BASE = 'create table people (id text primary key, email text not null, note text); create table old (x);'
const lint = (sql: string) => {
  const files: Migration[] = [
    { name: '0000_base', sql: BASE, phase: 'expand' },
    { name: '0001_new', sql, phase: phaseOf('0001_new', sql) },
  ]
  return lintMigrations(files, new Set(['0001_new']))
}
const problems = (sql: string): string[] => lint(sql).flatMap((finding) => finding.problems)

test.each([
  ['a table that goes', 'drop table old', 'table old is gone'],
  ['a table with another name', 'alter table old rename to older', 'table old is gone'],
  ['a column that goes', 'alter table people drop column note', 'column people.note is gone'],
  ['a column with another name', 'alter table people rename column note to remark', 'column people.note is gone'],
  [
    'an index that refuses rows',
    'create unique index one_mail on people (email)',
    'unique index one_mail would refuse',
  ],
  [
    'rows that change before the new Worker',
    `update people set note = ''`,
    'updates people: rows are changed by a backfill',
  ],
  ['rows that go', 'delete from old', 'deletes from old'],
  [
    'a rebuilt table with a column that must be given',
    `create table new_people (id text primary key, email text not null, note text, age integer not null);
     drop table people; alter table new_people rename to people`,
    'new column people.age is NOT NULL without a default',
  ],
  [
    'a column that must not be empty any more',
    `create table new_people (id text primary key, email text not null, note text not null);
     drop table people; alter table new_people rename to people`,
    'column people.note becomes NOT NULL',
  ],
  ['a statement that does not run', 'alter table nobody add column x', 'does not run on an empty database'],
  ['a schema changed by a backfill', '-- phase: backfill\nalter table people add column age integer', 'not the schema'],
])('refused: %s', (_what, sql, problem) => {
  expect(problems(sql).join('\n')).toContain(problem)
})

test.each([
  [
    'a new table with rows of its own',
    `create table fresh (x); insert into fresh values (1); create unique index u on fresh (x)`,
  ],
  ['a column that may be empty', 'alter table people add column age integer'],
  ['a column with a default', 'alter table people add column age integer not null default 0'],
  ['an index', 'create index by_mail on people (email)'],
  ['rows changed by a backfill', `-- phase: backfill\nupdate people set note = '' where note is null`],
  ['a table dropped by a contract', '-- phase: contract\ndrop table old'],
])('taken: %s', (_what, sql) => {
  expect(problems(sql)).toEqual([])
})

test('a statement over more rows than D1 can do in 30 s is refused, by what it does', async () => {
  const findings = lint('create index by_mail on people (email)')
  const asked: [string, number][] = []
  const rows = async (table: string, limit: number): Promise<number> => {
    asked.push([table, limit])
    return limit
  }
  await expect(tooLong(findings, rows)).resolves.toEqual([
    `0001_new indexes people, which has more than ${MOST_ROWS.index} rows: one statement must end in 30 s`,
  ])
  expect(asked).toEqual([['people', MOST_ROWS.index + 1]])
  await expect(tooLong(findings, async () => MOST_ROWS.index)).resolves.toEqual([])
})
