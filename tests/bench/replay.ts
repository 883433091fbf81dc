// Plays what the simulated service wrote down (tests/simulate/metering.ts) again on workerd's own SQLite, which is the one that D1 and the objects
// are billed by: rows read and written, index entries included. Node's SQLite does not count them.
import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { BEFORE, D1_LOG, type Logged } from '../simulate/metered.ts'

export type Rows = { read: number; written: number }
/** Phase → database → rows. statements: the dearest of a phase by what each wrote. */
export type Replayed = {
  rows: Record<string, Record<string, Rows>>
  statements: Record<string, Rows & { times: number; phase: string; of: string }>
}
const AT_ONCE_BYTES = 4_000_000

/** Runs as a Worker: one object for each database. */
const SCRIPT = `
import { DurableObject } from 'cloudflare:workers'
const value = (v) => v && typeof v === 'object' ? Uint8Array.from(atob(v.base64), (c) => c.charCodeAt(0)) : v
export class Played extends DurableObject {
  async fetch(request) {
    const told = {}
    for (const line of await request.json()) {
      const rows = []
      try {
        this.ctx.storage.transactionSync(() => {
          for (const [sql, values] of line.statements) {
            const cursor = this.ctx.storage.sql.exec(sql, ...values.map(value))
            cursor.toArray()
            rows.push([sql, cursor.rowsRead, cursor.rowsWritten])
          }
        })
      } catch (error) {
        if (line.phase === 'before') throw error
      }
      for (const [sql, read, written] of rows) {
        const one = (told[line.phase + ' ' + sql] ??= { phase: line.phase, sql, times: 0, read: 0, written: 0 })
        one.times += 1
        one.read += read
        one.written += written
      }
    }
    return Response.json(Object.values(told))
  }
}
export default {
  fetch(request, env) {
    return env.PLAYED.get(env.PLAYED.idFromName(decodeURIComponent(new URL(request.url).pathname))).fetch(request)
  }
}`

const migrations = (): Logged => ({
  of: D1_LOG,
  phase: BEFORE,
  statements: readdirSync('migrations')
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .flatMap((name) => readFileSync(`migrations/${name}`, 'utf8').split('--> statement-breakpoint'))
    .map((sql) => [sql, []]),
})
type Told = { phase: string; sql: string; times: number; read: number; written: number }

export const replay = async (log: string): Promise<Replayed> => {
  const options = convertV4MiniflareOptions({
    modules: true,
    script: SCRIPT,
    compatibilityDate: '2026-08-15',
    durableObjects: { PLAYED: { className: 'Played', useSQLite: true } },
  })
  const miniflare = new Miniflare(options)
  const replayed: Replayed = { rows: {}, statements: {} }
  const play = async (of: string, lines: readonly string[]): Promise<void> => {
    const answer = await miniflare.dispatchFetch(`http://replay/${encodeURIComponent(of)}`, {
      method: 'POST',
      body: `[${lines.join(',')}]`,
    })
    if (!answer.ok) throw new Error(`workerd did not play ${of} again: ${await answer.text()}`)
    for (const { phase, sql, times, read, written } of (await answer.json()) as Told[]) {
      const rows = ((replayed.rows[phase] ??= {})[of] ??= { read: 0, written: 0 })
      rows.read += read
      rows.written += written
      const kind = of.split('/')[0] ?? ''
      const key = `${phase} ${kind} ${sql.replace(/\s+/g, ' ').slice(0, 160)}`
      const one = (replayed.statements[key] ??= { phase, of: kind, times: 0, read: 0, written: 0 })
      one.times += times
      one.read += read
      one.written += written
    }
  }
  const waiting = new Map<string, { lines: string[]; bytes: number }>()
  const flush = async (of: string): Promise<void> => {
    const lines = waiting.get(of)?.lines ?? []
    waiting.delete(of)
    if (lines.length > 0) await play(of, lines)
  }
  const add = async (of: string, line: string): Promise<void> => {
    const here = waiting.get(of) ?? { lines: [], bytes: 0 }
    waiting.set(of, here)
    here.lines.push(line)
    here.bytes += line.length
    if (here.bytes >= AT_ONCE_BYTES) await flush(of)
  }
  try {
    await add(D1_LOG, JSON.stringify(migrations()))
    for await (const line of createInterface({ input: createReadStream(log) }))
      await add(/^\{"of":"([^"]*)"/.exec(line)?.[1] ?? '', line)
    for (const of of waiting.keys()) await flush(of)
    return replayed
  } finally {
    await miniflare.dispose()
  }
}
