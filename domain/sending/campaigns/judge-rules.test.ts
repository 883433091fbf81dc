// When a campaign stops by itself.
import { expect, test } from 'vitest'
import { tooMany } from './judge-rules.ts'

const judged = { success: 50, fails: 0, stops: 0, disputes: 0 }
test.each([
  ['nothing', {}, null],
  ['of 49', { success: 30, fails: 19 }, null],
  ['fails of fifty', { success: 35, fails: 15 }, { why: 'fails', count: 15, of: 50 }],
  ['few fails', { success: 36, fails: 14 }, null],
  ['stops', { stops: 5 }, { why: 'stops', count: 5, of: 50 }],
  ['few stops', { stops: 4 }, null],
  ['one dispute', { disputes: 1, stops: 1 }, null],
  ['two disputes', { disputes: 2, stops: 2 }, { why: 'disputes', count: 2, of: 50 }],
  ['two of many', { success: 201, disputes: 2, stops: 2 }, null],
  ['nobody got it', { success: 0, fails: 50 }, { why: 'fails', count: 50, of: 50 }],
])('rule campaign-stops: %s', (_, more, why) => {
  expect(tooMany({ ...judged, ...more }, 10)).toEqual(why)
})
test('where the settings stop nothing for stops, disputes and fails do', () => {
  expect(tooMany({ ...judged, stops: 50 }, 0)).toBeNull()
  expect(tooMany({ ...judged, stops: 50, disputes: 2 }, 0)?.why).toBe('disputes')
})
