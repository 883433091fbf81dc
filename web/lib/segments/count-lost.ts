// What stands in place of a count whose answer was lost on its way.
import { segmentTexts as texts } from '../../texts/indonesian.ts'
import { ApiError } from '../api/api-error.ts'

/** A call knows no more of it than that something failed. null: it is known what. */
export const countLost = (error: unknown): string | null =>
  error instanceof ApiError && error.status === 0 && error.reason === '' ? texts.countFailed : null
