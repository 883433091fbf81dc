// The account's socket to WhatsApp: logging in, and what each disconnect leads to (decision 14).
import { CREDS_TYPE } from '../../../contract/runner.ts'
import { backOffMs } from '../../../domain/blast/rules.ts'
import { RECONNECT_BASE_MS, RECONNECT_CAP_MS, RECONNECT_TRIES } from '../../timing.ts'
import { takeUncovered } from '../sending/attempts-store.ts'
import type { AccountCore } from '../core.ts'
import { dismissRunner, placeRunner, wantsRunner } from './lease.ts'
import { verdictOf } from './disconnect-rules.ts'
import { probeFailed, probeSucceeded } from './proxy.ts'
import { dropAllSessions, dropSessions, ownRows } from './vault-store.ts'

export const dialOptions = (core: AccountCore) => ({
  proxy: core.account.proxy?.value ?? null,
  waVersion: core.context?.waVersion ?? null,
})

/** Logs in with the rows of a generation; a runner that holds them already gets none. */
export const login = (core: AccountCore, generation: number): void => {
  const doc = core.account
  const held = doc.keysAtEpoch === doc.epoch
  if (!held) {
    const lost = takeUncovered(core.sql)
    if (doc.unclean || lost.length > 0) dropSessions(core.sql, generation, lost)
    doc.unclean = false
  }
  const rows = held ? [] : ownRows(core.sql, generation)
  if (!held && !rows.some((r) => r.type === CREDS_TYPE)) {
    endConnection(core, 'loggedOut')
    return
  }
  if (core.command([{ kind: 'connect', rows, ...dialOptions(core) }])) {
    doc.connection = 'connecting'
    doc.keysAtEpoch = doc.epoch
  }
  core.save()
}

/** Logged in, not while linking. */
export const onOpen = (core: AccountCore): void => {
  const doc = core.account
  doc.connection = 'open'
  doc.base = 'connected'
  doc.reconnectTries = 0
  doc.failures = 0
  doc.serverErrors = 0
  doc.lastCode = null
  core.untime('reconnect')
  core.emitState()
  core.wake()
  core.save()
  void probeSucceeded(core)
}

/** No blast and no check goes on from here: conflict, loggedOut, or given up. */
const endConnection = (core: AccountCore, state: 'loggedOut' | 'conflict' | 'disconnected'): void => {
  const doc = core.account
  doc.base = state
  doc.connection = 'none'
  if (doc.run) doc.run.stopRequested = true
  if (doc.check) doc.check.stopRequested = true
  core.emitState({ status: 'idle' })
  core.wake()
  core.save()
}

export type Closed = { code: number; detail: string; reachedWhatsapp: boolean; proxyFailed: boolean }

/** WhatsApp's socket closed, not while linking. code 0: the runner closed it because it was told to, or is draining. */
export const onClosed = async (core: AccountCore, closed: Closed): Promise<void> => {
  const doc = core.account
  doc.connection = 'none'
  doc.lastCode = closed.code || null
  if (closed.code === 0) {
    const from = doc.runner?.id ?? null
    doc.unclean = false
    if (wantsRunner(doc)) {
      doc.base = 'reconnecting'
      core.emitState()
      await placeRunner(core, from)
    }
    return
  }
  doc.failures += 1
  const verdict = verdictOf(closed, doc.reconnectTries, doc.serverErrors, RECONNECT_TRIES)
  doc.serverErrors = closed.code === 500 ? doc.serverErrors + 1 : 0
  switch (verdict.kind) {
    case 'ended':
      endConnection(core, verdict.state)
      await dismissRunner(core)
      return
    case 'given-up':
      endConnection(core, 'disconnected')
      await dismissRunner(core)
      return
    case 'banned':
      doc.suspended = true
      doc.suspendReason = 'banned'
      doc.suspendedCount += 1
      endConnection(core, 'loggedOut')
      suspendedEvent(core, 'banned')
      await dismissRunner(core)
      return
    case 'reset-sessions':
      dropAllSessions(core.sql, doc.vaultGeneration)
      doc.keysAtEpoch = 0
      doc.serverErrors = 0
      doc.base = 'reconnecting'
      break
    case 'proxy':
      doc.base = 'reconnecting'
      core.emit('proxy_error', { reason: 'proxy_error' })
      await probeFailed(core)
      break
    case 'retry':
      // an asked-for restart is nobody's concern
      if (!verdict.atOnce) doc.base = verdict.state
      if (verdict.counts) doc.reconnectTries += 1
      break
  }
  const atOnce = verdict.kind === 'retry' && verdict.atOnce
  const waitMs = atOnce ? 0 : backOffMs(doc.failures - 1, RECONNECT_BASE_MS, RECONNECT_CAP_MS, core.random())
  if (!atOnce) {
    const tries = { reconnectTime: doc.reconnectTries, waitTime: Math.ceil(waitMs / 1_000) }
    core.emitState()
    core.emit('reconnecting', { state: 'reconnecting', ...tries })
    core.emit('attempting', { code: closed.code, ...tries })
  }
  core.timer('reconnect', core.now() + waitMs)
  core.save()
}

export const suspendedEvent = (core: AccountCore, reason: 'deleted' | 'banned'): void => {
  const doc = core.account
  core.emit('suspended', {
    state: 'suspended',
    status: 'idle',
    suspended: true,
    suspended_count: doc.suspendedCount,
    count_success: doc.success,
    count_fail: doc.fail,
    income: doc.incomeSen / 100,
    reason,
  })
  core.touchRow()
}

/** The reconnect timer. */
export const reconnect = async (core: AccountCore): Promise<void> => {
  const doc = core.account
  if (!wantsRunner(doc) || doc.connection !== 'none') return
  if (core.socket()) login(core, doc.vaultGeneration)
  else if (doc.runner === null) await placeRunner(core)
}

/** WhatsApp's restriction ran out by its own time. */
export const endRestriction = (core: AccountCore): void => {
  const doc = core.account
  if (doc.restrictedUntil === null) return
  if (doc.restrictedUntil > core.now()) return core.timer('restriction', doc.restrictedUntil)
  doc.restrictedUntil = null
  core.emitState()
  core.wake()
  core.save()
}
/** Nothing more leaves until then; no strike, no new pairing (decision 6). until: epoch ms; the past lifts it. */
export const restrict = (core: AccountCore, until: number, cause: 'reachout' | 'chat_cap'): void => {
  core.account.restrictedUntil = until > core.now() ? until : null
  if (until > core.now()) core.timer('restriction', until)
  core.emitState({ reason: cause })
  core.wake()
  core.save()
}
