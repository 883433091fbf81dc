import { expect, test } from 'vitest'
import { chooseRunner, type Runner } from './rules.ts'

const runner = (id: string, extra: Partial<Runner> = {}): Runner => ({
  runnerId: id,
  bootId: `${id}-1`,
  accounts: 0,
  capacity: 100,
  draining: false,
  since: 0,
  seenAt: 1_000,
  ...extra,
})

test('the least loaded by share is chosen', () => {
  expect(
    chooseRunner([runner('a', { accounts: 50 }), runner('b', { accounts: 60, capacity: 200 })], null, 2_000)?.runnerId,
  ).toBe('b')
})
test('full, draining and silent runners get nothing', () => {
  const none = [runner('a', { accounts: 100 }), runner('b', { draining: true }), runner('c', { seenAt: -40_000 })]
  expect(chooseRunner(none, null, 2_000)).toBeNull()
})
test('a runner to avoid is taken only when it is alone', () => {
  expect(chooseRunner([runner('a'), runner('b', { accounts: 90 })], 'a', 2_000)?.runnerId).toBe('b')
  expect(chooseRunner([runner('a')], 'a', 2_000)?.runnerId).toBe('a')
})
