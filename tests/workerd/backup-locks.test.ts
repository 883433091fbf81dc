// Backups in a bucket whose lock keeps them from everybody, the Worker too.
import { beforeAll, expect, test, vi } from 'vitest'
import {
  INDEX_KEY,
  manifestKey,
  OLD_INDEX_KEY,
  OLD_STATE_KEY,
  STATE_KEY,
} from '../../domain/operation/backup/format.ts'
import { stampOf } from '../../domain/record/journal/stamps.ts'
import { LOCKS } from '../../domain/operation/backup/locks.ts'
import { noteMissedStops } from '../../domain/operation/backup/missed-stops-store.ts'
import { continueBackup } from '../../domain/operation/backup/run-backup.ts'
import { forgetBackups } from '../../domain/operation/backup/whole.ts'
import { backupAt, indexed } from '../../scripts/restore/restore.ts'
import type { Env } from '../../worker/env.ts'
import { keepSecondPlace } from '../../worker/second-place.ts'
import {
  backUp,
  backupPorts,
  beginRestoration,
  bucket,
  lockedBucket,
  loseDatabase,
  restore,
  stopsSince,
  storedManifest,
} from './support/backups.ts'
import { all, bound, db, run } from './support/database.ts'
import { makeLender } from './support/people.ts'
import { stage } from './support/stage.ts'

const DAY_MS = 86_400_000
beforeAll(() => stage())
const json = async <T>(key: string): Promise<T | null> => (await (await bucket.get(key))?.json<T>()) ?? null
const keysUnder = async (prefix: string): Promise<string[]> =>
  (await bucket.list({ prefix })).objects.map(({ key }) => key)
const begunId = async (): Promise<string> => (await json<{ id: string }>(STATE_KEY))?.id ?? ''
/** As `npm run restore` finds it. */
const object = async (key: string) => {
  const there = await bucket.get(key)
  return there && new Uint8Array(await there.arrayBuffer())
}
const found = (at: number) => backupAt({ object, backups: () => indexed(object) }, at)

test('rule backup-lock: nothing that is written again stands under a lock, and every part, manifest and entry of the journal does', async () => {
  await makeLender('locked')
  const { id, parts } = await backUp()
  const locked = (key: string): boolean => LOCKS.some(({ prefix }) => key.startsWith(prefix))
  for (const key of [STATE_KEY, INDEX_KEY, OLD_STATE_KEY, OLD_INDEX_KEY, 'state/mark.json', 'journal/mark.json'])
    expect(locked(key), key).toBe(false)
  for (const { key } of parts) expect(locked(key), key).toBe(true)
  expect(locked(manifestKey(id))).toBe(true)
  await expect(bucket.delete(manifestKey(id))).rejects.toThrow('locked')
})

test('rule backup-lock: a cron that is cut off after the manifest goes on, though the manifest cannot be written again', async () => {
  const { id } = await backUp()
  const first = await (await bucket.get(manifestKey(id)))?.text()
  // the state of before: the manifest is not known to be written
  const state = await json<object>(STATE_KEY)
  await bucket.put(STATE_KEY, JSON.stringify({ ...state, place: { step: 'manifest' } }))
  expect((await backUp()).id).toBe(id)
  expect(await (await bucket.get(manifestKey(id)))?.text()).toBe(first)
  expect(await json(INDEX_KEY)).toContain(id)
})

test('rule backup-lock: what a backup that was started over has left is deleted once its lock is over, and no sooner', async () => {
  let ticks = Date.now()
  const aStep = () => continueBackup(backupPorts({ clock: () => ++ticks, until: ticks + 6 }))
  await bucket.delete(STATE_KEY)
  while ((await keysUnder(`backup/${await begunId()}/`)).length === 0) expect(await aStep()).toBe('more')
  const id = await begunId()
  ticks += 3 * DAY_MS
  await aStep()
  expect(await begunId()).not.toBe(id)
  const isThere = async () => (await keysUnder(`backup/${id}/`)).length > 0
  for (const [days, is] of [
    [34, true],
    [37, true],
    [38, false],
  ] as const) {
    const now = Date.now() + days * DAY_MS
    await forgetBackups(
      lockedBucket(() => now),
      now,
      () => true,
    )
    expect([days, await isThere()]).toEqual([days, is])
  }
  await bucket.delete(STATE_KEY)
})

