// Linking an account (rules linking, relink): QR or code, the first login, and every way it can fail.
import {
  NOT_FOUND,
  RATE_OVERLIMIT,
  REACHOUT_TIMELOCK,
  RESTART_REQUIRED,
  PASSING,
  LOGGED_OUT,
  MULTIDEVICE_MISMATCH,
  FORBIDDEN,
  CONNECTION_LOST,
  PASSKEY_ASKED,
  VERSION_REFUSED,
} from '../../../contract/sending/whatsapp-codes.ts'
import { DAY_MS } from '../../../contract/ground/time.ts'
import { LOGOUT_MS, SESSION_UNREADABLE } from '../../../contract/operation/runner.ts'
import { LINK_FAILURES, type LinkFailure } from '../../../contract/sending/link-failures.ts'
import type { Held } from '../../../contract/people/pauses.ts'
import { refusalOf } from '../../../domain/ground/db/refusals.ts'
import { runBatch } from '../../../domain/ground/db/connection.ts'
import {
  holderOfNumber,
  holdOfRemoved,
  leftByRemoved,
  saveAccountRow,
  takeOverHold,
} from '../../../domain/sending/whatsapp/account-row-store.ts'
import { assignProxy } from '../../../domain/sending/proxies/store.ts'
import type { LinkRequest, Outcome } from '../../rpc.ts'
import { FORGET_MS, LINK_ANSWER_MS, LINKS_FULL_S, PAIR_FINISH_MS } from '../../timing.ts'
import { recountVault, rowOf } from '../settle/account-row.ts'
import type { SessionPort } from './port.ts'
import { learnPause, setHeld } from '../core/holds.ts'
import type { Link } from '../document/document.ts'
import { shownState } from '../document/rules.ts'
import { beginRow, type Closed, login, onOpen } from './connection.ts'
import { askVersion, dialOptions } from './dial.ts'
import { linkIsOver, dismissRunner, placeRunner, wantsRunner } from './lease.ts'
import { stagingGeneration } from './needed-keys.ts'
import { beforeLink, takenOver } from './number-rules.ts'
import { giveProxyBack, probeFailed } from './proxy.ts'
import { liftSuspension } from './suspension.ts'
import { setDay } from '../send/pace.ts'
import { setRest } from '../send/rest.ts'
import { hasCreds, dropOtherGenerations, wipeGeneration } from '../tables/vault-store.ts'

const STORED_RETRY_MS = 2_000
/** Added to the life of a QR or code for its way from the runner to this object. */
const SHOWN_SLACK_MS = 5_000

/** Begins a link attempt; an earlier one of this account ends. */
export const beginLink = async (
  core: SessionPort,
  request: LinkRequest,
): Promise<Outcome<{ proxyId: string | null }>> => {
  const doc = core.account
  if (request.person) learnPause(core, request.person)
  const useStored =
    doc.linked && hasCreds(core.sql, doc.vaultGeneration) && !['loggedOut', 'conflict'].includes(doc.base)
  const link: Link = {
    clientid: request.clientid,
    mode: request.mode,
    phone: request.phone,
    startedAt: core.now(),
    phase: useStored ? 'stored' : 'fresh',
    shown: false,
    relink: doc.linked,
    commanded: false,
    ...(request.attempt === undefined ? {} : { attempt: request.attempt }),
  }
  doc.link = link
  beginRow(doc)
  core.setTimer('link', core.now() + LINK_ANSWER_MS)
  const { accountId } = doc
  const part = doc.linked ? null : (request.ofProxies ?? null)
  const [assigned] = await Promise.all([
    core.saveThenCall(({ db }) => assignProxy(db, accountId, part)),
    askVersion(core),
  ])
  if (doc.link !== link) return { ok: false, refusal: 'account_busy' }
  if (assigned === 'kept_free') {
    await failLink(core, 'proxy_unavailable')
    return { ok: false, refusal: 'links_full', waitS: LINKS_FULL_S }
  }
  if (assigned === 'none_free') {
    await failLink(core, 'proxy_unavailable')
    return { ok: false, refusal: 'proxy_unavailable' }
  }
  doc.proxy = assigned
  if (useStored && doc.connection === 'open') {
    storedSessionIsOpen(core, link)
    return { ok: true, value: { proxyId: doc.proxy?.id ?? null } }
  }
  if (doc.base === 'disconnected') doc.base = 'reconnecting'
  wipeGeneration(core.sql, stagingGeneration(core))
  if (core.socket() && doc.connection === 'none') await startLink(core)
  // the runner that has the stored session is connecting, or dials again within its lease, or its lease timer decides;
  // a new pairing needs no session: whatever another attempt began is fenced off with its epoch
  else if (!useStored || doc.runner === null) await placeRunner(core)
  return { ok: true, value: { proxyId: doc.proxy?.id ?? null } }
}

