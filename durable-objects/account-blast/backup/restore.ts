// An account's object after the database, or the object itself, was restored (rule restored-place). What it says again and what it takes
// over are bound to change nothing when they come twice.
import { MESSAGE_BACKUP_DAYS } from '../../../contract/ground/message-days.ts'
import { DAY_MS } from '../../../contract/ground/time.ts'
import type { Outlived, RestoredRows } from '../../../domain/operation/backup/lost-objects.ts'
import { stoppedAmong } from '../../../domain/operation/backup/restore-store.ts'
import { lastSettledOf } from '../../../domain/money/settlement/store.ts'
import { hashesOfNumber, lidHashes } from '../../../domain/recipients/suppressions/hash.ts'
import type { SettlementBatch } from '../../../contract/money/settlement.ts'
import type { BackupPort } from './port.ts'
import type { AccountDocument } from '../document/document.ts'
import { newDocument } from '../document/new-document.ts'
import { eraseNumber } from '../privacy/erase.ts'
import { stopsWithLid } from '../tables/opt-outs-store.ts'
import { batchesSince, keepSettled, lastSettled, settledAmong } from '../tables/batches-store.ts'
import { emptyBuffer } from '../claim/buffer.ts'
import { noteStrayClaims } from '../claim/claim.ts'
import { scheduleOpen } from '../outcome/outcomes.ts'
import { closeOutbox, goOnAfter, scheduleFlush, scheduleResend } from '../settle/settle.ts'
import { wantsRunner } from '../session/lease.ts'
import { dropAllSessions } from '../tables/vault-store.ts'
import { KEPT_BY } from '../../retention-rules.ts'
import { noteGone } from '../tables/attempts-store.ts'
import { insertRows, numbersNamed, openAttemptsOf, tellAttempts, triedSince } from '../tables/rows-store.ts'

/**
 * The object outlived its database: it says what it settled since the backup, and whom it wrote to, with and without an outcome. The restored
 * database does not know its claims, so it gives them up. One that was lost and linked again before the ledger had its last batches back goes
 * on after them.
 */
export const afterDatabaseRestored = async (core: BackupPort, since: number): Promise<Outlived> => {
  const { accountId } = core.account
  const { last } = await core.saveThenCall(({ db }) => lastSettledOf(db, accountId))
  goOnAfter(core, last)
  closeOutbox(core)
  emptyBuffer(core.account)
  noteStrayClaims(core)
  core.touchRow()
  const hashesOf = (lid: string) => lidHashes(core.hashKeys, lid)
  return {
    batches: batchesSince(core.sql, since, hashesOf),
    open: openAttemptsOf(core.sql),
    stops: stopsWithLid(core.sql),
    tried: triedSince(core.sql, since),
  }
}

/**
 * What a lost object settled after its backup. It must know it when its rows come; if they never do, it forgets it by an alarm, and a link asks
 * the ledger (newAccount).
 */
export const hearSettled = async (core: BackupPort, batches: readonly SettlementBatch[]): Promise<void> => {
  if (core.doc) return
  keepSettled(core.sql, batches, core.now())
  await core.setAlarm(core.now() + KEPT_BY.AccountBlast.settled_batches.afterMs)
}

/** Their hashes are one bound parameter. */
const NUMBERS_AT_ONCE = 2_000
/** Of everybody whom the rows name: who was erased since then (epoch ms). */
const erasedSince = async (core: BackupPort, since: number): Promise<string[]> => {
  const named = [...numbersNamed(core.sql)]
  const found: string[] = []
  for (let i = 0; i < named.length; i += NUMBERS_AT_ONCE) {
    const some = named
      .slice(i, i + NUMBERS_AT_ONCE)
      .map((number) => ({ number, hashes: hashesOfNumber(core.hashKeys, number) }))
    const hashes = some.flatMap((one) => one.hashes)
    const { erased } = await core.saveThenCall(({ db }) => stoppedAmong(db, hashes, since))
    found.push(...some.flatMap((one) => (one.hashes.some((hash) => erased.has(hash)) ? [one.number] : [])))
  }
  return found
}

/** Of an object that was lost. @returns whether it lives now, and has forgotten everybody who was erased since */
export const takeRows = async (core: BackupPort, { lines, since }: RestoredRows): Promise<boolean> => {
  if (!core.doc) {
    insertRows(core.sql, lines)
    const document = lines.find((line) => line.table === 'document')?.row['value']
    // the document is the last of its rows
    if (typeof document !== 'string') return false
    revive(core, JSON.parse(document) as AccountDocument, since)
  }
  if (core.account.erasesSince === undefined) return true
  for (const number of await erasedSince(core, core.account.erasesSince)) await eraseNumber(core, number)
  delete core.account.erasesSince
  return true
}

const revive = (core: BackupPort, stored: AccountDocument, since: number): void => {
  tellAttempts(core.sql)
  noteGone(core.sql, since - MESSAGE_BACKUP_DAYS * DAY_MS)
  core.become(revived(core, { ...newDocument({ ...stored, now: stored.createdAt }), ...stored, erasesSince: since }))
  // its keys of people are older than what those people have: the next message to each makes a new session
  dropAllSessions(core.sql, core.account.vaultGeneration)
  noteStrayClaims(core)
  scheduleOpen(core)
  scheduleFlush(core)
  scheduleResend(core)
  core.touchRow()
}

/** Numbers that count up jump: those in between were used by the object that was lost. */
const JUMP = 1_000
const revived = (core: BackupPort, doc: AccountDocument): AccountDocument => {
  const now = core.now()
  const waiting = doc.outbox.flatMap(({ item }) =>
    item.kind === 'result' ? [item.result.attemptId] : item.kind === 'reversal' ? [item.reversal.attemptId] : [],
  )
  const { saidAt, reversed } = settledAmong(core.sql, waiting)
  const isSaid = ({ item }: AccountDocument['outbox'][number]): boolean =>
    item.kind === 'result'
      ? item.result.at <= (saidAt.get(item.result.attemptId) ?? -1)
      : item.kind === 'reversal' && reversed.has(item.reversal.attemptId)
  // a runner may have the session open until it learns that it is fenced
  const mayBeOpenUntil = now + core.timing.leaseMs + core.timing.leaseSkewMs
  // it asks again: how long that takes has nothing of the time it was lost
  const { placeAskedAt: _asked, ...known } = doc
  const next: AccountDocument = {
    ...known,
    base: doc.base === 'connected' || doc.base === 'unknown' ? 'reconnecting' : doc.base,
    link: null,
    buffer: [],
    templateUses: {},
    outbox: doc.outbox.filter((item) => !isSaid(item)),
    run: doc.run && { ...doc.run, stopRequested: true },
    check: doc.check && { ...doc.check, stopRequested: true },
    epoch: doc.epoch + JUMP,
    claim: doc.claim + JUMP,
    sequence: Math.max(doc.sequence, lastSettled(core.sql)) + JUMP,
    version: doc.version + JUMP * JUMP,
    runner: null,
    handOver: null,
    holdsSession: false,
    keysAtEpoch: 0,
    connection: 'none',
    unclean: true,
    mayBeOpenUntil,
    handled: { epoch: 0, seq: 0 },
    adminInterest: null,
    notices: [],
  }
  const timers = {
    tidy: now + DAY_MS,
    'opt-outs': now,
    pump: now,
    'check-keep': now,
    'job-keep': now,
    ...(doc.restrictedUntil !== null && { restriction: Math.max(now, doc.restrictedUntil) }),
    ...(wantsRunner(next) && { place: mayBeOpenUntil }),
  }
  return { ...next, timers }
}
