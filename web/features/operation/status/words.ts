// How the figures of promises and troubles are written.
import { percentWithDecimals } from '../../../../contract/ground/percent-parts.ts'
import { LONGEST_S, type Promised } from '../../../../contract/operation/status.ts'
import type { Trouble, TroubleFigures } from '../../../../contract/operation/troubles.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { fromServer, statusTexts as texts } from '../../../texts/indonesian.ts'

const decimals = (value: number, most: number): string => value.toLocaleString('id-ID', { maximumFractionDigits: most })

/** Cut, not rounded: 99,996% is not all. */
const share = (value: number): string =>
  `${decimals(
    percentWithDecimals(value, 1, (found) => Math.floor(found + 1e-6)),
    2,
  )}%`
const time = (value: number): string =>
  value >= LONGEST_S ? texts.hourOrMore : texts.seconds(decimals(value, value < 10 ? 2 : 0))
const FORMATS: Record<Promised, (value: number) => string> = {
  api: share,
  sessions: share,
  ledger: time,
  silence: time,
  books: (value) => decimals(value, 0),
}
export const formatKept = (promised: Promised, value: number): string => FORMATS[promised](value)

export const titleOf = ({ title, subject }: Trouble): string =>
  subject === ''
    ? fromServer(title)
    : texts.subject(fromServer(title), (texts.subjects as Record<string, string>)[subject] ?? subject)
export const figuresOf = ({ figures }: Trouble): string =>
  Object.entries(figures)
    .map(([name, value]) => texts.figures[name as keyof TroubleFigures](formatNumber(value)))
    .join(', ')
