// The account's socket to WhatsApp: logging in, and what each disconnect leads to.
import { accountTexts } from '../../../contract/sending/account-texts.ts'
import { CREDS_TYPE, SESSION_UNREADABLE } from '../../../contract/operation/runner.ts'
import { VERSION_REFUSED } from '../../../contract/sending/whatsapp-codes.ts'
import { sometimes } from '../../../contract/ground/sometimes.ts'
import { RECONNECT, RECONNECT_TRIES } from '../../timing.ts'
import type { SessionPort } from './port.ts'
import type { SessionPart } from '../document/document.ts'
import { noticeOut } from '../core/notices.ts'
import { hasUnanswered } from '../tables/unanswered-store.ts'
import { stopWork } from '../document/marks.ts'
import { takeUncovered } from '../tables/attempts-store.ts'
import { afterClosed, hasStood, NO_TRIES, type Verdict, waitMs } from '../document/disconnect-rules.ts'
import { askVersion, dialOptions } from './dial.ts'
import { dismissRunner, leaveRunner, expectSuccessor, placeRunner, wantsRunner } from './lease.ts'
import { probeFailed, probeSucceeded } from './proxy.ts'
import { suspend, suspendedEvent } from './suspension.ts'
import { dropAllSessions, dropSessions, loginRows } from '../tables/vault-store.ts'

/** Logs in with the key rows of a generation; a runner that has them in memory gets none. */
export const login = async (core: SessionPort, generation: number): Promise<void> => {
  const doc = core.account
  if (generation === doc.vaultGeneration && doc.mayBeOpenUntil > core.now())
    return core.setTimer('reconnect', doc.mayBeOpenUntil)
  const held = doc.keysAtEpoch === doc.epoch
  if (!held) {
    const lost = takeUncovered(core.sql)
    if (doc.unclean || lost.length > 0) dropSessions(core.sql, generation, lost)
    doc.unclean = false
  }
  const rows = held ? [] : loginRows(core.sql, generation)
  if (!held && !rows.some((r) => r.type === CREDS_TYPE)) {
    endConnection(core, 'loggedOut')
    return dismissRunner(core)
  }
  // saved before the command leaves: from here on the runner may have the session open
  doc.holdsSession = true
  doc.connection = 'connecting'
  doc.keysAtEpoch = doc.epoch
  if (core.command([{ kind: 'connect', rows, ...dialOptions(core) }])) return
  doc.connection = 'none'
  doc.keysAtEpoch = 0
}

/** WhatsApp accepted the login. Logins while linking are in link.ts. */
export const onOpen = (core: SessionPort): void => {
  const doc = core.account
  // a runner that dials again says open, too: the connection is the same
  if (doc.connection !== 'open' || doc.openSince === null) doc.openSince = core.now()
  doc.connection = 'open'
  doc.holdsSession = true
  delete doc.unreadableOn
  doc.base = 'connected'
  doc.lastCode = null
  core.clearTimer('reconnect')
  if (hasUnanswered(core.sql)) core.setTimer('opt-outs', core.now())
  core.emitState()
  core.wake()
  probeSucceeded(core)
}

/** The account stays disconnected until a person acts (conflict, loggedOut, too many tries): its blast or check ends. */
const endConnection = (
  core: SessionPort,
  state: 'loggedOut' | 'conflict' | 'disconnected',
  why: { reason?: string; msg?: string } = {},
): void => {
  const doc = core.account
  doc.base = state
  doc.connection = 'none'
  stopWork(doc)
  core.emitState({ status: 'idle', ...why })
  noticeOut(core, state)
  core.wake()
}

/** The connection stood, or a person connects the account: what failed before does not count against what comes (rule reconnect). */
export const beginRow = (doc: SessionPart): void => {
  Object.assign(doc, NO_TRIES)
}

export type Closed = { code: number; detail: string; reachedWhatsapp: boolean; proxyFailed: boolean }

