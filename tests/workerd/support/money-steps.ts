// What may happen to money, as random steps of a history.
import fc from 'fast-check'
import type { WithdrawStatus } from '../../../domain/money/withdraw/rules.ts'

export type Step =
  | { do: 'blast'; account: number; outcomes: ('success' | 'fail' | 'unknown')[]; price: number; daysAgo: number }
  | { do: 'late'; pick: number }
  | { do: 'revoke'; pick: number }
  | { do: 'deliver'; picks: number[] }
  | { do: 'post'; daysAgo: number }
  | { do: 'fold' }
  | { do: 'bonus'; user: number; nominal: number }
  | { do: 'unbonus'; pick: number }
  | { do: 'withdraw'; user: number; nominal: number }
  | { do: 'decide'; pick: number; to: WithdrawStatus }

const pick = fc.nat({ max: 1_000 })
const user = fc.nat({ max: 2 })
const outcome = fc.constantFrom('success' as const, 'success' as const, 'fail' as const, 'unknown' as const)
export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('blast' as const),
      account: fc.nat({ max: 2 }),
      outcomes: fc.array(outcome, { minLength: 1, maxLength: 5 }),
      price: fc.integer({ min: 0, max: 40_000 }),
      daysAgo: fc.nat({ max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('late' as const), pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('revoke' as const), pick }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('deliver' as const),
      picks: fc.array(pick, { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('post' as const), daysAgo: fc.integer({ min: -1, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fold' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('bonus' as const), user, nominal: fc.integer({ min: 1, max: 90_000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('unbonus' as const), pick }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('withdraw' as const),
      user,
      nominal: fc.integer({ min: 9_000, max: 120_000 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      pick,
      to: fc.constantFrom<WithdrawStatus>('requested', 'accepted', 'rejected'),
    }),
  },
)
