// Rate limits for expensive calls, per person, or per network where nobody is signed in (rule rate-limits). Sign-in has a rule of
// its own. A person at work stays far below these limits; a script does not.
import { MINUTE_MS } from '../../contract/time.ts'
import type { LimitName } from '../../contract/api/call.ts'

export const LIMITS = {
  register: { most: 30, minutes: 60 },
  /** Higher, because many people may share one address. */
  reset: { most: 20, minutes: 15 },
  import: { most: 30, minutes: 10 },
  link: { most: 60, minutes: 10 },
  start: { most: 200, minutes: 10 },
  /** Asks every sending account of the member for its unsettled results. */
  settle: { most: 60, minutes: 10 },
  message: { most: 60, minutes: 10 },
  push: { most: 60, minutes: 10 },
  export: { most: 60, minutes: 10 },
} as const satisfies Record<LimitName, { most: number; minutes: number }>

/** In the sandbox limits are multiplied: tests and demos call faster than people, and all from one address. */
const SANDBOX_TIMES = 100
export const limitOf = (name: LimitName, sandbox: boolean): { most: number; minutes: number } => {
  const { most, minutes } = LIMITS[name]
  return { most: sandbox ? most * SANDBOX_TIMES : most, minutes }
}
export const LONGEST_MINUTES = Math.max(...Object.values(LIMITS).map((limit) => limit.minutes))

export const minuteOf = (at: number): number => Math.floor(at / MINUTE_MS)
/** Seconds until the oldest counted minute leaves the window. */
export const secondsToWait = (oldestMinute: number, minutes: number, now: number): number =>
  Math.max(1, Math.ceil(((oldestMinute + minutes) * MINUTE_MS - now) / 1_000))

/** One subscriber of IPv6 has a whole /64: its addresses count as one. */
export const networkOf = (address: string): string => {
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  if (tail !== undefined)
    groups.push(...Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0'))
  const first = [...groups, ...after].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
  return `${first.join(':')}::/64`
}
