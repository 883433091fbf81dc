// Which facts of an epoch are handled, so that a repeat changes nothing, and which the runner must keep and repeat. Pure.
import type { DownFrame } from '../../../contract/operation/runner-frames.ts'
import { HOUR_MS } from '../../../contract/ground/time.ts'

/** unread: seqs up to `seq` that this version could not read, and since when (epoch ms); absent: none. */
export type Handled = { epoch: number; seq: number; unread?: { seq: number; since: number }[] }

/** After a deploy an object goes on with its older version for up to a minute. What is unclear for an hour is not of a newer one. */
const UNREAD_MS = HOUR_MS
/** No version has so much that is new; what comes after these is left out. */
const MOST_UNREAD = 100

const unreadOf = ({ unread = [] }: Handled): NonNullable<Handled['unread']> => unread
const withUnread = (handled: Handled, unread: NonNullable<Handled['unread']>): Handled => {
  const { unread: _old, ...rest } = handled
  return unread.length > 0 ? { ...rest, unread } : rest
}

export const isHandled = (handled: Handled, seq: number): boolean =>
  seq <= handled.seq && !unreadOf(handled).some((one) => one.seq === seq)
export const afterRead = (handled: Handled, seq: number): Handled =>
  withUnread(
    { ...handled, seq: Math.max(handled.seq, seq) },
    unreadOf(handled).filter((one) => one.seq !== seq),
  )
export const afterUnread = (handled: Handled, seq: number, now: number): Handled => {
  const unread = unreadOf(handled)
  const isKnown = unread.some((one) => one.seq === seq)
  return withUnread(
    { ...handled, seq: Math.max(handled.seq, seq) },
    isKnown || unread.length >= MOST_UNREAD ? unread : [...unread, { seq, since: now }],
  )
}
/** Without those that nobody will read any more. */
export const afterGivingUp = (handled: Handled, now: number): Handled =>
  withUnread(
    handled,
    unreadOf(handled).filter(({ since }) => now - since < UNREAD_MS),
  )
/** What a frame says of facts that arrived: the runner keeps the unread ones, and a newer version of this object will read them. */
export const ackOf = (seq: number, handled: Handled): Pick<DownFrame, 'ack' | 'unread'> => ({
  ack: seq,
  ...(handled.unread && { unread: unreadOf(handled).map((one) => one.seq) }),
})
