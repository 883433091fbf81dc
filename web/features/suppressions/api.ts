// People who asked not to be written to (rule opt-out).
import { http } from '../../lib/http.ts'
import { suppressionTexts as texts } from '../../texts/id.ts'

export const SUPPRESSIONS = 'suppressions'
export const SUPPRESSION_PATH = '/admin/suppression'
export type Suppression = {
  id: number
  number: string | null
  lid: string | null
  via: string
  by: string | null
  reason: string | null
  createdAt: string
}
export const addSuppression = (body: { number: string; reason?: string | undefined }) =>
  http.post(SUPPRESSION_PATH, body, { fallback: texts.addFailed })
