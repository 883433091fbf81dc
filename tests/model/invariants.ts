// What holds in every state that the model reaches, by the names of the rules.
import type { Invariant } from './relation.ts'
import { SIN } from './steps/message.ts'
import {
  ATTEMPT,
  FAILED,
  FROZEN,
  HAND,
  LINK,
  of,
  REVERSAL,
  STAGE,
  type State,
  SUCCEEDED,
  WIRE,
  type World,
} from './world.ts'

const bits = (n: number): number => {
  let count = 0
  for (let rest = n; rest !== 0; rest &= rest - 1) count += 1
  return count
}
const inPairs =
  (holds: (w: World, s: State, i: number, a: number, p: number) => boolean) =>
  (w: World, s: State): boolean => {
    for (let a = 0; a < w.size.accounts; a++)
      for (let p = 0; p < w.size.persons; p++) if (!holds(w, s, w.pair(a, p), a, p)) return false
    return true
  }
const inWithdraws =
  (holds: (w: World, s: State, q: number) => boolean) =>
  (w: World, s: State): boolean => {
    for (let q = 0; q < w.size.withdraws; q++) if (!holds(w, s, q)) return false
    return true
  }
const inRecipients =
  (holds: (w: World, s: State, p: number) => boolean) =>
  (w: World, s: State): boolean => {
    for (let p = 0; p < w.size.recipients; p++) if (!holds(w, s, p)) return false
    return true
  }
const sumOf = (w: World, s: State, field: number): number => {
  let sum = 0
  for (let p = 0; p < w.size.recipients; p++) sum += of(s, field + p)
  return sum
}
const LEFT: readonly number[] = [WIRE.left, WIRE.accepted, WIRE.refused]
const OWED: readonly number[] = [STAGE.requested, STAGE.accepted, STAGE.ordered, STAGE.paid]

