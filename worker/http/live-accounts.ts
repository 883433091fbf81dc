// What the objects themselves say about accounts: rows merged with snapshots, and count_synced for the asker's screens.
import type { BrowserEvent } from '../../contract/events.ts'
import { type Account, runStatus } from '../../contract/whatsapp.ts'
import { presentAccount, withSnapshot } from '../../domain/whatsapp/present.ts'
import type { AccountRow } from '../../domain/whatsapp/store.ts'
import type { AccountSnapshot } from '../../durable-objects/rpc.ts'
import { accountObject, userChannel } from '../../durable-objects/stubs.ts'
import type { Env } from '../env.ts'
import { didNotAnswer } from './log.ts'

/** Objects asked at most for one answer. */
export const SYNC_MAX = 100

/** null where an object did not answer: the row stands. */
const snapshotOf = (env: Env, id: string): Promise<AccountSnapshot | null> =>
  accountObject(env, id).snapshot().catch(didNotAnswer)

const synced = (account: Account): BrowserEvent => ({
  event: 'count_synced',
  payload: {
    deviceId: account.clientid,
    clientId: account.clientid,
    whatsappId: account.id,
    userId: account.user_id,
    version: account.version,
    state: account.state,
    status: runStatus.parse(account.status),
    blaster: account.blaster,
    count_success: account.count_success,
    count_fail: account.count_fail,
    income: account.income,
  },
})

export const presentLive = async (env: Env, row: AccountRow): Promise<Account> =>
  withSnapshot(presentAccount(row), await snapshotOf(env, row.id))

/** The table lags behind accounts at work: their objects are asked; those at rest are as their rows say. */
export const presentWorking = (env: Env, rows: readonly AccountRow[]): Promise<Account[]> =>
  Promise.all(
    rows.map(async (row, i) =>
      row.status === 'sending' && i < SYNC_MAX ? await presentLive(env, row) : presentAccount(row),
    ),
  )

/** Asks the objects of the first rows, tells the asker's channel what they said, answers all rows. */
export const syncAccounts = async (
  env: Env,
  rows: readonly AccountRow[],
  askerId: string,
): Promise<{ accounts: Account[]; publish: Promise<unknown> }> => {
  const accounts = await Promise.all(
    rows.map((row, i) => (i < SYNC_MAX ? presentLive(env, row) : Promise.resolve(presentAccount(row)))),
  )
  const events = accounts.slice(0, SYNC_MAX).map(synced)
  return { accounts, publish: events.length > 0 ? userChannel(env, askerId).publish(events) : Promise.resolve() }
}
