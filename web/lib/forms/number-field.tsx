// A box for a whole number. Shows how the typed text is read before it is sent.
import type { ComponentProps, ReactNode } from 'react'
import { type Range, readWhole } from '../../../contract/written.ts'
import { formTexts } from '../../texts/indonesian.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { formatNumber, formatRupiah } from '../format/format.ts'

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
}
export function NumberField({ label, hint, error, range, typed, ...input }: Props) {
  return (
    <Field label={label} hint={hint} error={error} note={bookedText(typed, range)}>
      {(control) => <Input {...control} inputMode="numeric" autoComplete="off" {...input} />}
    </Field>
  )
}
