// A box for a whole number. What was typed is shown as it will be booked, before it is sent.
import type { ComponentProps, ReactNode } from 'react'
import { type Range, readWhole } from '../../../contract/written.ts'
import { formTexts } from '../../texts/indonesian.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { formatNumber, formatRupiah } from '../format/format.ts'

/** A small count reads as it was typed, money and thousands may not; empty: nothing to say. */
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
  /** What stands in the box now. */
  typed: string
}
export function NumberField({ label, hint, error, range, typed, ...input }: Props) {
  return (
    <Field label={label} hint={hint} error={error} note={bookedText(typed, range)}>
      {(control) => <Input {...control} inputMode="numeric" autoComplete="off" {...input} />}
    </Field>
  )
}
