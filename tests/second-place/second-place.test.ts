// The second place of backups and journal, against a small S3 server that verifies signatures and lets a key do only what it may. The first
// place is the bucket and the database of the local runtime.
import { generateKeyPairSync } from 'node:crypto'
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Manifest, manifestKey, partKey } from '../../domain/operation/backup/format.ts'
import { stampOf } from '../../domain/record/journal/stamps.ts'
import { addSettled, addStops, claimedAfter, settledAfter, stopsAfter } from '../../domain/operation/backup/journal.ts'
import { keyOfPart, openPart, publicKeyOf, sealPart, sha256 } from '../../domain/operation/backup/seal.ts'
import { type Minute, minute, SECOND_KEY } from '../../domain/operation/backup/second-format.ts'
import { keepSecond } from '../../domain/operation/backup/second.ts'
import { makeWhole } from '../../domain/operation/backup/whole.ts'
import { connect, type Db } from '../../domain/ground/db/connection.ts'
import { backupAt, openParts, type Place } from '../../scripts/restore/restore.ts'
import { bring, secondSource } from '../../scripts/restore/second.ts'
import { READER, startSecond, WRITER } from './support.ts'

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const SPKI = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const PKCS8 = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')

let server: Awaited<ReturnType<typeof startSecond>>
let miniflare: Miniflare
let db: Db
let run: (sql: string) => Promise<unknown>
let first: R2Bucket
let fresh: R2Bucket
beforeAll(async () => {
  const options = convertV4MiniflareOptions({
    modules: true,
    script: 'export default {}',
    d1Databases: ['DB'],
    r2Buckets: ['FIRST', 'FRESH'],
  })
  miniflare = new Miniflare(options)
  const database = await miniflare.getD1Database('DB')
  db = connect(database)
  const statements = readdirSync('migrations')
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .flatMap((name) => readFileSync(`migrations/${name}`, 'utf8').split('--> statement-breakpoint'))
  await database.batch(statements.map((sql) => database.prepare(sql)))
  await database.exec('create table d1_migrations (id integer primary key, name text)')
  run = (sql) => database.prepare(sql).run()
  first = (await miniflare.getR2Bucket('FIRST')) as unknown as R2Bucket
  fresh = (await miniflare.getR2Bucket('FRESH')) as unknown as R2Bucket
  server = await startSecond()
})
afterAll(async () => {
  await server.close()
  await miniflare.dispose()
})
beforeEach(() => {
  server.faults.length = 0
  server.calls.length = 0
})

const MIGRATION =
  readdirSync('migrations')
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .at(-1) ?? ''
/** A whole one in the first place, of three parts. */
const backUp = async (): Promise<Manifest> => {
  // two of the same millisecond would be one
  for (const last = Date.now(); Date.now() === last; ) await new Promise((done) => setImmediate(done))
  const at = Date.now()
  const id = stampOf(at)
  const parts = await Promise.all(
    (['cut', 'table', 'objects'] as const).map(async (kind, place) => {
      const key = partKey(id, place)
      const sealed = await sealPart(await publicKeyOf(SPKI), key, `{"table":"users","row":{"id":"${kind}"}}\n`)
      await first.put(key, sealed)
      return { key, kind, rows: 1, bytes: sealed.length, sha256: await sha256(sealed) }
    }),
  )
  const counts = { tables: { users: 3 }, sequences: {}, objects: 1, missing: [] }
  const whole = { id, cutAt: at, migration: MIGRATION, ...counts, parts, finishedAt: at }
  await makeWhole(first, whole)
  return whole
}
const keep = (more: { until?: number; clock?: () => number } = {}) =>
  keepSecond({
    db,
    bucket: first,
    second: server.client(WRITER),
    publicKey: SPKI,
    clock: more.clock ?? (() => Date.now()),
    until: more.until ?? Number.POSITIVE_INFINITY,
  })
const minutes = async (): Promise<Minute[]> =>
  Promise.all(
    [...server.shelf.objects.keys()]
      .filter((key) => key.startsWith('journal/minutes/'))
      .toSorted()
      .map(async (key) => {
        const sealed = new Uint8Array(server.shelf.objects.get(key) ?? [])
        return minute.parse(JSON.parse(await openPart(await keyOfPart(PKCS8, sealed), key, sealed)))
      }),
  )
