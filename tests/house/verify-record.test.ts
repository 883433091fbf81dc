// `npm run verify-record` on a database of its own: whole, then with an entry that somebody changed behind the triggers.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { digestOf, headOf, SEALED_TABLES, treeSum } from '../../domain/record/record/chain.ts'
import { type Read, readPart } from '../../domain/record/record/read.ts'
import { migrate, withDatabase } from '../../scripts/stack/database.ts'
import { runTool } from '../../scripts/stack/shell.ts'
import { homeOf } from '../../scripts/stack/stack.ts'

const folder = mkdtempSync(join(tmpdir(), 'verify-record-'))
const home = homeOf(folder, false)
const verify = async () => {
  const { code, output } = await runTool('node', ['scripts/verify-record/main.ts', '--json'], {
    env: { DATA_DIR: folder },
  })
  return { code, ...(JSON.parse(output.trim().split('\n').at(-1) ?? '') as { days: number; problems: object[] }) }
}
const run = (text: string): void => withDatabase(home, (db) => db.exec(text))

beforeAll(async () => {
  mkdirSync(home, { recursive: true })
  await migrate(home)
  run(
    `insert into ledger (user_id, kind, amount_sen, ref, at) values ('u', 'bonus', 500, 'bonus:1', 1), ('u', 'bonus', 700, 'bonus:2', 2)`,
  )
  const contents = ['u', null, '{"nominal":5}']
  run(
    `insert into audit_log (at, actor_id, actor_role, action, target, after) values (1, 'a', 'admin', 'bonus.create', 'u', '{"nominal":5}')`,
  )
  run(`update audit_log set salt = 's', digest = '${digestOf('s', contents)}'`)
  const read: Read = (query) => Promise.resolve(withDatabase(home, (db) => db.prepare(query).all()))
  const parts = Object.fromEntries(
    await Promise.all(
      SEALED_TABLES.map(async (table) => {
        const reach = { after: 0, last: table === 'ledger' ? 2 : 1 }
        const sum = treeSum()
        const rows = await readPart(read, table, reach, sum)
        return [table, { ...reach, rows, root: sum.end() }] as const
      }),
    ),
  )
  const head = headOf('', '2026-01-01', parts)
  run(
    `insert into record_days (day, previous, head, parts) values ('2026-01-01', '', '${head}', '${JSON.stringify(parts)}')`,
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('rule record-days: a record that nobody touched is whole', async () => {
  expect(await verify()).toMatchObject({ code: 0, days: 1, rows: 3, problems: [], last: '2026-01-01', inBucket: false })
})

test('a changed entry is found, and the exit code says so', async () => {
  run(`drop trigger ledger_no_update; update ledger set amount_sen = 900 where id = 2`)
  expect(await verify()).toMatchObject({
    code: 1,
    problems: [{ day: '2026-01-01', kind: 'entries', table: 'ledger', id: null }],
  })
})
