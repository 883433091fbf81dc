// The consent history of one number, kept apart from it (rule consent-history).
import { useQuery } from '@tanstack/react-query'
import type { Paged } from '../../../contract/paging.ts'
import { http } from '../../lib/http.ts'

export type ConsentEvent = {
  id: number
  event: string
  source: string | null
  by: string | null
  date: string
}
export const useConsentHistory = (number: string) =>
  useQuery({
    queryKey: ['consent', number],
    queryFn: ({ signal }) =>
      http.get<Paged<ConsentEvent>>('/admin/consent', { query: { search: number, limit: 50 }, signal }),
  })

/** Forgets the person but for the hash that keeps them unwritten to. */
export const erasePerson = (number: string) => http.post('/admin/consent/erase', { number })
