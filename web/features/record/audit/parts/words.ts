// An audit entry's actor, subject and fields in words.
import type { RowOf } from '../../../../lib/api/use-paged.ts'
import { formatRupiah } from '../../../../lib/format/format.ts'
import { auditTexts as texts, settingsTexts } from '../../../../texts/indonesian.ts'

export type AuditEntry = RowOf<'GET /admin/audit'>

export const whoOf = (entry: AuditEntry): string => entry.actor_name?.trim() || texts.unknownActor
/** Whom and what it is about: person, number, amount, and what else it names; nothing that only the database understands. */
export const subjectOf = ({ person, phone, amount, thing }: AuditEntry): string[] =>
  [person, phone, amount === null ? null : formatRupiah(amount), thing].filter(
    (line) => line !== null && line !== '',
  ) as string[]
/** Settings are called as on their own screen. */
export const fieldOf = (field: string): string =>
  texts.fields[field] ?? (settingsTexts.labels as Record<string, string>)[field] ?? field
