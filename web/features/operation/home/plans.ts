// Which charts a home shows, each with its total as headline: a member those of the own blasts, an admin those of the whole house.
import { formatNumber, formatRupiah } from '../../../lib/format/format.ts'
import { dashboardTexts as texts } from '../../../texts/indonesian.ts'
import type { Days } from './daily.ts'
import type { Line } from '../../../ui/chart.tsx'

export type Plan = {
  title: string
  lines: Line[]
  format: (value: number) => string
  isMoney?: true
  /** The sum over the days; null: there is nothing to draw. */
  headline: string | null
  empty: (days: number) => string
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0)

const blasts = ({ success, fail }: Days): Plan => ({
  title: texts.chartBlasts,
  format: formatNumber,
  lines: [
    { label: texts.successShort, values: success, color: '--accent' },
    { label: texts.failShort, values: fail, color: '--danger' },
  ],
  headline:
    sum(success) + sum(fail) === 0
      ? null
      : `${formatNumber(sum(success))} ${texts.successShort.toLowerCase()} · ${formatNumber(sum(fail))} ${texts.failShort.toLowerCase()}`,
  empty: texts.noBlasts,
})
const money = (title: string, values: number[], color: string, empty: Plan['empty']): Plan => ({
  title,
  format: formatRupiah,
  isMoney: true,
  lines: [{ label: title, values, color }],
  headline: values.every((value) => value === 0) ? null : formatRupiah(sum(values)),
  empty,
})
const connected = ({ connected: values }: Days): Plan => ({
  title: texts.chartConnected,
  format: formatNumber,
  lines: [{ label: texts.chartConnected, values, color: '--accent' }],
  // Accounts of several days are mostly the same ones: their sum would say nothing.
  headline: sum(values) === 0 ? null : texts.totals.most(formatNumber(Math.max(...values))),
  empty: texts.noAccounts,
})

export const memberPlans = (days: Days): Plan[] => [
  blasts(days),
  money(texts.chartIncome, days.income, '--accent', texts.noIncome),
]
export const adminPlans = (days: Days): Plan[] => [
  blasts(days),
  money(texts.chartPaidOut, days.income, '--accent', texts.noIncome),
  money(texts.chartWithdraw, days.withdrawals, '--info-text', texts.noWithdraws),
  connected(days),
]
