// All keys of one person lie in one row: a message writes one, and no key is ever found twice or left behind.
import { beforeAll, describe, expect, test } from 'vitest'
import { vaultCounts } from '../../durable-objects/account-blast/tables/monitor-store.ts'
import { rememberLid } from '../../durable-objects/account-blast/tables/opt-outs-store.ts'
import {
  dropAllSessions,
  dropOwners,
  dropSessions,
  dropOtherGenerations,
  loginRows,
  rowsById,
  rowsOf,
  storeRows,
  wipeGeneration,
} from '../../durable-objects/account-blast/tables/vault-store.ts'
import { KEPT_BY } from '../../durable-objects/retention-rules.ts'
import { dropPast } from '../../durable-objects/retention-store.ts'
import { until } from '../../scripts/drive/until.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makeLender } from './support/people.ts'
import { acked, inside, linkedAccount, numbers, stage } from './support/stage.ts'
import { counting, first, L, N, named, owners, row, tables } from './support/key-rows.ts'

describe('a store', () => {
  test('of a message, the first and every later one, writes two rows: the person, and the own device', () =>
    tables((sql) => {
      storeRows(sql, 1, [row('session', 'own_1.0', null)], 1)
      rememberLid(sql, N, L, null)
      for (const rows of [first(N, L), [row('session', `${L}_1.0`, N, 'BB==')]]) {
        const { counted, written } = counting(sql)
        storeRows(counted, 1, rows, 2)
        storeRows(counted, 1, [row('session', 'own_1.0', null, 'BB==')], 2)
        expect(written()).toBe(2)
      }
      expect(owners(sql)).toEqual([N])
      expect(sql.exec('select 1 from people_lids').toArray()).toEqual([])
    }))
  test('replaces, adds and deletes', () =>
    tables((sql) => {
      storeRows(sql, 1, first(N, L), 1)
      storeRows(sql, 1, [row('session', `${L}_1.0`, N, 'NEW='), row('identity-key', `${L}_1.0`, N)], 2)
      storeRows(sql, 1, [row('device-list', N, N, null)], 3)
      expect(named(rowsOf(sql, 1, [N, L]))).toEqual(
        [`identity-key ${L}_1.0`, `lid-mapping ${L}_reverse`, `lid-mapping ${N}`, `session ${L}_1.0`].toSorted(),
      )
      expect(rowsById(sql, 1, [{ type: 'session', id: `${L}_1.0` }])).toEqual([row('session', `${L}_1.0`, N, 'NEW=')])
      storeRows(
        sql,
        1,
        rowsOf(sql, 1, [N]).map((r) => ({ ...r, data: null })),
        4,
      )
      expect(owners(sql)).toEqual([])
    }))
  test('of one generation leaves the other alone', () =>
    tables((sql) => {
      for (const generation of [1, 2])
        storeRows(sql, generation, [...first(N, L), row('creds', 'creds', null)], generation)
      dropSessions(sql, 1, [N])
      expect(named(rowsOf(sql, 2, [N]))).toContain(`session ${L}_1.0`)
      wipeGeneration(sql, 2)
      expect([rowsOf(sql, 1, [N]).length, rowsOf(sql, 2, [N]).length, loginRows(sql, 2).length]).toEqual([3, 0, 0])
      storeRows(sql, 2, first(N, L), 3)
      dropOtherGenerations(sql, 2)
      expect([rowsOf(sql, 1, [N]).length, rowsOf(sql, 2, [N]).length, loginRows(sql, 1).length]).toEqual([0, 4, 0])
    }))
  test('that would not fit into a row lets the oldest keys go', () =>
    tables((sql) => {
      for (let device = 0; device < 4; device++)
        storeRows(sql, 1, [row('session', `${N}.${device}`, N, 'A'.repeat(400_000))], device)
      expect(named(rowsOf(sql, 1, [N]))).toEqual([`session ${N}.2`, `session ${N}.3`])
    }))
})

