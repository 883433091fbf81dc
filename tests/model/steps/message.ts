// A number's way from the list to WhatsApp and back (rules number-claim, at-most-once, unknown-outcome, late-ack).
import { need, type Step } from '../relation.ts'
import { hasLease } from './lease.ts'
import { ATTEMPT, BACK, CHANGES, HAND, LINK, of, REVERSAL, type State, SUCCEEDED, WIRE, type World } from '../world.ts'

/** What the invariants look for in `sin`. */
export const SIN = { afterStop: 1, late: 2, withoutSession: 3 } as const
/** The change that tells the ledger of an attempt first: with it the number comes free. */
const FIRST_TOLD = CHANGES.reduce((bits, { from }, i) => (from === ATTEMPT.pending ? bits | (1 << i) : bits), 0)

const claimIsMine = (rule: string | null) =>
  need('it does not hold the number in the database', rule, (w, s, a, p) => of(s, w.claim + p) === a + 1)
const hasAttempt = (w: World, s: State, a: number, p: number): number => of(s, w.attempt + w.pair(a, p))
const wireIs = (wire: number, or: string, rule: string | null = null) =>
  need(or, rule, (w, s, a, p) => of(s, w.wire + w.pair(a, p)) === wire)

/** One statement of the database. */
const claim: Step = {
  name: 'A claims B',
  over: ['account', 'person'],
  needs: [
    need('another account holds it', 'number-claim', (w, s, _a, p) => of(s, w.claim + p) === 0),
    need('it was written to within its cooldown', 'cooldown', (w, s, _a, p) => of(s, w.tried + p) === 0),
    need('it must not be written to', 'opt-out', (w, s, _a, p) => of(s, w.barred + p) === 0),
    need('the account has it already', null, (w, s, a, p) => of(s, w.hand + w.pair(a, p)) === HAND.none),
  ],
  does: (w, s, a, p) => {
    const i = w.pair(a, p)
    s[w.claim + p] = a + 1
    s[w.hand + i] = HAND.asked
    if (of(s, w.back + i) === BACK.underWay) s[w.back + i] = BACK.overtaken
  },
}
/** A person who stopped while the answer was on its way is left out of it. */
const answer: Step = {
  name: 'A gets the answer that B is claimed',
  over: ['account', 'person'],
  needs: [
    need('no claim is under way', null, (w, s, a, p) => {
      const hand = of(s, w.hand + w.pair(a, p))
      return hand === HAND.asked || hand === HAND.droppedMeanwhile
    }),
  ],
  does: (w, s, a, p) => {
    const i = w.pair(a, p)
    const isLost = of(s, w.hand + i) === HAND.droppedMeanwhile || of(s, w.heard + i) !== 0
    s[w.hand + i] = isLost ? HAND.none : HAND.buffered
  },
}
const answerLost: Step = {
  name: 'the answer to A that B is claimed gets lost',
  over: ['account', 'person'],
  needs: answer.needs,
  does: (w, s, a, p) => {
    s[w.hand + w.pair(a, p)] = HAND.none
  },
}
const unbuffer: Step = {
  name: 'A puts B out of its buffer',
  over: ['account', 'person'],
  needs: [need('it has no such number', null, (w, s, a, p) => of(s, w.hand + w.pair(a, p)) === HAND.buffered)],
  does: (w, s, a, p) => {
    s[w.hand + w.pair(a, p)] = HAND.none
  },
}
/** What an account does not need: nothing of it is in its hands, open, or on its way to the ledger. */
const giveBack: Step = {
  name: 'A writes a statement that gives B back',
  over: ['account', 'person'],
  needs: [
    claimIsMine(null),
    need('it is in its hands', 'number-claim', (w, s, a, p) => of(s, w.hand + w.pair(a, p)) === HAND.none),
    need('its message is not in the ledger yet', 'number-claim', (w, s, a, p) => {
      const i = w.pair(a, p)
      return of(s, w.attempt + i) === ATTEMPT.none || (of(s, w.settled + i) & FIRST_TOLD) !== 0
    }),
    need('one is under way', null, (w, s, a, p) => of(s, w.back + w.pair(a, p)) === BACK.none),
  ],
  does: (w, s, a, p) => {
    s[w.back + w.pair(a, p)] = BACK.underWay
  },
}
/** It may run long after its caller gave up on it and wrote another one. */
const giveBackRuns: Step = {
  name: 'the database gives B back from A',
  over: ['account', 'person'],
  needs: [
    need('no such statement is under way', null, (w, s, a, p) => of(s, w.back + w.pair(a, p)) !== BACK.none),
    need(
      'the number was claimed again since',
      'number-claim',
      (w, s, a, p) => of(s, w.back + w.pair(a, p)) !== BACK.overtaken,
    ),
    claimIsMine('number-claim'),
  ],
  does: (w, s, _a, p) => {
    s[w.claim + p] = 0
  },
}
const giveBackOver: Step = {
  name: 'no statement is under way any more that gives B back from A',
  over: ['account', 'person'],
  needs: [need('none was', null, (w, s, a, p) => of(s, w.back + w.pair(a, p)) !== BACK.none)],
  does: (w, s, a, p) => {
    s[w.back + w.pair(a, p)] = BACK.none
  },
}
const intend: Step = {
  name: 'A decides to write to B',
  over: ['account', 'person'],
  needs: [
    need(
      'the number is not in its buffer',
      'number-claim',
      (w, s, a, p) => of(s, w.hand + w.pair(a, p)) === HAND.buffered,
    ),
    need('the person told it to stop', 'opt-out', (w, s, a, p) => of(s, w.heard + w.pair(a, p)) === 0),
    need('a message of its is not answered yet', 'interval', (w, s, a) => {
      for (let p = 0; p < w.size.persons; p++) if (hasAttempt(w, s, a, p) === ATTEMPT.pending) return false
      return true
    }),
    need('no runner holds it', null, (w, s, a) => of(s, w.holder + a) !== 0),
  ],
  does: (w, s, a, p) => {
    const i = w.pair(a, p)
    s[w.hand + i] = HAND.none
    s[w.attempt + i] = ATTEMPT.pending
    s[w.wire + i] = WIRE.atRunner
    s[w.at + i] = of(s, w.holder + a)
    if (of(s, w.told + p) === 1 || of(s, w.heard + i) !== 0) s[w.sin + i] = SIN.afterStop
  },
}
const hasSession = (w: World, s: State, a: number, p: number): boolean => {
  const at = of(s, w.at + w.pair(a, p))
  return at === 0 || (of(s, w.link + w.slot(a, at - 1)) === LINK.open && hasLease(w, s, a, at - 1))
}
const leave: Step = {
  name: 'the message of A to B leaves',
  over: ['account', 'person'],
  needs: [
    need('no runner has such a command', 'at-most-once', (w, s, a, p) => of(s, w.at + w.pair(a, p)) !== 0),
    need('its runner has no session, or its lease is over', 'one-runner', hasSession),
    // time: the deadline of a command ends before its account gives up waiting
    need(
      'its account waits no more for it',
      'at-most-once',
      (w, s, a, p) => hasAttempt(w, s, a, p) === ATTEMPT.pending,
    ),
  ],
  does: (w, s, a, p) => {
    const i = w.pair(a, p)
    if (!hasSession(w, s, a, p)) s[w.sin + i] = SIN.withoutSession
    if (hasAttempt(w, s, a, p) !== ATTEMPT.pending) s[w.sin + i] = SIN.late
    s[w.wire + i] = WIRE.left
    s[w.at + i] = 0
    s[w.got + p] = Math.min(3, of(s, w.got + p) + 1)
  },
}
const unsent: Step = {
  name: 'the runner reports that the message of A to B never left',
  over: ['account', 'person'],
  needs: [wireIs(WIRE.atRunner, 'it left, or nobody has it', 'at-most-once')],
  does: (w, s, a, p) => {
    const i = w.pair(a, p)
    s[w.wire + i] = WIRE.unsent
    s[w.at + i] = 0
  },
}
const isPending = need('it is not pending', 'at-most-once', (w, s, a, p) => hasAttempt(w, s, a, p) === ATTEMPT.pending)
/** The number goes back to the list, and is claimed again. */
const takeBack: Step = {
  name: 'A takes its message to B back',
  over: ['account', 'person'],
  needs: [isPending, wireIs(WIRE.unsent, 'it may have left', 'at-most-once')],
  does: (w, s, a, p) => {
    const i = w.pair(a, p)
    s[w.attempt + i] = ATTEMPT.none
    s[w.wire + i] = WIRE.none
    s[w.at + i] = 0
  },
}
const whatsapp = (name: string, to: number): Step => ({
  name,
  over: ['account', 'person'],
  needs: [wireIs(WIRE.left, 'it did not leave, or is answered')],
  does: (w, s, a, p) => {
    s[w.wire + w.pair(a, p)] = to
  },
})
const accept = whatsapp('WhatsApp takes the message of A to B', WIRE.accepted)
const refuse = whatsapp('WhatsApp refuses the message of A to B', WIRE.refused)

