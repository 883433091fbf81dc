import { describe, expect, test } from 'vitest'
import { summarize } from './test-summary.ts'

const report = (testResults: object[], counts: object = {}): string =>
  JSON.stringify({
    numPassedTests: 3,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults,
    ...counts,
  })

describe('the closing line of a test run', () => {
  test('counts what passed', () => {
    expect(summarize(report([]))).toEqual({ passed: 3, failed: 0, skipped: 0 })
  })
  test('a run that left no report failed', () => {
    expect(summarize(null).failed).toBe(1)
  })
  test('a file that could not load is a failure of its own', () => {
    const files = [{ name: 'a', status: 'failed', assertionResults: [] }]
    expect(summarize(report(files)).failed).toBe(1)
  })
  test('an error outside every test is a failure', () => {
    expect(summarize(report([]), 1).failed).toBe(1)
  })
  test('a file with a failed test is not counted twice', () => {
    const files = [{ name: 'a', status: 'failed', assertionResults: [{ status: 'failed' }] }]
    expect(summarize(report(files, { numFailedTests: 1 })).failed).toBe(1)
  })
})
