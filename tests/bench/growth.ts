// The growth benchmark: how many bytes each table of D1 keeps of a million messages, and when a database is full. A small
// service works for weeks on a real database file (tests/simulate/growth.ts), each of its accounts as much a day as in the
// large service that is asked about: pages fill and split as they will there. What a day leaves is then multiplied.
import { type Figure, figure } from './figures.ts'
import {
  besideNumbers,
  bytesAfter,
  type Grown,
  growthOf,
  monthsUntil,
  type TableGrowth,
  totalAfter,
} from './growth-rules.ts'
import { savePlot } from './plot.ts'
import { simulated } from './simulated.ts'

export type GrowthSize = { accounts: number; days: number }
export const USUAL_GROWTH: GrowthSize = { accounts: 80, days: 56 }
const SERVICE = { accounts: 10_000, messagesAMonth: 100_000_000, numbers: 10_000_000 } as const
const GB = 1e9
/** D1 ends at 10 GB; a split takes its time. */
const FULL = 7 * GB
const PLOT_MONTHS = 24
const LATEST_MONTHS = 240
const SHOWN = ['phone_numbers', 'consent_history', 'settlements', 'posting_parts', 'daily_stats', 'ledger'] as const
/** Smaller ones are told together. */
const TOLD_FROM_BYTES = 1_000

const plot = (growth: Record<string, TableGrowth>): void => {
  const xs = Array.from({ length: PLOT_MONTHS * 2 + 1 }, (_, i) => i / 2)
  const rest = Object.entries(growth).filter(([table]) => !SHOWN.some((shown) => shown === table))
  savePlot('growth', {
    title: '10,000 accounts, 100 million messages a month, 10 million recipients',
    xLabel: 'months',
    yLabel: 'GB in D1',
    xs,
    series: [
      ...SHOWN.map((name) => ({ name, values: xs.map((x) => bytesAfter(growth[name] as TableGrowth, x) / GB) })),
      { name: 'the rest', values: xs.map((x) => totalAfter(Object.fromEntries(rest), x) / GB) },
    ],
    limit: { at: FULL / GB, name: '7 GB: split' },
  })
}

export const benchGrowth = async (size: GrowthSize, say: (line: string) => void): Promise<Record<string, Figure>> => {
  const perAccount = Math.round(SERVICE.messagesAMonth / 30 / SERVICE.accounts)
  const numbersEach = SERVICE.numbers / SERVICE.accounts
  const grown = await simulated<Grown>('growth.ts', size.accounts, size.days, perAccount, numbersEach)
  say(`${grown.messages} messages of ${size.accounts} accounts in ${size.days} days`)
  const growth = growthOf(grown, SERVICE)
  if (size.accounts === USUAL_GROWTH.accounts && size.days === USUAL_GROWTH.days) plot(growth)
  const aMillion = (one: TableGrowth): number => one.aMonth / (SERVICE.messagesAMonth / 1e6)
  const told = (unit: string, value: number): Figure => figure(unit, [value], null, null)
  const kept = Object.entries(growth)
    .filter(([, one]) => aMillion(one) >= TOLD_FROM_BYTES)
    .sort(([, a], [, b]) => b.aMonth - a.aMonth)
  const settlements = growth['settlements']?.level ?? 0
  const numbers = Object.values(growth).reduce((sum, one) => sum + one.ofNumbers, 0)
  const accounts = Object.values(growth).reduce((sum, one) => sum + one.ofAccounts, 0)
  const beside = (months: number): number => totalAfter(growth, months, besideNumbers)
  const withoutNumbers = Object.fromEntries(
    Object.entries(growth).map(([table, one]) => [table, { ...one, ofNumbers: 0 }]),
  )
  const all = Object.values(growth).reduce((sum, one) => sum + aMillion(one), 0)
  return {
    ...Object.fromEntries(kept.map(([table, one]) => [table, told('bytes kept of a million messages', aMillion(one))])),
    allTables: told('bytes kept of a million messages', all),
    settlements: told('MB, however long it runs', settlements / 1e6),
    accounts: told('MB for accounts and people', accounts / 1e6),
    numbers: told('GB for ten million recipients', numbers / GB),
    firstYear: figure('GB after a year, beside the recipients', [beside(12) / GB], null, { atMost: 2 }),
    eachYear: figure('GB that every further year adds', [(beside(24) - beside(12)) / GB], null, { atMost: 2 }),
    months: told('months until 7 GB, recipients included', monthsUntil(growth, FULL, LATEST_MONTHS)),
    monthsBeside: told('months until 7 GB without the recipients', monthsUntil(withoutNumbers, FULL, LATEST_MONTHS)),
  }
}
