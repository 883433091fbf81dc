// Backups, losses and restores for tests.
import { generateKeyPairSync } from 'node:crypto'
import { applyD1Migrations, env } from 'cloudflare:test'
import { type Manifest, manifest, manifestKey } from '../../../domain/operation/backup/format.ts'
import { readJson } from '../../../domain/record/journal/bucket.ts'
import { settledAfter, stopsAfter } from '../../../domain/operation/backup/journal.ts'
import { LOCKS } from '../../../domain/operation/backup/locks.ts'
import { type BackupPorts, continueBackup } from '../../../domain/operation/backup/run-backup.ts'
import { continueRestoration, type RestorePorts } from '../../../domain/operation/backup/restore.ts'
import { keyOfPart, openPart, sha256 } from '../../../domain/operation/backup/seal.ts'
import { hashRing } from '../../../domain/recipients/suppressions/hash-keys.ts'
import type { SettlementBatch } from '../../../contract/money/settlement.ts'
import { accountObject } from '../../../durable-objects/stubs.ts'
import { settleAll } from '../../../worker/settle.ts'
import { until } from '../../../scripts/drive/until.ts'
import { all, bound, db, one, run } from './database.ts'
import type { FakeRunner } from './fake-runner.ts'
import { makeLender } from './people.ts'
import { acked, linkedAccount, numbers } from './stage.ts'

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const SPKI = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const PKCS8 = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')

/** With the locks that setup gives it, which the local bucket does not know. @param clock of the bucket */
export const lockedBucket = (clock: () => number): R2Bucket => {
  const { BACKUPS } = bound
  if (!BACKUPS) throw new Error('there is no bucket for backups')
  const refuseLocked = async (key: string): Promise<void> => {
    const rule = LOCKS.find(({ prefix }) => key.startsWith(prefix))
    const there = rule && (await BACKUPS.head(key))
    if (there && clock() - there.uploaded.getTime() < rule.days * 86_400_000)
      throw new Error(`put or delete: ${key} is locked (10069)`)
  }
  return new Proxy(BACKUPS, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return async (...args: [string | string[], ...unknown[]]) => {
        // tests write thousands of entries of the journal, each under a name of its own
        const isNew = name === 'put' && String(args[0]).startsWith('journal/')
        if ((name === 'put' && !isNew) || name === 'delete') for (const key of [args[0]].flat()) await refuseLocked(key)
        return (value as (...all: unknown[]) => unknown).apply(target, args)
      }
    },
  })
}
export const bucket = lockedBucket(() => Date.now())
export const backupPorts = (more: Partial<BackupPorts> = {}): BackupPorts => ({
  db,
  bucket,
  publicKey: SPKI,
  pageOf: (id, from) => accountObject(bound, id).backUp(from),
  clock: () => Date.now(),
  until: Number.POSITIVE_INFINITY,
  everyMs: 0,
  error: () => undefined,
  ...more,
})
export const backUp = async (more: Partial<BackupPorts> = {}): Promise<Manifest> => {
  const done = await continueBackup(backupPorts(more))
  if (typeof done === 'string') throw new Error(`the backup is not whole: ${done}`)
  return done
}
/** What the journal says since then, of few. */
export const stopsSince = async (since: number) => (await stopsAfter(bucket, since, '')).stops
export const settledSince = async (since: number): Promise<SettlementBatch[]> => {
  const found: SettlementBatch[] = []
  for (let after: string | null = ''; after !== null; ) {
    const page: Awaited<ReturnType<typeof settledAfter>> = await settledAfter(bucket, { since, after, limit: 20 })
    found.push(...page.batches)
    after = page.last
  }
  return found
}
export const storedManifest = async (id: string): Promise<Manifest | null> =>
  (await readJson(bucket, manifestKey(id), manifest))?.value ?? null

/** Every line of a backup, and the key of each part. */
export const opened = async (backup: Manifest): Promise<{ keys: Record<string, string>; text: string }> => {
  const keys: Record<string, string> = {}
  let text = ''
  for (const { key, sha256: hash } of backup.parts) {
    const part = new Uint8Array((await (await bucket.get(key))?.arrayBuffer()) ?? new ArrayBuffer())
    if ((await sha256(part)) !== hash) throw new Error(`${key} is not what the manifest says`)
    keys[key] = await keyOfPart(PKCS8, part)
    text += await openPart(keys[key], key, part)
  }
  return { keys, text }
}

/** The database is gone, and an empty one with all tables is in its place. */
export const loseDatabase = async (): Promise<void> => {
  const virtual = await all<{ name: string }>(`select name from sqlite_master where sql like 'create virtual%'`)
  for (const { name } of virtual) await run(`drop table "${name}"`)
  const tables = await all<{ name: string }>(
    `select name from sqlite_master where type = 'table' and name not like 'sqlite%' and name not like '\\_cf%' escape '\\'`,
  )
  for (const { name } of tables) await run(`drop table "${name}"`)
  const migrations = (env as unknown as { TEST_MIGRATIONS: Parameters<typeof applyD1Migrations>[1] }).TEST_MIGRATIONS
  await applyD1Migrations(bound.DB, migrations)
}

/** What the script writes; then nothing is claimed and nothing settled. */
export const beginRestoration = async (
  of: { backup: Manifest | null; since: number },
  phase = 'tables',
): Promise<void> => {
  const keys = of.backup ? (await opened(of.backup)).keys : {}
  await run(
    `insert or replace into restorations (id, backup, since, keys, phase, started_at) values (1, ?, ?, ?, ?, 0)`,
    of.backup?.id ?? null,
    of.since,
    JSON.stringify(keys),
    phase,
  )
}
export const restorePorts = (more: Partial<RestorePorts> = {}): RestorePorts => ({
  db,
  bucket,
  hashKeys: hashRing(bound),
  settle: (batches, from) => settleAll(bound, batches, { restores: true, journaled: from === 'journal' }),
  outlive: (id, since) => accountObject(bound, id).outlive(since),
  hearSettled: (id, batches) => accountObject(bound, id).hearSettled(batches),
  takeRows: (id, rows) => accountObject(bound, id).takeRows(rows),
  clock: () => Date.now(),
  budgetMs: 20_000,
  ...more,
})
/** As the cron does it, some steps a call. */
export const restore = async (budgetMs = 20_000, more: Partial<RestorePorts> = {}) => {
  for (let calls = 1; calls < 500; calls++) {
    const done = await continueRestoration(restorePorts({ budgetMs, ...more }))
    if (done) return { ...done, calls }
  }
  throw new Error('the restoration does not end')
}
/** An account that has sent to this many numbers, all of it settled. */
export const sender = async (runner: FakeRunner, userId: string, from: number, count: number) => {
  await makeLender(userId)
  await run(`update phone_numbers set status = 'nonactive'`)
  const list = await numbers(from, count)
  const account = await linkedAccount(runner, userId)
  await account.object.start()
  for (let i = 0; i < count; i++) {
    await until(`send ${i}`, () => account.socket.sends()[i])
    account.socket.say(acked(account.socket, i))
  }
  const { accountId } = account
  await until('the end', async () => (await account.object.snapshot())?.status === 'idle')
  const isSettled = async () =>
    (await one<{ n: number }>('select count(*) as n from phone_numbers where in_use_by = ?', accountId)).n === 0 &&
    (await one<{ n: number }>('select sum(count_success) as n from phone_numbers where number >= ?', list[0])).n >=
      count
  await until('settled', isSettled)
  return { ...account, list }
}