test('rule backup-retention: with a new backup those go whose time is over, with all their parts', async () => {
  const later = Date.now() + 100 * DAY_MS
  const nights = Array.from({ length: 60 }, (_, i) => stampOf(later - (i + 1) * DAY_MS))
  for (const id of nights) await bucket.put(manifestKey(id), '{}')
  await bucket.put(INDEX_KEY, JSON.stringify(nights))
  const { id } = await backUp({ clock: () => later, bucket: lockedBucket(() => later) })
  const left = (await json<string[]>(INDEX_KEY)) ?? []
  expect(left).toEqual(expect.arrayContaining([id, ...nights.slice(0, 38)]))
  expect(left.length).toBeLessThanOrEqual(41)
  for (const night of nights) expect((await bucket.head(manifestKey(night))) !== null).toBe(left.includes(night))
  await bucket.delete([STATE_KEY, INDEX_KEY])
})

test('rule backup-lock: what the version before made is found, counts as last night’s, and is restored', async () => {
  await makeLender('of-before')
  const backup = await backUp()
  // as that version left it
  await bucket.put(OLD_STATE_KEY, (await (await bucket.get(STATE_KEY))?.text()) ?? '')
  await bucket.put(OLD_INDEX_KEY, JSON.stringify(['20200101T000000000Z', backup.id]))
  await bucket.delete([STATE_KEY, INDEX_KEY])
  expect(await continueBackup(backupPorts({ everyMs: DAY_MS }))).toBe('none')
  const at = Date.now()
  expect((await found(at)).id).toBe(backup.id)
  await loseDatabase()
  await beginRestoration({ backup: await found(at), since: backup.cutAt })
  await restore()
  expect(await all(`select id from users where id = 'of-before'`)).toHaveLength(1)
  // the next one is named beside it, and one that only the old index names is not
  const { id } = await backUp()
  expect(await json(INDEX_KEY)).toEqual([backup.id, id])
  expect((await found(at)).id).toBe(backup.id)
  await expect(found(Date.parse('2021-01-01'))).rejects.toThrow('no backup by')
  await bucket.delete([STATE_KEY, INDEX_KEY, OLD_INDEX_KEY])
})

test('rule backup-lock: one that the version before had begun is started over, beside it', async () => {
  const { id } = await backUp()
  const state = await json<object>(STATE_KEY)
  await bucket.put(OLD_STATE_KEY, JSON.stringify({ ...state, place: { step: 'cut' } }))
  await bucket.delete(STATE_KEY)
  const next = await backUp({ everyMs: DAY_MS })
  expect([next.id === id, (await storedManifest(id))?.id]).toEqual([false, id])
})

test('rule journal: the cron goes on from where the version before had read the history to', async () => {
  await run(`insert into consent_history (hash, event, source, at) values ('known', 'opt_out', 'reply', 5)`)
  const [known] = await all<{ id: number }>(`select max(id) as id from consent_history`)
  await run(`insert into consent_history (hash, event, source, at) values ('since', 'opt_out', 'reply', 5)`)
  await bucket.delete('state/mark.json')
  await bucket.put('journal/mark.json', JSON.stringify({ last: known?.id }))
  const before = Date.now()
  await noteMissedStops(db, bucket)
  expect((await stopsSince(before)).map(({ hash }) => hash)).toEqual(['since'])
})

test('rule second-place: what it took is noted, and one that refuses or lacks a key is told and keeps nothing else from being done', async () => {
  const { publicKey } = backupPorts()
  const env = { ...bound, BACKUP_PUBLIC_KEY: publicKey, SECOND_S3_ADDRESS: 'https://second.invalid/kept' }
  const keys = { SECOND_S3_KEY_ID: 'k', SECOND_S3_SECRET: 's' }
  let status = 403
  const asked: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    asked.push(`${init?.method} ${String(url)}`)
    return new Response(status === 200 ? null : '<Error><Code>AccessDenied</Code></Error>', { status })
  })
  const notedAt = async () =>
    (await all<{ at: number }>(`select ended_at as at from cron_ends where round = 'second'`))[0]
  try {
    const keep = (of: Env) => keepSecondPlace(of, db, Date.now() + 20_000)
    await keep(bound)
    expect(asked).toEqual([])
    await expect(keep(env)).rejects.toThrow('SECOND_S3_KEY_ID is missing')
    await expect(keep({ ...env, ...keys })).rejects.toThrow('403 AccessDenied')
    expect(await notedAt()).toBeUndefined()
    status = 200
    await keep({ ...env, ...keys })
    expect(await notedAt()).toBeDefined()
    expect(asked.at(-1)).toMatch(/^PUT https:\/\/second\.invalid\/kept\/(journal|backup)\//)
  } finally {
    vi.restoreAllMocks()
  }
})
