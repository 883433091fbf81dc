// The consent history of one number, kept apart from it (rule consent-history).
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api/http.ts'
import { keys } from '../../../lib/api/query-keys.ts'

export const useConsentHistory = (number: string) =>
  useQuery({
    queryKey: keys.one('consents', number),
    queryFn: ({ signal }) => call('GET /admin/consent', { query: { search: number, limit: 50 } }, { signal }),
  })

/** Erases the person; only the hash stays, so that nobody can write to them again. */
export const erasePerson = (number: string) => call('POST /admin/consent/erase', { body: { number } })
/** To the person's own page, which stops and erases: for them alone, and on record. */
export const personLink = (id: number) => call('POST /admin/phonenumber/:id/link', { params: { id } })
