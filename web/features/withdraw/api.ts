// Withdraws: a member's figures and requests, and everybody's requests for those who pay out.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Needs, Route } from '../../../contract/api/table.ts'
import type { WithdrawItem } from '../../../contract/withdraw.ts'
import { call } from '../../lib/api/http.ts'
import { keys, refresh } from '../../lib/api/query-keys.ts'
import { usePaged } from '../../lib/api/use-paged.ts'
import { statementTexts, withdrawTexts as texts } from '../../texts/indonesian.ts'

/** Events report what the other side did; fetching again at this pace covers an event that got lost. */
const LOOK_AGAIN_MS = 60_000

type WithdrawQuery = NonNullable<Needs<'GET /admin/withdraw/histories-per-page'>['query']>
export const useWithdraws = (query: WithdrawQuery) =>
  usePaged({
    of: 'withdraws',
    route: 'GET /admin/withdraw/histories-per-page',
    sent: { query },
    fallback: texts.callFailed,
    refetchMs: LOOK_AGAIN_MS,
  })

export type Money = { balance: number; income: number; requested: number; accepted: number }
type Totals = Extract<
  Route,
  `GET /admin/withdraw/${'balance' | 'income' | 'total-requested' | 'total-accepted'}/:userId`
>
const total = async (route: Totals, userId: string, signal: AbortSignal): Promise<number> =>
  (await call(route, { params: { userId } }, { signal, fallback: texts.callFailed })).total
export const useMoney = (userId: string) =>
  useQuery({
    queryKey: keys.sums('withdraws', userId),
    queryFn: async ({ signal }): Promise<Money> => {
      const [balance, income, requested, accepted] = await Promise.all([
        total('GET /admin/withdraw/balance/:userId', userId, signal),
        total('GET /admin/withdraw/income/:userId', userId, signal),
        // A total that could not be read is shown as 0.
        total('GET /admin/withdraw/total-requested/:userId', userId, signal).catch(() => 0),
        total('GET /admin/withdraw/total-accepted/:userId', userId, signal).catch(() => 0),
      ])
      return { balance, income, requested, accepted }
    },
    refetchOnMount: 'always',
    refetchInterval: LOOK_AGAIN_MS,
  })

/** The subjects that a withdraw changes. */
export const CHANGED = ['withdraws', 'statements'] as const
export const useRefreshWithdraws = () => {
  const cache = useQueryClient()
  return (): void => void refresh(cache, ...CHANGED)
}

/** Settles what the member's accounts earned in the last minute; a balance event brings the result. */
export const useSettled = () =>
  useQuery({
    queryKey: keys.sums('settled'),
    queryFn: ({ signal }) => call('POST /admin/withdraw/settle', { body: {} }, { signal }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  })

/** One page of a person's statement, with what is not posted yet. */
export const useStatement = (userId: string, page: number) =>
  usePaged({
    of: 'statements',
    route: 'GET /admin/withdraw/statement/:userId',
    sent: { params: { userId }, query: { page } },
    fallback: statementTexts.loadFailed,
    refetchMs: LOOK_AGAIN_MS,
  })

export const requestWithdraw = (nominal: number, userId: string) =>
  call('POST /admin/withdraw/request', { body: { nominal, userId } }, { fallback: texts.callFailed })
export const updateWithdraw = (id: string, status: WithdrawItem['status']) =>
  call('PUT /admin/withdraw/update', { body: { id, status } }, { fallback: texts.callFailed })
