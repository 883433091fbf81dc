// Which accounts may send one-off blasts and tests, and a test to the sender's own number (rules one-off, one-off-test).
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { OneOffWire } from '../../../contract/sending/one-off.ts'
import type { Needs } from '../../../contract/api/table.ts'
import { oneOffTexts as texts } from '../../texts/indonesian.ts'
import { call } from '../api/http.ts'
import { keys } from '../api/query-keys.ts'

/** label: what the wire and the dialogs call it, its number. */
export type Sender = { id: string; label: string }
const CHOICES = 20

/** Accounts that may blast; those linked for number checks only stay out. */
export const useSenders = (search: string) =>
  useQuery({
    queryKey: keys.choices('accounts', 'one-off', search),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { page: 1, limit: CHOICES, search }
      const { data } = await call('GET /admin/whatsapp/list-per-page', { query }, { signal })
      return data.filter(({ purpose }) => purpose === 'blast')
    },
    refetchOnMount: 'always',
  })
/** Whether this account may test now, or why not. @param sender its id; empty: none is chosen */
export const useTestOutlook = (sender: string) =>
  useQuery({
    queryKey: keys.sums('accounts', 'test', sender),
    queryFn: async ({ signal }) =>
      (await call('GET /admin/blaster/test', { query: sender === '' ? {} : { sender } }, { signal })).outlook,
    refetchOnMount: 'always',
  })
export type TestContent = Omit<Needs<'POST /admin/blaster/test'>['body'], 'sender' | 'key'>
export const sendTest = (sender: string, content: TestContent, key: string) =>
  call('POST /admin/blaster/test', { body: { ...content, sender, key } }, { fallback: texts.failed })
export const readTest = async (id: string, signal: AbortSignal): Promise<OneOffWire> =>
  (await call('GET /admin/blaster/:id', { params: { id } }, { signal })).job
