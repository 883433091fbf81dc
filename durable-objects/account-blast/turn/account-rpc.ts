// What the Worker may ask of an account's object: link, start, stop, reset, activate, remove, pause (rule account-hold).
import { LOGOUT_MS } from '../../../contract/operation/runner.ts'
import { runStatus } from '../../../contract/sending/whatsapp.ts'
import type { Held } from '../../../contract/people/pauses.ts'
import { sometimes } from '../../../contract/ground/sometimes.ts'
import type { AdminInterest } from '../../admin-rpc.ts'
import type { AccountSnapshot } from '../../account-snapshot.ts'
import type { LinkRequest, Outcome } from '../../rpc.ts'
import { saveRow } from '../settle/account-row.ts'
import type { TurnPort } from './port.ts'
import { goOn, stopRun } from '../document/marks.ts'
import { emitHeld, setHeld } from '../core/holds.ts'
import { noticeActivated } from '../core/notices.ts'
import { heldOf, isBusy, mayActivate, mayStartBlast, snapshotOf } from '../document/rules.ts'
import { counts, progress, resetCounters } from '../outcome/outcomes.ts'
import { linkIsOver, dismissRunner } from '../session/lease.ts'
import { beginLink } from '../session/link.ts'
import { newAccount } from '../session/new-account.ts'
import { giveProxyBack } from '../session/proxy.ts'
import { liftSuspension } from '../session/suspension.ts'
import { unlink } from '../session/unlink.ts'
import { beginRun } from '../run/run.ts'
import { dropOtherGenerations, wipeGeneration } from '../tables/vault-store.ts'

const gone: Outcome<never> = { ok: false, refusal: 'not_found' }

export const snapshot = (core: TurnPort): AccountSnapshot =>
  snapshotOf(core.account, core.account.wait, progress(core), core.now())
export const shown = (core: TurnPort): Outcome<AccountSnapshot> =>
  core.doc ? { ok: true, value: snapshot(core) } : gone

export const linkAccount = async (
  core: TurnPort,
  request: LinkRequest,
): Promise<Outcome<{ proxyId: string | null }>> => {
  const doc = core.doc ?? (await newAccount(core, request))
  const refuse = (refusal: 'restoring' | 'clientid_taken' | 'account_busy'): Outcome<never> => {
    linkIsOver(core, request)
    return { ok: false, refusal }
  }
  if (!doc) return refuse('restoring')
  if (doc.userId !== request.userId) return refuse('clientid_taken')
  if (isBusy(doc)) return refuse('account_busy')
  doc.removed = false
  doc.removedAt = null
  return beginLink(core, request)
}

export const removeAccount = async (core: TurnPort): Promise<Outcome> => {
  const { doc } = core
  if (!doc) return gone
  if (isBusy(doc)) return { ok: false, refusal: 'account_busy' }
  const wasOpen = core.command([{ kind: 'disconnect', logout: true }])
  doc.removed = true
  doc.removedAt = core.now()
  if (doc.link) linkIsOver(core, doc.link)
  unlink(doc)
  core.emit('removed', { state: 'loggedOut', status: 'idle' })
  core.touchRow()
  wipeGeneration(core.sql, doc.vaultGeneration)
  dropOtherGenerations(core.sql, doc.vaultGeneration)
  // the runner needs this long to log the device out; then its lease ends
  if (wasOpen) core.setTimer('lease', core.now() + LOGOUT_MS)
  await giveProxyBack(core)
  if (!wasOpen) await dismissRunner(core)
  await saveRow(core)
  return { ok: true, value: null }
}

export const startBlast = (core: TurnPort): Outcome<AccountSnapshot> => {
  const { doc } = core
  if (!doc) return gone
  const refusal = mayStartBlast(doc)
  if (refusal) return { ok: false, refusal }
  if (doc.run) goOn(doc.run)
  else beginRun(core, null)
  core.emit('start', { status: 'sending', blaster: false, ...counts(core), progress: progress(core) })
  // the screens' row of an account at rest shows no pause of the place
  if (heldOf(doc)) emitHeld(core)
  core.touchRow()
  core.setTimer('pump', core.now())
  return shown(core)
}

/** Stop only marks: the message in flight still finishes. */
export const markStop = (core: TurnPort, why: string | null = null): Outcome<AccountSnapshot> => {
  const { doc } = core
  if (!doc) return gone
  if (doc.run) {
    sometimes('the member stops during a claim', core.droppedDuringClaim !== null)
    sometimes('the member stops while a message is under way', () => core.timerDue('ack') !== null)
    stopRun(doc.run, why)
    core.wake()
  } else if (!doc.check) core.emit('stop', { state: snapshot(core).state, status: 'idle' })
  return shown(core)
}

/** @param held null: it may send again; nothing is started that its owner had stopped */
export const holdAccount = async (core: TurnPort, held: Held | null): Promise<Outcome<AccountSnapshot>> => {
  const { doc } = core
  if (!doc) return gone
  setHeld(core, held)
  emitHeld(core)
  core.touchRow()
  core.wake()
  await saveRow(core)
  return shown(core)
}

/** @param nickname null: it is called as WhatsApp calls it */
export const renameAccount = async (core: TurnPort, nickname: string | null): Promise<Outcome<AccountSnapshot>> => {
  const { doc } = core
  if (!doc) return gone
  doc.nickname = nickname
  core.emitState({ nickname })
  await saveRow(core)
  return shown(core)
}

/** Allowed only while idle; messages with an unknown outcome stay counted (rule reset). */
export const resetAccount = async (core: TurnPort): Promise<Outcome<AccountSnapshot>> => {
  const { doc } = core
  if (!doc) return gone
  if (isBusy(doc)) return { ok: false, refusal: 'account_busy' }
  sometimes('reset during settlement', core.timerDue('resend') !== null)
  sometimes('reset while a message is unknown', core.timerDue('unknown') !== null)
  resetCounters(doc)
  core.emit('reset', { ...counts(core), state: snapshot(core).state, status: 'idle' })
  core.rowIsOld()
  await saveRow(core)
  return shown(core)
}

export const activateAccount = async (core: TurnPort): Promise<Outcome<AccountSnapshot>> => {
  const { doc } = core
  if (!doc) return gone
  const refusal = mayActivate(doc)
  if (refusal) return { ok: false, refusal }
  const wasSuspended = doc.suspended
  liftSuspension(doc)
  core.emitState({ suspended: false, suspended_count: doc.suspendedCount })
  if (wasSuspended) noticeActivated(core)
  await saveRow(core)
  return shown(core)
}

/** An admin's screen begins to show this account. It loaded the row a moment ago, so the present state covers what it missed. */
export const adminsLook = (core: TurnPort, interest: AdminInterest): void => {
  const doc = core.account
  core.admins.hear(interest)
  const { state, status, blaster, count_success, count_fail, income, version } = snapshot(core)
  const payload = {
    deviceId: doc.clientid,
    clientId: doc.clientid,
    whatsappId: doc.accountId,
    userId: doc.userId,
    version,
    state,
    status: runStatus.parse(status),
    blaster,
    count_success,
    count_fail,
    income,
  }
  core.admins.addSnapshot({ event: 'count_synced', payload }, core.sender())
}
