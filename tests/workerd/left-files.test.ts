// Files in the bucket that no row leads to, because a Worker died between the upload and its row: the hourly cron deletes them.
import { beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../contract/ground/time.ts'
import { TASKS } from '../../worker/cron-tasks.ts'
import { bound, db, run } from './support/database.ts'
import { startJob } from './support/imports.ts'

const IMPORTS = { lost: 'imports/lost', running: 'imports/running', ended: 'imports/ended' }
const CHECKS = { lost: 'checks/lost/source', part: 'checks/lost/in-0.json', kept: 'checks/kept/source' }
const FILES = [...Object.values(IMPORTS), ...Object.values(CHECKS)]

beforeAll(async () => {
  await startJob('running', 18)
  await startJob('ended', 18)
  await run(`update import_jobs set status = 'done' where id = 'ended'`)
  await run(
    `insert into number_checks (id, kind, user_id, whatsapp_id, total, interval_min, interval_max, created_at, updated_at)
     values ('kept', 'validator', 'u', 'w', 1, 1, 2, 0, 0)`,
  )
})
const plant = () => Promise.all(FILES.map((key) => bound.MEDIA.put(key, '081800000001,Satu\n')))
const there = async () => {
  const found = await Promise.all(FILES.map((key) => bound.MEDIA.head(key)))
  return FILES.filter((_, i) => found[i] !== null)
}
const sweep = (afterMs: number, hasTime = true) => {
  const now = Date.now() + afterMs
  return TASKS.left_files.run({ env: bound, db, now, scheduledAt: now, until: hasTime ? Date.now() + 20_000 : 0 })
}

test('rule retention: a file of numbers that no row names is deleted after a day, and every other stays', async () => {
  await plant()
  await sweep(DAY_MS - 60_000)
  expect(await there()).toEqual(FILES)
  await sweep(DAY_MS + 60_000)
  expect(await there()).toEqual([IMPORTS.running, IMPORTS.ended, CHECKS.kept])
})

test('rule retention: of more files than one page holds each is looked at, and none without time', async () => {
  // they sort before the file that is left
  const named = Array.from({ length: 1_001 }, (_, i) => `a${i}`)
  await run(
    `insert into import_jobs (id, kind, status, file_key, file_name, format, size_bytes, head, by, cursor_bytes, created_at, updated_at)
     select value, 'proxy', 'running', value, 'x.csv', 'csv', 0, '{}', 'admin', 0, 0, 0 from json_each(?)`,
    JSON.stringify(named),
  )
  await Promise.all(named.map((id) => bound.MEDIA.put(`imports/${id}`, 'x')))
  await plant()
  await sweep(DAY_MS + 60_000, false)
  expect(await there()).toEqual(FILES)
  await sweep(DAY_MS + 60_000)
  expect(await there()).toEqual([IMPORTS.running, IMPORTS.ended, CHECKS.kept])
  expect((await bound.MEDIA.list({ prefix: 'imports/a' })).objects).toHaveLength(1_000)
})
