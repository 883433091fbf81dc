// Proxies (rule proxy-one-account). Lists come with credentials masked; one proxy alone comes whole.
import { useQuery } from '@tanstack/react-query'
import type { ProxyWire } from '../../../contract/proxies.ts'
import { http } from '../../lib/http.ts'
import { listTexts, proxyTexts as texts } from '../../texts/id.ts'

export const PROXIES = 'proxies'
export const PROXY_PATH = '/admin/proxy'
const one = (id: string): string => `${PROXY_PATH}/${encodeURIComponent(id)}`

export type ProxySkip = { value: string; reason?: string }
export type ProxyImport = { created: unknown[]; skipped: (ProxySkip | string)[] } | { jobId: string }

export const useProxy = (id: string) =>
  useQuery({
    queryKey: ['proxy', id],
    queryFn: ({ signal }) => http.get<{ proxy: ProxyWire }>(one(id), { signal, fallback: texts.failedOne }),
    enabled: id !== '',
    refetchOnMount: 'always',
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
export const useProxyCount = () =>
  useQuery({
    queryKey: [PROXIES, 'count-use'],
    queryFn: ({ signal }) =>
      http.get<{ unUsed: number; used: number }>(`${PROXY_PATH}/count-use`, { signal, fallback: texts.failedCount }),
  })

export const saveProxy = (body: { value: string }) =>
  http.post(`${PROXY_PATH}/save`, body, { fallback: texts.saveFailed })
export const updateProxy = (id: string, body: { value: string; status: 'active' | 'nonactive' }) =>
  http.put(one(id), body, { fallback: texts.saveFailed })
export const importProxies = (file: File) => {
  const form = new FormData()
  form.set('file', file, file.name)
  return http.post<ProxyImport>(`${PROXY_PATH}/import`, form, { fallback: listTexts.importFailed })
}
