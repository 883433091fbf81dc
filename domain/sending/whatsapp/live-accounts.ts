// Merges accounts' rows with the present state from their objects, because the row of a running account lags behind.
import type { BrowserEvent } from '../../../contract/operation/events.ts'
import { type Account, runStatus } from '../../../contract/sending/whatsapp.ts'
import { presentAccount, withSnapshot } from './present.ts'
import type { AccountRow } from './store.ts'

/** snapshotOf null: the object did not answer, the row is shown as it is. */
export type LivePorts = { now: number; snapshotOf: (accountId: string) => Promise<Parameters<typeof withSnapshot>[1]> }

/** Most objects that are asked for one answer. */
const SYNC_MAX = 100

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

export const presentLive = async (ports: LivePorts, row: AccountRow): Promise<Account> =>
  withSnapshot(presentAccount(row, ports.now), await ports.snapshotOf(row.id))

/** Asks only the objects of running accounts; the rows of the others are complete. */
export const presentWorking = (ports: LivePorts, rows: readonly AccountRow[]): Promise<Account[]> =>
  Promise.all(
    rows.map(async (row, i) =>
      row.status === 'sending' && i < SYNC_MAX ? await presentLive(ports, row) : presentAccount(row, ports.now),
    ),
  )

/** Asks the objects of the first SYNC_MAX rows. events: `count_synced` of these, for the caller's screens. */
export const syncAccounts = async (
  ports: LivePorts,
  rows: readonly AccountRow[],
): Promise<{ accounts: Account[]; events: BrowserEvent[] }> => {
  const accounts = await Promise.all(
    rows.map((row, i) => (i < SYNC_MAX ? presentLive(ports, row) : Promise.resolve(presentAccount(row, ports.now)))),
  )
  return { accounts, events: accounts.slice(0, SYNC_MAX).map(synced) }
}
