// An object whose vault was filled before its people's keys were packed: nothing is lost, and a wake is soon over.
import { expect, test } from 'vitest'
import type { KeyRow } from '../../contract/operation/runner.ts'
import { migrate } from '../../durable-objects/account-blast/tables/migrations.ts'
import {
  dropOwners,
  dropSessions,
  loginRows,
  rowsById,
  rowsOf,
  storeRows,
} from '../../durable-objects/account-blast/tables/vault-store.ts'
import { KEPT_BY } from '../../durable-objects/retention-rules.ts'
import { dropPast } from '../../durable-objects/retention-store.ts'
import { counting, first, L, N, named, owners, row, tables } from './support/key-rows.ts'

/** Tables as the step before left them. */
const before = (sql: SqlStorage): void => {
  for (const { name } of sql
    .exec<{
      name: string
    }>(`select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\'
        and name not like 'sqlite%'`)
    .toArray())
    sql.exec(`drop table ${name}`)
  migrate(sql, 3)
}
const put = (sql: SqlStorage, generation: number, rows: readonly KeyRow[], usedAt: number): void => {
  sql.exec(
    `insert into vault (generation, type, id, owner, data, used_at)
       select ?1, value ->> 'type', value ->> 'id', value ->> 'owner', value ->> 'data', ?2 from json_each(?3)`,
    generation,
    usedAt,
    JSON.stringify(rows),
  )
}
test('it keeps every key, finds it by owner and by id, and knows how long it was unused', () =>
  tables((sql) => {
    before(sql)
    const own = [row('creds', 'creds', null), row('pre-key', '1', null)]
    const [stranger, someone] = ['6281200000005', '55']
    put(sql, 3, [...own, ...first(N, L), row('session', `${someone}_1.0`, someone)], 1_000)
    put(sql, 3, [row('session', `${stranger}.0`, stranger)], 2_000)
    put(sql, 4, [row('session', `${stranger}.0`, stranger)], 2_000)
    put(
      sql,
      4,
      Array.from({ length: 6 }, (_, i) => row('session', `8.${i}`, '8', 'A'.repeat(300_000))),
      2_000,
    )
    sql.exec('insert into contacts (number, lid) values (?, ?)', stranger, someone)
    migrate(sql)
    expect(named(loginRows(sql, 3))).toEqual(named(own))
    expect(rowsOf(sql, 3, [N])).toHaveLength(4)
    expect(rowsOf(sql, 3, [N])).toEqual(expect.arrayContaining(first(N, L)))
    expect(rowsById(sql, 3, [{ type: 'session', id: `${L}_1.0` }])).toEqual([row('session', `${L}_1.0`, N)])
    expect(rowsOf(sql, 3, [stranger, someone])).toHaveLength(2)
    expect(rowsOf(sql, 4, [stranger])).toHaveLength(1)
    // more than a row can hold: new sessions, and an object that wakes
    expect(rowsOf(sql, 4, ['8'])).toEqual([])
    dropPast(sql, KEPT_BY.AccountBlast, 1_500 + KEPT_BY.AccountBlast.people_keys.afterMs)
    expect(owners(sql)).toEqual([stranger, stranger])
    migrate(sql)
  }))
test('thousands of people are packed within one wake, and none of them reads the others', () =>
  tables((sql) => {
    before(sql)
    const people = 4_000
    const data = 'A'.repeat(1_200)
    for (let from = 0; from < people; from += 100) {
      const some = Array.from({ length: 100 }, (_, i) => first(String(628_000_000_000 + from + i), `9${from + i}`))
      put(
        sql,
        1,
        some.flat().map((r) => ({ ...r, data })),
        1,
      )
    }
    put(
      sql,
      1,
      Array.from({ length: 800 }, (_, i) => row('pre-key', String(i), null)),
      1,
    )
    migrate(sql)
    expect(owners(sql)).toHaveLength(people)
    const { counted, read } = counting(sql)
    expect(rowsById(counted, 1, [{ type: 'session', id: '93999_1.0' }])).toHaveLength(1)
    expect(rowsOf(counted, 1, ['628000003999'])).toHaveLength(4)
    storeRows(counted, 1, first('628000003999', '93999'), 2)
    storeRows(counted, 1, [row('session', 'own_1.0', null)], 2)
    dropOwners(counted, ['628000003999', '93999'])
    dropSessions(counted, 1, ['628000003998'])
    expect(read()).toBeLessThan(100)
  }))
