// Daily clean-up (rules cooldown, retention): old rows are deleted, and an account that is over deletes its storage and wakes no more.
import { DAY_MS, HOUR_MS, jakartaMidnight } from '../../../contract/ground/time.ts'
import { readSettings } from '../../../domain/ground/settings/store.ts'
import { KEPT_BY } from '../../retention-rules.ts'
import { dropPast } from '../../retention-store.ts'
import { endRowDue, recountVault } from '../settle/account-row.ts'
import type { PrivacyPort } from './port.ts'
import type { AccountDocument } from '../document/document.ts'
import { newDocument } from '../document/new-document.ts'
import { dropErasedOwners } from '../core/erased.ts'
import { dropOldChecks, unsavedChecks } from '../tables/check-store.ts'
import { dropOldOneOffs, unsavedOneOffs } from '../tables/one-off-store.ts'
import { dropDoubts } from '../tables/doubts-store.ts'
import { dropAnsweredOptOuts } from '../tables/opt-outs-store.ts'
import { deliveriesBetween, foldAttempts, oldestOpen } from '../tables/attempts-store.ts'
import { metBetween } from '../tables/rates-store.ts'
import { addToOutbox } from '../settle/outbox.ts'
import { scheduleFlush } from '../settle/settle.ts'
import { unconfirmed } from '../tables/batches-store.ts'
import { giveProxyBack } from '../session/proxy.ts'
import { wipeGeneration } from '../tables/vault-store.ts'

export const tidy = async (core: PrivacyPort): Promise<void> => {
  const doc = core.account
  const now = core.now()
  core.setTimer('tidy', now + DAY_MS)
  if (!doc.linked && !doc.link) {
    await giveProxyBack(core)
  }
  const retentionMs = await attemptRetentionMs(core)
  if (isSpent(core, retentionMs)) {
    await endRowDue(core)
    // somebody may have linked it again meanwhile
    if (isSpent(core, retentionMs)) return core.wipe(remainderOf(core.account))
  }
  tellDeliveries(core)
  dropPast(core.sql, KEPT_BY.AccountBlast, now, {
    attempts: (sql) => {
      if (retentionMs !== null) foldAttempts(sql, now - retentionMs)
    },
    jobs: dropOldOneOffs,
    checks: dropOldChecks,
    opt_outs: dropAnsweredOptOuts,
    doubts: dropDoubts,
  })
  dropErasedOwners(doc, now)
  // what D1 does not have is kept for ever, and the account with it: an erasure changes one-off blasts that are long over
  if (unsavedOneOffs(core.sql).length > 0) core.setTimerNoLater('job-keep', now)
  if (unsavedChecks(core.sql).length > 0) core.setTimerNoLater('check-keep', now)
  if (!doc.linked) return
  if (isDead(doc)) wipeGeneration(core.sql, doc.vaultGeneration)
  recountVault(core)
}
/** A lost object has an alarm for what it heard of itself alone, all of which is past its time then. */
export const forgetHeard = ({ sql }: PrivacyPort): void => {
  const { settled_batches, presses } = KEPT_BY.AccountBlast
  dropPast(sql, { settled_batches, presses }, Number.POSITIVE_INFINITY)
}
/** WhatsApp has ended the session: the next link makes new keys, and these would hold an old key for ever (rule vault-keys). */
const isDead = (doc: AccountDocument): boolean => doc.link === null && ['loggedOut', 'conflict'].includes(doc.base)

/** Receipts of a day are in by then; what comes later is counted nowhere. */
const RECEIPT_DAYS = 3
const TOLD_AT_FIRST_DAYS = 14
/** Of an account that slept for longer the older days are told without what became of each: nobody judges them any more (rule rates). */
const MET_DAYS = 4
/** Tells each ended day once, with the batches that go anyway (rule fraud-signals). */
const tellDeliveries = (core: PrivacyPort): void => {
  const doc = core.account
  const now = core.now()
  const until = jakartaMidnight(now) - (RECEIPT_DAYS - 1) * DAY_MS
  const from = doc.deliveriesTold ?? until - TOLD_AT_FIRST_DAYS * DAY_MS
  if (from >= until) return
  for (const day of deliveriesBetween(core.sql, from, until)) {
    const begins = Date.parse(`${day.day}T00:00:00+07:00`)
    const isJudged = begins >= until - MET_DAYS * DAY_MS
    const delivery = isJudged ? { ...day, met: metBetween(core.sql, begins, begins + DAY_MS) } : day
    addToOutbox(doc, { kind: 'delivery', delivery }, now)
  }
  doc.deliveriesTold = until
  scheduleFlush(core)
}

/**
 * How long attempts are kept in ms, at least the cooldown as the setting is now: the rules of the last claim may be out of
 * date. null: D1 did not answer, and until it does nothing is deleted.
 */
const attemptRetentionMs = async (core: PrivacyPort): Promise<number | null> => {
  try {
    const { recipient_cooldown_hours: hours } = await core.saveThenCall(({ db }) => readSettings(db))
    return Math.max(KEPT_BY.AccountBlast.attempts.afterMs, hours * HOUR_MS)
  } catch (error) {
    core.logError('cooldown', error)
    return null
  }
}

/** Whether the storage can go: never linked, or removed longer ago than its attempts are kept; and every result is settled. */
const isSpent = (core: PrivacyPort, retentionMs: number | null): boolean => {
  const doc = core.account
  if (doc.linked || doc.link || doc.proxy || doc.run || doc.check || doc.rowDirty || doc.leasesInDoubt) return false
  if (doc.reached || doc.came) return false
  const { sql } = core
  const open = oldestOpen(sql, 'pending') ?? oldestOpen(sql, 'unknown') ?? doc.outbox[0]?.at ?? unconfirmed(sql).nextAt
  if (open !== null || unsavedChecks(sql).length > 0 || unsavedOneOffs(sql).length > 0) return false
  if (doc.removedAt === null) return doc.phone === null
  return retentionMs !== null && core.now() - doc.removedAt > retentionMs
}

/**
 * What stays of a removed account: its identity, and the sequences that must never start over. A batch with a sequence that
 * the ledger has seen before would be ignored, and its income lost. Of an account that was never linked nothing stays.
 */
const remainderOf = (doc: AccountDocument): AccountDocument | null => {
  // one that has emptied itself before has no phone any more
  if (doc.vaultGeneration === 0) return null
  const { accountId, clientid, userId, purpose, createdAt } = doc
  const { vaultGeneration, suspendedCount, resets, epoch, claim, sequence, version, removed, removedAt } = doc
  return {
    ...newDocument({ accountId, clientid, userId, purpose, now: createdAt }),
    vaultGeneration,
    suspendedCount,
    resets,
    epoch,
    claim,
    sequence,
    version,
    removed,
    removedAt,
    base: 'loggedOut',
  }
}
