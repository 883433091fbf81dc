// Payout batches: the list, one batch, and what is done with it.
import { useQuery } from '@tanstack/react-query'
import type { Answer } from '../../../../contract/api/table.ts'
import type { PayoutFormat } from '../../../../contract/money/payouts.ts'
import type { WithdrawItem } from '../../../../contract/money/withdraw.ts'
import { callFile } from '../../../lib/api/call-file.ts'
import { call } from '../../../lib/api/http.ts'
import { keys } from '../../../lib/api/query-keys.ts'
import { usePaged } from '../../../lib/api/use-paged.ts'
import { payoutTexts as texts } from '../../../texts/indonesian.ts'

/** Others freeze, approve and upload too; fetching again at this pace shows it. */
const LOOK_AGAIN_MS = 30_000
export const CHANGED = ['payouts', 'withdraws', 'statements', 'approvals'] as const
export type Batch = Answer<'GET /admin/payout/:id'>

export const usePayouts = (query: { page: number; limit: number; search: string; from: string; to: string }) =>
  usePaged({
    of: 'payouts',
    route: 'GET /admin/payout/list-per-page',
    sent: { query },
    fallback: texts.loadFailed,
    refetchMs: LOOK_AGAIN_MS,
  })
export const usePayout = (id: string) =>
  useQuery({
    queryKey: keys.one('payouts', id),
    queryFn: ({ signal }) => call('GET /admin/payout/:id', { params: { id } }, { signal, fallback: texts.loadFailed }),
    refetchOnMount: 'always',
    refetchInterval: LOOK_AGAIN_MS,
  })

/** A request that a batch takes: it is somebody else's, waits, by itself, and can be paid. */
const canChoose = (item: WithdrawItem, viewer: string): boolean =>
  item.userId !== viewer &&
  item.payout === null &&
  item.acceptedBy === null &&
  item.balance >= 0 &&
  !item.held &&
  item.User.status !== 'paused'
const PAGE = 100
/** The oldest requests that the viewer can choose, this many at most. */
export const useChoices = (most: number, viewer: string) =>
  useQuery({
    queryKey: keys.choices('withdraws', 'payout'),
    queryFn: async ({ signal }): Promise<WithdrawItem[]> => {
      const found: WithdrawItem[] = []
      for (let page = 1; ; page++) {
        const query = { status: 'requested', sort: 'createdAt', limit: PAGE, page } as const
        const { data, totalPages } = await call('GET /admin/withdraw/histories-per-page', { query }, { signal })
        found.push(...data.filter((item) => canChoose(item, viewer)))
        if (page >= totalPages || found.length >= most) return found.slice(0, most)
      }
    },
    gcTime: 0,
  })

export const createPayout = (ids: string[]) => call('POST /admin/payout/create', { body: { ids } })
export const approvePayout = (id: string) => call('POST /admin/payout/approve', { body: { id } })
export const releasePayout = (id: string) => call('POST /admin/payout/release', { body: { id } })
export const fetchFile = (id: string, format: PayoutFormat, account: string): Promise<Blob> =>
  callFile('GET /admin/payout/:id/file', { params: { id }, query: { format, account } })
const formOf = (file: File): FormData => {
  const form = new FormData()
  form.set('file', file)
  return form
}
export const sendResult = (id: string, file: File) =>
  call('POST /admin/payout/:id/result', { params: { id }, body: formOf(file) })
