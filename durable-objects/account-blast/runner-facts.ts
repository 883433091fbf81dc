// What the runner tells, fact by fact. Everything is written before the fact is acknowledged.
import { type Fact, upFrame } from '../../contract/runner.ts'
import { RESTRICTED_DEFAULT_MS } from '../timing.ts'
import { type Attempt, attemptById, coverAttempt, deleteAttempt } from './sending/attempts-store.ts'
import { spaceNext } from './sending/run.ts'
import { login, onClosed, onOpen, restrict, suspendedEvent } from './session/connection.ts'
import { askAnew, onLookedUp } from './number-check/check.ts'
import type { AccountCore } from './core.ts'
import { takeBackOfJob } from './one-off/one-off.ts'
import { onLinkClosed, onLinkOpen, onPaired, onShown, stagingGeneration, startLink } from './session/link.ts'
import { learnLid, onInbound } from './opt-outs/opt-outs.ts'
import { onReceipt, onRevoked, resolve, scheduleOpen } from './sending/outcomes.ts'
import { bufferNumbers } from './sending/buffer-store.ts'
import { rowsById, storeRows } from './session/vault-store.ts'

const RETRY_UNSENT_MS = 1_000
/** A number that cannot be sent to so often in a row counts as a failure: media gone, content refused. */
const MOST_TAKEN_BACK = 5

/** One frame of facts, in order; answers with the acknowledgement. @throws ZodError on a malformed frame. */
export const onFrame = async (core: AccountCore, text: string): Promise<void> => {
  const { facts } = upFrame.parse(JSON.parse(text))
  let last = 0
  const doc = core.account
  if (doc.handled.epoch !== doc.epoch) doc.handled = { epoch: doc.epoch, seq: 0 }
  for (const { seq, fact } of facts) {
    last = seq
    if (seq <= doc.handled.seq) continue
    await onFact(core, fact)
    // a fact may have begun another epoch: then this one's numbers count no more
    if (doc.handled.epoch === doc.epoch) doc.handled.seq = seq
  }
  if (last > 0) core.ackDue = last
}

const generation = (core: AccountCore): number =>
  core.account.link && core.account.link.phase !== 'stored' ? stagingGeneration(core) : core.account.vaultGeneration

const onFact = async (core: AccountCore, fact: Fact): Promise<void> => {
  const doc = core.account
  switch (fact.kind) {
    case 'hello':
      askAnew(core)
      doc.connection = fact.connection === 'none' ? 'none' : fact.connection === 'open' ? 'open' : 'connecting'
      if (fact.connection === 'none') {
        // no session in its memory: the rows must go down again
        if (!fact.me) doc.keysAtEpoch = 0
        if (doc.link) {
          // whatever was asked of it before, it is not doing it
          doc.link.commanded = false
          startLink(core)
        } else login(core, doc.vaultGeneration)
      } else if (fact.connection === 'open' && !doc.link) onOpen(core)
      core.wake()
      return
    case 'qr':
    case 'code':
      return onShown(core, fact)
    case 'paired':
      return onPaired(core)
    case 'open':
      askAnew(core)
      return doc.link ? onLinkOpen(core, fact.me) : onOpen(core)
    case 'closed':
      askAnew(core)
      core.wake()
      return doc.link ? onLinkClosed(core, fact) : onClosed(core, fact)
    case 'rows':
      return storeRows(core.sql, generation(core), fact.rows, core.now())
    case 'need':
      core.command([
        { kind: 'rows', requestId: fact.requestId, rows: rowsById(core.sql, generation(core), fact.items) },
      ])
      return
    case 'result':
      return onResult(core, fact)
    case 'receipts':
      for (const item of fact.items) onReceipt(core, item)
      return
    case 'inbound':
      for (const item of fact.items) onInbound(core, item)
      return
    case 'revoked':
      if (onRevoked(core, fact.messageIds)) {
        if (doc.run) doc.run.stopRequested = true
        if (doc.check) doc.check.stopRequested = true
        suspendedEvent(core, 'deleted')
        core.wake()
      }
      return
    case 'restricted':
      return restrict(core, fact.until ?? core.now() + RESTRICTED_DEFAULT_MS, fact.cause)
    case 'lookedUp':
      return onLookedUp(core, fact)
  }
}

const onResult = (core: AccountCore, fact: Extract<Fact, { kind: 'result' }>): void => {
  storeRows(core.sql, generation(core), fact.rows, core.now())
  const attempt = attemptById(core.sql, fact.attemptId)
  if (!attempt) return
  if (fact.lid) learnLid(core, attempt.number, fact.lid)
  if (fact.outcome === 'acked' || fact.outcome === 'rejected') coverAttempt(core.sql, attempt.attempt_id)
  switch (fact.outcome) {
    case 'acked':
      resolve(core, attempt, 'success')
      break
    case 'rejected':
      resolve(core, attempt, 'fail', { error: fact.error })
      // the details follow; until they do, nothing more leaves
      if (fact.error === 463 && (core.account.restrictedUntil ?? 0) <= core.now()) {
        restrict(core, core.now() + RESTRICTED_DEFAULT_MS, 'reachout')
      }
      break
    case 'not_registered':
      coverAttempt(core.sql, attempt.attempt_id)
      resolve(core, attempt, 'fail', { notRegistered: true })
      break
    case 'failed':
      takeBack(core, attempt)
      return core.wake()
  }
  if (core.account.run) core.account.run.takenBack = 0
  spaceNext(core)
  core.wake()
}

/** The message surely never left: as if it had not been tried, and a moment's pause. */
const takeBack = (core: AccountCore, attempt: Attempt): void => {
  const doc = core.account
  if (attempt.outcome !== 'pending') return
  if (doc.run && doc.run.takenBack >= MOST_TAKEN_BACK) {
    doc.run.takenBack = 0
    resolve(core, attempt, 'fail')
    spaceNext(core)
    return
  }
  deleteAttempt(core.sql, attempt.attempt_id)
  if (attempt.job_id !== null) takeBackOfJob(core, attempt.job_id, attempt.number)
  else {
    doc.attempts -= 1
    doc.unknown -= 1
  }
  doc.sentToday = Math.max(0, doc.sentToday - 1)
  if (doc.run) {
    doc.run.attempted -= 1
    doc.run.nextSendAt = core.now() + RETRY_UNSENT_MS
    doc.run.takenBack += 1
  }
  // its lease still stands; without a run the loop gives it back
  bufferNumbers(core.sql, [{ id: attempt.number_id, number: attempt.number, name: attempt.name }], core.now())
  scheduleOpen(core)
  core.save()
}
