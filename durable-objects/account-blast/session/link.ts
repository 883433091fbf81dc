// Linking an account: QR or code, the first login, and every way it can fail (decision 16).
import { SESSION_UNREADABLE, VERSION_REFUSED } from '../../../contract/runner.ts'
import { LINK_FAILURES, type LinkFailure } from '../../../contract/whatsapp.ts'
import { isConflict } from '../../../domain/db/conflict.ts'
import { holderOfNumber, saveAccountRow } from '../../../domain/whatsapp/row/store.ts'
import { leaseProxy, releaseProxy } from '../../../domain/proxies/store.ts'
import type { LinkRequest, Outcome } from '../../rpc.ts'
import { DAY_MS, FORGET_MS, LINK_ANSWER_MS, PAIR_FINISH_MS } from '../../timing.ts'
import { type Closed, dialOptions, login, onOpen } from './connection.ts'
import type { AccountCore } from '../core.ts'
import { dismissRunner, placeRunner } from './lease.ts'
import { probeFailedLinking } from './proxy.ts'
import { rowOf } from '../account-row.ts'
import type { Link } from '../document.ts'
import { hasCreds, keepGeneration, wipeGeneration } from './vault-store.ts'

export const stagingGeneration = (core: AccountCore): number => core.account.vaultGeneration + 1

/** Begins an attempt; an earlier one of this account ends. */
export const beginLink = async (
  core: AccountCore,
  request: LinkRequest,
): Promise<Outcome<{ proxyId: string | null }>> => {
  const doc = core.account
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
  }
  doc.link = link
  core.save()
  const leased = await leaseProxy(core.db, doc.accountId)
  if (doc.link !== link) return { ok: false, refusal: 'account_busy' }
  if (leased === 'none_free') {
    await failLink(core, 'proxy_unavailable')
    return { ok: false, refusal: 'proxy_unavailable' }
  }
  doc.proxy = leased
  if (useStored && doc.connection === 'open') {
    doc.link = null
    core.emit('authenticated', { state: 'connected', phonenumber: doc.phone, pushname: doc.pushname })
    onOpen(core)
    return { ok: true, value: { proxyId: doc.proxy?.id ?? null } }
  }
  if (doc.base === 'disconnected') doc.base = 'reconnecting'
  wipeGeneration(core.sql, stagingGeneration(core))
  core.timer('link', core.now() + LINK_ANSWER_MS)
  core.save()
  if (core.socket() && doc.connection === 'none') startLink(core)
  // whatever another attempt began is fenced off with its epoch
  else await placeRunner(core)
  return { ok: true, value: { proxyId: doc.proxy?.id ?? null } }
}

/** A runner is there and holds no socket to WhatsApp for us. */
export const startLink = (core: AccountCore): void => {
  const link = core.account.link
  if (!link || link.commanded) return
  if (link.phase === 'stored') login(core, core.account.vaultGeneration)
  else if (link.phase === 'paired') login(core, stagingGeneration(core))
  else if (!core.command([{ kind: 'link', mode: link.mode, phone: link.phone, ...dialOptions(core) }])) return
  else core.account.keysAtEpoch = core.account.epoch
  link.commanded = true
  core.account.connection = 'connecting'
  core.save()
}

export const onShown = (
  core: AccountCore,
  shown: { qr: string; ttlMs: number } | { code: string; ttlMs: number },
): void => {
  const link = core.account.link
  if (!link) return
  link.shown = true
  const ttl = Math.round(shown.ttlMs / 1000)
  if ('qr' in shown) core.emit('qr', { qr: shown.qr, ttl })
  else core.emit('code', { code: shown.code, ttl })
  core.timer('link', core.now() + shown.ttlMs + 5_000)
  core.save()
}

export const onPaired = (core: AccountCore): void => {
  const link = core.account.link
  if (!link) return
  link.phase = 'paired'
  core.timer('link', core.now() + PAIR_FINISH_MS)
  core.save()
}

