// Which runner holds the account: epochs, placement, and what happens when a runner is gone.
import { CLOSE, PING, PONG } from '../../../contract/runner.ts'
import { useNonce } from '../../nonces/store.ts'
import { runnerFleet } from '../../stubs.ts'
import { PLACE_WAIT_MS } from '../../timing.ts'
import type { AccountCore, SocketTag } from '../core.ts'
import { isBusy } from '../rules.ts'
import type { AccountDocument } from '../document.ts'

export const ENDED: readonly AccountDocument['base'][] = ['loggedOut', 'conflict', 'disconnected']

/** Does this account want a socket to WhatsApp at all. */
export const wantsRunner = (doc: AccountDocument): boolean =>
  !doc.removed && (doc.link !== null || (doc.linked && !ENDED.includes(doc.base) && doc.suspendReason !== 'banned'))

/** Mints the next epoch and asks the fleet for a runner. Only when the old runner is surely done with WhatsApp. */
export const placeRunner = async (core: AccountCore, avoid: string | null = null): Promise<void> => {
  const doc = core.account
  if (!wantsRunner(doc)) return
  doc.epoch += 1
  doc.runner = null
  doc.connection = 'none'
  if (doc.link && doc.link.phase !== 'paired') doc.link.commanded = false
  core.untime('lease')
  core.timer('place', core.now() + PLACE_WAIT_MS)
  core.save()
  core.fenceOlder()
  const { accountId, epoch } = doc
  const placed = await runnerFleet(core.env)
    .place({ accountId, epoch, avoid })
    .catch(() => false)
  // no runner is free: stays reconnecting, and asks again
  if (!placed && core.account.epoch === epoch && core.account.runner === null)
    core.timer('place', core.now() + 1_000 + core.random() * 4_000)
}

/** A runner dialled. Answers with the upgraded socket; one of an older epoch or another boot is fenced. */
export const acceptRunner = (core: AccountCore, tag: SocketTag): Response => {
  const { 0: client, 1: server } = new WebSocketPair()
  const doc = core.doc
  const mine =
    doc !== null &&
    wantsRunner(doc) &&
    tag.epoch === doc.epoch &&
    (doc.runner === null || doc.runner.bootId === tag.bootId) &&
    useNonce(core.sql, tag.nonce, core.now())
  if (!mine) {
    server.accept()
    server.close(CLOSE.fenced, 'fenced')
    return new Response(null, { status: 101, webSocket: client })
  }
  const older = core.ctx.getWebSockets()
  core.ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG))
  core.ctx.acceptWebSocket(server)
  server.serializeAttachment(tag)
  for (const ws of older) ws.close(CLOSE.replaced, 'replaced')
  doc.runner = { id: tag.runnerId, bootId: tag.bootId }
  core.untime('place')
  watchLease(core)
  core.save()
  return new Response(null, { status: 101, webSocket: client })
}

/** Looks again when the runner, if it fell silent now, would have given up WhatsApp. */
export const watchLease = (core: AccountCore): void =>
  core.timer('lease', core.now() + core.timing.leaseMs + core.timing.leaseSkewMs)

/** The lease timer: is the runner still renewing? If not for long enough, it has closed WhatsApp: place anew. */
export const checkLease = async (core: AccountCore): Promise<void> => {
  const doc = core.account
  if (doc.runner === null) return
  if (!wantsRunner(doc)) return dismissRunner(core)
  const ws = core.socket()
  const limit = core.timing.leaseMs + core.timing.leaseSkewMs
  if (ws) {
    const tag = ws.deserializeAttachment() as SocketTag
    const renewed = Math.max(core.ctx.getWebSocketAutoResponseTimestamp(ws)?.getTime() ?? 0, tag.dialledAt)
    if (core.now() - renewed < limit) {
      // an idle account is looked at rarely: nothing waits for its runner
      core.timer('lease', isBusy(doc) || doc.link ? renewed + limit : core.now() + 10 * limit)
      return
    }
  }
  doc.unclean = true
  if (doc.base === 'connected') {
    doc.base = 'reconnecting'
    core.emitState()
  }
  await placeRunner(core)
}

/** The account needs no runner any more. */
export const dismissRunner = async (core: AccountCore): Promise<void> => {
  const doc = core.account
  core.untime('place')
  core.untime('lease')
  core.untime('reconnect')
  const { accountId, epoch } = doc
  doc.epoch += 1
  doc.runner = null
  doc.connection = 'none'
  core.save()
  core.fenceOlder()
  await runnerFleet(core.env)
    .release({ accountId, epoch })
    .catch(() => undefined)
}