/** Called when a runner is connected that has no socket to WhatsApp for this account. */
export const startLink = async (core: SessionPort): Promise<void> => {
  const link = core.account.link
  if (!link || link.commanded) return
  if (link.phase !== 'fresh') {
    link.commanded = true
    return login(core, link.phase === 'stored' ? core.account.vaultGeneration : stagingGeneration(core))
  }
  if (!core.command([{ kind: 'link', mode: link.mode, phone: link.phone, ...dialOptions(core) }])) return
  core.account.keysAtEpoch = core.account.epoch
  link.commanded = true
  core.account.connection = 'connecting'
}

export const onShown = (
  core: SessionPort,
  shown: { qr: string; ttlMs: number } | { code: string; ttlMs: number },
): void => {
  const link = core.account.link
  if (!link) return
  link.shown = true
  const ttl = Math.round(shown.ttlMs / 1000)
  if ('qr' in shown) core.emit('qr', { qr: shown.qr, ttl })
  else core.emit('code', { code: shown.code, ttl })
  core.setTimer('link', core.now() + shown.ttlMs + SHOWN_SLACK_MS)
}

/** WhatsApp refuses a pairing code: the member is told why, and how long to wait. */
export const onCodeRefused = async (
  core: SessionPort,
  refused: { code: number | null; backoffS: number | null },
): Promise<void> => {
  const reasons: Record<number, LinkFailure> = {
    [NOT_FOUND]: 'number_unknown',
    [RATE_OVERLIMIT]: 'too_many_codes',
    [REACHOUT_TIMELOCK]: 'restricted',
  }
  const reason = refused.code === null ? 'no_answer' : (reasons[refused.code] ?? 'refused')
  await failLink(core, reason, { waitTime: refused.backoffS ?? undefined })
}

export const onPaired = (core: SessionPort): void => {
  const link = core.account.link
  if (!link) return
  link.phase = 'paired'
  core.setTimer('link', core.now() + PAIR_FINISH_MS)
}

/** First login after pairing, or a login with the stored session. The row is written before the page is told, which then lists it. */
export const onLinkOpen = async (core: SessionPort, me: { phone: string; pushname: string | null }): Promise<void> => {
  const doc = core.account
  const link = doc.link
  if (!link) return
  if (link.phase === 'stored') return storedSessionIsOpen(core, link)
  if (link.relink && doc.phone !== null && doc.phone !== me.phone)
    return failLink(core, 'other_number', { logout: true })
  const [holder, hold, left] = await core.saveThenCall(({ db }) =>
    Promise.all([holderOfNumber(db, me.phone), holdOfRemoved(db, me.phone), leftByRemoved(db, me.phone)]),
  )
  if (doc.link !== link) return
  if (holder && holder.id !== doc.accountId)
    return failLink(core, holder.userId === doc.userId ? 'already_yours' : 'number_taken', { logout: true })
  const before = beforeLink(doc)
  if (left && doc.phone !== me.phone) {
    const { sanctions, day, rest } = takenOver(left, core.now())
    Object.assign(doc, sanctions)
    setDay(doc, day)
    setRest(doc, rest)
  }
  doc.linked = true
  doc.phone = me.phone
  doc.pushname = me.pushname ?? doc.pushname
  doc.base = 'connected'
  doc.connection = 'open'
  // an admin's pause is of the number: its owner does not end it by linking it again
  if (hold !== null) setHeld(core, JSON.parse(hold) as Held)
  // a new pairing that WhatsApp allows ends a ban; strikes stay
  if (doc.suspendReason === 'banned') liftSuspension(doc)
  core.newVersion()
  const row = rowOf(core)
  try {
    await core.saveThenCall(({ db }) => runBatch(db, [saveAccountRow(db, row), takeOverHold(db, me.phone)]))
  } catch (error) {
    Object.assign(doc, before.link, before.sanctions)
    setHeld(core, before.held)
    setDay(doc, before.day)
    setRest(doc, before.rest)
    const taken = refusalOf(error) === 'taken whatsapp.phonenumber'
    if (!taken) core.logError('link row', error)
    return failLink(core, taken ? 'number_taken' : 'no_answer', { logout: true })
  }
  if (doc.link !== link) return
  doc.vaultGeneration += 1
  dropOtherGenerations(core.sql, doc.vaultGeneration)
  recountVault(core)
  doc.link = null
  core.clearTimer('link')
  // no later: whoever pairs every day must not put off what is told and forgotten daily
  core.setTimerNoLater('tidy', core.now() + DAY_MS)
  if (doc.restrictedUntil !== null) core.setTimer('restriction', doc.restrictedUntil)
  emitLinked(core)
  onOpen(core)
  linkIsOver(core, link)
}
const storedSessionIsOpen = (core: SessionPort, link: Link): void => {
  core.account.link = null
  core.clearTimer('link')
  emitLinked(core)
  onOpen(core)
  linkIsOver(core, link)
}
/** A suspension or a restriction outlasts the link, and the page must not call such an account ready. */
const emitLinked = (core: SessionPort): void => {
  const doc = core.account
  const state = shownState({ ...doc, base: 'connected' }, core.now())
  core.emit('authenticated', { state, phonenumber: doc.phone, pushname: doc.pushname })
}

