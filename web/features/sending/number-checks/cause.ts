// Why a job does not run. Pure.
import { checkTexts as texts } from '../../../texts/indonesian.ts'
import type { Live } from './apply-check-events.ts'

/** null: it runs, or it has an error of its own, which says more. */
export const causeOf = ({ phase, status, error }: Pick<Live, 'phase' | 'status' | 'error'>): string | null => {
  if (status === 'sending' || error || phase === 'generating' || phase === 'validating') return null
  return texts.causes[phase] ?? null
}
