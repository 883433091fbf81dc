// The blaster: sending, its jobs, stopping one (rule one-off).
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Paged } from '../../../contract/paging.ts'
import { call } from '../../lib/api/http.ts'
import { pagedKey } from '../../lib/api/use-paged.ts'
import { blasterTexts as texts, templateTexts } from '../../texts/indonesian.ts'
import { type LiveJob, mergeJobs } from './apply-job-events.ts'

export const JOBS = 'blasters'
export const SENDERS = 'blaster-senders'
const CHOICES = 20

export const useJobs = (page: number) => {
  const cache = useQueryClient()
  return useQuery({
    queryKey: [...pagedKey(JOBS), { page }],
    queryFn: async ({ signal }): Promise<Paged<LiveJob>> => {
      const answer = await call(
        'GET /admin/blaster/list-per-page',
        { query: { page } },
        { signal, fallback: texts.loadFailed },
      )
      const shown = cache
        .getQueriesData<Paged<LiveJob>>({ queryKey: pagedKey(JOBS) })
        .flatMap(([, known]) => known?.data ?? [])
      const rows = mergeJobs(shown, answer.data, Date.now())
      return { ...answer, data: rows, list: rows }
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    // Nobody listens for a list that is not shown: what it last knew is not shown again.
    gcTime: 0,
  })
}
export const stopJob = (id: string) => call('POST /admin/blaster/stop', { body: { id } })

/** Accounts that may blast; those linked for number checks only stay out. */
export const useSenders = (search: string) =>
  useQuery({
    queryKey: [SENDERS, search],
    queryFn: async ({ signal }) => {
      const query = { page: 1, limit: CHOICES, search }
      const { data } = await call('GET /admin/whatsapp/list-per-page', { query }, { signal })
      return data.filter(({ purpose }) => purpose === 'blast')
    },
    refetchOnMount: 'always',
  })
/** Active numbers only. */
export const useReceivers = (search: string) =>
  useQuery({
    queryKey: ['blaster-receivers', search],
    queryFn: async ({ signal }) => {
      const query = { page: 1, limit: CHOICES, search, status: 'active' }
      const { data } = await call('GET /admin/phonenumber/list-per-page', { query }, { signal })
      return data.filter(({ status, suppressed }) => status.toLowerCase() === 'active' && !suppressed)
    },
  })

/** As many as the server lists at once; what is chosen from them is for the screen to say. */
export const useTemplates = () =>
  useQuery({
    queryKey: ['blaster-templates'],
    queryFn: async ({ signal }) =>
      (await call('GET /admin/message/list', {}, { signal, fallback: templateTexts.failedLoad })).list,
    refetchOnMount: 'always',
  })

export const clientState = async (id: string): Promise<string> =>
  (await call('GET /admin/whatsapp/client-state/:id', { params: { id } })).state
export const sendMessage = (body: { senders: string; targets: string; message: string; template_id: string | null }) =>
  call('POST /admin/whatsapp/send-message/1', { body }, { fallback: texts.failed })
