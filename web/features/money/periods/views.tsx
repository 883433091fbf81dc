// What both tables of money share: its columns, its sums, and the choice between them.
import type { MemberMoney, PeriodRow } from '../../../../contract/money/periods.ts'
import { formatDay, formatNumber } from '../../../lib/format/format.ts'
import type { PageQueryState } from '../../../lib/lists/use-page-query.ts'
import { moneyPeriodTexts as texts } from '../../../texts/indonesian.ts'
import { Amount, amountColumn } from '../../../ui/amount.tsx'
import type { Column, Sums } from '../../../ui/data-list.tsx'
import { Select } from '../../../ui/input.tsx'
import { type View, VIEWS } from './rules.ts'

type Figures = Omit<MemberMoney, 'userId' | 'name'>
const { columns: heads } = texts
const money = (key: 'income' | 'referral' | 'bonus' | 'earned' | 'perMessage' | 'withheld' | 'paid') => ({
  head: heads[key],
  sen: true,
  of: (row: Figures) => row[key],
  mute: (row: Figures) => row[key] === 0 || row[key] === null,
})
export const FIGURES: Column<Figures>[] = [
  {
    head: heads.messages,
    align: 'right',
    mute: ({ messages }) => messages === 0,
    cell: ({ messages }) => formatNumber(messages),
  },
  amountColumn(money('income')),
  amountColumn(money('referral')),
  amountColumn(money('bonus')),
  amountColumn({
    ...money('earned'),
    card: 'side',
    around: (amount) => <span className="font-semibold">{amount}</span>,
  }),
  amountColumn(money('perMessage')),
  amountColumn(money('withheld')),
  amountColumn(money('paid')),
]
export const sumsOf = (sum: PeriodRow | undefined): Sums | undefined =>
  sum && {
    label: texts.sum,
    cells: {
      [heads.messages]: formatNumber(sum.messages),
      [heads.income]: <Amount sen value={sum.income} />,
      [heads.referral]: <Amount sen value={sum.referral} />,
      [heads.bonus]: <Amount sen value={sum.bonus} />,
      [heads.earned]: <Amount sen value={sum.earned} />,
      [heads.perMessage]: sum.perMessage === null ? null : <Amount sen value={sum.perMessage} />,
      [heads.withheld]: <Amount sen value={sum.withheld} />,
      [heads.paid]: <Amount sen value={sum.paid} />,
    },
  }
export const daySpan = (from: string, to: string): string =>
  from === to ? formatDay(from) : texts.span(formatDay(from), formatDay(to))

export function ViewChoice({ now, place }: { now: View; place: Pick<PageQueryState, 'put'> }) {
  return (
    <Select
      className="sm:w-44"
      aria-label={texts.view}
      value={now}
      onChange={({ target }) => place.put({ view: target.value, from: '', to: '', s: '', page: '', user_id: '' })}
    >
      {VIEWS.map((view) => (
        <option key={view} value={view}>
          {texts.views[view]}
        </option>
      ))}
    </Select>
  )
}
