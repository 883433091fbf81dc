// Segments: one of them, and what its conditions choose from.
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api/http.ts'
import { keys } from '../../../lib/api/query-keys.ts'
import { useRecord } from '../../../lib/api/use-record.ts'
import { segmentTexts as texts } from '../../../texts/indonesian.ts'

export const useSegment = (id: string) =>
  useRecord('segments', id, (signal) =>
    call('GET /admin/segment/:id', { params: { id } }, { signal, fallback: texts.oneFailed }),
  )
export const useKnownSources = () =>
  useQuery({
    queryKey: keys.choices('sources', 'known'),
    queryFn: ({ signal }) => call('GET /admin/phonenumber/sources', {}, { signal }),
  })
