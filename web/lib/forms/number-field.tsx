// A box for a whole number. Shows how the typed text is read before it is sent.
import type { ComponentProps, ReactNode } from 'react'
import { type Range, readWhole } from '../../../contract/ground/read-numbers.ts'
import { formTexts } from '../../texts/indonesian.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { formatNumber, formatRupiah } from '../format/format.ts'
import { caretIn, regrouped } from './grouping-rules.ts'

/** The number as it was read, shown where it may differ from the typed text (money, thousands); empty: nothing is shown. */
export const bookedText = (typed: string, range: Range): string => {
  const read = readWhole(typed, range)
  if ('problem' in read) return ''
  if (range.unit === 'rupiah') return formTexts.booked(formatRupiah(read.value))
  return read.value < 1_000 ? '' : formTexts.booked(formatNumber(read.value))
}

type Props = Omit<ComponentProps<'input'>, 'type' | 'id'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  range: Range
  /** The box's present text. */
  typed: string
  /** true: thousands are separated while the number is typed. */
  grouped?: boolean
}
/** Changes the box itself, before the form reads it. */
const regroup = (box: HTMLInputElement, before: string): void => {
  const shown = regrouped(before, box.value)
  if (shown === box.value) return
  const digitsAfter = box.value.slice(box.selectionEnd ?? box.value.length).replace(/\D/g, '').length
  box.value = shown
  const caret = caretIn(shown, digitsAfter)
  box.setSelectionRange(caret, caret)
}
export function NumberField({ label, hint, error, range, typed, grouped = false, onChange, ...input }: Props) {
  return (
    <Field label={label} hint={hint} error={error} note={bookedText(typed, range)}>
      {(control) => (
        <Input
          {...control}
          inputMode="numeric"
          autoComplete="off"
          {...input}
          onChange={(event) => {
            if (grouped) regroup(event.currentTarget, typed)
            onChange?.(event)
          }}
        />
      )}
    </Field>
  )
}
