// From the bytes of a small service's tables, day by day, to those of the whole service in so many months. Pure.

/** Bytes by table: empty, of a database without rows; snapshots, before the first day and at the end of each. */
export type Grown = {
  accounts: number
  days: number
  messages: number
  numbers: number
  empty: Record<string, number>
  snapshots: Record<string, number>[]
}
export type Service = { accounts: number; messagesAMonth: number; numbers: number }
/** What caps and cooldown allow: each account its cap each day, and each recipient one message in a cooldown. So many recipients keep them busy. */
export const serviceOf = (
  accounts: number,
  { dailyCap, cooldownDays }: { dailyCap: number; cooldownDays: number },
): Service => ({
  accounts,
  messagesAMonth: accounts * dailyCap * DAYS_A_MONTH,
  numbers: accounts * dailyCap * cooldownDays,
})
/** Bytes of a table: for the recipients; for accounts and people; of rows that come and go; and what each month adds. */
export type TableGrowth = { ofNumbers: number; ofAccounts: number; level: number; aMonth: number }

/** Rows of this table become marks after so many days. */
const FOLDED = 'settlements'
const KEPT_DAYS = 35
const DAYS_A_MONTH = 30
/** Rows of these exist for each recipient, whatever is sent. */
const OF_NUMBERS = ['phone_numbers', 'consent_history', 'consent_ranges']
/** A recipient's row takes its full width with the first message to it, and is only rewritten after that. */
const REWRITTEN = 'phone_numbers'
/** The last third of the days is looked at for what a day adds: before it pages are split for the first time. */
const EARLY = 2 / 3

/**
 * What depends on recipients grows with their number, what depends on sending with the messages, the rest with the
 * accounts: an account sends as many messages a day in the small service as in the large one.
 */
export const growthOf = (grown: Grown, service: Service): Record<string, TableGrowth> => {
  const { snapshots } = grown
  const byMessages = service.messagesAMonth / DAYS_A_MONTH / (grown.messages / grown.days)
  const byAccounts = service.accounts / grown.accounts
  const byNumbers = service.numbers / grown.numbers
  const from = Math.floor(grown.days * EARLY)
  const tables = Object.keys(snapshots.at(-1) ?? {})
  const of = (table: string): TableGrowth => {
    const at = (day: number): number => snapshots[day]?.[table] ?? 0
    const [first, last] = [at(0), at(grown.days)]
    const none = { ofNumbers: 0, ofAccounts: 0, level: 0, aMonth: 0 }
    if (table === REWRITTEN) return { ...none, ofNumbers: last * byNumbers }
    // a run that is too short for the fold counts the days that it lacks
    if (table === FOLDED) return { ...none, level: last * Math.max(1, KEPT_DAYS / grown.days) * byMessages }
    const aMonth = (Math.max(0, last - at(from)) / (grown.days - from)) * DAYS_A_MONTH * byMessages
    // a table and each of its indexes has a page without any row: multiplied, these would outweigh the rows
    const filled = first - (grown.empty[table] ?? 0)
    return OF_NUMBERS.includes(table)
      ? { ...none, ofNumbers: filled * byNumbers, aMonth }
      : { ...none, ofAccounts: filled * byAccounts, aMonth }
  }
  return Object.fromEntries(tables.map((table) => [table, of(table)]))
}

/** Bytes beside the recipients' own, after so many months. */
export const besideNumbers = (one: TableGrowth, months: number): number =>
  one.ofAccounts + one.level * Math.min(1, (months * DAYS_A_MONTH) / KEPT_DAYS) + one.aMonth * months
const bytesAfter = (one: TableGrowth, months: number): number => one.ofNumbers + besideNumbers(one, months)
export const totalAfter = (
  growth: Record<string, TableGrowth>,
  months: number,
  count: (one: TableGrowth, months: number) => number = bytesAfter,
): number => Object.values(growth).reduce((sum, one) => sum + count(one, months), 0)

/**
 * So many accounts fill that many bytes in so many months: all of it grows with them.
 * @param growth of a service of this many accounts
 */
export const accountsUntil = (
  growth: Record<string, TableGrowth>,
  { bytes, months, accounts }: { bytes: number; months: number; accounts: number },
): number => Math.floor((bytes * accounts) / totalAfter(growth, months))
