// Linked accounts: the list with its live rows, and what can be done to an account.
import { useQuery } from '@tanstack/react-query'
import type { Answer } from '../../../../contract/api/table.ts'
import type { Paged } from '../../../../contract/ground/paging.ts'
import type { Sort } from '../../../../contract/ground/sorts.ts'
import type { AccountPurpose } from '../../../../contract/ground/account-purpose.ts'
import type { Account, ListFilter } from '../../../../contract/sending/whatsapp.ts'
import { call } from '../../../lib/api/http.ts'
import { keys } from '../../../lib/api/query-keys.ts'
import { type LiveAccount, mergeRows } from '../../../realtime/apply-event.ts'
import { useLivePage } from '../../../realtime/use-live-page.ts'
import { createTexts, whatsappTexts } from '../../../texts/indonesian.ts'

export type ListQuery = {
  page: number
  from: string
  to: string
  userId: string | null
  search: string
  status: ListFilter
  sort: Sort<'accounts'> | ''
}

export const useAccounts = (listQuery: ListQuery) => {
  const ask = (synced: boolean, signal?: AbortSignal) => {
    const { userId, ...query } = listQuery
    return call(
      'GET /admin/whatsapp/list-per-page',
      { query: { ...query, user_id: userId, synced: synced ? '1' : null } },
      { signal, fallback: whatsappTexts.failedLoad },
    )
  }
  const { query, resync } = useLivePage<Account, LiveAccount>({
    of: 'accounts',
    pageQuery: listQuery,
    fetchPage: (signal) => ask(false, signal),
    merge: mergeRows,
  })
  return {
    query,
    /** Asks the accounts themselves, not the table. */
    resync: () => resync(() => ask(true)),
  }
}

/**
 * Whether the account is linked, asked again whenever the channel comes back: the event that said so may have gone
 * to a socket that was just lost. Held as a page of the list, so that live events reach it too.
 */
export const useLinkedMeanwhile = (userId: string, clientid: string, waits: boolean): boolean => {
  const { data } = useQuery({
    queryKey: keys.pages('accounts', 'linking', clientid),
    queryFn: async ({ signal }): Promise<Paged<LiveAccount>> => {
      const { list } = await call('GET /admin/whatsapp/list/:userId', { params: { userId } }, { signal })
      const rows = mergeRows([], list, Date.now())
      const meta = { page: 1, limit: rows.length, total: rows.length, totalPages: 1 }
      return { data: rows, list: rows, meta, totalPages: 1 }
    },
    enabled: waits,
    gcTime: 0,
  })
  return data?.data.some((row) => row.clientid === clientid && row.state === 'connected') ?? false
}

const blastBody = (account: Account) => ({ whatsappClientId: account.clientid, socketClientId: account.clientid })
export const startBlasting = (account: Account) =>
  call('POST /admin/whatsapp/start-blasting', { body: { ...blastBody(account), loop: true } })
/** @param reason of an admin who stops somebody else's */
export const stopBlasting = (account: Account, reason?: string) =>
  call('POST /admin/whatsapp/stop-blasting', { body: { ...blastBody(account), reason } })
export const holdAccount = (account: Account, reason: string) =>
  call('POST /admin/whatsapp/hold', { body: { id: account.id, reason } })
export const releaseAccount = (account: Account) => call('POST /admin/whatsapp/release', { body: { id: account.id } })
/** @param nickname null: it is called as WhatsApp calls it */
export const renameAccount = (account: Account, nickname: string | null) =>
  call('PUT /admin/whatsapp/nickname', { body: { id: account.id, nickname } })
export const resetAccount = (account: Account) => call('POST /admin/whatsapp/reset', { body: { id: account.id } })
export const activateAccount = (account: Account) => call('POST /admin/whatsapp/activate', { body: { id: account.id } })
export const removeClient = (deviceId: string) => call('POST /admin/whatsapp/remove-client', { body: { deviceId } })

export type NewClient = {
  deviceId: string
  previousDeviceId: string | null
  userId: string
  phoneNumber: string | null
  purpose: AccountPurpose
  consentVersion: string | null
}
export type Client = Answer<'POST /admin/whatsapp/new-client'>
export const newClient = (body: NewClient) =>
  call('POST /admin/whatsapp/new-client', { body }, { fallback: createTexts.failed })
export const saveClient = (body: {
  clientid: string
  proxyId: string | null
  user_id: string
  reconnect: boolean
  phonenumber: string | null
  pushname: string | null
}) => call('POST /admin/whatsapp/save', { body })

export const useAccount = (id: string | null) =>
  useQuery({
    queryKey: keys.one('accounts', id ?? ''),
    queryFn: ({ signal }) => call('GET /admin/whatsapp/:id', { params: { id: id ?? '' } }, { signal }),
    enabled: id !== null,
  })
export const useAccountCount = (userId: string) =>
  useQuery({
    queryKey: keys.sums('accounts', userId),
    queryFn: ({ signal }) => call('GET /admin/whatsapp/count/:userId', { params: { userId } }, { signal }),
    // Who linked a first account a moment ago is not asked to agree again.
    gcTime: 0,
    refetchOnMount: 'always',
  })
