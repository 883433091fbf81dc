// A dashboard in one call: its tiles, first steps and first chart. Money is rupiah. Each single number also has a call of
// its own.
import { z } from 'zod'
import { rupiah } from '../ground/amounts.ts'
import { dayRow } from '../money/stats.ts'
import { earning } from '../people/levels.ts'
import { WAIT_REASONS } from '../sending/waits.ts'
import { accountState, runStatus } from '../sending/whatsapp.ts'

const count = z.number()
const blasts = z.object({ successCount: count, failCount: count })
const accounts = z.object({ connectedCount: count, disconnectedCount: count })

export const adminHome = z.object({
  whatsapp: accounts,
  proxies: z.object({ unUsed: count, used: count }),
  phones: z.object({ total: count, blasted: count, unBlasted: count }),
  templates: count,
  activeMembers: count,
  today: blasts,
  total: blasts,
  paidToday: rupiah,
  paidInAll: rupiah,
  /** Asked for or accepted, and no transfer of it ordered yet. */
  owed: rupiah,
  /** This month until now, and the last one until the same day. */
  paidMonth: z.object({ now: rupiah, before: rupiah }),
  /** Yesterday until this time of day, as it was settled. */
  yesterday: blasts,
  /** Messages of the last sixty minutes, and of the same ones yesterday. */
  pace: z.object({ now: count, before: count }),
  /** People who opted out in the days of the chart. */
  optOuts: count,
  /** HOME_DAYS days, today last. */
  days: z.array(dayRow),
})
export type AdminHome = z.infer<typeof adminHome>

/** Where the person stands among the levels. */
const ofLevel = z.object({ name: z.string(), requirement_blast: count })
const homeLevel = ofLevel.extend({
  /** null: this is the highest. */
  next: ofLevel
    .extend({
      /** Rupiah a message; null: this person has a fee of their own, which no level changes. */
      blast_fee: rupiah.nullable(),
    })
    .nullable(),
})
export type HomeLevel = z.infer<typeof homeLevel>

/** States that do not end without the owner or an admin; `reconnecting` does. */
export const NEEDS_HELP = [
  'suspended',
  'restricted',
  'disconnected',
  'loggedOut',
  'conflict',
  'unknown',
] as const satisfies readonly z.infer<typeof accountState>[]
/** An account of the member's that does not work. */
const troubledAccount = z.object({
  id: z.string(),
  nickname: z.string().nullable(),
  pushname: z.string().nullable(),
  phonenumber: z.string().nullable(),
  state: accountState,
  suspended_count: count,
  /** ISO time or null. */
  restricted_until: z.string().nullable(),
})
export type TroubledAccount = z.infer<typeof troubledAccount>
/** As many are listed; `troubled.count` tells of all. */
export const TROUBLED_MAX = 5

/** An account of the member's that blasts. */
const accountToday = z.object({
  id: z.string(),
  nickname: z.string().nullable(),
  pushname: z.string().nullable(),
  phonenumber: z.string().nullable(),
  sent: count,
  state: accountState,
  status: runStatus,
  /** What it waits for, when that is more than the pause between two messages; null: nothing, or it did not answer in time. */
  wait: z.object({ reason: z.enum(WAIT_REASONS), until: z.string() }).nullable(),
})
export type AccountToday = z.infer<typeof accountToday>
/** As many are listed; `sentToday.count` tells of all. */
export const TODAY_MAX = 5

export const memberHome = z.object({
  whatsapp: accounts,
  /** Lifetime; a reset does not lower it. */
  total: blasts,
  todayIncome: rupiah,
  balance: rupiah,
  bonus: rupiah,
  /** The announcement of the settings; empty: none. */
  info: z.string(),
  /** How many requests for money there were so far. */
  withdraws: count,
  level: homeLevel,
  /** What a message earns now, and why. */
  earning,
  /**
   * Today's income at midnight in Jakarta if the accounts that send now go on at their pace, within the sending window and their daily
   * caps; null: none sends, or nothing can be said.
   */
  forecast: rupiah.nullable(),
  /** Withdraws: asked for or accepted and not transferred yet; and transferred, ever. */
  transfers: z.object({ owed: rupiah, paid: rupiah }),
  /** Accounts in a state of NEEDS_HELP, longest linked first. */
  troubled: z.object({ count, list: z.array(troubledAccount) }),
  /** Messages of this Jakarta day, of so many that each may send. Those at work first. idle: connected ones that do not send. */
  sentToday: z.object({ cap: count, count, idle: count, list: z.array(accountToday) }),
  /** HOME_DAYS days, today last. */
  days: z.array(dayRow),
})
export type MemberHome = z.infer<typeof memberHome>
