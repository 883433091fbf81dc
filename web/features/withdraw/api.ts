// Withdraws: a member's numbers, their requests, everybody's for those who pay out.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { StatementLine } from '../../../contract/ledger.ts'
import type { WithdrawItem } from '../../../contract/withdraw.ts'
import { http } from '../../lib/http.ts'
import { pagedKey, usePaged } from '../../lib/use-paged.ts'
import { statementTexts, withdrawTexts as texts } from '../../texts/id.ts'

const LIST = 'withdraws'
const MONEY = 'withdraw-money'
const STATEMENT = 'statement'
/** Events tell what the other side did; this is for one that got lost. */
const LOOK_AGAIN_MS = 60_000

type Asked = { page: number; user_id: string | null; sort: string; status?: string }
export const useWithdraws = (query: Asked) =>
  usePaged<WithdrawItem>({
    name: LIST,
    path: '/admin/withdraw/histories-per-page',
    query,
    fallback: texts.callFailed,
    refetchMs: LOOK_AGAIN_MS,
  })

export type Money = { balance: number; income: number; requested: number; accepted: number }
const total = async (path: string, signal: AbortSignal): Promise<number> => {
  const { total: value } = await http.get<{ total: number }>(path, { signal, fallback: texts.callFailed })
  return value
}
export const useMoney = (userId: string) =>
  useQuery({
    queryKey: [MONEY, userId],
    queryFn: async ({ signal }): Promise<Money> => {
      const [balance, income, requested, accepted] = await Promise.all([
        total(`/admin/withdraw/balance/${userId}`, signal),
        total(`/admin/withdraw/income/${userId}`, signal),
        // A total that cannot be read is 0.
        total(`/admin/withdraw/total-requested/${userId}`, signal).catch(() => 0),
        total(`/admin/withdraw/total-accepted/${userId}`, signal).catch(() => 0),
      ])
      return { balance, income, requested, accepted }
    },
    refetchOnMount: 'always',
    refetchInterval: LOOK_AGAIN_MS,
  })

export const useRefreshWithdraws = () => {
  const cache = useQueryClient()
  return async (): Promise<void> => {
    await Promise.all([
      cache.invalidateQueries({ queryKey: pagedKey(LIST) }),
      cache.invalidateQueries({ queryKey: [MONEY] }),
      cache.invalidateQueries({ queryKey: pagedKey(STATEMENT) }),
    ])
  }
}

/** What the member's accounts earned in the last minute; the balance event tells what came of it. */
export const useSettled = () =>
  useQuery({
    queryKey: ['withdraw-settled'],
    queryFn: ({ signal }) => http.post<{ settled: number }>('/admin/withdraw/settle', {}, { signal }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  })

/** One page of a person's statement, and what is not posted yet. */
export const useStatement = (userId: string, page: number) =>
  usePaged<StatementLine, { open: StatementLine[] }>({
    name: STATEMENT,
    path: `/admin/withdraw/statement/${userId}`,
    query: { page },
    fallback: statementTexts.loadFailed,
    refetchMs: LOOK_AGAIN_MS,
  })

export const requestWithdraw = (nominal: number, userId: string) =>
  http.post('/admin/withdraw/request', { nominal, userId }, { fallback: texts.callFailed })
export const updateWithdraw = (id: string, status: WithdrawItem['status']) =>
  http.put('/admin/withdraw/update', { id, status }, { fallback: texts.callFailed })
