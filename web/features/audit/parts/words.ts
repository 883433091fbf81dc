// An audit entry's action, actor, subject and fields in words.
import type { RowOf } from '../../../lib/api/use-paged.ts'
import { formatRupiah } from '../../../lib/format/format.ts'
import { auditTexts as texts } from '../../../texts/indonesian.ts'
import { splitAction } from '../diff-rules.ts'

export type AuditEntry = RowOf<'GET /admin/audit'>

export const deedOf = (action: string): string => {
  const { area, verb } = splitAction(action)
  const words = [texts.areas[area] ?? area, texts.verbs[verb] ?? verb]
  return words.filter((word) => word !== '').join(' ')
}
export const whoOf = (entry: AuditEntry): string => entry.actor_name?.trim() || texts.unknownActor
/** Whom and what it is about: person, number, amount, and what else it names; nothing that only the database understands. */
export const subjectOf = ({ person, phone, amount, thing }: AuditEntry): string[] =>
  [person, phone, amount === null ? null : formatRupiah(amount), thing].filter(
    (line) => line !== null && line !== '',
  ) as string[]
export const fieldOf = (field: string): string => texts.fields[field] ?? field
