import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { root } from '../stack/shell.ts'
import { noteDrill } from './note-drill.ts'

test('of drills the last one is noted, with its version', async () => {
  const db = new DatabaseSync(':memory:')
  for (const name of readdirSync(join(root, 'migrations')).toSorted())
    if (name.endsWith('.sql')) db.exec(readFileSync(join(root, 'migrations', name), 'utf8'))
  const query = async (sql: string, params: string[] = []) => {
    db.prepare(sql).run(...params)
    return []
  }
  await noteDrill({ query }, '1.0.0', 5, 70_000)
  await noteDrill({ query }, '1.1.0', 6, 80_000)
  expect(db.prepare('select * from milestones').all()).toEqual([
    { name: 'drill', version: '1.1.0', at: 6, took_ms: 80_000 },
  ])
})
