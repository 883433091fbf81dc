// Proxies. Lists have masked credentials; the call for one proxy has them in full.
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../lib/api/http.ts'
import { keys } from '../../../lib/api/query-keys.ts'
import { useRecord } from '../../../lib/api/use-record.ts'
import { proxyTexts as texts } from '../../../texts/indonesian.ts'

export const useProxy = (id: string) =>
  useRecord('proxies', id, (signal) =>
    call('GET /admin/proxy/:id', { params: { id } }, { signal, fallback: texts.failedOne }),
  )
export const useProxyCount = () =>
  useQuery({
    queryKey: keys.sums('proxies'),
    queryFn: ({ signal }) => call('GET /admin/proxy/count-use', {}, { signal, fallback: texts.failedCount }),
  })

export const saveProxy = (body: { value: string }) =>
  call('POST /admin/proxy/save', { body }, { fallback: texts.saveFailed })
type ProxyChange = { value: string; status: 'active' | 'nonactive'; version?: string | undefined }
export const updateProxy = (id: string, body: ProxyChange) =>
  call('PUT /admin/proxy/:id', { params: { id }, body }, { fallback: texts.saveFailed })
export const deleteProxies = (ids: string[]) =>
  call('POST /admin/proxy/delete-many', { body: { ids } }, { fallback: texts.removeManyFailed })
