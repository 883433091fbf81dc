// The import benchmark: a file of recipients in through the API, bucket and queue, against sqlite3's own .import of the same
// file into the same table with its indexes and triggers; memory of the Worker's isolate and of all of workerd meanwhile;
// all of it out again.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEMO_PASSWORD } from '../../scripts/demo-data/people.ts'
import { call } from '../../scripts/drive/api.ts'
import { databaseFile, migrate } from '../../scripts/stack/database.ts'
import { mustRun } from '../../scripts/stack/shell.ts'
import { bigCsv, bringFile, exportLines } from '../long/big-file.ts'
import { type Memory, watchMemory } from '../long/memory.ts'
import { type Figure, figure } from './figures.ts'
import { watchIsolate } from './isolate-memory.ts'
import { startAlone } from './worker-alone.ts'

export type ImportSize = { rows: number; rounds: number }
const FIRST = 81_600_000_000
/** Large enough to take the way of large files. */
const WARM_ROWS = 20_000
const IMPORT_MS = 1_800_000
type Ours = {
  inMs: number
  outMs: number
  isolateMb: number
  exportIsolateMb: number
  processMb: number
  exportProcessMb: number
}
/** The isolate's highest over idle, and the process's. */
type Watched = { isolateMb: number; processMb: number }
const grew = (memory: Record<string, Memory>): number =>
  Math.max(...Object.values(memory).map(({ before, quarters }) => Math.max(...quarters) - before))

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const ours = async (rows: number, say: (line: string) => void): Promise<Ours> => {
  const alone = await startAlone(() => {}, { inspected: true })
  try {
    const body = { email: 'admin@demo.test', password: DEMO_PASSWORD }
    const { token } = await call<{ token: string }>(alone.origin, 'POST', '/auth/login', undefined, body)
    const place = { origin: alone.origin, token }
    // an idle Worker that has imported before
    await bringFile(place, bigCsv('hangat.csv', WARM_ROWS, FIRST - WARM_ROWS), IMPORT_MS)
    const sent = bigCsv('besar.csv', rows, FIRST)
    const watch = async (work: () => Promise<unknown>): Promise<Watched> => {
      let isolateMb = 0
      const process = await watchMemory({ workerd: { part: alone.part, program: 'workerd' } }, async () => {
        const { idleMb, highestMb, looks } = await watchIsolate(alone, work)
        isolateMb = highestMb - idleMb
        say(`isolate: ${idleMb.toFixed(1)} MB idle, ${highestMb.toFixed(1)} MB at its highest of ${looks} looks`)
      })
      return { isolateMb, processMb: grew(process) }
    }
    let [inMs, outMs, lines] = [0, 0, 0]
    const bringing = await watch(async () => {
      inMs = await timed(async () => {
        const job = await bringFile(place, sent, IMPORT_MS)
        if (job.createdCount !== rows) throw new Error(`${job.createdCount} of ${rows} came in: ${job.error ?? ''}`)
      })
    })
    const leaving = await watch(async () => {
      outMs = await timed(async () => {
        lines = await exportLines(place)
      })
    })
    if (lines !== rows + WARM_ROWS + 1) throw new Error(`the export has ${lines} lines`)
    return {
      inMs,
      outMs,
      ...bringing,
      exportIsolateMb: leaving.isolateMb,
      exportProcessMb: leaving.processMb,
    }
  } finally {
    await alone.stop()
  }
}

/** A view takes the file's two columns, its trigger writes what the product would into the table. */
const SCRIPT = (file: string): string => `
create temp view incoming as select name, number from phone_numbers;
create temp trigger incoming_row instead of insert on incoming begin
  insert into phone_numbers (number, name, status, consent_source, consent_at, consent_by, created_at)
  values ('62' || substr(new.number, 2), new.name, 'active', 'Pendaftaran pelanggan', 1, 'demo-admin', 1);
end;
.mode csv
.separator ";" "\\r\\n"
.import --schema temp --skip 1 "${file}" incoming
select count(*) from phone_numbers;
`
const sqlite = async (rows: number): Promise<number> => {
  const home = mkdtempSync(join(tmpdir(), 'wa-blaster-bench-'))
  try {
    await migrate(home)
    const file = join(home, 'besar.csv')
    writeFileSync(file, Buffer.from(await bigCsv('besar.csv', rows, FIRST).arrayBuffer()))
    const { output, ms } = await mustRun('sqlite3', [databaseFile(home)], { input: SCRIPT(file) })
    if (Number(output.trim().split('\n').at(-1)) !== rows) throw new Error(`sqlite3 said: ${output.slice(0, 500)}`)
    return ms
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** Needs the program sqlite3. */
export const benchImport = async (size: ImportSize, say: (line: string) => void): Promise<Record<string, Figure>> => {
  const mine: Ours[] = []
  const others: number[] = []
  for (let round = 0; round < size.rounds; round++) {
    if (round % 2 === 1) others.push(await sqlite(size.rows))
    mine.push(await ours(size.rows, say))
    if (round % 2 === 0) others.push(await sqlite(size.rows))
    say(`round ${round + 1}: ${JSON.stringify(mine.at(-1))}, sqlite3 ${others.at(-1)} ms`)
  }
  const of = (value: (one: Ours) => number): number[] => mine.map(value)
  const perSecond = (ms: number): number => (size.rows * 1_000) / ms
  return {
    time: figure(
      'ms',
      of((one) => one.inMs),
      others,
      { atMost: 3 },
    ),
    rowsPerSecond: figure(
      'rows/s',
      of((one) => perSecond(one.inMs)),
      others.map(perSecond),
      null,
    ),
    memory: figure(
      "MB more than idle in the Worker's isolate",
      of((one) => one.isolateMb),
      null,
      { atMost: 150 },
    ),
    processMemory: figure(
      'MB more than idle in all of workerd, local bucket and database included',
      of((one) => one.processMb),
      null,
      null,
    ),
    exportTime: figure(
      'ms',
      of((one) => one.outMs),
      null,
      null,
    ),
    exportMemory: figure(
      "MB more than idle in the Worker's isolate",
      of((one) => one.exportIsolateMb),
      null,
      { atMost: 150 },
    ),
    exportProcess: figure(
      'MB more than idle in all of workerd',
      of((one) => one.exportProcessMb),
      null,
      null,
    ),
  }
}
