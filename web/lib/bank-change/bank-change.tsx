// Who changed a member's bank details last, and when: beside every destination of money (rule bank-change).
import type { BankChange } from '../../../contract/people/bank-change.ts'
import { useState } from 'react'
import { bankChangeTexts as texts } from '../../texts/indonesian.ts'
import { formatMoment } from '../format/format.ts'

/** aloneFrom: when one person may accept it alone; null or past: now. */
export function BankChangeLine({ change, aloneFrom = null }: { change: BankChange | null; aloneFrom?: string | null }) {
  const [now] = useState(() => Date.now())
  if (change === null) return null
  const who = change.byMember ? texts.member : (change.by ?? texts.somebody)
  return (
    <p className="w-full text-[13px] break-words text-ink-2">
      {(change.replaced ? texts.changed : texts.filled)(who, formatMoment(change.at))}
      {aloneFrom !== null && Date.parse(aloneFrom) > now && (
        <span className="block font-semibold text-ink">{texts.second(formatMoment(aloneFrom))}</span>
      )}
    </p>
  )
}
