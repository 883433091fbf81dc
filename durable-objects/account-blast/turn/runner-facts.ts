// Handles the runner's facts one by one. All that follows from a fact is stored before it is acknowledged.
import { type Fact, CLOSE, OUTLIVES_ITS_EPOCH } from '../../../contract/operation/runner.ts'
import { type DownFrame, readUpFrame } from '../../../contract/operation/runner-frames.ts'
import { sometimes } from '../../../contract/ground/sometimes.ts'
import type { TurnPort } from './port.ts'
import type { SocketTag } from '../core/socket-tag.ts'
import { withoutErased } from '../core/erased.ts'
import { ackOf, afterGivingUp, afterRead, afterUnread, type Handled, isHandled } from '../document/handled-rules.ts'
import { stopWork } from '../document/marks.ts'
import { resetQuery, onLookedUp } from '../number-check/check.ts'
import { onInbound } from '../opt-outs/opt-outs.ts'
import { onReceipt, onRevoked } from '../outcome/outcomes.ts'
import { onResult } from '../outcome/on-result.ts'
import { contentOf } from '../outcome/repair.ts'
import { onClosed, onOpen } from '../session/connection.ts'
import { onHello } from '../session/hello.ts'
import { onCodeRefused, onLinkClosed, onLinkOpen, onPaired, onShown } from '../session/link.ts'
import { generationInUse } from '../session/needed-keys.ts'
import { onLeaving } from '../session/hand-over.ts'
import { lift, restrict } from '../session/restriction.ts'
import { suspendedEvent } from '../session/suspension.ts'
import { rowsById, storeRows } from '../tables/vault-store.ts'

/**
 * One frame of facts, in order, and its acknowledgement. A fact that this version does not know (a newer runner's, whose object runs
 * on for up to a minute after a deploy) is logged and named in the acknowledgement: the runner repeats it when it dials again, as it does
 * once the object is a newer one. One that cannot be stored is not acknowledged: the socket closes, and the runner repeats it after
 * a pause (rule newer-words).
 */
export const onFrame = async (core: TurnPort, ws: WebSocket, text: string): Promise<void> => {
  const tag = ws.deserializeAttachment() as SocketTag
  const frame = readUpFrame(text)
  if (!frame) return core.logError('unreadable frame', 'no facts')
  let last = 0
  try {
    for (const one of frame) {
      if (!one.fact) core.logError('unreadable fact', one.problem)
      // the epoch may have changed during the last await
      sometimes('the epoch ends in the middle of a frame', last > 0 && !tag.leftover && !isOfHolder(core, tag))
      if (isOfHolder(core, tag)) await onCurrentFact(core, one.seq, one.fact)
      else await onLeftFact(core, ws, one.seq, one.fact)
      last = one.seq
    }
  } catch (error) {
    core.logError('fact', error)
    return ws.close(CLOSE.badFrame, 'not stored')
  }
  if (last > 0) acknowledge(core, ws, last)
}
const isOfHolder = (core: TurnPort, tag: SocketTag): boolean => !tag.leftover && tag.epoch === core.account.epoch

/** A repeat after a lost acknowledgement changes nothing. */
const onCurrentFact = async (core: TurnPort, seq: number, fact: Fact | null): Promise<void> => {
  const doc = core.account
  if (doc.handled.epoch !== doc.epoch) doc.handled = { epoch: doc.epoch, seq: 0 }
  sometimes('a fact that is stored comes again', () => isHandled(doc.handled, seq))
  if (isHandled(doc.handled, seq)) return
  if (!fact) {
    doc.handled = afterUnread(doc.handled, seq, core.now())
    return
  }
  await onFact(core, fact, true)
  // a repeated receipt changes nothing, so no row is written to remember its sequence
  if (fact.kind === 'receipts' && !doc.handled.unread) return
  // the fact may have started another epoch, whose sequence numbers start over
  if (doc.handled.epoch === doc.epoch) doc.handled = afterRead(doc.handled, seq)
}

/** Of a runner that no longer holds the account: idempotent, so that nothing is kept of it but what could not be read. */
const onLeftFact = async (core: TurnPort, ws: WebSocket, seq: number, fact: Fact | null): Promise<void> => {
  sometimes('a fact of a runner that no longer holds the account')
  sometimes('a stop from a runner that no longer holds the account', fact?.kind === 'inbound')
  sometimes('a deletion from a runner that no longer holds the account', fact?.kind === 'revoked')
  if (fact && OUTLIVES_ITS_EPOCH.has(fact.kind)) await onFact(core, fact, false)
  const before = leftOf(ws)
  const left = fact ? afterRead(before, seq) : afterUnread(before, seq, core.now())
  if (left.unread || before.unread) ws.serializeAttachment({ ...tagOf(ws), unread: left.unread } satisfies SocketTag)
}
const tagOf = (ws: WebSocket): SocketTag => ws.deserializeAttachment() as SocketTag
const leftOf = (ws: WebSocket): Handled => {
  const { epoch, unread } = tagOf(ws)
  return { epoch, seq: 0, ...(unread && { unread }) }
}

/** The holder's acknowledgement travels with this turn's commands, if there are any. */
const acknowledge = (core: TurnPort, ws: WebSocket, seq: number): void => {
  if (isOfHolder(core, tagOf(ws))) {
    if (core.account.handled.unread) core.account.handled = afterGivingUp(core.account.handled, core.now())
    core.ackDue = seq
    return
  }
  // a fact that ended this epoch closed the socket as well
  if (ws.readyState !== WebSocket.OPEN) return
  core.save()
  ws.send(JSON.stringify({ ...ackOf(seq, leftOf(ws)), at: core.now(), commands: [] } satisfies DownFrame))
}

/** @param current it comes from the holder of this epoch: only then its keys and connection facts count */
const onFact = async (core: TurnPort, fact: Fact, current: boolean): Promise<void> => {
  const doc = core.account
  switch (fact.kind) {
    case 'hello':
      resetQuery(core)
      return onHello(core, fact)
    case 'leaving':
      return current ? onLeaving(core) : undefined
    case 'qr':
    case 'code':
      return onShown(core, fact)
    case 'codeRefused':
      return onCodeRefused(core, fact)
    case 'paired':
      return onPaired(core)
    case 'open':
      resetQuery(core)
      return doc.link ? onLinkOpen(core, fact.me) : onOpen(core)
    case 'closed':
      resetQuery(core)
      core.wake()
      return doc.link ? onLinkClosed(core, fact) : onClosed(core, fact)
    case 'rows':
      return storeRows(core.sql, generationInUse(core), withoutErased(core, fact.rows), core.now())
    case 'need': {
      const rows = rowsById(core.sql, generationInUse(core), fact.items)
      core.command([{ kind: 'rows', requestId: fact.requestId, rows }])
      return
    }
    case 'needContent': {
      const { messageId } = fact
      const content = await contentOf(core, messageId)
      core.command([{ kind: 'content', messageId, content }])
      return
    }
    case 'result':
      return onResult(core, fact, current)
    case 'receipts':
      for (const item of fact.items) onReceipt(core, item)
      return
    case 'inbound':
      for (const item of fact.items) onInbound(core, item)
      return
    case 'revoked':
      if (!onRevoked(core, fact.messageIds)) return
      stopWork(doc)
      suspendedEvent(core, 'deleted')
      return core.wake()
    case 'restricted':
      return restrict(core, fact.cause, fact.until)
    case 'unrestricted':
      return lift(core, fact.cause)
    case 'lookedUp':
      return onLookedUp(core, fact)
  }
}
