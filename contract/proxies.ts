// Proxies (rule masked-credentials). Credentials travel to admin and dev only.
import { z } from 'zod'

const SCHEMES = ['http:', 'https:', 'socks5:']
/** scheme://[user:password@]host:port */
export const proxyValue = z
  .string('Proxy wajib diisi.')
  .trim()
  .min(1, 'Proxy wajib diisi.')
  .max(300)
  .refine((value) => {
    const url = URL.canParse(value) ? new URL(value) : null
    return url !== null && SCHEMES.includes(url.protocol) && url.hostname !== '' && /:\d+\/?$/.test(value)
  }, 'Proxy tidak sah. Contoh: http://user:sandi@host:8080')
const proxyStatus = z.enum(['active', 'nonactive', 'in use'])
export const proxyRow = z.object({
  id: z.string(),
  value: z.string(),
  status: proxyStatus,
  count_use: z.number(),
})
export type ProxyWire = z.infer<typeof proxyRow>
export const proxySaveBody = z.object({ value: proxyValue })
export const proxyUpdateBody = z.object({ value: proxyValue.optional(), status: proxyStatus.optional() })

/** scheme://•••@host:port */
export const maskProxy = (value: string): string => value.replace(/\/\/[^@/]*@/, '//•••@')