/** The account records an outcome, which goes to the ledger. */
const record = (w: World, s: State, i: number, to: number): void => {
  const from = of(s, w.attempt + i)
  const change = CHANGES.findIndex((c) => c.from === from && c.to === to)
  if (change >= 0) s[w.made + i] = of(s, w.made + i) | (1 << change)
  s[w.attempt + i] = to
}
const outcome = (name: string, to: number, needs: Step['needs']): Step => ({
  name,
  over: ['account', 'person'],
  needs,
  does: (w, s, a, p) => record(w, s, w.pair(a, p), to),
})
/** The ack, or a receipt, however late. */
const ack = outcome('A learns that its message to B arrived', ATTEMPT.success, [
  need('it knows already', null, (w, s, a, p) => hasAttempt(w, s, a, p) !== ATTEMPT.success),
  need('no such message is on record', null, (w, s, a, p) => hasAttempt(w, s, a, p) !== ATTEMPT.none),
  wireIs(WIRE.accepted, 'WhatsApp did not take it', 'income-once'),
])
const FAILS = [
  need('it is decided', null, (w, s, a, p) => {
    const was = hasAttempt(w, s, a, p)
    return was === ATTEMPT.pending || was === ATTEMPT.unknown
  }),
] as const
const reject = outcome('A learns that its message to B was refused', ATTEMPT.fail, [
  ...FAILS,
  wireIs(WIRE.refused, 'WhatsApp did not refuse it'),
])
const cannot = outcome('A learns that nobody can write to B', ATTEMPT.fail, [
  ...FAILS,
  wireIs(WIRE.unsent, 'it may have left', 'unknown-outcome'),
])
const expire = outcome('A has waited long enough for the answer of its message to B', ATTEMPT.unknown, [isPending])
const giveUp = outcome('A counts its message to B as failed', ATTEMPT.fail, [
  need('its outcome is known', 'late-ack', (w, s, a, p) => hasAttempt(w, s, a, p) === ATTEMPT.unknown),
])
const revoke: Step = {
  name: 'the member deletes the message of A to B',
  over: ['account', 'person'],
  needs: [
    need('nobody deletes here', null, (w) => w.size.deletes),
    need('it did not arrive', 'suspension', (w, s, a, p) => (of(s, w.made + w.pair(a, p)) & SUCCEEDED) !== 0),
    need('it is deleted already', null, (w, s, a, p) => (of(s, w.made + w.pair(a, p)) & (1 << REVERSAL)) === 0),
  ],
  does: (w, s, a, p) => {
    s[w.made + w.pair(a, p)] = of(s, w.made + w.pair(a, p)) | (1 << REVERSAL)
  },
}
export const MESSAGE = {
  claim,
  answer,
  answerLost,
  unbuffer,
  giveBack,
  giveBackRuns,
  giveBackOver,
  intend,
  leave,
  unsent,
  takeBack,
  accept,
  refuse,
  ack,
  reject,
  cannot,
  expire,
  giveUp,
  revoke,
}
