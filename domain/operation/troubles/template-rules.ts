// Whether a template fails: of its last outcomes, because its counts since it was made would hide that it began to fail (rule troubles).
// Pure; times in ms.
import { percentOf } from '../../../contract/ground/percent.ts'
import { DAY_MS } from '../../../contract/ground/time.ts'
import { type Finding, levelOf } from './rules.ts'

/** Counts since the template was made, and what the last judgement was about; mark null: there was none. */
export type TemplateFigures = {
  id: string
  success: number
  fail: number
  mark: { at: number; success: number; fail: number; percent: number | null } | null
}
/** Fewer outcomes say nothing about a template: the next look has more. */
const OUTCOMES_LEAST = 50
const FAIL_PERCENT = { start: 49, end: 29 }
/** After this a judgement begins no trouble, and keeps one only while there are newer outcomes: nobody may send with the template any more. */
const STALE_MS = DAY_MS
/** The mark after this look: a new one once there are enough outcomes since the last. */
export const templateMark = (template: TemplateFigures, now: number): NonNullable<TemplateFigures['mark']> => {
  const { success, fail, mark } = template
  if (mark === null) return { at: now, success, fail, percent: null }
  const outcomes = success - mark.success + fail - mark.fail
  if (outcomes < OUTCOMES_LEAST) return mark
  return { at: now, success, fail, percent: Math.floor(percentOf(fail - mark.fail, outcomes)) }
}
export const templateFinding = (template: TemplateFigures, now: number): Finding | null => {
  const { at, success, fail, percent } = templateMark(template, now)
  if (percent === null) return null
  const isStale = now - at > STALE_MS
  // few a day: the next judgement takes longer than this one counts
  if (isStale && template.success + template.fail <= success + fail) return null
  const level = levelOf(percent, FAIL_PERCENT)
  return (
    level && { kind: 'templates_fail', subject: template.id, level: isStale ? 'between' : level, figures: { percent } }
  )
}
