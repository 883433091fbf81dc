// A deed and its doer in words.
import { auditTexts as texts } from '../../../texts/indonesian.ts'
import type { AuditEntry } from '../api.ts'
import { splitAction } from '../diff-rules.ts'

export const deedOf = (action: string): string => {
  const { area, verb } = splitAction(action)
  const words = [texts.areas[area] ?? area, texts.verbs[verb] ?? verb]
  return words.filter((word) => word !== '').join(' ')
}
export const whoOf = (entry: AuditEntry): string => entry.actor_name?.trim() || texts.unknownActor