describe('a person whose number becomes known', () => {
  test('takes every row along, also those that the runner does not repeat', () =>
    tables((sql) => {
      storeRows(sql, 1, [row('session', `${L}_1.0`, L), row('identity-key', `${L}_1.0`, L)], 1)
      expect(owners(sql)).toEqual([L])
      storeRows(sql, 1, [row('lid-mapping', `${L}_reverse`, N), row('session', `${L}_1.0`, N, 'NEW=')], 2)
      expect(owners(sql)).toEqual([N])
      expect(named(rowsOf(sql, 1, [N, L]))).toEqual([
        `identity-key ${L}_1.0`,
        `lid-mapping ${L}_reverse`,
        `session ${L}_1.0`,
      ])
    }))
  test('is found by LID before any contact says who it is, and by a runner that does not know it', () =>
    tables((sql) => {
      storeRows(sql, 1, first(N, L), 1)
      const items = [
        { type: 'session', id: `${L}_1.0` },
        { type: 'lid-mapping', id: `${L}_reverse` },
        { type: 'pre-key', id: '7' },
      ]
      storeRows(sql, 1, [row('pre-key', '7', null)], 1)
      expect(named(rowsById(sql, 1, items))).toEqual(
        ['pre-key 7', `lid-mapping ${L}_reverse`, `session ${L}_1.0`].toSorted(),
      )
      // it restarted, and files under the LID again
      storeRows(sql, 1, [row('session', `${L}_1.0`, L, 'NEW=')], 2)
      expect(rowsById(sql, 1, items.slice(0, 1))).toEqual([row('session', `${L}_1.0`, N, 'NEW=')])
      storeRows(sql, 1, [row('session', `${L}_1.0`, L, null)], 3)
      expect(rowsById(sql, 1, items.slice(0, 1))).toEqual([])
      expect(owners(sql)).toEqual([N])
    }))
  test('changes it and keeps the LID: the keys go with the last word', () =>
    tables((sql) => {
      const other = '6281200000002'
      rememberLid(sql, N, L, null)
      storeRows(sql, 1, first(N, L), 1)
      storeRows(sql, 1, [row('session', `${L}_1.0`, other, 'NEW=')], 2)
      expect(named(rowsOf(sql, 1, [N]))).toEqual([`device-list ${N}`, `lid-mapping ${N}`])
      storeRows(sql, 1, [row('session', `${L}_1.0`, L, 'LAST')], 3)
      expect(rowsById(sql, 1, [{ type: 'session', id: `${L}_1.0` }])).toEqual([
        row('session', `${L}_1.0`, other, 'LAST'),
      ])
    }))
})

test('a row that turns out to be the account’s own, or somebody’s, is found in one place', () =>
  tables((sql) => {
    const items = [{ type: 'session', id: `${L}_1.0` }]
    for (const owner of [N, null, L, null]) {
      storeRows(sql, 1, [row('session', `${L}_1.0`, owner, `of ${owner}`)], 1)
      const found = rowsById(sql, 1, items)
      expect(found).toHaveLength(1)
      expect(found[0]?.data).toBe(`of ${owner}`)
      expect(loginRows(sql, 1)).toHaveLength(owner === null ? 1 : 0)
    }
    expect(owners(sql)).toEqual([])
  }))

test('a login brings creds, own devices and the newest pre-key by number; the others come when they are asked for', () =>
  tables((sql) => {
    const preKeys = ['9', '10', '811', '812'].map((id) => row('pre-key', id, null))
    storeRows(sql, 1, [row('creds', 'creds', null), ...preKeys, row('session', 'own_1.0', null)], 1)
    storeRows(sql, 2, [row('pre-key', '900', null)], 1)
    expect(named(loginRows(sql, 1))).toEqual(['creds creds', 'pre-key 812', 'session own_1.0'])
    expect(named(rowsById(sql, 1, [{ type: 'pre-key', id: '10' }]))).toEqual(['pre-key 10'])
  }))

