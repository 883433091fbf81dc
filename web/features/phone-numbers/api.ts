// Recipients: one number, adding, importing, changing.
import { useQuery } from '@tanstack/react-query'
import type { PhoneRow } from '../../../contract/phone-numbers.ts'
import { call } from '../../lib/api/http.ts'
import { listTexts, phoneTexts as texts } from '../../texts/indonesian.ts'

export const PHONES = 'phone-numbers'

export const usePhone = (id: string) =>
  useQuery({
    queryKey: ['phone-number', id],
    queryFn: ({ signal }) =>
      call('GET /admin/phonenumber/:id', { params: { id } }, { signal, fallback: texts.failedOne }),
    enabled: id !== '',
    // A form is filled from it: what another tab saved must be in it.
    refetchOnMount: 'always',
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
export const savePhone = (body: { number: string; name: string; consent_source: string }) =>
  call('POST /admin/phonenumber/save', { body }, { fallback: texts.saveFailed })

export type PhoneChange = { number: string; name: string; status: PhoneRow['status']; consent_source?: string }
export const updatePhone = (id: number, body: PhoneChange) =>
  call('PUT /admin/phonenumber/:id', { params: { id }, body }, { fallback: texts.saveFailed })

export const importPhones = (file: File, consentSource: string) => {
  const form = new FormData()
  // Before the file: a server that reads as it comes knows it then.
  form.set('consent_source', consentSource)
  form.set('file', file, file.name)
  return call('POST /admin/phonenumber/import', { body: form }, { fallback: listTexts.importFailed })
}