const stop = (hash: string, at: number) => ({ event: 'opt_out' as const, hash, kid: '1', via: 'reply', by: null, at })
const batch = (sequence: number) => ({ accountId: 'a1', sequence, userId: 'u1', results: [], reversals: [] })
const copied = (id: string): boolean => server.shelf.objects.has(manifestKey(id))

test('rule second-place: the backup and the journal arrive by writing alone, and nobody reads there what is in them', async () => {
  const whole = await backUp()
  const now = Date.now()
  await addStops(first, now, [stop('first-stop', now)])
  await addSettled(first, now, [batch(1), batch(2)])
  await run(
    `insert into phone_numbers (id, number, name, status, in_use, in_use_by, created_at) values (7, '628111', 'R', 'active', 1, 'a1', 1)`,
  )
  await keep()
  expect(new Set(server.calls.map((call) => call.split(' ')[0]))).toEqual(new Set(['PUT']))
  for (const { key } of whole.parts)
    expect(Buffer.from(server.shelf.objects.get(key) ?? [])).toEqual(
      Buffer.from((await (await first.get(key))?.arrayBuffer()) ?? []),
    )
  expect(copied(whole.id)).toBe(true)
  const [made] = await minutes()
  expect(made).toMatchObject({
    stops: [{ hash: 'first-stop' }],
    settled: [batch(1), batch(2)],
    claims: [{ accountId: 'a1', ids: [7] }],
  })
  for (const [, object] of server.shelf.objects) expect(Buffer.from(object).includes('first-stop')).toBe(false)
  // the next minute brings no part again
  server.calls.length = 0
  await keep()
  expect(server.calls.map((call) => call.split('/')[0])).toEqual(['PUT journal'])
})

test('rule second-place: an entry of the journal that is written late for its name is brought all the same', async () => {
  const now = Date.now()
  await keep()
  await addStops(first, now - 100_000, [stop('late-stop', now)])
  await keep()
  expect((await minutes()).flatMap(({ stops }) => stops.map(({ hash }) => hash))).toContain('late-stop')
})

test('rule second-place: cut off or refused in the middle, a backup is none there until its last part is', async () => {
  const whole = await backUp()
  expect(whole.parts.length).toBeGreaterThan(2)
  const [one, two] = whole.parts.map((part) => part.key)
  server.faults.push({ method: 'PUT', key: new RegExp(String(two)), how: 500, times: 3 })
  await expect(keep()).rejects.toThrow('500')
  expect([server.shelf.objects.has(String(one)), server.shelf.objects.has(String(two)), copied(whole.id)]).toEqual([
    true,
    false,
    false,
  ])
  // there is time for nothing
  await keep({ until: 0 })
  expect(copied(whole.id)).toBe(false)
  server.calls.length = 0
  await keep()
  expect(copied(whole.id)).toBe(true)
  expect(server.calls.filter((call) => call === `PUT ${one}`)).toEqual([])
})

test('rule second-place: what it does not take of the journal it is given again, and that keeps no backup from it', async () => {
  const whole = await backUp()
  const now = Date.now()
  await addStops(first, now, [stop('refused-stop', now)])
  server.faults.push({ method: 'PUT', key: /^journal/, how: 'reset', times: 3 })
  await expect(keep()).rejects.toThrow()
  expect(copied(whole.id)).toBe(true)
  await keep()
  expect((await minutes()).flatMap(({ stops }) => stops.map(({ hash }) => hash))).toContain('refused-stop')
})

test('rule second-place: a part that is not what was written is not copied as if it were', async () => {
  const whole = await backUp()
  const key = String(whole.parts[0]?.key)
  const right = new Uint8Array((await (await first.get(key))?.arrayBuffer()) ?? new ArrayBuffer())
  await first.put(key, right.with(100, (right[100] ?? 0) ^ 1))
  await expect(keep()).rejects.toThrow(`${key} is not what was written`)
  expect(copied(whole.id)).toBe(false)
  await first.put(key, right)
  await keep()
  expect(copied(whole.id)).toBe(true)
})