describe('what is dropped', () => {
  const M = '6281200000009'
  const fill = (sql: SqlStorage) => {
    storeRows(sql, 1, [row('creds', 'creds', null), row('session', 'own_1.0', null)], 1)
    storeRows(sql, 1, first(N, L), 1_000)
    storeRows(sql, 1, [row('session', `${M}.0`, M), row('identity-key', `${M}.0`, M)], 2_000)
  }
  test('sessions of these people and of own devices, other keys stay', () =>
    tables((sql) => {
      fill(sql)
      // under a LID whose number only the contacts know
      storeRows(sql, 1, [row('session', '77_1.0', '77'), row('identity-key', '77_1.0', '77')], 1)
      rememberLid(sql, M, '77', null)
      dropSessions(sql, 1, [M])
      expect(named(loginRows(sql, 1))).toEqual(['creds creds'])
      expect(named(rowsOf(sql, 1, [M, '77']))).toEqual(['identity-key 6281200000009.0', 'identity-key 77_1.0'])
      expect(rowsOf(sql, 1, [N])).toHaveLength(4)
    }))
  test('all sessions', () =>
    tables((sql) => {
      fill(sql)
      storeRows(sql, 1, [row('session', '5.0', '5')], 1)
      dropAllSessions(sql, 1)
      expect(named(rowsOf(sql, 1, [N, M, '5'])).filter((name) => name.startsWith('session'))).toEqual([])
      expect([rowsOf(sql, 1, [N]).length, rowsOf(sql, 1, [M]).length]).toEqual([3, 1])
      expect(named(loginRows(sql, 1))).toEqual(['creds creds'])
      storeRows(sql, 1, [row('session', '5.0', '5')], 2)
      expect(rowsOf(sql, 1, ['5'])).toHaveLength(1)
    }))
  test('people unused since then, and people of every login by name', () =>
    tables((sql) => {
      fill(sql)
      dropSessions(sql, 1, [N])
      dropPast(sql, KEPT_BY.AccountBlast, 1_500 + KEPT_BY.AccountBlast.people_keys.afterMs)
      expect(owners(sql)).toEqual([M])
      storeRows(sql, 2, [row('session', `${L}_1.0`, M)], 3_000)
      dropOwners(sql, [M])
      expect(owners(sql)).toEqual([])
      expect(sql.exec('select 1 from people_lids').toArray()).toEqual([])
      expect(loginRows(sql, 1)).toHaveLength(1)
    }))
  test('and the monitor counts rows, not packs', () =>
    tables((sql) => {
      fill(sql)
      expect(vaultCounts(sql)).toEqual([
        { generation: 1, type: 'creds', rows: 1 },
        { generation: 1, type: 'device-list', rows: 1 },
        { generation: 1, type: 'identity-key', rows: 1 },
        { generation: 1, type: 'lid-mapping', rows: 2 },
        { generation: 1, type: 'session', rows: 3 },
      ])
    }))
})

describe('of a blast', () => {
  const runner = new FakeRunner('people-keys')
  beforeAll(async () => {
    await stage()
    await runner.join()
  })
  test('the answer to a message leaves no record of a LID that the contacts know, and the next message brings the keys', async () => {
    await makeLender('keys')
    const [number] = (await numbers(1, 1)) as [string]
    const { object, socket } = await linkedAccount(runner, 'keys')
    await object.start()
    await until('a send', () => socket.sends()[0])
    socket.say({ ...acked(socket, 0), lid: L, rows: first(number, L) })
    await until('a success', async () => (await object.snapshot())?.count_success === 1)
    await inside(object, ({ sql }) => {
      expect(owners(sql)).toEqual([number])
      expect(sql.exec('select 1 from people_lids').toArray()).toEqual([])
    })
    socket.say({ kind: 'inbound', items: [{ id: 's', number, lid: L, text: 'STOP', at: Date.now() }] })
    const answer = await until('the answer', () => socket.sends()[1])
    expect(named(answer.rows)).toEqual(named(first(number, L)))
  })
})
