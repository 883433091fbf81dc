// Why messages failed, in words. Pure.
import { FAIL_REASONS, type FailReason } from '../../../contract/sending/last-run.ts'
import { failReasonTexts as texts } from '../../texts/indonesian.ts'
import { formatNumber } from '../format/format.ts'

/** A line for each reason. */
export const reasonLines = (failures: Readonly<Partial<Record<FailReason, number>>>): string[] =>
  FAIL_REASONS.flatMap((reason) => {
    const count = failures[reason] ?? 0
    return count > 0 ? [texts.failed(formatNumber(count), texts.reasons[reason])] : []
  })

/** And one for those of which the reason is not on record. @param fail all that failed */
export const linesOfAll = (failures: Readonly<Partial<Record<FailReason, number>>>, fail: number): string[] => {
  const named = Object.values(failures).reduce((sum, count) => sum + count, 0)
  return named < fail ? [...reasonLines(failures), texts.unnamed(formatNumber(fail - named))] : reasonLines(failures)
}
