// Tells open screens how many notices are unread now.
import { userClientId } from '../../../contract/ground/channels.ts'
import type { BrowserEvent } from '../../../contract/operation/events.ts'
import type { Db } from '../../ground/db/connection.ts'
import { type PersonsUnread, unreadAfter } from './store.ts'

export const noticeEvent = ({ userId, unread, last }: PersonsUnread): BrowserEvent => ({
  event: 'notice',
  payload: { deviceId: userClientId(userId), userId, unread, last },
})

type Ports = { db: Db; toUser: (userId: string, events: BrowserEvent[]) => Promise<unknown> }
/** Does not throw for a channel that cannot be reached: its screens show the count at their next load. */
export const publishNotices = async ({ db, toUser }: Ports, refs: readonly string[]): Promise<void> => {
  const counts = await unreadAfter(db, refs)
  await Promise.allSettled(counts.map((count) => toUser(count.userId, [noticeEvent(count)])))
}
