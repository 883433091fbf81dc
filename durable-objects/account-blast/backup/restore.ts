// An account's object after the database, or the object itself, was restored (rule restore-gate). What it says again and what it takes
// over are bound to change nothing when they come twice.
import { DAY_MS } from '../../../contract/time.ts'
import type { Outlived, RestoredRows, Told } from '../../../domain/backup/lost-objects.ts'
import { hashesOfNumber, lidHashes } from '../../../domain/suppressions/hash.ts'
import type { AccountCore } from '../core.ts'
import { type AccountDocument, newDocument } from '../document.ts'
import { eraseNumber } from '../erase.ts'
import { batchesSince } from '../sending/batches-store.ts'
import { emptyBuffer } from '../sending/buffer.ts'
import { doubtClaims } from '../sending/claim.ts'
import { scheduleOpen } from '../sending/outcomes.ts'
import { closeOutbox, scheduleFlush, scheduleResend } from '../sending/settle.ts'
import { wantsRunner } from '../session/lease.ts'
import { dropAllSessions } from '../session/vault-store.ts'
import { insertRows, numbersNamed, openAttemptsOf, tellAttempts } from './rows-store.ts'

/**
 * The object outlived its database: it says what it settled since the backup, and whom it wrote to without an outcome. The restored
 * database does not know its claims, so it gives them up.
 */
export const afterDatabaseRestored = (core: AccountCore, since: number): Outlived => {
  closeOutbox(core)
  emptyBuffer(core.account)
  doubtClaims(core)
  core.touchRow()
  const hashesOf = (lid: string) => lidHashes(core.hashKeys, lid)
  return { batches: batchesSince(core.sql, since, hashesOf), open: openAttemptsOf(core.sql) }
}

/** @returns whether it lives now: with the last of its rows, the document */
export const takeRows = async (
  core: AccountCore,
  { lines, told, reversed, erased }: RestoredRows,
): Promise<boolean> => {
  if (core.doc) return false
  insertRows(core.sql, lines)
  const document = lines.find((line) => line.table === 'document')?.row['value']
  if (typeof document !== 'string') return false
  tellAttempts(core.sql, told)
  const stored = JSON.parse(document) as AccountDocument
  core.doc = revived(core, { ...newDocument({ ...stored, now: stored.createdAt }), ...stored }, told, reversed)
  // its keys of people are older than what those people have: the next message to each makes a new session
  dropAllSessions(core.sql, core.doc.vaultGeneration)
  doubtClaims(core)
  scheduleOpen(core)
  scheduleFlush(core)
  scheduleResend(core)
  core.touchRow()
  const gone = new Set(erased)
  if (gone.size > 0)
    for (const number of numbersNamed(core.sql))
      if (hashesOfNumber(core.hashKeys, number).some((hash) => gone.has(hash))) await eraseNumber(core, number)
  return true
}

/** Numbers that count up jump: those in between were used by the object that was lost. */
const JUMP = 1_000
const revived = (
  core: AccountCore,
  doc: AccountDocument,
  told: readonly Told[],
  reversed: readonly string[],
): AccountDocument => {
  const now = core.now()
  const saidAt = new Map(told.map((one) => [one.attemptId, one.at]))
  const isSaid = ({ item }: AccountDocument['outbox'][number]): boolean =>
    item.kind === 'result'
      ? item.result.at <= (saidAt.get(item.result.attemptId) ?? -1)
      : item.kind === 'reversal' && reversed.includes(item.reversal.attemptId)
  // a runner may have the session open until it learns that it is fenced
  const mayBeOpenUntil = now + core.timing.leaseMs + core.timing.leaseSkewMs
  const next: AccountDocument = {
    ...doc,
    base: doc.base === 'connected' || doc.base === 'unknown' ? 'reconnecting' : doc.base,
    link: null,
    buffer: [],
    templateUses: {},
    outbox: doc.outbox.filter((item) => !isSaid(item)),
    run: doc.run && { ...doc.run, stopRequested: true },
    check: doc.check && { ...doc.check, stopRequested: true },
    epoch: doc.epoch + JUMP,
    claim: doc.claim + JUMP,
    sequence: Math.max(doc.sequence, ...told.map((one) => one.sequence)) + JUMP,
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
    timers: { tidy: now + DAY_MS, 'opt-outs': now, pump: now, 'check-keep': now, 'job-keep': now },
  }
  // it asks anew: how long that takes has nothing of the time it was lost
  delete next.placeAskedAt
  if (doc.restrictedUntil !== null) next.timers.restriction = Math.max(now, doc.restrictedUntil)
  if (wantsRunner(next)) next.timers.place = mayBeOpenUntil
  return next
}
