// Stops (rule opt-out), and what the ledger makes of an account's results (rule income-once).
import { need, type Step } from '../relation.ts'
import { add, ATTEMPT, CHANGES, FAILED, HAND, of, REVERSAL, SUCCEEDED } from '../world.ts'

const hear: Step = {
  name: 'B tells A to stop',
  over: ['account', 'person'],
  needs: [need('it was told already', null, (w, s, a, p) => of(s, w.heard + w.pair(a, p)) !== 1)],
  does: (w, s, a, p) => {
    s[w.heard + w.pair(a, p)] = 1
  },
}
/** An account that heard it, an admin, a page, an erasure, a deletion: one transaction of the database. */
const bar: Step = {
  name: 'the database says that nobody may write to A',
  over: ['person'],
  needs: [need('it says so already', null, (w, s, p) => of(s, w.barred + p) === 0)],
  does: (w, s, p) => {
    s[w.barred + p] = 1
  },
}
const drop: Step = {
  name: 'A drops B, who must not be written to',
  over: ['account', 'person'],
  needs: [
    need('nobody told it to', null, (w, s, a, p) => of(s, w.barred + p) === 1 || of(s, w.heard + w.pair(a, p)) !== 0),
    need('it has no such number', null, (w, s, a, p) => {
      const hand = of(s, w.hand + w.pair(a, p))
      return hand === HAND.asked || hand === HAND.buffered
    }),
  ],
  does: (w, s, a, p) => {
    const i = w.pair(a, p)
    s[w.hand + i] = of(s, w.hand + i) === HAND.asked ? HAND.droppedMeanwhile : HAND.none
  },
}
/** Only the account that holds the number by the database was asked to drop it. */
const tell: Step = {
  name: 'the person who asked is told that nothing more is decided for A',
  over: ['person'],
  needs: [
    need('the database does not say so', 'opt-out', (w, s, p) => of(s, w.barred + p) === 1),
    need('its holder has it in its hands', 'opt-out', (w, s, p) => {
      const holder = of(s, w.claim + p)
      if (holder === 0) return true
      const hand = of(s, w.hand + w.pair(holder - 1, p))
      return hand === HAND.none || hand === HAND.droppedMeanwhile
    }),
    need('they were told already', null, (w, s, p) => of(s, w.told + p) === 0),
  ],
  does: (w, s, p) => {
    s[w.told + p] = 1
  },
}

const comesBack = need('nobody comes back here', null, (w) => w.size.returns)
const keep: Step = {
  name: 'A learns that the database has the stop of B',
  over: ['account', 'person'],
  needs: [comesBack, need('it heard none', null, (w, s, a, p) => of(s, w.heard + w.pair(a, p)) === 1)],
  does: (w, s, a, p) => {
    s[w.heard + w.pair(a, p)] = 2
  },
}
/** What an account holds then counts as tried: nobody knows whether it writes to them. */
const remove: Step = {
  name: 'A is deleted from the list',
  over: ['person'],
  needs: [comesBack],
  does: (w, s, p) => {
    s[w.barred + p] = 1
    if (of(s, w.claim + p) !== 0) s[w.tried + p] = 1
  },
}
/** Added again, or agreed again after their stop was lifted. A stop that the database does not have yet bars them again. */
const allow: Step = {
  name: 'the database says that A may be written to again',
  over: ['person'],
  needs: [comesBack, need('it says so already', null, (w, s, p) => of(s, w.barred + p) === 1)],
  does: (w, s, p) => {
    s[w.barred + p] = 0
    s[w.told + p] = 0
    for (let a = 0; a < w.size.accounts; a++) if (of(s, w.heard + w.pair(a, p)) === 2) s[w.heard + w.pair(a, p)] = 0
  },
}

/** A batch may be told in any order and any company, and again and again. */
const settle: Step = {
  name: 'the ledger settles what A says of its message to B: C',
  over: ['account', 'person', 'change'],
  needs: [
    need(
      'its account has recorded no such thing',
      'income-once',
      (w, s, a, p, c) => (of(s, w.made + w.pair(a, p)) & (1 << c)) !== 0,
    ),
    need('it is settled already', 'income-once', (w, s, a, p, c) => (of(s, w.settled + w.pair(a, p)) & (1 << c)) === 0),
    need('the failure that it replaces is not settled', 'late-ack', (w, s, a, p, c) => {
      if (CHANGES[c]?.from !== ATTEMPT.fail) return true
      return (of(s, w.settled + w.pair(a, p)) & FAILED) !== 0
    }),
    need('the income that it takes back is not settled', 'suspension', (w, s, a, p, c) => {
      if (c !== REVERSAL) return true
      return (of(s, w.settled + w.pair(a, p)) & SUCCEEDED) !== 0
    }),
  ],
  does: (w, s, a, p, c) => {
    const i = w.pair(a, p)
    s[w.settled + i] = of(s, w.settled + i) | (1 << c)
    if (c === REVERSAL) return add(s, w.paid + i, -1)
    s[w.tried + p] = 1
    if (CHANGES[c]?.from === ATTEMPT.pending && of(s, w.claim + p) === a + 1) s[w.claim + p] = 0
    if (CHANGES[c]?.to === ATTEMPT.success) add(s, w.paid + i, 1)
  },
}
export const STOP = { hear, bar, drop, tell, keep, remove, allow, settle }