/** First login after pairing, or the stored session opened after all. The row is written before the page goes back. */
export const onLinkOpen = async (core: AccountCore, me: { phone: string; pushname: string | null }): Promise<void> => {
  const doc = core.account
  const link = doc.link
  if (!link) return
  if (link.phase === 'stored') {
    doc.link = null
    core.untime('link')
    core.emit('authenticated', { state: 'connected', phonenumber: doc.phone, pushname: doc.pushname })
    onOpen(core)
    return
  }
  if (link.relink && doc.phone !== null && doc.phone !== me.phone) return failLink(core, 'other_number', true)
  const holder = await holderOfNumber(core.db, me.phone)
  if (holder && holder.id !== doc.accountId)
    return failLink(core, holder.userId === doc.userId ? 'already_yours' : 'number_taken', true)
  if (doc.link !== link) return
  const before = { linked: doc.linked, phone: doc.phone, suspended: doc.suspended, reason: doc.suspendReason }
  doc.linked = true
  doc.phone = me.phone
  doc.pushname = me.pushname ?? doc.pushname
  doc.base = 'connected'
  doc.connection = 'open'
  // a ban ends with a new pairing that WhatsApp allows; strikes stay
  if (doc.suspendReason === 'banned') {
    doc.suspended = false
    doc.suspendReason = null
  }
  doc.version += 1
  try {
    await saveAccountRow(core.db, rowOf(core))
  } catch (error) {
    doc.linked = before.linked
    doc.phone = before.phone
    doc.suspended = before.suspended
    doc.suspendReason = before.reason
    return failLink(core, isConflict(error, 'whatsapp.phonenumber') ? 'number_taken' : 'no_answer', true)
  }
  doc.vaultGeneration += 1
  keepGeneration(core.sql, doc.vaultGeneration)
  doc.link = null
  core.untime('link')
  core.timer('tidy', core.now() + DAY_MS)
  core.emit('authenticated', { state: 'connected', phonenumber: doc.phone, pushname: doc.pushname })
  onOpen(core)
}

/** The socket closed while linking. */
export const onLinkClosed = async (core: AccountCore, closed: Closed): Promise<void> => {
  const doc = core.account
  const link = doc.link as Link
  doc.connection = 'none'
  link.commanded = false
  if (closed.proxyFailed) {
    await probeFailedLinking(core)
    return failLink(core, 'proxy_error')
  }
  if (
    link.phase === 'paired' &&
    (closed.code === 515 || closed.code === 428 || closed.code === 408 || closed.code === 503)
  ) {
    startLink(core)
    return
  }
  if (link.phase === 'stored') {
    // 401, 411, 403: the stored session is dead, or nobody can read it: now a new pairing is due
    if ([401, 411, 403, SESSION_UNREADABLE].includes(closed.code)) {
      if (closed.code !== SESSION_UNREADABLE) doc.base = 'loggedOut'
      link.phase = 'fresh'
      core.timer('link', core.now() + LINK_ANSWER_MS)
      startLink(core)
    } else core.timer('reconnect', core.now() + 2_000)
    return
  }
  if (closed.code === 0) return failLink(core, 'no_answer')
  if (!closed.reachedWhatsapp) return failLink(core, 'no_answer')
  if (closed.code === 408) return failLink(core, link.shown ? 'expired' : 'no_answer')
  if (closed.detail.includes('device-limit')) return failLink(core, 'device_limit')
  if (closed.code === VERSION_REFUSED) return failLink(core, 'version_refused')
  if (closed.code === 463) return failLink(core, 'restricted')
  return failLink(core, 'refused')
}

/** The link timer: the last QR or code ran out, or nobody answered. */
export const linkTimedOut = async (core: AccountCore): Promise<void> => {
  const link = core.account.link
  if (!link) return
  if (link.phase === 'stored') {
    // the stored session does not come up in time: leave it to its reconnects, tell the page
    core.account.link = null
    core.emit('link_failed', { reason: 'no_answer', msg: LINK_FAILURES.no_answer })
    core.save()
    return
  }
  return failLink(
    core,
    link.shown && link.phase === 'fresh' ? 'expired' : core.account.runner ? 'no_answer' : 'no_runner',
  )
}

/** Ends the attempt; an account linked before keeps its session. */
export const failLink = async (core: AccountCore, reason: LinkFailure, logout = false): Promise<void> => {
  const doc = core.account
  if (!doc.link) return
  if (logout) core.command([{ kind: 'disconnect', logout: true }])
  const event = reason === 'proxy_error' || reason === 'proxy_unavailable' ? reason : 'link_failed'
  core.emit(event, { reason, msg: LINK_FAILURES[reason], status: 'idle' })
  doc.link = null
  wipeGeneration(core.sql, stagingGeneration(core))
  core.untime('link')
  doc.connection = 'none'
  doc.keysAtEpoch = 0
  core.save()
  if (!doc.linked) {
    core.timer('tidy', core.now() + FORGET_MS)
    doc.proxy = null
    await releaseProxy(core.db, doc.accountId).catch(() => undefined)
    core.save()
  }
  // the runner may still be logging out: it is let go a moment later
  core.timer('lease', core.now() + 2_000)
  if (!logout) await dismissRunner(core)
}
