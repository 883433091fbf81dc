// Marks by which any room lets a run or a check come to its end, or go on: the work itself looks at them before its next step.
import type { AccountDocument, Check, Run } from './document.ts'

/** What is in flight still finishes. @param why as the owner reads it; the first reason stands */
export const stopRun = (run: Run, why: string | null = null): void => {
  run.stopRequested = true
  run.stopWhy ??= why
}
export const stopCheck = (check: Check): void => {
  check.stopRequested = true
}
export const stopWork = ({ run, check }: Pick<AccountDocument, 'run' | 'check'>, why: string | null = null): void => {
  if (run) stopRun(run, why)
  if (check) stopCheck(check)
}
/** A stop that nothing has followed yet is taken back. */
export const goOn = (work: Run | Check): void => {
  work.stopRequested = false
  if ('stopWhy' in work) work.stopWhy = null
}
/** @param fault as the screen shows it */
export const failRun = (run: Run, fault: string): void => {
  run.fault = fault
}
