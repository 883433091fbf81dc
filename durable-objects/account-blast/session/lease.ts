// Which runner holds the account (rule one-runner). A runner may use the session until its last renewal + lease + skew. It is
// not fenced before that time, and no other runner logs in before it.
import { flooredBackOffMs } from '../../../contract/ground/back-off.ts'
import { OBJECT_RELEASE_HEADER } from '../../../contract/ground/release-header.ts'
import { CLOSE, PING, PONG } from '../../../contract/operation/runner.ts'
import { sometimes } from '../../../contract/ground/sometimes.ts'
import { here } from '../../../domain/ground/tally/here.ts'
import { useNonce } from '../../nonces-store.ts'
import type { NoKey, Placement } from '../../rpc.ts'
import { runnerFleet } from '../../stubs.ts'
import { LINK_ANSWER_MS, NO_KEY, NO_RUNNER, PLACE_WAIT_MS } from '../../timing.ts'
import type { SessionPort } from './port.ts'
import type { AccountDocument, Holder } from '../document/document.ts'
import { isBusy } from '../document/rules.ts'
import { ENDED } from '../document/disconnect-rules.ts'
import { neededKids } from './needed-keys.ts'
import type { SocketTag } from '../core/socket-tag.ts'

/** Whether this account should have a connection to WhatsApp. */
export const wantsRunner = (doc: AccountDocument): boolean =>
  !doc.removed && (doc.link !== null || (doc.linked && !ENDED.includes(doc.base) && doc.suspendReason !== 'banned'))

const leaseEnd = (core: SessionPort, renewedAt: number): number =>
  renewedAt + core.timing.leaseMs + core.timing.leaseSkewMs

/** When this socket's runner last renewed: the runtime answers its pings without waking the object, and notes when. */
const renewedBy = (core: SessionPort, ws: WebSocket): number => {
  const tag = ws.deserializeAttachment() as SocketTag
  return Math.max(core.sockets.getWebSocketAutoResponseTimestamp(ws)?.getTime() ?? 0, tag.dialledAt)
}
const renewedAt = (core: SessionPort, holder: Holder): number => {
  const ws = core.socket()
  return ws ? Math.max(holder.renewedAt, renewedBy(core, ws)) : holder.renewedAt
}

/** The holder's socket closed: records its last renewal, and checks the lease when it is over. */
export const holderLost = (core: SessionPort, ws: WebSocket, tag: SocketTag | null): void => {
  const holder = core.doc?.runner
  if (!holder || tag?.leftover || tag?.epoch !== core.account.epoch) return
  holder.renewedAt = Math.max(holder.renewedAt, renewedBy(core, ws))
  sometimes('an older socket of the holder closes behind the new one', () => core.socket() !== null)
  if (core.socket()) return
  holder.connected = false
  core.setTimer('lease', leaseEnd(core, holder.renewedAt))
}

/** The object woke and the holder's socket is gone without a close event: its runner may have renewed until just now. */
export const holderMissing = (core: SessionPort): void => {
  const holder = core.doc?.runner
  if (!holder?.connected || core.socket()) return
  holder.connected = false
  holder.renewedAt = core.now()
  core.setTimer('lease', leaseEnd(core, holder.renewedAt))
}

/** Ends the sockets of runners that hold an older epoch. */
const closeFenced = (core: SessionPort): void => {
  for (const ws of core.sockets.getWebSockets()) {
    const tag = ws.deserializeAttachment() as SocketTag | null
    if (!tag?.leftover && tag?.epoch !== core.doc?.epoch) ws.close(CLOSE.fenced, 'fenced')
  }
}
/** Starts a new epoch: frames of earlier runners are refused from here on. */
const fence = (core: SessionPort): void => {
  const doc = core.account
  if (doc.runner && doc.holdsSession) {
    doc.mayBeOpenUntil = Math.max(doc.mayBeOpenUntil, leaseEnd(core, renewedAt(core, doc.runner)))
    doc.unclean = true
  }
  doc.epoch += 1
  doc.runner = null
  doc.holdsSession = false
  doc.connection = 'none'
  if (doc.link && doc.link.phase !== 'paired') doc.link.commanded = false
  doc.handOver = null
  core.clearTimer('lease')
  core.clearTimer('hand-over')
  closeFenced(core)
}

/** The holder has closed the session, and the runner of the next epoch dials at that time (epoch ms). */
export const expectSuccessor = (core: SessionPort, openAt: number): void => {
  fence(core)
  core.setTimer('place', Math.max(core.now(), openAt) + PLACE_WAIT_MS)
}

