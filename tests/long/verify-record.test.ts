// `npm run verify-record` on a database of its own: whole, then with an entry that somebody changed behind the triggers.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { digestOf, headOf, SEALED_TABLES, treeSum } from '../../domain/record/record/chain.ts'
import type { RecordKey } from '../../domain/record/checkpoints/keys.ts'
import { signNote } from '../../domain/record/checkpoints/note.ts'
import { signerOf, verifierTexts } from '../../domain/record/checkpoints/place.ts'
import { allDays, rootOfDays } from '../../domain/record/checkpoints/tree.ts'
import { type Read, readPart } from '../../domain/record/record/read.ts'
import { migrate, withDatabase } from '../../scripts/stack/database.ts'
import { runTool } from '../../scripts/stack/shell.ts'
import { homeOf } from '../../scripts/stack/stack.ts'

const folder = mkdtempSync(join(tmpdir(), 'verify-record-'))
const home = homeOf(folder, false)
const verify = async (...args: string[]) => {
  const { code, output } = await runTool('node', ['scripts/verify-record/main.ts', '--json', ...args], {
    env: { DATA_DIR: folder },
  })
  return { code, ...(JSON.parse(output.trim().split('\n').at(-1) ?? '') as { days: number; problems: object[] }) }
}
const run = (text: string): void => withDatabase(home, (db) => db.exec(text))

const read: Read = (query) => Promise.resolve(withDatabase(home, (db) => db.prepare(query).all()))
/** As the cron closes a day, over whatever the tables have now. */
const closeDay = async (): Promise<void> => {
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
}
/** A signed checkpoint of the record as it is, kept outside of the database as a mail keeps it. */
const keepCheckpoint = async (): Promise<string> => {
  const { origin, keys, verifiers } = await signerOf({
    APP_ORIGIN: 'https://blast.example.id',
    RECORD_KEYS: `1:${'3c'.repeat(32)}`,
  })
  const days = await allDays(read)
  const [key] = keys as [RecordKey]
  const note = await signNote({ origin, size: days.length, root: rootOfDays(days, days.length) }, key)
  const file = join(folder, 'mail.txt')
  writeFileSync(file, `Titik periksa\n\n${note}\nKunci publik:\n${(await verifierTexts({ verifiers })).join()}\n`)
  return file
}
let kept: string
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
  await closeDay()
  kept = await keepCheckpoint()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('rule record-days: a record that nobody touched is whole', async () => {
  expect(await verify('--checkpoint', kept)).toMatchObject({
    code: 0,
    days: 1,
    rows: 3,
    problems: [],
    last: '2026-01-01',
    inBucket: false,
    checkpoint: { is: 'same', size: 1, day: '2026-01-01' },
  })
})

test('rule inclusion: one entry is proved from the database, and checked without it', async () => {
  const tool = (...args: string[]) =>
    runTool('node', ['scripts/verify-record/main.ts', ...args], { env: { DATA_DIR: folder } })
  expect((await tool('--prove', 'ledger:2')).output).toContain('no checkpoint has it yet')
  const [, note = ''] = /(\S+\/record\n[\s\S]*?— [^\n]+\n)/.exec(readFileSync(kept, 'utf8')) ?? []
  run(`insert into record_checkpoints (day, size, note, signed_at) values ('2026-01-01', 1, '${note}', 1)`)
  const { code, output } = await tool('--prove', 'ledger:2')
  expect(code).toBe(0)
  const proof = join(folder, 'proof.json')
  writeFileSync(proof, output)
  const [key = ''] = /\S+\+[0-9a-f]{8}\+\S+/.exec(readFileSync(kept, 'utf8')) ?? []
  const checked = await tool('--proof', proof, '--key', key, '--checkpoint', kept)
  expect([checked.code, checked.output]).toEqual([0, expect.stringContaining('[2,"u","bonus",700,"bonus:2",2,')])
  writeFileSync(proof, output.replace('700', '900'))
  expect(await tool('--proof', proof, '--key', key)).toMatchObject({
    code: 1,
    output: expect.stringContaining('CHANGED'),
  })
  expect((await tool('--prove', 'users:1')).code).toBe(2)
  run('delete from record_checkpoints')
})

test('a changed entry is found, and the exit code says so', async () => {
  run(`drop trigger ledger_no_update; update ledger set amount_sen = 900 where id = 2`)
  expect(await verify()).toMatchObject({
    code: 1,
    problems: [{ day: '2026-01-01', kind: 'entries', table: 'ledger', id: null }],
  })
})

test('rule checkpoints: once all heads are rewritten, too, the record looks whole, and a checkpoint kept elsewhere finds it', async () => {
  run(`drop trigger record_days_no_delete; delete from record_days`)
  await closeDay()
  expect(await verify('--checkpoint', kept)).toMatchObject({
    code: 1,
    problems: [],
    checkpoint: { is: 'other', size: 1 },
  })
})
