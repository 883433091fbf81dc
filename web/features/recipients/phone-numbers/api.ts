// Recipients: one number, adding and changing it.
import { useQuery } from '@tanstack/react-query'
import type { PhoneRow } from '../../../../contract/recipients/phone-numbers.ts'
import { call } from '../../../lib/api/http.ts'
import { keys } from '../../../lib/api/query-keys.ts'
import { useRecord } from '../../../lib/api/use-record.ts'
import { phoneTexts as texts } from '../../../texts/indonesian.ts'

export const usePhone = (id: string) =>
  useRecord('phone-numbers', id, (signal) =>
    call('GET /admin/phonenumber/:id', { params: { id } }, { signal, fallback: texts.failedOne }),
  )
export const savePhone = (body: { number: string; name: string; consent_source: string }) =>
  call('POST /admin/phonenumber/save', { body }, { fallback: texts.saveFailed })

type PhoneChange = {
  number: string
  name: string
  status?: PhoneRow['status']
  consent_source?: string
  fields?: Record<string, string>
  version?: string | undefined
}
export const updatePhone = (id: number, body: PhoneChange) =>
  call('PUT /admin/phonenumber/:id', { params: { id }, body }, { fallback: texts.saveFailed })
export const deletePhones = (ids: number[]) =>
  call('POST /admin/phonenumber/delete-many', { body: { ids } }, { fallback: texts.removeManyFailed })
/** The sources of consent that the list can be narrowed by. */
export const useSources = () =>
  useQuery({
    queryKey: keys.choices('phone-numbers', 'sources'),
    queryFn: ({ signal }) => call('GET /admin/phonenumber/sources', {}, { signal }),
  })