test('rule second-place: a lost account is restored from there, with keys that may only read, and a second time nothing changes', async () => {
  const whole = await backUp()
  const since = Date.now()
  for (let i = 0; i < 60; i++) await addSettled(first, since + i, [batch(100 + i)])
  await addStops(first, since, [stop('kept-stop', since)])
  await keep()
  await run(`update phone_numbers set in_use = 0, in_use_by = null`)
  await run(
    `insert into phone_numbers (id, number, name, status, in_use, in_use_by, created_at) values (8, '628112', 'R', 'active', 1, 'a2', 1)`,
  )
  await keep()
  const puts: string[] = []
  const place: Place = {
    object: async (key) => {
      const object = await fresh.get(key)
      return object && new Uint8Array(await object.arrayBuffer())
    },
    backups: () => Promise.resolve([]),
    put: async (key, value) => {
      puts.push(key)
      await fresh.put(key, value)
    },
    query: () => Promise.resolve([]),
    vars: {},
    privateKey: PKCS8,
    close: () => Promise.resolve(),
  }
  const second = server.client(READER)
  const source = secondSource(second)
  const found = await backupAt(source, Date.now())
  expect(found.id).toBe(whole.id)
  expect(Object.keys(await openParts(source, found, PKCS8))).toHaveLength(whole.parts.length)
  const now = Date.now()
  const brought = await bring(second, place, found, now)
  expect(brought).toMatchObject({ parts: whole.parts.length, claims: 1 })
  const all = await settledAfter(fresh, { since: since - 600_000, after: '', limit: 1_000 })
  expect(new Set(all.batches.map(({ sequence }) => sequence))).toEqual(
    expect.objectContaining(new Set(Array.from({ length: 60 }, (_, i) => 100 + i))),
  )
  const { objects } = await fresh.list({ prefix: 'journal/settled/' })
  for (const { key } of objects)
    expect((await (await fresh.get(key))?.json<unknown[]>())?.length).toBeLessThanOrEqual(50)
  const { stops } = await stopsAfter(fresh, since - 600_000, '')
  expect(stops.map(({ hash }) => hash)).toContain('kept-stop')
  const claimsOf = async (id: string) =>
    (await claimedAfter(fresh, id, { since: since - 600_000, now: Date.now(), after: '' })).claims
  // a1 has given its number back meanwhile
  expect([(await claimsOf('a1')).length, (await claimsOf('a2'))[0]?.ids]).toEqual([0, [8]])
  expect(await (await fresh.get(SECOND_KEY))?.json()).toEqual({ journalTo: now, backup: whole.id, copying: null })
  puts.length = 0
  await bring(second, place, found, now)
  expect(puts).toEqual(['state/index.json'])
  // another one under its name is no reason to write over it
  await fresh.put(String(whole.parts[0]?.key), 'other')
  await expect(bring(second, place, found, now)).rejects.toThrow('is there already, and is another one')
  expect(stampOf(brought.until) >= stampOf(since)).toBe(true)
})

test('rule second-place: npm run restore -- --from second reads it, and with --apply brings it and begins', async () => {
  const whole = await backUp()
  await keep()
  const home = mkdtempSync(join(tmpdir(), 'wa-blaster-second-'))
  const restore = (args: string[], env: Record<string, string> = {}) =>
    new Promise<{ code: number; output: string }>((done) => {
      const given = { ...process.env, DATA_DIR: home, BACKUP_PRIVATE_KEY: PKCS8, ...env }
      const at = ['scripts/restore/main.ts', '--at', new Date().toISOString(), '--json', ...args]
      execFile(process.execPath, at, { env: given }, (error, out, problem) =>
        done({ code: error ? 1 : 0, output: `${out}${problem}` }),
      )
    })
  const reader = {
    SECOND_S3_ADDRESS: `${server.address}/second`,
    SECOND_S3_REGION: server.region,
    SECOND_S3_READ_KEY_ID: READER.keyId,
    SECOND_S3_READ_SECRET: READER.secret,
  }
  try {
    expect((await restore(['--from', 'second'])).output).toContain('SECOND_S3_ADDRESS is missing')
    const looked = await restore(['--from', 'second'], reader)
    expect(JSON.parse(looked.output), looked.output).toMatchObject({ backup: whole.id, begun: false })
    expect((await restore([])).output).toContain('there is none')
    const applied = await restore(['--from', 'second', '--apply'], reader)
    expect(JSON.parse(applied.output), applied.output).toMatchObject({ backup: whole.id, begun: true })
    // from now on everything is in the first place
    const there = await restore([])
    expect(there.output).toContain(whole.id)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})
