// Money by day, week, month and member (rule money-periods).
import type { moneyPeriodTexts as indonesian } from '../indonesian/money-periods.ts'
import type { InEnglish } from '../in-english.ts'

export const moneyPeriodTexts: InEnglish<typeof indonesian> = {
  title: 'Money Report',
  link: 'By month',
  lead: 'Income and referral count on the day of their messages, bonuses and withdrawals on their own (WIB).',
  membersLead: (span: string) => `Who earned most first. 31 days at most at once${span && `; now ${span}`}.`,
  table: 'Money by period',
  members: { table: 'Money by member', search: 'Search', searchHint: 'Part of a member’s name' },
  loadFailed: 'The money report could not be loaded.',
  empty: 'No money moved on these days.',
  view: 'By',
  views: { month: 'By month', week: 'By week', day: 'By day', members: 'By member' },
  span: (from: string, to: string) => `${from} – ${to}`,
  sum: 'Sum',
  unknown: 'Deleted user',
  columns: {
    period: 'Period',
    name: 'Member',
    messages: 'Messages',
    income: 'Income',
    referral: 'Referral',
    bonus: 'Bonus',
    earned: 'Cost',
    perMessage: 'Per message',
    withheld: 'Held',
    paid: 'Paid',
  },
}
