// An audit entry's action and actor in words.
import type { RowOf } from '../../../lib/api/use-paged.ts'
import { auditTexts as texts } from '../../../texts/indonesian.ts'
import { splitAction } from '../diff-rules.ts'

export type AuditEntry = RowOf<'GET /admin/audit'>

export const deedOf = (action: string): string => {
  const { area, verb } = splitAction(action)
  const words = [texts.areas[area] ?? area, texts.verbs[verb] ?? verb]
  return words.filter((word) => word !== '').join(' ')
}
export const whoOf = (entry: AuditEntry): string => entry.actor_name?.trim() || texts.unknownActor
