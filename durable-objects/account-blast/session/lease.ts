// Which runner holds the account (rule one-runner). A runner may use the session for as long as it can believe in
// its lease: nobody is fenced before its last renewal + lease + skew, and nobody else logs in before a fenced
// runner's time is over.
import { flooredBackOffMs } from '../../../contract/back-off.ts'
import { CLOSE, PING, PONG } from '../../../contract/runner.ts'
import { useNonce } from '../../nonces-store.ts'
import { runnerFleet } from '../../stubs.ts'
import { NO_RUNNER, PLACE_WAIT_MS } from '../../timing.ts'
import type { AccountCore, SocketTag } from '../core.ts'
import type { AccountDocument, Holder } from '../document.ts'
import { isBusy } from '../rules.ts'
import { ENDED } from './disconnect-rules.ts'

/** Does this account want a socket to WhatsApp at all. */
export const wantsRunner = (doc: AccountDocument): boolean =>
  !doc.removed && (doc.link !== null || (doc.linked && !ENDED.includes(doc.base) && doc.suspendReason !== 'banned'))

const leaseEnd = (core: AccountCore, renewedAt: number): number =>
  renewedAt + core.timing.leaseMs + core.timing.leaseSkewMs

/** When this socket's runner last renewed: the runtime answers its pings without waking the object, and notes when. */
const renewedBy = (core: AccountCore, ws: WebSocket): number => {
  const tag = ws.deserializeAttachment() as SocketTag
  return Math.max(core.ctx.getWebSocketAutoResponseTimestamp(ws)?.getTime() ?? 0, tag.dialledAt)
}
const renewedAt = (core: AccountCore, holder: Holder): number => {
  const ws = core.socket()
  return ws ? Math.max(holder.renewedAt, renewedBy(core, ws)) : holder.renewedAt
}

/** The holder's socket closed: its last renewal goes on record, and its lease is looked at when that is over. */
export const holderLost = (core: AccountCore, ws: WebSocket, tag: SocketTag | null): void => {
  const holder = core.doc?.runner
  if (!holder || tag?.leftover || tag?.epoch !== core.account.epoch) return
  holder.renewedAt = Math.max(holder.renewedAt, renewedBy(core, ws))
  if (core.socket()) return
  holder.connected = false
  core.setTimer('lease', leaseEnd(core, holder.renewedAt))
}

/** The object woke and a socket it had is gone without a word: its runner may have renewed until just now. */
export const holderMissing = (core: AccountCore): void => {
  const holder = core.doc?.runner
  if (!holder?.connected || core.socket()) return
  holder.connected = false
  holder.renewedAt = core.now()
  core.setTimer('lease', leaseEnd(core, holder.renewedAt))
}

/** Nobody's frames but a later runner's count from here on. */
const fence = (core: AccountCore): void => {
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
  core.closeFenced()
}

/** The holder has let go, and the runner of the next epoch is to dial at that time. */
export const expectSuccessor = (core: AccountCore, openAt: number): void => {
  fence(core)
  core.setTimer('place', Math.max(core.now(), openAt) + PLACE_WAIT_MS)
}

/**
 * Asks the fleet for a runner. An epoch is minted only where a runner has held the last one: until somebody dials, the
 * same epoch may be offered to any number of runners, and the first one takes it.
 * @param avoid the boot id of the runner that is handing the account back
 */
export const placeRunner = async (core: AccountCore, avoid: string | null = null): Promise<void> => {
  const doc = core.account
  if (!wantsRunner(doc)) return
  if (doc.runner) fence(core)
  core.setTimer('place', core.now() + PLACE_WAIT_MS)
  const { accountId, epoch } = doc
  const placed = await core
    .outside(({ env }) => runnerFleet(env).place({ accountId, epoch, avoid }))
    .catch((error: unknown) => {
      core.complain('place', error)
      return null
    })
  if (core.account.epoch !== epoch || core.account.runner !== null || !wantsRunner(core.account)) return
  if (placed) {
    core.account.placeTries = 0
    return core.setTimer('place', placed.openAt + PLACE_WAIT_MS)
  }
  // no runner is free: stays reconnecting, and asks again, less and less often
  core.account.placeTries += 1
  const pause = flooredBackOffMs(core.account.placeTries, NO_RUNNER, core.random())
  core.setTimer('place', core.now() + pause)
}

/** A runner dialled. Answers with the upgraded socket; one that is not the holder is told to close WhatsApp. */
export const acceptRunner = (core: AccountCore, tag: SocketTag): Response => {
  const { 0: client, 1: server } = new WebSocketPair()
  const { doc } = core
  const fresh = doc !== null && useNonce(core.sql, tag.nonce, core.now())
  if (fresh && tag.leftover && tag.epoch <= doc.epoch) {
    core.ctx.acceptWebSocket(server)
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
    // a holder that did not hear it the first time is told again
    if (isEarly) core.command([{ kind: 'handOver' }])
    server.accept()
    server.close(isEarly ? CLOSE.notYet : CLOSE.fenced, isEarly ? 'not yet' : 'fenced')
    return new Response(null, { status: 101, webSocket: client })
  }
  const older = core.ctx.getWebSockets()
  core.ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG))
  core.ctx.acceptWebSocket(server)
  server.serializeAttachment(tag)
  for (const ws of older)
    if (!(ws.deserializeAttachment() as SocketTag | null)?.leftover) ws.close(CLOSE.replaced, 'replaced')
  doc.runner = { id: tag.runnerId, bootId: tag.bootId, renewedAt: tag.dialledAt, connected: true }
  core.clearTimer('place')
  watchLease(core)
  return new Response(null, { status: 101, webSocket: client })
}

/** Looks again when the runner, if it fell silent now, would have given up WhatsApp. */
const watchLease = (core: AccountCore): void => core.setTimer('lease', leaseEnd(core, core.now()))

/**
 * While its socket stands, an account that rests is looked at rarely: nothing waits for its runner. Work that waits for time
 * (a window, a day, a long interval) rests until then, and its runner is looked at before it goes on. 0: it is at work.
 */
const restsUntil = (core: AccountCore): number => {
  const doc = core.account
  if (core.socket() === null || doc.link !== null) return 0
  const rarely = core.now() + 10 * (core.timing.leaseMs + core.timing.leaseSkewMs)
  if (!isBusy(doc)) return rarely
  const work = [doc.timers.pump, doc.timers.check, doc.timers.ack].filter((due) => due !== undefined)
  return work.length === 0 ? 0 : Math.min(rarely, ...work)
}

/**
 * The fleet does not hear the holder any more: its lease is looked at when that ends, neither later nor sooner. A look before
 * the end would find it standing, and the account would rest on it for ten leases.
 */
export const lookAtLeaseEnd = (core: AccountCore): void => {
  const { runner } = core.account
  if (runner) core.setTimer('lease', leaseEnd(core, renewedAt(core, runner)))
}

/** The lease timer: is the runner still renewing? If not for long enough, it has closed WhatsApp: place anew. */
export const checkLease = async (core: AccountCore): Promise<void> => {
  const doc = core.account
  if (doc.runner === null) return
  if (!wantsRunner(doc)) return dismissRunner(core)
  const end = leaseEnd(core, renewedAt(core, doc.runner))
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
export const dismissRunner = async (core: AccountCore): Promise<void> => {
  core.clearTimer('place')
  core.clearTimer('reconnect')
  const { accountId, epoch } = core.account
  fence(core)
  await core
    .outside(({ env }) => runnerFleet(env).release({ accountId, epoch }))
    // its account socket is closed with the fence: that alone ends it
    .catch((error: unknown) => core.complain('release', error))
}
