// Proxies (rule masked-credentials). Credentials travel to admin and dev only.
import { z } from 'zod'
import { readVersion, version } from '../ground/versions.ts'

const SCHEMES = ['http:', 'https:', 'socks5:']
/** As sellers of proxies write it: host:port:user:password. */
const BY_COLONS = /^([a-z0-9.-]+):(\d{1,5}):([^:@/\s]+):([^@/\s]+)$/i
const asUrl = (value: string): string => {
  const [, host, port, user, password] = BY_COLONS.exec(value) ?? []
  if (host === undefined || user === undefined || password === undefined) return value
  return `http://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${host}:${port}`
}
/** scheme://[user:password@]host:port; host:port:user:password becomes http. */
export const proxyValue = z
  .string('Proxy wajib diisi.')
  .trim()
  .min(1, 'Proxy wajib diisi.')
  .max(300)
  .transform(asUrl)
  .refine((value) => {
    const url = URL.canParse(value) ? new URL(value) : null
    // of socks5://a\@b the host is b to one reader and a to another
    if (/[\\\s]/.test(value)) return false
    // the slashes, too: without them http:user:password@host is an address as well, and looks like none
    return (
      url !== null && SCHEMES.some((s) => value.startsWith(`${s}//`)) && url.hostname !== '' && /:\d+\/?$/.test(value)
    )
  }, 'Proxy tidak valid. Contoh: http://user:sandi@host:8080')
const proxyStatus = z.enum(['active', 'nonactive', 'in use'])
export const proxyRow = z.object({
  id: z.string(),
  value: z.string(),
  status: proxyStatus,
  count_use: z.number(),
})
export type ProxyWire = z.infer<typeof proxyRow>
export const editableProxy = proxyRow.extend({ version })
export type EditableProxy = z.infer<typeof editableProxy>
export const proxySaveBody = z.object({ value: proxyValue })
export const proxyUpdateBody = z.object({
  value: proxyValue.optional(),
  status: proxyStatus.optional(),
  ...readVersion.shape,
})

/**
 * A line of an uploaded file that became no proxy, without what may be a credential: an address as `maskProxy` shows it, else what
 * stands before the second colon, so that the line can be found in the file.
 */
export const maskWritten = (line: string): string => {
  if (/^[a-z\d]+:\/\//i.test(line)) return maskProxy(line)
  if (line.includes('@')) return `•••@${line.slice(line.lastIndexOf('@') + 1)}`
  const parts = line.split(':')
  return parts.length <= 2 ? line : `${parts[0] ?? ''}:${parts[1] ?? ''}:•••`
}

/** scheme://•••@host:port, read as the one that dials reads it. What cannot be read is not shown at all. */
export const maskProxy = (value: string): string => {
  const url = URL.canParse(value) ? new URL(value) : null
  if (url === null || url.hostname === '') return '•••'
  const port = value.match(/:(\d+)\/?$/)?.[1] ?? url.port
  const host = port === '' ? url.hostname : `${url.hostname}:${port}`
  return url.username === '' && url.password === '' ? `${url.protocol}//${host}` : `${url.protocol}//•••@${host}`
}

const USER_SHOWN = 40
/** scheme://user:•••@host:port, for the lists of admin and dev: proxies of one seller differ by their user alone. */
export const maskPassword = (value: string): string => {
  const url = URL.canParse(value) ? new URL(value) : null
  if (url === null || url.username === '') return maskProxy(value)
  const user = url.username.length > USER_SHOWN ? `${url.username.slice(0, USER_SHOWN)}…` : url.username
  return maskProxy(value).replace('•••@', () => `${user}${url.password === '' ? '' : ':•••'}@`)
}
