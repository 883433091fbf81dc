// Publishes a person's balance to their screens.
import { userClientId } from '../../../contract/ground/channels.ts'
import type { BrowserEvent } from '../../../contract/operation/events.ts'
import { type Sen, senToRupiah } from '../../../contract/ground/money.ts'
import type { Db } from '../../ground/db/connection.ts'
import { balanceOf, balancesOf } from './store.ts'

type BalancePorts = { db: Db; toUser: (userId: string, events: BrowserEvent[]) => Promise<unknown> }

const eventOf = (userId: string, balanceSen: Sen): BrowserEvent => ({
  event: 'balance',
  payload: { deviceId: userClientId(userId), userId, balance: senToRupiah(balanceSen) },
})
export const balanceEvent = async (db: Db, userId: string): Promise<BrowserEvent> =>
  eventOf(userId, (await balanceOf(db, userId)).balanceSen)
/** By person. */
export const balanceEvents = async (db: Db, userIds: readonly string[]): Promise<Map<string, BrowserEvent>> =>
  new Map((await balancesOf(db, userIds)).map(({ userId, balanceSen }) => [userId, eventOf(userId, balanceSen)]))
/** Does not throw for a channel that cannot be reached: its screens show the balance at their next load. */
export const publishBalance = async ({ db, toUser }: BalancePorts, userId: string): Promise<void> =>
  void (await Promise.allSettled([toUser(userId, [await balanceEvent(db, userId)])]))
