// The night's backup, the journal beside it, and a database that is restored, some seconds each minute (rules backup, journal,
// restore-gate).
import { HOUR_MS } from '../contract/ground/time.ts'
import type { SettlementBatch } from '../contract/money/settlement.ts'
import { addSettled, addStops, forgetJournal } from '../domain/operation/backup/journal.ts'
import type { Stop } from '../domain/record/journal/format.ts'
import { noteMissedStops } from '../domain/operation/backup/missed-stops-store.ts'
import { continueRestoration, type RestorePorts } from '../domain/operation/backup/restore.ts'
import { continueBackup } from '../domain/operation/backup/run-backup.ts'
import { type Gate, gateOf } from '../domain/ground/restoring/store.ts'
import type { Db } from '../domain/ground/db/connection.ts'
import { recordCronEnd } from '../domain/operation/health/store.ts'
import { ringForStops } from '../domain/recipients/suppressions/hash-keys.ts'
import { accountObject } from '../durable-objects/stubs.ts'
import { type Env, isSandbox } from './env.ts'
import { errorFields, log } from './log.ts'

const didNotNote = (error: unknown): void => log.error('the journal was not written', errorFields(error))

/** Of one who stops; what it could not write the cron writes (noteMissedStops). */
export const journalStop =
  (env: Env): ((stop: Stop) => Promise<void>) =>
  (stop) =>
    journalStops(env)([stop])
/** Of a step of an imported list. */
export const journalStops =
  (env: Env) =>
  async (stops: readonly Stop[]): Promise<void> => {
    const [first] = stops
    if (first) await (env.BACKUPS && addStops(env.BACKUPS, first.at, stops))?.catch(didNotNote)
  }
/** Before they are settled. Settling does not wait for it: an object keeps its batches for weeks, and says them again. */
export const journalSettled =
  (env: Env) =>
  async (batches: readonly SettlementBatch[]): Promise<void> => {
    await (env.BACKUPS && addSettled(env.BACKUPS, Date.now(), batches))?.catch(didNotNote)
  }

/** Cron. */
export const writeMissedStops = async ({ BACKUPS }: Env, db: Db): Promise<void> => {
  if (BACKUPS) await noteMissedStops(db, BACKUPS)
}
/** Cron. */
export const forgetOldJournal = async ({ BACKUPS }: Env, now: number, until: number): Promise<void> => {
  if (BACKUPS) await forgetJournal(BACKUPS, now, () => Date.now() < until)
}
/** Cron. */
export const keepBackups = async (env: Env, db: Db, scheduledAt: number, until: number): Promise<void> => {
  if (!env.BACKUPS) return
  if (!env.BACKUP_PUBLIC_KEY) {
    if (!isSandbox(env) && scheduledAt % HOUR_MS === 0) log.error('no backup is made: BACKUP_PUBLIC_KEY is missing')
    return
  }
  // a local run keeps none unless it is asked to
  if (isSandbox(env) && !env.BACKUP_EVERY_S) return
  const done = await continueBackup({
    db,
    bucket: env.BACKUPS,
    publicKey: env.BACKUP_PUBLIC_KEY,
    pageOf: (accountId, from) => accountObject(env, accountId).backUp(from),
    clock: () => Date.now(),
    until,
    everyMs: isSandbox(env) && env.BACKUP_EVERY_S ? Number(env.BACKUP_EVERY_S) * 1_000 : null,
    error: (text, fields) => log.error(text, fields),
  })
  if (typeof done === 'string') return
  await recordCronEnd(db, 'backup', Date.now())
  const { id, objects, missing, parts } = done
  const rows = parts.reduce((sum, part) => sum + part.rows, 0)
  log.info('a backup is whole', { id, rows, objects, missing: missing.length })
}

/** Nothing else of the cron works meanwhile; what is left of the minute is for the step that is begun. */
const RESTORE_MS = 45_000
/** Answers what the gate waits for: until it is open nothing else of the cron may work on the database. */
export const keepRestoring = async (env: Env, db: Db, settle: RestorePorts['settle']): Promise<Gate> => {
  const gate = await gateOf(db)
  if (gate !== 'restoring' || !env.BACKUPS) return gate
  try {
    const done = await continueRestoration({
      db,
      bucket: env.BACKUPS,
      hashKeys: await ringForStops(env),
      settle,
      outlive: (accountId, since) => accountObject(env, accountId).outlive(since),
      hearSettled: (accountId, batches) => accountObject(env, accountId).hearSettled(batches),
      takeRows: (accountId, rows) => accountObject(env, accountId).takeRows(rows),
      clock: () => Date.now(),
      budgetMs: RESTORE_MS,
    })
    if (done) log.warn('the database is restored', done)
  } catch (error) {
    log.error('restoring waits', errorFields(error))
  }
  return gate
}
