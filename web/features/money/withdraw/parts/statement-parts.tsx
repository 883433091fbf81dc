// The parts of a line of the statement: accounts, number of messages and their price.
import type { StatementLine } from '../../../../../contract/money/ledger.ts'
import { formatNumber, formatRupiahExact } from '../../../../lib/format/format.ts'
import { statementTexts as texts } from '../../../../texts/indonesian.ts'

type Part = StatementLine['parts'][number]
const nameOf = (part: Part, kind: StatementLine['kind']): string => {
  const known = [part.name, part.phonenumber].filter(Boolean).join(' · ')
  return known || (kind === 'referral_income' ? texts.unknownPerson : texts.unknownAccount)
}
const countOf = ({ messages, price }: Part): string =>
  price === null
    ? texts.messages(formatNumber(messages))
    : texts.priced(formatNumber(messages), formatRupiahExact(price))

export function StatementParts({ id, label, line }: { id: string; label: string; line: StatementLine }) {
  return (
    <div id={id} className="px-1 pb-3">
      {line.kind === 'income_reversal' && <p className="mb-2 text-[13px] text-ink-2">{texts.notes.income_reversal}</p>}
      <ul aria-label={label} className="flex flex-col gap-2">
        {line.parts.map((part, i) => (
          // the server's order does not change while the line is open, so the index is a stable key
          // oxlint-disable-next-line react/no-array-index-key
          <li key={i} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 text-[13px]">
            <span className="min-w-0 break-words text-ink">{nameOf(part, line.kind)}</span>
            <span className="text-ink-2 tabular-nums">
              {countOf(part)} = <span className="font-semibold text-ink">{formatRupiahExact(part.amount)}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
