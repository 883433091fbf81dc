// Fields of recipients: columns of an import that somebody chose to keep, each a placeholder of messages (rule recipient-fields).
import { z } from 'zod'
import { FIELD_TEXTS } from './field-texts.ts'
import { FIELD_VALUE_MAX, isReserved, plainValue } from './plain-value.ts'

export const FIELDS_MAX = 20
const FIELD_NAME_MAX = 60
const KEY = /^[a-z][a-z0-9_]{0,29}$/
export const fieldKey = z
  .string(FIELD_TEXTS.key)
  .trim()
  .regex(KEY, FIELD_TEXTS.key)
  .refine((key) => !isReserved(key), FIELD_TEXTS.reserved)
const fieldName = z.string('Wajib diisi.').trim().min(1, 'Wajib diisi.').max(FIELD_NAME_MAX)
export const fieldValue = z.string().max(FIELD_VALUE_MAX).transform(plainValue)

export const fieldRow = z.object({
  key: z.string(),
  name: z.string(),
  /** What stands in a message where a person has no value. */
  fallback: z.string(),
})
export type FieldRow = z.infer<typeof fieldRow>
export const fieldBody = z.object({ key: fieldKey, name: fieldName, fallback: fieldValue.default('') })
export const fieldKeyBody = z.object({ key: fieldKey })
/** A field with what one person has of it; value empty: nothing. */
export const personField = fieldRow.pick({ key: true, name: true }).extend({ value: z.string() })
export type PersonField = z.infer<typeof personField>
/** Values of one person by key, as somebody writes them by hand. Empty: they have none any more; of a key that is absent nothing changes. */
export const personValues = z
  .record(fieldKey, fieldValue)
  .refine((values) => Object.keys(values).length <= FIELDS_MAX, FIELD_TEXTS.full)
/** How many people have a value; isMore: at least so many. */
export const fieldPeople = z.object({ count: z.number(), isMore: z.boolean() })

const keptColumn = z.object({ column: z.number().int().min(0).max(999), key: fieldKey, name: fieldName })
export type KeptColumn = z.infer<typeof keptColumn>
/** The form's field `fields`: JSON, which other columns of a CSV are kept; absent or empty: none. */
export const importFields = z
  .string()
  .max(5_000)
  .default('')
  .transform((text, ctx): unknown => {
    if (text === '') return []
    try {
      return JSON.parse(text)
    } catch {
      ctx.addIssue({ code: 'custom', message: FIELD_TEXTS.key })
      return z.NEVER
    }
  })
  .pipe(
    z
      .array(keptColumn)
      .max(FIELDS_MAX, FIELD_TEXTS.full)
      .refine((kept) => new Set(kept.map(({ key }) => key)).size === kept.length, FIELD_TEXTS.twice),
  )
