// A dashboard in one call: its tiles, first steps and first chart. Money is rupiah. Each single number also has a call of
// its own.
import { z } from 'zod'
import { dayRow } from './stats.ts'

const rupiah = z.number()
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
  /** HOME_DAYS days, today last. */
  days: z.array(dayRow),
})
export type AdminHome = z.infer<typeof adminHome>

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
  /** HOME_DAYS days, today last. */
  days: z.array(dayRow),
})
export type MemberHome = z.infer<typeof memberHome>
