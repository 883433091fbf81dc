// The controls can do anything to the local WhatsApp: they answer pages and programs of this machine only. A page of another origin
// in the same browser, or a name of another site that points here, is refused.
import type { MiddlewareHandler } from 'hono'
import { refuse } from './errors.ts'

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/i
const hostOf = (url: string): string | null => URL.parse(url)?.hostname ?? null
/** @param host the one that the sandbox was told to listen on */
const isOwnHost = (name: string | null, host: string): boolean =>
  name !== null && (LOOPBACK.test(name) || name === host.toLowerCase())
export const isOwnOrigin = (origin: string, host: string): boolean => isOwnHost(hostOf(origin), host)

export const ownMachineOnly =
  (host: string): MiddlewareHandler =>
  (c, next) => {
    const origin = c.req.header('origin')
    const mayAsk =
      isOwnHost(hostOf(`http://${c.req.header('host') ?? ''}`), host) &&
      (origin === undefined || isOwnOrigin(origin, host))
    return mayAsk ? next() : Promise.resolve(refuse(c, 403, 'foreign_page', 'Hanya untuk halaman di komputer ini.'))
  }
