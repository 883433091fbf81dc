// The number of a condition, read as every number is: a box of the browser's own took 1.000 for 1.
import { useId, useState } from 'react'
import { type Range, readWhole } from '../../../../../contract/ground/read-numbers.ts'
import { bookedText } from '../../../../lib/forms/number-field.tsx'
import { fromServer } from '../../../../texts/indonesian.ts'
import { Input } from '../../../../ui/input.tsx'
import { shownNumber, typedNumber } from '../rule-rules.ts'

export function Whole(props: {
  label: string
  /** NaN: what is typed cannot be taken. */
  value: number
  range: Range
  after: string
  onType: (value: number) => void
}) {
  const { label, value, range, after, onType } = props
  const id = useId()
  const [typed, setTyped] = useState('')
  const text = shownNumber(typed, value, range)
  const read = readWhole(text, range)
  const problem = 'problem' in read && text !== '' ? fromServer(read.problem) : null
  const note = bookedText(text, range)
  return (
    <span className="flex min-w-0 flex-col gap-1">
      <span className="flex items-center gap-2">
        <Input
          aria-label={label}
          aria-describedby={problem !== null || note !== '' ? id : undefined}
          aria-invalid={problem === null ? undefined : true}
          className="min-w-0"
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onChange={({ target }) => {
            setTyped(target.value)
            onType(typedNumber(target.value, range))
          }}
        />
        <span className="text-[13px] text-ink-2">{after}</span>
      </span>
      {problem !== null && (
        <span id={id} role="alert" className="text-[13px] text-danger-text">
          {problem}
        </span>
      )}
      {note !== '' && (
        <span id={id} aria-live="polite" className="text-[13px] text-ink-2 tabular-nums">
          {note}
        </span>
      )}
    </span>
  )
}
