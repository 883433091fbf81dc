import { expect, test } from 'vitest'
import type { Timeline } from '../../../contract/privacy/timeline.ts'
import { addStep } from './add-step.ts'

const stepOf = (more: Partial<Timeline>): Timeline => ({
  events: [],
  accounts: [],
  campaigns: [],
  since: '2026-09-01T00:00:00.000Z',
  lastAttemptAt: null,
  asked: 200,
  silent: [],
  after: null,
  ...more,
})

test('rule timeline: what all have is what the one has that has the fewest messages', () => {
  const found = stepOf({ after: 'accounts:b', silent: ['a'] })
  addStep(found, stepOf({ since: '2026-10-15T00:00:00.000Z', after: 'accounts:c', silent: ['b'] }))
  addStep(found, stepOf({ after: 'campaigns:', asked: 7 }))
  expect(found).toMatchObject({
    since: '2026-10-15T00:00:00.000Z',
    asked: 407,
    silent: ['a', 'b'],
    after: 'campaigns:',
  })
})
