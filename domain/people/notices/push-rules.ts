// Where a push may go, and what follows from the push service's answer (rule push). Pure.
import { type BackOff, flooredBackOffMs } from '../../../contract/ground/back-off.ts'

/** Push services of the browsers: a host, or `*.` and the domain of its hosts. */
const SERVICES = ['fcm.googleapis.com', '*.push.services.mozilla.com', '*.push.apple.com', '*.notify.windows.com']
const isOf = (host: string, service: string): boolean =>
  service.startsWith('*.') ? host.endsWith(service.slice(1)) : host === service

/**
 * true: a browser's own push service, over https, on its usual port. Anything else could be an address inside of somebody's
 * network, which a person must not be able to have called.
 * @param more services beside the known ones
 */
export const isPushEndpoint = (endpoint: string, more: readonly string[]): boolean => {
  if (!URL.canParse(endpoint)) return false
  const { protocol, host, hostname, username, password } = new URL(endpoint)
  if (protocol !== 'https:' || host !== hostname || username !== '' || password !== '') return false
  return [...SERVICES, ...more].some((service) => isOf(hostname, service))
}

const TRIES_MAX = 6
const BACK_OFF: BackOff = { baseMs: 30_000, capMs: 3_600_000 }
/** A service may ask for a longer wait than this; then the notice is too old. */
const WAIT_MAX_MS = 6 * 3_600_000

/** gone: the browser has given the subscription up. again: not accepted, try in so many ms. refused: never will be. */
export type PushOutcome = { kind: 'sent' | 'gone' | 'refused' } | { kind: 'again'; inMs: number }
/** @param tries made so far, this one counted */
export const pushOutcome = (
  { status, retryAfterS }: { status: number; retryAfterS: number | null },
  tries: number,
  random: number,
): PushOutcome => {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  const passes = status === 429 || status >= 500
  const inMs = Math.max((retryAfterS ?? 0) * 1_000, flooredBackOffMs(tries, BACK_OFF, random))
  return passes && tries < TRIES_MAX && inMs <= WAIT_MAX_MS ? { kind: 'again', inMs } : { kind: 'refused' }
}
