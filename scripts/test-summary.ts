// Reads vitest's JSON report and prints the closing line. A file that could not be loaded counts as one failure.
import { readFileSync } from 'node:fs'

type Report = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[]
}
/**
 * @param text vitest's JSON report; null: the run left none
 * @param exitCode vitest's own, the only sign of an error outside every test (an unhandled rejection)
 */
export const summarize = (text: string | null, exitCode = 0): { passed: number; failed: number; skipped: number } => {
  if (text === null) return { passed: 0, failed: 1, skipped: 0 }
  const report = JSON.parse(text) as Report
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  const failed = report.numFailedTests + broken.length
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

if (import.meta.main) {
  const read = (file: string): string | null => {
    try {
      return readFileSync(file, 'utf8')
    } catch {
      return null
    }
  }
  const { passed, failed, skipped } = summarize(read(process.argv[2] ?? ''), Number(process.argv[3] ?? 0))
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
  if (failed > 0 || passed === 0) process.exitCode = 1
}
