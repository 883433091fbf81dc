// Proxies. Lists come with credentials masked; one proxy alone comes whole.
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api/http.ts'
import { listTexts, proxyTexts as texts } from '../../texts/indonesian.ts'

export const PROXIES = 'proxies'

export const useProxy = (id: string) =>
  useQuery({
    queryKey: ['proxy', id],
    queryFn: ({ signal }) => call('GET /admin/proxy/:id', { params: { id } }, { signal, fallback: texts.failedOne }),
    enabled: id !== '',
    refetchOnMount: 'always',
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
export const useProxyCount = () =>
  useQuery({
    queryKey: [PROXIES, 'count-use'],
    queryFn: ({ signal }) => call('GET /admin/proxy/count-use', {}, { signal, fallback: texts.failedCount }),
  })

export const saveProxy = (body: { value: string }) =>
  call('POST /admin/proxy/save', { body }, { fallback: texts.saveFailed })
export const updateProxy = (id: string, body: { value: string; status: 'active' | 'nonactive' }) =>
  call('PUT /admin/proxy/:id', { params: { id }, body }, { fallback: texts.saveFailed })
export const importProxies = (file: File) => {
  const body = new FormData()
  body.set('file', file, file.name)
  return call('POST /admin/proxy/import', { body }, { fallback: listTexts.importFailed })
}
