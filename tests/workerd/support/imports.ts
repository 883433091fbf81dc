// Imports that a test carries out itself: a file that is made while it is read, its job, and a Worker that dies on the way.
import { expect } from 'vitest'
import type { ImportKind } from '../../../contract/recipients/imports.ts'
import { connect, runBatch } from '../../../domain/ground/db/connection.ts'
import { runImport, type RunPorts } from '../../../domain/sending/importing/run-import.ts'
import { insertImport } from '../../../domain/recipients/imports/store.ts'
import { hashRing } from '../../../domain/recipients/suppressions/hash-keys.ts'
import { bound, db } from './database.ts'

/** A CSV that is made while it is read; `ahead`: how far reading ever was before the cursor. */
export const madeFile = (rows: number) => {
  const line = (i: number): string => `62819${String(10_000_000 + i)},Orang ke-${i}\n`
  const LINE = 36
  const text = (i: number): string =>
    line(i)
      .padEnd(LINE)
      .replace(/\n( *)$/, '$1\n')
  const state = { read: 0, ahead: 0, committed: 0 }
  const open = async (_key: string, from: number): Promise<ReadableStream<Uint8Array>> => {
    let next = from / LINE
    return new ReadableStream(
      {
        pull: (controller) => {
          if (next >= rows) return controller.close()
          let out = ''
          for (let i = 0; i < 1_000 && next < rows; i++) out += text(next++)
          state.read = next * LINE
          state.ahead = Math.max(state.ahead, state.read - state.committed)
          controller.enqueue(new TextEncoder().encode(out))
        },
      },
      { highWaterMark: 0 },
    )
  }
  return { open, size: rows * LINE, state }
}
export const startJob = async (id: string, size: number, kind: ImportKind = 'phonenumber'): Promise<void> => {
  const head = JSON.stringify({ format: 'csv', delimiter: ',', columns: { number: 0, name: 1 }, startBytes: 0 })
  const job = insertImport(
    db,
    {
      id,
      kind,
      file_key: id,
      file_name: 'x.csv',
      format: 'csv',
      size_bytes: size,
      head,
      consent_source: 'uji coba berkas',
      by: 'admin',
      cursor_bytes: 0,
      sha256: null,
    },
    Date.now(),
  )
  await runBatch(db, [job])
}
export const portsOf = (open: RunPorts['open'], more: Partial<RunPorts> = {}): RunPorts => ({
  db,
  hashKeys: hashRing(bound),
  dropNumber: async () => undefined,
  dropFailed: () => undefined,
  findMedia: async () => null,
  privateProxies: true,
  clock: () => Date.now(),
  until: Date.now() + 60_000,
  open,
  ...more,
})

/** Runs it until it ends: every third transaction is lost before it begins, every fifth after it was committed and before anyone knew. */
export const runFlaky = async (id: string, open: RunPorts['open'], more: Partial<RunPorts> = {}): Promise<number> => {
  let calls = 0
  const flaky = connect({
    prepare: (sql: string) => bound.DB.prepare(sql),
    batch: async (statements: D1PreparedStatement[]) => {
      calls += 1
      if (calls % 3 === 0) throw new Error('killed before')
      const result = await bound.DB.batch(statements)
      if (calls % 5 === 0) throw new Error('killed after')
      return result
    },
  } as unknown as D1Database)
  for (let tries = 1; ; tries += 1) {
    try {
      if ((await runImport(portsOf(open, { db: flaky, until: 0, ...more }), id)) === 'ended') return tries
    } catch {
      expect(tries).toBeLessThan(100)
    }
  }
}
