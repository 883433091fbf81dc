import { expect, test } from 'vitest'
import { verdictOf } from './judge-rules.ts'

test.each([
  ['nothing yet', [0, 0], [0, 0], 'unknown'],
  ['one less than enough', [199, 0], [9_000, 0], 'unknown'],
  ['enough, without a fault', [200, 0], [0, 0], 'good'],
  ['four faults are no sign, however few answers', [4, 4], [9_000, 0], 'unknown'],
  ['four faults of enough', [200, 4], [9_000, 0], 'good'],
  ['five faults where the release before had none', [5, 5], [9_000, 0], 'worse'],
  ['five faults of enough where nothing is known of the release before', [200, 5], [0, 0], 'worse'],
  ['where nothing is known of the release before, twice what is promised is borne', [10_000, 20], [0, 0], 'good'],
  ['and no more', [10_000, 21], [0, 0], 'worse'],
  ['twice the old rate is borne', [1_000, 20], [1_000, 10], 'good'],
  ['above twice the old rate', [1_000, 21], [1_000, 10], 'worse'],
  ['as bad as before', [200, 100], [200, 100], 'good'],
] as const)('%s', (_, [answers, faults], [oldAnswers, oldFaults], verdict) => {
  expect(verdictOf({ answers, faults }, { answers: oldAnswers, faults: oldFaults })).toBe(verdict)
})