/** no_key: runners are there, and none has the key of this account's rows. null: none is free, or the fleet does not answer. */
export const askForPlace = async (
  core: SessionPort,
  request: { epoch: number; avoid: string | null; leadMs?: number },
): Promise<Placement | 'no_key' | null> => {
  const { accountId } = core.account
  const kids = neededKids(core)
  try {
    const placed = await core.saveThenCall(
      async ({ env }): Promise<Placement | NoKey | null> => runnerFleet(env).place({ accountId, kids, ...request }),
    )
    return placed && 'noKey' in placed ? 'no_key' : placed
  } catch (error) {
    core.logError('place', error)
    return null
  }
}

/**
 * Asks the fleet for a runner. A new epoch is minted only if a runner has held the last one: until one dials, the same epoch
 * may be offered to several runners, and the first that dials holds it.
 * @param avoid the boot id of the runner that is handing the account back
 */
export const placeRunner = async (core: SessionPort, avoid: string | null = null): Promise<void> => {
  const doc = core.account
  if (!wantsRunner(doc)) return
  if (doc.runner) fence(core)
  doc.placeAskedAt ??= core.now()
  core.setTimer('place', core.now() + PLACE_WAIT_MS)
  const { epoch } = doc
  const placed = await askForPlace(core, { epoch, avoid: avoid ?? doc.unreadableOn ?? null })
  sometimes('a runner dials before the fleet has answered', core.account.runner !== null)
  if (core.account.epoch !== epoch || core.account.runner !== null || !wantsRunner(core.account)) return
  if (placed !== null && placed !== 'no_key') {
    core.account.placeTries = 0
    return core.setTimer('place', placed.openAt + PLACE_WAIT_MS)
  }
  sometimes('the key of a session is nowhere', placed === 'no_key')
  // who links it now wants it up without that key; the rows stay, for anyone who has the key
  if (placed === 'no_key' && core.account.link?.phase === 'stored') {
    core.account.link.phase = 'fresh'
    core.setTimer('link', core.now() + LINK_ANSWER_MS)
    return placeRunner(core)
  }
  // the account stays reconnecting and asks again, with a growing pause
  core.account.placeTries += 1
  const backOff = placed === 'no_key' ? NO_KEY : NO_RUNNER
  core.setTimer('place', core.now() + flooredBackOffMs(core.account.placeTries, backOff, core.random()))
}

const countPlacement = (core: SessionPort): void => {
  const { placeAskedAt } = core.account
  if (placeAskedAt === undefined) return
  here.observe('wa_placement_seconds', {}, (core.now() - placeAskedAt) / 1_000)
  delete core.account.placeAskedAt
}

/** A runner dialled. @param release of this object's code, for Kesehatan @returns the upgraded socket; a runner that is not the holder is told over it to close WhatsApp */
export const acceptRunner = (core: SessionPort, tag: SocketTag, release = 'unknown'): Response => {
  const { 0: client, 1: server } = new WebSocketPair()
  const { doc } = core
  const fresh = doc !== null && useNonce(core.sql, tag.nonce, core.now())
  sometimes('a leftover runner dials', tag.leftover)
  if (fresh && tag.leftover && tag.epoch <= doc.epoch) {
    core.sockets.acceptWebSocket(server)
    server.serializeAttachment(tag)
    return new Response(null, { status: 101, webSocket: client })
  }
  const mine =
    fresh &&
    !tag.leftover &&
    wantsRunner(doc) &&
    tag.epoch === doc.epoch &&
    (doc.runner === null || doc.runner.bootId === tag.bootId)
  if (!mine) {
    const isEarly = fresh && !tag.leftover && doc.handOver?.epoch === tag.epoch && tag.epoch === doc.epoch + 1
    // the holder may have missed the command: it is sent again
    sometimes('a successor dials too early', isEarly)
    sometimes('a runner of an older epoch dials', doc !== null && tag.epoch < doc.epoch)
    if (isEarly) core.command([{ kind: 'handOver' }])
    server.accept()
    server.close(isEarly ? CLOSE.notYet : CLOSE.fenced, isEarly ? 'not yet' : 'fenced')
    return new Response(null, { status: 101, webSocket: client })
  }
  const older = core.sockets.getWebSockets()
  core.sockets.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG))
  core.sockets.acceptWebSocket(server)
  server.serializeAttachment(tag)
  for (const ws of older)
    if (!(ws.deserializeAttachment() as SocketTag | null)?.leftover) ws.close(CLOSE.replaced, 'replaced')
  doc.runner = { id: tag.runnerId, bootId: tag.bootId, renewedAt: tag.dialledAt, connected: true }
  countPlacement(core)
  core.clearTimer('place')
  watchLease(core)
  const headers = { [OBJECT_RELEASE_HEADER]: release }
  return new Response(null, { status: 101, webSocket: client, headers })
}

