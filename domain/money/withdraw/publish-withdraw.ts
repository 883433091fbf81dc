// Publishes a requested or decided withdraw to the member's screens and to everybody who pays out.
import { userClientId } from '../../../contract/ground/channels.ts'
import type { BrowserEvent } from '../../../contract/operation/events.ts'
import type { Db } from '../../ground/db/connection.ts'
import { balanceEvent, balanceEvents } from '../ledger/publish-balance.ts'
import { staffIds } from '../../people/users/store.ts'

export type PublishPorts = {
  db: Db
  toUser: (userId: string, events: BrowserEvent[]) => Promise<unknown>
  toAdmins: (events: BrowserEvent[]) => Promise<unknown>
}

/** Does not throw for a channel that cannot be reached: its screens show the withdraw at their next load. */
export const publishWithdraw = async ({ db, toUser, toAdmins }: PublishPorts, userId: string): Promise<void> => {
  const [balance, staff] = await Promise.all([balanceEvent(db, userId), staffIds(db)])
  const deviceId = userClientId(userId)
  const moved: BrowserEvent = { event: 'withdraw', payload: { deviceId, userId } }
  await Promise.allSettled([
    toUser(userId, [balance, moved]),
    toAdmins([moved]),
    ...staff.map((id) => toUser(id, [moved])),
  ])
}

/**
 * As `publishWithdraw`, for many people at once. The office hears of one of them: its screens read the whole list again, no matter who it is
 * about.
 */
export const publishWithdraws = async (
  { db, toUser, toAdmins }: PublishPorts,
  userIds: readonly string[],
): Promise<void> => {
  const people = [...new Set(userIds)]
  const [first] = people
  if (first === undefined) return
  const [balances, staff] = await Promise.all([balanceEvents(db, people), staffIds(db)])
  const movedOf = (userId: string): BrowserEvent => ({
    event: 'withdraw',
    payload: { deviceId: userClientId(userId), userId },
  })
  const balanceOf = (userId: string): BrowserEvent[] => {
    const event = balances.get(userId)
    return event ? [event] : []
  }
  await Promise.allSettled([
    ...people.map((id) => toUser(id, [...balanceOf(id), movedOf(id)])),
    toAdmins([movedOf(first)]),
    ...staff.map((id) => toUser(id, [movedOf(first)])),
  ])
}