/** The socket to WhatsApp closed (while linking: link.ts). code 0: the runner closed it, on command or because it drains. */
export const onClosed = async (core: SessionPort, closed: Closed): Promise<void> => {
  const doc = core.account
  sometimes('the session ends during a claim', core.droppedDuringClaim !== null)
  sometimes('a session handed over during a claim', closed.code === 0 && core.droppedDuringClaim !== null)
  doc.connection = 'none'
  doc.holdsSession = false
  doc.lastCode = closed.code || null
  if (closed.code === 0) return handedBack(core)
  if (hasStood(doc.openSince, core.now())) beginRow(doc)
  doc.openSince = null
  const { verdict, tries } = afterClosed(closed, doc, RECONNECT_TRIES)
  sometimes('a restart that WhatsApp asks for', verdict.kind === 'retry' && verdict.atOnce)
  sometimes('a session is given up', verdict.kind === 'given-up')
  sometimes('logged in elsewhere', verdict.kind === 'ended' && verdict.state === 'conflict')
  sometimes('logged out from the phone', verdict.kind === 'ended' && verdict.state === 'loggedOut')
  sometimes('a session that no runner can read', closed.code === SESSION_UNREADABLE)
  Object.assign(doc, tries)
  switch (verdict.kind) {
    case 'ended':
      endConnection(core, verdict.state)
      return dismissRunner(core)
    case 'given-up':
      endConnection(
        core,
        'disconnected',
        closed.code === SESSION_UNREADABLE ? { reason: 'session_unreadable', msg: accountTexts.sessionUnreadable } : {},
      )
      return dismissRunner(core)
    case 'banned':
      suspend(doc, 'banned', 1)
      endConnection(core, 'loggedOut')
      suspendedEvent(core, 'banned')
      return dismissRunner(core)
    case 'reset-sessions':
      dropAllSessions(core.sql, doc.vaultGeneration)
      doc.keysAtEpoch = 0
      doc.base = 'reconnecting'
      break
    case 'proxy':
      doc.base = 'reconnecting'
      core.emit('proxy_error', { reason: 'proxy_error' })
      await probeFailed(core)
      break
    case 'retry':
      // a restart that WhatsApp asks for is routine: no state is shown for it
      if (!verdict.atOnce) doc.base = verdict.state
      break
  }
  // before the fleet is told below, or an object that dies meanwhile would never try again
  scheduleReconnect(core, closed.code, verdict)
  if (closed.code === SESSION_UNREADABLE) await leaveUnreadable(core)
  if (closed.code === VERSION_REFUSED) await askVersion(core)
}
/**
 * Another runner may have its key: this one is given it again only if there is none. With the next epoch the rows are sent again, which this one
 * could not decrypt.
 */
const leaveUnreadable = async (core: SessionPort): Promise<void> => {
  const { runner } = core.account
  if (runner) core.account.unreadableOn = runner.bootId
  await leaveRunner(core)
}

/** The runner closed the session in an orderly way: another one is placed, if the account still wants a connection. */
const handedBack = async (core: SessionPort): Promise<void> => {
  const doc = core.account
  const from = doc.runner?.bootId ?? null
  const successor = doc.handOver
  doc.unclean = false
  if (!wantsRunner(doc)) return
  doc.base = 'reconnecting'
  core.emitState()
  sometimes('a session handed over to its successor', successor?.epoch === doc.epoch + 1)
  sometimes('a session handed back without a successor', successor === null)
  if (successor?.epoch === doc.epoch + 1) return expectSuccessor(core, successor.openAt)
  await placeRunner(core, from)
}

const scheduleReconnect = (core: SessionPort, code: number, verdict: Verdict): void => {
  const doc = core.account
  const wait = waitMs(verdict, doc, RECONNECT, core.random())
  if (wait !== null) {
    const tries = { reconnectTime: doc.reconnectTries, waitTime: Math.ceil(wait / 1_000) }
    core.emitState()
    core.emit('reconnecting', { state: 'reconnecting', ...tries })
    core.emit('attempting', { code, ...tries })
  }
  core.setTimer('reconnect', core.now() + (wait ?? 0))
}