/** Sets the lease timer to when the runner, if it were lost now, would have closed WhatsApp. */
const watchLease = (core: SessionPort): void => core.setTimer('lease', leaseEnd(core, core.now()))

/**
 * Epoch ms until which the lease need not be checked while the socket stands, because no work needs the runner before: an
 * idle account, or work that waits for a window, a day or a long interval. The lease is checked before such work continues.
 * 0: work is under way.
 */
const restsUntil = (core: SessionPort): number => {
  const doc = core.account
  if (core.socket() === null || doc.link !== null) return 0
  const rarely = core.now() + 10 * (core.timing.leaseMs + core.timing.leaseSkewMs)
  if (!isBusy(doc)) return rarely
  const work = [doc.timers.pump, doc.timers.check, doc.timers.ack].filter((due) => due !== undefined)
  return work.length === 0 ? 0 : Math.min(rarely, ...work)
}

/**
 * The fleet lost contact to the holder: its lease is checked when it ends. A check before the end would find it valid, and an
 * idle account would not check again for ten leases.
 */
export const lookAtLeaseEnd = (core: SessionPort): void => {
  const { runner } = core.account
  // a millisecond later than a look by itself sets it, so that no wait lets this one rest
  if (runner) core.setTimer('lease', leaseEnd(core, renewedAt(core, runner)) + 1)
}
/**
 * After the work that was due together with a look at the lease: what that work waits for now is not what it waited for then. An object that
 * wakes takes its next step at once, so without this a wait of a day would look at its lease every half minute.
 * @param set to when that look set the timer
 */
export const letLeaseRest = (core: SessionPort, set: number | null): void => {
  const { runner } = core.account
  if (runner === null || set === null || core.timerDue('lease') !== set || !wantsRunner(core.account)) return
  const end = leaseEnd(core, renewedAt(core, runner))
  if (core.now() < end) core.setTimer('lease', Math.max(end, restsUntil(core)))
}

/** The lease timer: is the runner still renewing? If not for long enough, it has closed WhatsApp: place again. */
export const checkLease = async (core: SessionPort): Promise<void> => {
  const doc = core.account
  if (doc.runner === null) return
  if (!wantsRunner(doc)) return dismissRunner(core)
  const end = leaseEnd(core, renewedAt(core, doc.runner))
  sometimes('a lease is looked at in its last second', core.now() < end && core.now() > end - 1_000)
  sometimes('a lease ends while its socket stands', () => core.now() >= end && core.socket() !== null)
  if (core.now() < end) {
    return core.setTimer('lease', Math.max(end, restsUntil(core)))
  }
  if (doc.base === 'connected') {
    doc.base = 'reconnecting'
    core.emitState()
  }
  await placeRunner(core)
}

/** The account needs no runner any more. */
export const dismissRunner = async (core: SessionPort): Promise<void> => {
  core.clearTimer('place')
  core.clearTimer('reconnect')
  delete core.account.placeAskedAt
  await leaveRunner(core)
}
/** It holds this account no longer; whether another one is wanted is the caller's. */
export const leaveRunner = async (core: SessionPort): Promise<void> => {
  const { accountId, epoch } = core.account
  fence(core)
  await core
    .saveThenCall(({ env }) => runnerFleet(env).release({ accountId, epoch, endsLink: false }))
    // the fence closed its account socket, which ends it on that runner even when the fleet does not answer
    .catch((error: unknown) => core.logError('release', error))
}

/** A link came to its end, or was refused (rule link-limits). Not awaited: the fleet ends it after a time by itself. Said late, it ends no later one. */
export const linkIsOver = (
  core: SessionPort,
  { accountId = core.account.accountId, attempt }: { accountId?: string; attempt?: string | undefined },
): void => {
  core
    .saveThenCall(({ env }) => runnerFleet(env).endAttempt(accountId, attempt))
    .catch((error: unknown) => core.logError('end of a link', error))
}
