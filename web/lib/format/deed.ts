// An action of the audit log in words.
import { auditTexts as texts } from '../../texts/indonesian.ts'

/** phonenumber.update: its area and its verb, or a sentence of its own; an action that has no words stands as it is. */
export const deedOf = (action: string): string => {
  const [area = '', verb = ''] = action.split('.')
  const words = [texts.areas[area] ?? area, texts.verbs[verb] ?? verb]
  return texts.deeds[action] ?? words.filter((word) => word !== '').join(' ')
}