export const INVARIANTS: readonly Invariant[] = [
  {
    rule: 'one-runner',
    what: 'two runners have the session of an account open',
    holds: (w, s) => {
      for (let a = 0; a < w.size.accounts; a++) {
        let open = 0
        for (let r = 0; r < w.size.runners; r++) if (of(s, w.link + w.slot(a, r)) === LINK.open) open += 1
        if (open > 1) return false
      }
      return true
    },
  },
  {
    rule: 'one-runner',
    what: 'a message left from a runner that has no session',
    holds: inPairs((w, s, i) => of(s, w.sin + i) !== SIN.withoutSession),
  },
  {
    rule: 'cooldown',
    what: 'a person got two messages',
    holds: (w, s) => {
      for (let p = 0; p < w.size.persons; p++) if (of(s, w.got + p) > 1) return false
      return true
    },
  },
  {
    rule: 'at-most-once',
    what: 'a message left and is on record nowhere',
    holds: inPairs((w, s, i) => !LEFT.includes(of(s, w.wire + i)) || of(s, w.attempt + i) !== ATTEMPT.none),
  },
  {
    rule: 'at-most-once',
    what: 'a message left after its account had given up waiting for it',
    holds: inPairs((w, s, i) => of(s, w.sin + i) !== SIN.late),
  },
  {
    rule: 'interval',
    what: 'two messages of an account are out at the same time',
    holds: (w, s) => {
      for (let a = 0; a < w.size.accounts; a++) {
        let pending = 0
        for (let p = 0; p < w.size.persons; p++) if (of(s, w.attempt + w.pair(a, p)) === ATTEMPT.pending) pending += 1
        if (pending > 1) return false
      }
      return true
    },
  },
  {
    rule: 'number-claim',
    what: 'an account has a number in its hands that the database does not hold for it',
    holds: inPairs(
      (w, s, i, a, p) =>
        of(s, w.claim + p) === a + 1 ||
        (of(s, w.hand + i) !== HAND.buffered && of(s, w.attempt + i) !== ATTEMPT.pending),
    ),
  },
  {
    rule: 'number-claim',
    what: 'a number comes free before the ledger has its message',
    holds: inPairs(
      (w, s, i, a, p) =>
        of(s, w.claim + p) === a + 1 || of(s, w.attempt + i) === ATTEMPT.none || of(s, w.tried + p) === 1,
    ),
  },
  {
    rule: 'opt-out',
    what: 'a message is decided for a person who had stopped',
    holds: inPairs((w, s, i) => of(s, w.sin + i) !== SIN.afterStop),
  },
  {
    rule: 'opt-out',
    what: 'the person who asked was told that nothing more is decided, and an account has the number',
    holds: inPairs((w, s, i, _a, p) => of(s, w.told + p) === 0 || of(s, w.hand + i) !== HAND.buffered),
  },
  {
    rule: 'unknown-outcome',
    what: 'a message that may have left counts as one that certainly did not',
    holds: inPairs(
      (w, s, i) =>
        of(s, w.attempt + i) !== ATTEMPT.fail ||
        of(s, w.wire + i) !== WIRE.left ||
        (of(s, w.made + i) & (1 << 3)) !== 0,
    ),
  },
  {
    rule: 'late-ack',
    what: 'a success went back',
    holds: inPairs((w, s, i) => (of(s, w.made + i) & SUCCEEDED) === 0 || of(s, w.attempt + i) === ATTEMPT.success),
  },
  {
    rule: 'late-ack',
    what: 'a day counts fewer than no failures',
    holds: inPairs((w, s, i) => (of(s, w.settled + i) & (1 << 5)) === 0 || (of(s, w.settled + i) & FAILED) !== 0),
  },
  {
    rule: 'income-once',
    what: 'a message was paid more often than it arrived',
    holds: inPairs(
      (w, s, i) => of(s, w.paid + i) <= 1 && (of(s, w.paid + i) === 0 || of(s, w.wire + i) === WIRE.accepted),
    ),
  },
  {
    rule: 'income-once',
    what: 'what was paid is not what was settled',
    holds: inPairs((w, s, i) => {
      const settled = of(s, w.settled + i)
      return of(s, w.paid + i) === bits(settled & SUCCEEDED) - ((settled >> REVERSAL) & 1)
    }),
  },
  {
    rule: 'income-once',
    what: 'the ledger has what no account recorded',
    holds: inPairs((w, s, i) => (of(s, w.settled + i) & ~of(s, w.made + i)) === 0),
  },
  {
    rule: 'suspension',
    what: 'the income of a message that never arrived is taken back',
    holds: inPairs((w, s, i) => ((of(s, w.made + i) >> REVERSAL) & 1) === 0 || (of(s, w.made + i) & SUCCEEDED) !== 0),
  },
  { rule: 'withdraw-reserved', what: 'a balance is below zero', holds: (w, s) => w.size.deletes || w.balance(s) >= 0 },
  {
    rule: 'withdraw-steps',
    what: 'the money of a withdraw is not held exactly while it is owed',
    holds: inWithdraws((w, s, q) => of(s, w.held + q) === (OWED.includes(of(s, w.stage + q)) ? 1 : 0)),
  },
  {
    rule: 'ordered-once',
    what: 'the bank was told to pay it more or less often than it stands',
    holds: inWithdraws((w, s, q) => {
      const stage = of(s, w.stage + q)
      return of(s, w.bank + q) === (stage === STAGE.ordered || stage === STAGE.paid ? 1 : 0)
    }),
  },
  {
    rule: 'payout-batch',
    what: 'a request in a batch moves without it',
    holds: inWithdraws((w, s, q) => of(s, w.frozen + q) === FROZEN.no || of(s, w.stage + q) === STAGE.requested),
  },
  {
    rule: 'paid-is-paid',
    what: 'one person did what needs two',
    holds: inWithdraws((w, s, q) => of(s, w.alone + q) === 0),
  },
  {
    rule: 'withdraw-cancel',
    what: 'a member took back what was once accepted',
    holds: inWithdraws((w, s, q) => of(s, w.stage + q) !== STAGE.cancelled || of(s, w.was + q) === 0),
  },
  {
    rule: 'campaign-once',
    what: 'a person got two messages of a campaign',
    holds: inRecipients((w, s, p) => of(s, w.reached + p) <= 1),
  },
  {
    rule: 'campaign-claim',
    what: 'a campaign has more messages than its budget',
    holds: (w, s) => sumOf(w, s, w.reached) <= w.size.budget,
  },
  {
    rule: 'campaign-claim',
    what: 'a message left for somebody who was not counted when they were claimed',
    holds: (w, s) => w.size.recipients === 0 || sumOf(w, s, w.reached) <= of(s, w.claimed),
  },
  {
    rule: 'campaign-pause',
    what: 'something of a campaign is decided after everybody heard of its pause',
    holds: (w, s) => w.size.recipients === 0 || of(s, w.tooLate) === 0,
  },
]
