// Withdraws: a member's figures and requests, and everybody's requests for those who pay out.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Rupiah } from '../../../../contract/ground/money.ts'
import type { Needs } from '../../../../contract/api/table.ts'
import type { MoneySummary, WithdrawItem } from '../../../../contract/money/withdraw.ts'
import { call } from '../../../lib/api/http.ts'
import { keys } from '../../../lib/api/query-keys.ts'
import { usePaged } from '../../../lib/api/use-paged.ts'
import { useLiveMoney } from '../../../realtime/use-live-money.ts'
import { statementTexts, withdrawTexts as texts } from '../../../texts/indonesian.ts'

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

export type Money = Pick<
  MoneySummary,
  'balance' | 'income' | 'bonus' | 'referral' | 'requested' | 'accepted' | 'transferred' | 'expectedDay'
>
/** All figures come in one answer, so that they add up at every moment. */
export const useMoney = (userId: string) =>
  useQuery({
    queryKey: keys.sums('withdraws', userId),
    queryFn: ({ signal }): Promise<Money> =>
      call('GET /admin/withdraw/summary/:userId', { params: { userId } }, { signal, fallback: texts.callFailed }),
    refetchOnMount: 'always',
    refetchInterval: LOOK_AGAIN_MS,
  })

/** Every step of a request, and every file that proves something about it. */
export const useHistory = (id: string) =>
  useQuery({
    queryKey: keys.one('withdraws', id),
    queryFn: ({ signal }) =>
      call('GET /admin/withdraw/steps/:id', { params: { id } }, { signal, fallback: texts.historyFailed }),
    refetchOnMount: 'always',
  })
/** The whole bank details of one request: lists mask the number. */
export const useAccount = (id: string) =>
  useQuery({
    queryKey: keys.sums('withdraws', 'account', id),
    queryFn: ({ signal }) =>
      call('GET /admin/withdraw/account/:id', { params: { id } }, { signal, fallback: texts.callFailed }),
    refetchOnMount: 'always',
  })

/** The subjects that a withdraw changes. */
export const CHANGED = ['withdraws', 'statements', 'approvals', 'payouts'] as const

/** Figures and lists of this channel's person follow its events. */
export const useLiveWithdraws = (deviceId: string): void => useLiveMoney(deviceId, CHANGED)

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

type StatementQuery = NonNullable<Needs<'GET /admin/withdraw/statement/:userId'>['query']>
/** One page of a person's statement, with what is not posted yet. Its pages go by cursors, so the list's own count of pages is 1. */
export const useStatement = (userId: string, query: StatementQuery) =>
  useQuery({
    queryKey: keys.pages('statements', userId, query),
    queryFn: ({ signal }) =>
      call(
        'GET /admin/withdraw/statement/:userId',
        { params: { userId }, query },
        { signal, fallback: statementTexts.loadFailed },
      ),
    select: (answer) => ({ ...answer, meta: { ...answer.meta, totalPages: 1 } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: LOOK_AGAIN_MS,
  })

type IncomeQuery = NonNullable<Needs<'GET /admin/withdraw/income-days/:userId'>['query']>
/** What each account earned on each day, newest first. */
export const useIncomeDays = (userId: string, query: IncomeQuery) =>
  useQuery({
    queryKey: keys.sums('statements', 'income', userId, query),
    queryFn: ({ signal }) =>
      call(
        'GET /admin/withdraw/income-days/:userId',
        { params: { userId }, query },
        { signal, fallback: statementTexts.loadFailed },
      ),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: LOOK_AGAIN_MS,
  })

export const requestWithdraw = (nominal: Rupiah, userId: string) =>
  call('POST /admin/withdraw/request', { body: { nominal, userId } }, { fallback: texts.callFailed })
export const cancelWithdraw = (id: string) =>
  call('POST /admin/withdraw/cancel', { body: { id } }, { fallback: texts.callFailed })
/** For who is tied to the member, where nobody else may decide. */
export const openWait = (id: string) =>
  call('POST /admin/withdraw/wait', { body: { id } }, { fallback: texts.callFailed })
/** *Bukan saya*. */
export const objectToWait = (id: string) =>
  call('POST /admin/withdraw/object', { body: { id } }, { fallback: texts.callFailed })
/** @param reason of a rejection, for the member */
export const updateWithdraw = (id: string, status: WithdrawItem['status'], reason?: string) =>
  call(
    'PUT /admin/withdraw/update',
    { body: { id, status, ...(reason === undefined ? {} : { reason }) } },
    { fallback: texts.callFailed },
  )
/** @param reference what the bank calls the transfer by */
export const orderWithdraw = (id: string, reference: string) =>
  call('POST /admin/withdraw/ordered', { body: { id, reference } }, { fallback: texts.callFailed })
/** Asks a second person. reason: for the member. */
export const sendBackWithdraw = (id: string, reason: string, proof: File) => {
  const form = new FormData()
  form.set('id', id)
  form.set('reason', reason)
  form.set('file', proof)
  return call('POST /admin/withdraw/returned', { body: form }, { fallback: texts.callFailed })
}
