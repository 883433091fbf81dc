// The form of a generator or a validator, checked by the contract's schemas.
import { z } from 'zod'
import '../../../lib/forms/form-schema.ts'
import {
  type CheckKind,
  type CheckSettings,
  checkUpdateBody,
  GENERATOR_MAX,
  generatorCreateBody,
  rangeSize,
} from '../../../../contract/sending/number-checks.ts'
import { normalizePhone } from '../../../../contract/ground/phone.ts'
import { listTexts } from '../../../texts/indonesian.ts'
import type { CheckRow } from './apply-check-events.ts'

/** The choice of the sender picker that leads to linking another account. */
export const NEW_SENDER = 'new'
/** .xlsx is read here, and sent as a CSV. */
export const FILE_KINDS = ['.csv', '.xlsx', '.json'] as const

export type Values = {
  start_number: string
  end_number: string
  file: File | null
  whatsapp_id: string
  b_insert: boolean
  interval_min: string
  interval_max: string
}
export type Sent = CheckSettings & { start_number?: string; end_number?: string; file?: File }

/** The shortest and the longest interval, in seconds. */
export const EMPTY: Values = {
  start_number: '',
  end_number: '',
  file: null,
  whatsapp_id: '',
  b_insert: false,
  interval_min: '1',
  interval_max: '2',
}
export const valuesOf = (row: CheckRow): Values => ({
  ...EMPTY,
  whatsapp_id: row.Whatsapp?.id ?? '',
  b_insert: row.b_insert === 1,
  interval_min: String(row.interval_min),
  interval_max: String(row.interval_max),
})

/** What the file is, and whether it can be read, says web/lib/imports/read-file.ts. */
const withFile = z.object({
  file: z.custom<File | null>().transform((file, ctx) => {
    if (file) return file
    ctx.addIssue({ code: 'custom', message: listTexts.fileRequired })
    return z.NEVER
  }),
})

/** A schema drops fields that it does not name, so each gets the whole form. */
export const schemaOf = (kind: CheckKind, editing: boolean): z.ZodType<Sent, Values> => {
  const create: z.ZodType<Sent> = kind === 'generator' ? generatorCreateBody : z.intersection(withFile, checkUpdateBody)
  const schema: z.ZodType<Sent> = editing ? checkUpdateBody : create
  return schema as z.ZodType<Sent, Values>
}

/** Why the button cannot be pressed, apart from a form that is being sent. */
export const isIncomplete = (kind: CheckKind, editing: boolean, values: Values): boolean => {
  if (values.whatsapp_id === NEW_SENDER) return true
  if (editing) return false
  if (kind === 'validator') return values.file === null
  return values.start_number.trim() === '' || values.end_number.trim() === ''
}

/** How many numbers the typed range has; null while it is not a range. */
export const sizeOfRange = (start: string, end: string): number | null => {
  const [first, last] = [normalizePhone(start), normalizePhone(end)]
  if (first === null || last === null) return null
  const size = rangeSize(first, last)
  return size >= 1 && size <= GENERATOR_MAX ? size : null
}
