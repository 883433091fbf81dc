// People who asked not to be written to.
import { call } from '../../lib/api/http.ts'
import type { RowOf } from '../../lib/api/use-paged.ts'
import { suppressionTexts as texts } from '../../texts/indonesian.ts'

export const SUPPRESSIONS = 'suppressions'
export type Suppression = RowOf<'GET /admin/suppression'>
export const addSuppression = (body: { number: string; reason?: string | undefined }) =>
  call('POST /admin/suppression', { body }, { fallback: texts.addFailed })
