// One-off blasts: sending, listing, stopping (rule one-off).
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Needs } from '../../../../contract/api/table.ts'
import type { OneOffWire } from '../../../../contract/sending/one-off.ts'
import type { Template } from '../../../../contract/sending/templates.ts'
import { call } from '../../../lib/api/http.ts'
import { keys } from '../../../lib/api/query-keys.ts'
import { readTest } from '../../../lib/one-off/api.ts'
import { useLivePage } from '../../../realtime/use-live-page.ts'
import { oneOffTexts as texts, templateTexts } from '../../../texts/indonesian.ts'
import { type LiveOneOff, mergeOneOffs, toLive } from './apply-one-off-events.ts'
import { choicesOf } from './template-choices.ts'

const CHOICES = 20
/** Of a page of receivers. */
const PEOPLE = 20

type ListQuery = { page: number; limit: number; search: string; from: string; to: string }
export const useOneOffs = (query: ListQuery) =>
  useLivePage<OneOffWire, LiveOneOff>({
    of: 'one-offs',
    pageQuery: query,
    fetchPage: (signal) => call('GET /admin/blaster/list-per-page', { query }, { signal, fallback: texts.loadFailed }),
    merge: mergeOneOffs,
  })
/** While it sends, the server is asked again after so long. */
const LOOK_MS = 5_000
/** Receipts and answers come after the end, and no event tells them. */
const LOOK_AT_REST_MS = 60_000
export type PeopleQuery = Omit<NonNullable<Needs<'GET /admin/blaster/people'>['query']>, 'limit'>
export const usePeople = (query: PeopleQuery, isSending: boolean) =>
  useQuery({
    queryKey: keys.sums('one-offs', 'people', query),
    queryFn: ({ signal }) =>
      call(
        'GET /admin/blaster/people',
        { query: { ...query, limit: PEOPLE } },
        { signal, fallback: texts.people.failed },
      ),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: isSending ? LOOK_MS : LOOK_AT_REST_MS,
  })
export const continueOneOff = (id: string) => call('POST /admin/blaster/continue', { body: { id } })
export type Message = { senders: string; targets: string; message: string; template_id: string | null }
export const previewMessage = async (body: Message) =>
  (await call('POST /admin/blaster/preview', { body }, { fallback: texts.failed })).preview
export const stopOneOff = (id: string) => call('POST /admin/blaster/stop', { body: { id } })

export const useTest = (id: string) =>
  useQuery({
    queryKey: keys.one('one-offs', id),
    queryFn: async ({ signal }): Promise<LiveOneOff> => toLive(await readTest(id, signal), Date.now()),
    gcTime: 0,
  })
/** Active numbers only. */
export const useReceivers = (search: string) =>
  useQuery({
    queryKey: keys.choices('phone-numbers', 'one-off', search),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { page: 1, limit: CHOICES, search, status: 'active' }
      const { data } = await call('GET /admin/phonenumber/list-per-page', { query }, { signal })
      return data.filter(({ status, suppressed }) => status.toLowerCase() === 'active' && !suppressed)
    },
  })

/** As many as the server lists at once; the search is among them. */
export const useTemplates = (typed: string) =>
  useQuery({
    queryKey: keys.choices('templates', 'one-off'),
    queryFn: async ({ signal }) =>
      (await call('GET /admin/message/list', {}, { signal, fallback: templateTexts.failedLoad })).list,
    select: (templates) => choicesOf(templates, typed),
    refetchOnMount: 'always',
  })

/** null: it was deleted. */
export const templateOf = (id: string): Promise<Template | null> =>
  call('GET /admin/message/:id', { params: { id } }, { pressed: true }).then(
    ({ message }) => message,
    () => null,
  )

export const clientState = async (id: string): Promise<string> =>
  (await call('GET /admin/whatsapp/client-state/:id', { params: { id } }, { pressed: true })).state
export const sendMessage = (body: Message) =>
  call('POST /admin/whatsapp/send-message/1', { body }, { fallback: texts.failed })
