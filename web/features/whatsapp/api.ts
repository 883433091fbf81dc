// Linked accounts: the list with its live rows, and what can be done to an account.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BrowserEvent, EventPayload } from '../../../contract/events.ts'
import type { Answer } from '../../../contract/api/table.ts'
import type { Sort } from '../../../contract/sorts.ts'
import type { Account, AccountPurpose, ListFilter, RunStatus } from '../../../contract/whatsapp.ts'
import { call } from '../../lib/api/http.ts'
import { applyEvents, type LiveAccount, mergeRows } from '../../realtime/apply-event.ts'
import { createTexts, whatsappTexts } from '../../texts/indonesian.ts'

export type ListQuery = {
  page: number
  userId: string | null
  search: string
  status: ListFilter
  sort: Sort<'accounts'> | ''
}
export type AccountPage = { rows: LiveAccount[]; totalPages: number }

const LIST = 'whatsapp-list'
const listKey = (query: ListQuery) => [LIST, query] as const

export const useAccounts = (query: ListQuery) => {
  const cache = useQueryClient()
  const load = async (synced: boolean, signal?: AbortSignal): Promise<AccountPage> => {
    const { userId, ...asked } = query
    const answer = await call(
      'GET /admin/whatsapp/list-per-page',
      { query: { ...asked, user_id: userId, synced: synced ? '1' : null } },
      { signal, fallback: whatsappTexts.failedLoad },
    )
    const shown = cache.getQueryData<AccountPage>(listKey(query))?.rows ?? []
    return { rows: mergeRows(shown, answer.data, Date.now()), totalPages: answer.meta.totalPages }
  }
  const list = useQuery({
    queryKey: listKey(query),
    queryFn: ({ signal }) => load(false, signal),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    // Nobody listens for a list that is not shown: the counters it last knew are not shown again.
    gcTime: 0,
  })
  return {
    list,
    /** Asks the accounts themselves, not the table. */
    resync: async (): Promise<void> => {
      const page = await load(true)
      cache.setQueryData<AccountPage>(listKey(query), page)
    },
  }
}

/**
 * Whether the account is linked, asked again whenever the channel comes back: the event that said so may have gone
 * to a socket that was just lost. Same shape as the lists, so that live events reach it too.
 */
export const useLinkedMeanwhile = (userId: string, clientid: string, waits: boolean): boolean => {
  const { data } = useQuery({
    queryKey: [LIST, 'linking', clientid],
    queryFn: async ({ signal }): Promise<AccountPage> => {
      const { list } = await call('GET /admin/whatsapp/list/:userId', { params: { userId } }, { signal })
      return { rows: mergeRows([], list, Date.now()), totalPages: 1 }
    },
    enabled: waits,
    gcTime: 0,
  })
  return data?.rows.some((row) => row.clientid === clientid && row.state === 'connected') ?? false
}

/** Ways to change the rows shown. */
export const useAccountRows = () => {
  const cache = useQueryClient()
  const change = (next: (rows: LiveAccount[]) => LiveAccount[]): void =>
    void cache.setQueriesData<AccountPage>({ queryKey: [LIST] }, (page) => page && { ...page, rows: next(page.rows) })
  const rowOf = (id: string): LiveAccount | undefined =>
    cache
      .getQueriesData<AccountPage>({ queryKey: [LIST] })
      .flatMap(([, page]) => page?.rows ?? [])
      .find((row) => row.id === id)
  return {
    rowOf,
    apply: (events: readonly BrowserEvent[]): void => change((rows) => applyEvents(rows, events, Date.now())),
    setRequesting: (id: string, requesting: RunStatus | null): void =>
      change((rows) => rows.map((row) => (row.id === id ? { ...row, requesting } : row))),
    drop: (id: string): void => change((rows) => rows.filter((row) => row.id !== id)),
    knows: ({ deviceId, whatsappId }: EventPayload): boolean =>
      cache
        .getQueriesData<AccountPage>({ queryKey: [LIST] })
        .some(([, page]) => page?.rows.some((row) => row.clientid === deviceId || row.id === whatsappId)),
    refetch: (): void => void cache.invalidateQueries({ queryKey: [LIST] }),
  }
}

const blastBody = (account: Account) => ({ whatsappClientId: account.clientid, socketClientId: account.clientid })
export const startBlasting = (account: Account) =>
  call('POST /admin/whatsapp/start-blasting', { body: { ...blastBody(account), loop: true } })
export const stopBlasting = (account: Account) =>
  call('POST /admin/whatsapp/stop-blasting', { body: blastBody(account) })
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
    queryKey: ['whatsapp', id],
    queryFn: ({ signal }) => call('GET /admin/whatsapp/:id', { params: { id: id ?? '' } }, { signal }),
    enabled: id !== null,
  })
export const useAccountCount = (userId: string) =>
  useQuery({
    queryKey: ['whatsapp-count', userId],
    queryFn: ({ signal }) => call('GET /admin/whatsapp/count/:userId', { params: { userId } }, { signal }),
    // Who linked a first account a moment ago is not asked to agree again.
    gcTime: 0,
    refetchOnMount: 'always',
  })
