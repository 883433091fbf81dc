// Values of the fields of one recipient in an edit: under their keys in braces beside the row's own columns, as the audit log has them and a
// question about what came meanwhile. Pure.
import type { EditablePhone } from '../../../../../contract/recipients/phone-numbers.ts'

type Phone = Pick<EditablePhone, 'fields' | 'fields_version' | 'version'>
const inBraces = (key: string): string => `{${key}}`
/** By key. A server of the release before says none, so none are sent to it. */
export const valuesOf = ({ fields = [] }: Phone): Record<string, string> =>
  Object.fromEntries(fields.map(({ key, value }) => [key, value]))
export const bracedOf = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [inBraces(key), value]))
/** What an edit read. */
export const readOf = <P extends Phone>(phone: P): P => ({
  ...phone,
  ...bracedOf(valuesOf(phone)),
  version: phone.fields_version ?? phone.version,
})
/** How its questions call them. */
export const labelsOf = ({ fields = [] }: Phone): Record<string, { label: string }> =>
  Object.fromEntries(fields.map(({ key, name }) => [inBraces(key), { label: name }]))
/** The body as the call takes it. */
export const unbraced = <B extends object>(body: B, { fields }: Phone): B & { fields?: Record<string, string> } => {
  if (!fields) return body
  const sent = body as Record<string, unknown>
  const own = Object.entries(sent).filter(([name]) => !name.startsWith('{'))
  const values = fields.map(({ key }) => [key, String(sent[inBraces(key)] ?? '')] as const)
  return { ...(Object.fromEntries(own) as B), fields: Object.fromEntries(values) }
}
