// A million recipients on the whole product: a .csv, then a .json, in through the bucket and the queue, out again as a
// stream, all with flat memory (rule imports).
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../../scripts/demo-data/people.ts'
import { call } from '../../scripts/drive/api.ts'
import type { Stack } from '../../scripts/stack/stack.ts'
import { openStack } from '../crash/stack.ts'
import { bigCsv, bigFile, bringFile, exportLines } from './big-file.ts'
import { type Memory, watchMemory } from './memory.ts'

const CSV_ROWS = 1_000_000
const JSON_ROWS = 100_000
const WARM_ROWS = 100_000
/** What ten times the rows may add to what a tenth of them took: seen are 150 once the file is in, and no more after. */
const MOST_MB = 200
const IMPORT_MS = 1_200_000
const dataDir = mkdtempSync(join(tmpdir(), 'wa-blaster-long-'))
let stack: Stack
let token = ''
beforeAll(async () => {
  stack = await openStack(dataDir, () => {})
  const body = { email: 'admin@demo.test', password: DEMO_PASSWORD }
  token = (await call<{ token: string }>(stack.workerOrigin, 'POST', '/auth/login', undefined, body)).token
})
afterAll(async () => {
  await stack.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const bring = (sent: File) => bringFile({ origin: stack.workerOrigin, token }, sent, IMPORT_MS)
const measured = async (name: string, work: () => Promise<void>): Promise<Memory[]> => {
  const began = Date.now()
  const memory = await watchMemory({ workerd: { part: stack.parts.worker, program: 'workerd' } }, work)
  console.info(`${name} in ${Math.round((Date.now() - began) / 1_000)} s; resident MB: ${JSON.stringify(memory)}`)
  return Object.values(memory)
}
/** sentMb: while a file arrives, the local bucket keeps its bytes in the same process. */
const watched = async (name: string, sentMb: number, work: () => Promise<void>): Promise<void> => {
  for (const { before, quarters } of await measured(name, work)) {
    const [arriving = 0, ...later] = quarters.map((mb) => mb - before)
    expect(arriving).toBeLessThan(MOST_MB + sentMb)
    expect(Math.max(...later)).toBeLessThan(MOST_MB)
    // and no more at the end than in the middle
    expect(later.at(-1)).toBeLessThan((later[0] ?? 0) + 50)
  }
}
const mbOf = (sent: File): number => sent.size / 1_000_000

test('a million rows of .csv come in, a hundred thousand of .json, and all go out again', async () => {
  // memory does not follow the size of the file: what a tenth of it takes is where the measure begins
  await measured(`${WARM_ROWS} rows to begin with`, async () => {
    expect(await bring(bigCsv('hangat.csv', WARM_ROWS, 81_500_000_000))).toMatchObject({ createdCount: WARM_ROWS })
  })
  const million = bigCsv('besar.csv', CSV_ROWS, 81_600_000_000)
  await watched(`${CSV_ROWS} rows of .csv`, mbOf(million), async () => {
    const job = await bring(million)
    expect(job).toMatchObject({ status: 'done', rows: CSV_ROWS, createdCount: CSV_ROWS, skippedCount: 0, error: null })
  })
  const line = (i: number): string => `${i > 0 ? ',' : ''}\n{"name":"Orang ${i}","number":"62817${10_000_000 + i}"}`
  // half of them twice
  const list = bigFile('besar.json', JSON_ROWS, '{"data":[', (i) => line(i % (JSON_ROWS / 2) || i), ']}')
  await watched(`${JSON_ROWS} rows of .json`, mbOf(list), async () => {
    const job = await bring(list)
    expect(job).toMatchObject({ status: 'done', rows: JSON_ROWS })
    expect(job.createdCount + job.skippedCount).toBe(JSON_ROWS)
    expect(job.skipped[0]?.reason).toBe('duplicate')
  })
  await watched('the export', 0, async () => {
    const lines = await exportLines({ origin: stack.workerOrigin, token })
    const { total } = await call<{ meta: { total: number } }>(
      stack.workerOrigin,
      'GET',
      '/admin/phonenumber/list-per-page?limit=1',
      token,
    ).then((page) => page.meta)
    expect(lines).toBe(total + 1)
    expect(total).toBeGreaterThan(CSV_ROWS + WARM_ROWS)
  })
}, 2_400_000)
