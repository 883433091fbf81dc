// Values of one person, as an edit by hand changes them (rule recipient-fields). Pure.
import type { PersonField } from '../../../contract/recipients/fields.ts'

export type Values = Readonly<Record<string, string>>
export const fieldsIn = (json: string): PersonField[] => JSON.parse(json) as PersonField[]
export const valuesIn = (json: string): Values =>
  Object.fromEntries(fieldsIn(json).map(({ key, value }) => [key, value]))
/** What of this is not so yet. */
export const changedValues = (had: Values, sent: Values): Values =>
  Object.fromEntries(Object.entries(sent).filter(([key, value]) => (had[key] ?? '') !== value))
/** As templates name them, beside the row's own columns. */
export const inBraces = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [`{${key}}`, value]))
