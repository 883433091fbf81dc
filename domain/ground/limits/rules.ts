// Rate limits for expensive calls, per person, recipient or network (rule rate-limits). Sign-in has a rule of
// its own. A person at work stays far below these limits; a script does not.
import { MINUTE_MS } from '../../../contract/ground/time.ts'
import type { LimitName } from '../../../contract/api/call.ts'

/**
 * here: counted by the isolate that answers, without the database: roughly, and for what costs less than a row. byLink: of each recipient by
 * themselves, whose link it comes by; what is no link of ours counts for its network.
 */
export type Limit = { most: number; minutes: number; here?: true; byLink?: true }
export const LIMITS = {
  register: { most: 30, minutes: 60 },
  /** Higher, because many people may share one address. */
  reset: { most: 20, minutes: 15 },
  /** Mails to a mailbox of which nobody knows yet whose it is. */
  confirm: { most: 5, minutes: 60 },
  /** Proofs and new factors, by person; guesses have limits of their own beside it. */
  factor: { most: 60, minutes: 10 },
  /** By network, and all customers of a carrier may share one; a ticket has five tries and a person a count of their own. */
  'second-step': { most: 600, minutes: 10 },
  import: { most: 30, minutes: 10 },
  link: { most: 60, minutes: 10 },
  start: { most: 200, minutes: 10 },
  /** Asks every sending account of the member for its unsettled results. */
  settle: { most: 60, minutes: 10 },
  message: { most: 60, minutes: 10 },
  push: { most: 60, minutes: 10 },
  export: { most: 60, minutes: 10 },
  withdraw: { most: 60, minutes: 10 },
  /** Phones share the addresses of their carrier. */
  'opt-out': { most: 200, minutes: 10, byLink: true },
  /** Apart from the stop, which must not wait for those who read. */
  'recipient-page': { most: 200, minutes: 10, byLink: true },
  /** A poster is read by many at once, behind the addresses of their carrier; a page of it is two reads. */
  join: { most: 600, minutes: 10, here: true },
  /** The button of a joining page, which looks at accounts. */
  'join-press': { most: 200, minutes: 10 },
  /** A page asks again every 25 s for each account that it shows. */
  poll: { most: 600, minutes: 10, here: true },
  /** Of all lists together; the page asks for one at a time, as somebody reads. */
  list: { most: 120, minutes: 1, here: true },
  health: { most: 300, minutes: 10, here: true },
  /** Writes a row of the person's channel and takes it back. */
  'self-check': { most: 60, minutes: 10, here: true },
  docs: { most: 60, minutes: 10, here: true },
  /** What a browser refused by the page's policy: each is a line of the log. */
  report: { most: 30, minutes: 10, here: true },
  /** A page asks every few seconds while it does not know what became of a press; each unknown key is a row. */
  press: { most: 300, minutes: 10 },
} as const satisfies Record<LimitName, Limit>

/** In the sandbox limits are multiplied: tests and demos call faster than people, and all from one address. */
const SANDBOX_TIMES = 100
export const limitOf = (name: LimitName, sandbox: boolean): Limit => {
  const limit: Limit = LIMITS[name]
  return { ...limit, most: sandbox ? limit.most * SANDBOX_TIMES : limit.most }
}
/** Wrong codes of a person: at ten in fifteen minutes for ever, a code of six digits would be guessed within months. */
export const CODES_A_DAY = { most: 30, minutes: 24 * 60 } as const satisfies Limit
export const LONGEST_MINUTES = Math.max(CODES_A_DAY.minutes, ...Object.values(LIMITS).map((limit) => limit.minutes))

/**
 * Of links in progress: how many a person has, and which parts of the free places of runners and of the free proxies all of them may
 * take, so that accounts that come back find theirs (rule link-limits). null: all of them.
 */
const LINK_LIMITS = { links: 5, ofPlaces: 1 / 2, ofProxies: 1 / 4 } as const
type LinkLimits = { links: number; ofPlaces: number | null; ofProxies: number | null }
/** Sockets that a person has open at once (rule socket-limit). */
const SOCKETS = 10
export const linkLimits = (sandbox: boolean): LinkLimits =>
  sandbox ? { links: LINK_LIMITS.links * SANDBOX_TIMES, ofPlaces: null, ofProxies: null } : LINK_LIMITS
export const socketLimit = (sandbox: boolean): number => (sandbox ? SOCKETS * SANDBOX_TIMES : SOCKETS)

export const minuteOf = (at: number): number => Math.floor(at / MINUTE_MS)
/** Seconds until the oldest counted minute leaves the window. */
export const secondsToWait = (oldestMinute: number, minutes: number, now: number): number =>
  Math.max(1, Math.ceil(((oldestMinute + minutes) * MINUTE_MS - now) / 1_000))

/** The groups of an IPv6 address, without leading zeros; null: it is of IPv4, or none. */
const groupsOf = (address: string): string[] | null => {
  if (!address.includes(':')) return null
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  if (tail !== undefined)
    groups.push(...Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0'))
  return [...groups, ...after].map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
}
const prefixOf = (groups: readonly string[], count: number): string => groups.slice(0, count).join(':')
/** One subscriber of IPv6 has a whole /64: its addresses count as one. */
export const networkOf = (address: string): string => {
  const groups = groupsOf(address)
  return groups ? `${prefixOf(groups, 4)}::/64` : address
}
/** A /48 has 65,536 networks, and many a provider gives one to a single customer. null: of IPv4, where nobody has so many. */
export const siteOf = (address: string): string | null => {
  const groups = groupsOf(address)
  return groups ? `${prefixOf(groups, 3)}::/48` : null
}
/** How often more a /48 may call than one of its networks. */
export const SITE_TIMES = 4
/** The networks of a /48 as networkOf writes them: from the first text on, before the second. */
export const networksOfSite = (network: string): readonly [string, string] => {
  const site = /^((?:[^:]*:){3})[^:]*::\/64$/.exec(network)?.[1]
  return site === undefined ? [network, `${network} `] : [site, site.replace(/:$/, ';')]
}