/** The socket closed while linking. */
export const onLinkClosed = async (core: SessionPort, closed: Closed): Promise<void> => {
  const doc = core.account
  const link = doc.link as Link
  doc.connection = 'none'
  doc.holdsSession = false
  link.commanded = false
  if (closed.code === SESSION_UNREADABLE) doc.keysAtEpoch = 0
  if (closed.proxyFailed) {
    await probeFailed(core)
    return failLink(core, 'proxy_error')
  }
  if (link.phase === 'paired' && [RESTART_REQUIRED, ...PASSING].includes(closed.code)) return startLink(core)
  if (link.phase === 'stored') {
    // 401, 411, 403, or a session that cannot be decrypted: the stored session is useless, so a new pairing begins
    if ([LOGGED_OUT, MULTIDEVICE_MISMATCH, FORBIDDEN, SESSION_UNREADABLE].includes(closed.code)) {
      // a session that cannot be decrypted is kept: it can be read again once the key is back
      doc.base = closed.code === SESSION_UNREADABLE ? 'disconnected' : 'loggedOut'
      link.phase = 'fresh'
      core.setTimer('link', core.now() + LINK_ANSWER_MS)
      return startLink(core)
    }
    return core.setTimer('reconnect', core.now() + STORED_RETRY_MS)
  }
  return failLink(core, failureOf(closed, link))
}
const failureOf = (closed: Closed, link: Link): LinkFailure => {
  if (closed.code === 0 || !closed.reachedWhatsapp) return 'no_answer'
  if (closed.code === CONNECTION_LOST) return link.shown ? 'expired' : 'no_answer'
  if (closed.detail.includes('device-limit')) return 'device_limit'
  if (closed.detail.includes(PASSKEY_ASKED)) return 'passkey'
  if (closed.code === VERSION_REFUSED) return 'version_refused'
  if (closed.code === REACHOUT_TIMELOCK) return 'restricted'
  return 'refused'
}

/** The link timer: the last QR or code expired, or no runner answered. */
export const linkTimedOut = async (core: SessionPort): Promise<void> => {
  const link = core.account.link
  if (!link) return
  if (link.shown && link.phase === 'fresh') return failLink(core, 'expired')
  return failLink(core, core.account.runner ? 'no_answer' : 'no_runner')
}

/** Ends the attempt. An account that was linked before keeps its session, and continues a reconnect that was under way. */
export const failLink = async (
  core: SessionPort,
  reason: LinkFailure,
  { logout = false, waitTime }: { logout?: boolean; waitTime?: number | undefined } = {},
): Promise<void> => {
  const doc = core.account
  const { link } = doc
  if (!link) return
  const event = reason === 'proxy_error' || reason === 'proxy_unavailable' ? reason : 'link_failed'
  core.emit(event, {
    reason,
    msg: LINK_FAILURES[reason],
    status: 'idle',
    ...(waitTime === undefined ? {} : { waitTime }),
  })
  doc.link = null
  core.clearTimer('link')
  wipeGeneration(core.sql, stagingGeneration(core))
  // the attempt used the stored session: its ordinary reconnects continue
  linkIsOver(core, link)
  if (link.phase === 'stored' && wantsRunner(doc)) {
    if (doc.connection === 'none') core.setTimerNoLater('reconnect', core.now())
    return
  }
  if (logout) core.command([{ kind: 'disconnect', logout: true }])
  doc.connection = 'none'
  doc.keysAtEpoch = 0
  if (!doc.linked) core.setTimer('tidy', core.now() + FORGET_MS)
  // the runner may still be logging out: its lease ends a moment later
  if (logout && doc.runner) core.setTimer('lease', core.now() + LOGOUT_MS)
  else await dismissRunner(core)
  if (!doc.linked) await giveProxyBack(core)
}
