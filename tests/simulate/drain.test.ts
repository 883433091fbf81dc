// A runner that ends hands five hundred accounts over to another runner, each at the moment at which that one opens it.
import { expect, test } from 'vitest'
import { drain } from './drain.ts'

test('500 accounts are handed over one by one: none fenced, none logged in twice, each away for a moment', {
  timeout: 300_000,
}, async () => {
  const { seconds, awayLongest, awayAtOnce, mostASecond, ...rest } = await drain({ accounts: 500, seed: 1 })
  expect(rest).toMatchObject({ accounts: 500, handedOver: 500, fenced: 0, wasted: 0, extraLogins: 0 })
  // twenty a second are handed over, fewer than a runner can open, so each account works until it is about to be opened there
  expect([seconds < 30, mostASecond <= 20]).toEqual([true, true])
  expect([awayLongest < 2, awayAtOnce < 25]).toEqual([true, true])
})
