// The growth benchmark: how many bytes each table of D1 keeps at the shipped cap and cooldown, and at how many accounts a database is full: the
// first wall. A small service works for weeks on a real database file (tests/simulate/growth.ts), each of its accounts as much a day as it may:
// pages fill and split as they will in a large one. What a day leaves is then multiplied.
import { DEFAULT_SETTINGS } from '../../contract/ground/settings.ts'
import { type Figure, figure } from './figures.ts'
import {
  accountsUntil,
  besideNumbers,
  type Grown,
  growthOf,
  serviceOf,
  type TableGrowth,
  totalAfter,
} from './growth-rules.ts'
import { simulated } from './simulated.ts'

export type GrowthSize = { accounts: number; days: number }
export const USUAL_GROWTH: GrowthSize = { accounts: 80, days: 56 }
const SHIPPED = { dailyCap: DEFAULT_SETTINGS.daily_cap, cooldownDays: DEFAULT_SETTINGS.recipient_cooldown_hours / 24 }
/** The size that figures of a whole service are told for. */
const ACCOUNTS = 10_000
const SERVICE = serviceOf(ACCOUNTS, SHIPPED)
/** An account claims some minutes ahead, and who was written to a week ago is not free to the minute. */
const NUMBERS_EACH = Math.ceil(SHIPPED.dailyCap * SHIPPED.cooldownDays * 1.05)
const GB = 1e9
/** D1 ends here. */
const LIMIT = 10 * GB
/** A split takes its time. */
const FULL = 7 * GB
const YEAR = 12
/** Smaller ones are told together. */
const TOLD_FROM_BYTES = 1_000

export const benchGrowth = async (size: GrowthSize, say: (line: string) => void): Promise<Record<string, Figure>> => {
  const grown = await simulated<Grown>('growth.ts', size.accounts, size.days, SHIPPED.dailyCap, NUMBERS_EACH)
  say(`${grown.messages} messages of ${size.accounts} accounts in ${size.days} days`)
  const growth = growthOf(grown, SERVICE)
  const aMillion = (one: TableGrowth): number => one.aMonth / (SERVICE.messagesAMonth / 1e6)
  const told = (unit: string, value: number): Figure => figure(unit, [value], null, null)
  const kept = Object.entries(growth)
    .filter(([, one]) => aMillion(one) >= TOLD_FROM_BYTES)
    .sort(([, a], [, b]) => b.aMonth - a.aMonth)
  const settlements = growth['settlements']?.level ?? 0
  const numbers = Object.values(growth).reduce((sum, one) => sum + one.ofNumbers, 0)
  const accounts = Object.values(growth).reduce((sum, one) => sum + one.ofAccounts, 0)
  const beside = (months: number): number => totalAfter(growth, months, besideNumbers)
  const accountsAt = (bytes: number): number => accountsUntil(growth, { bytes, months: YEAR, accounts: ACCOUNTS })
  const all = Object.values(growth).reduce((sum, one) => sum + aMillion(one), 0)
  return {
    ...Object.fromEntries(kept.map(([table, one]) => [table, told('bytes kept of a million messages', aMillion(one))])),
    allTables: told('bytes kept of a million messages', all),
    settlements: told('MB, however long it runs', settlements / 1e6),
    accounts: told('MB for accounts and people', accounts / 1e6),
    bytesARecipient: figure('bytes of D1 for a recipient with consent', [numbers / SERVICE.numbers], null, {
      atMost: 350,
    }),
    firstYear: figure(`GB after a year beside the recipients, ${ACCOUNTS} accounts`, [beside(YEAR) / GB], null, {
      atMost: 2,
    }),
    eachYear: figure(
      `GB that every further year adds, ${ACCOUNTS} accounts`,
      [(beside(2 * YEAR) - beside(YEAR)) / GB],
      null,
      { atMost: 2 },
    ),
    wall: told('accounts at which 7 GB are reached after a year: the first wall', accountsAt(FULL)),
    wallFull: told('accounts at which D1 takes no more after a year', accountsAt(LIMIT)),
    wallNow: told(
      'accounts at which 7 GB are reached by their recipients alone',
      accountsUntil(growth, { bytes: FULL, months: 0, accounts: ACCOUNTS }),
    ),
  }
}
