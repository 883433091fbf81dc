// Faults in the model itself: each condition of a step that carries a rule's name taken away, and effects that went wrong before
// in products like this one. An invariant must fall for each, or it would say nothing.
import type { Step } from './relation.ts'
import { STEPS } from './steps/all.ts'
import { CAMPAIGN } from './steps/campaign.ts'
import { LEASE, passes } from './steps/lease.ts'
import { MESSAGE } from './steps/message.ts'
import { STOP } from './steps/stop-and-settle.ts'
import { WITHDRAW } from './steps/withdraw.ts'
import { add, ATTEMPT, BACK, HAND, of, PLACE, STAGE, type State, WIRE, type World } from './world.ts'

const { fence, time } = LEASE
const { ack, answer, claim, intend, takeBack } = MESSAGE
const { hear, settle } = STOP
const { comesBack, order, reject, reopen } = WITHDRAW
const { isDeleted, isMade } = CAMPAIGN

export type Planted = { name: string; steps: readonly Step[] }

const instead = (step: Step, other: Partial<Step>): readonly Step[] =>
  STEPS.map((one) => (one === step ? { ...one, ...other } : one))
const without = (step: Step, at: number): Planted => ({
  name: `${step.name}, although ${step.needs[at]?.or}`,
  steps: instead(step, { needs: step.needs.filter((_, i) => i !== at) }),
})
/** Every condition with a rule. */
export const WITHOUT: readonly Planted[] = STEPS.flatMap((step) =>
  step.needs.flatMap((one, at) => (one.rule === null ? [] : [without(step, at)])),
)
type Does = (w: World, s: State, x: number, y: number, z: number) => void
const wrong = (name: string, step: Step, does: Does): Planted => ({ name, steps: instead(step, { does }) })
const also =
  (step: Step, more: Does): Does =>
  (w, s, x, y, z) => {
    step.does(w, s, x, y, z)
    more(w, s, x, y, z)
  }

export const WRONG: readonly Planted[] = [
  wrong('a claim is not dropped when its person stops meanwhile', answer, (w, s, a, p) => {
    s[w.hand + w.pair(a, p)] = HAND.buffered
  }),
  wrong('the last renewal is lost with the runner: a lease is given early', fence, (w, s, a) => {
    s[w.known + a] = 0
    fence.does(w, s, a, 0, 0)
  }),
  wrong('an unclean end is taken for a clean one', fence, (w, s, a) => {
    s[w.holds + a] = 0
    fence.does(w, s, a, 0, 0)
  }),
  wrong('a runner keeps its session although its lease is over', time, (w, s) => {
    const links = s.slice(w.link, w.link + w.size.accounts * w.size.runners)
    passes(w, s, 1)
    s.set(links, w.link)
  }),
  wrong('an ack counts twice', ack, (w, s, a, p) => {
    const i = w.pair(a, p)
    ack.does(w, s, a, p, 0)
    // as the answer in time, and as the late one
    s[w.made + i] = of(s, w.made + i) | (1 << 0) | (1 << 4)
  }),
  wrong(
    'a message that comes back unsent stays in the buffer, and its number goes back',
    takeBack,
    also(takeBack, (w, s, a, p) => {
      s[w.hand + w.pair(a, p)] = HAND.buffered
      s[w.claim + p] = 0
    }),
  ),
  wrong(
    'a message that comes back unsent goes into the buffer again',
    takeBack,
    also(takeBack, (w, s, a, p) => {
      s[w.hand + w.pair(a, p)] = HAND.buffered
    }),
  ),
  wrong(
    'a claim has no number: a late statement gives back what was claimed again',
    claim,
    also(claim, (w, s, a, p) => {
      const i = w.pair(a, p)
      if (of(s, w.back + i) === BACK.overtaken) s[w.back + i] = BACK.underWay
    }),
  ),
  wrong('the message leaves before the intent is written', intend, (w, s, a, p) => {
    const i = w.pair(a, p)
    s[w.hand + i] = HAND.none
    s[w.wire + i] = WIRE.left
    add(s, w.got + p, 1)
  }),
  wrong('a settlement pays and is not noted', settle, (w, s, a, p, c) => {
    const before = of(s, w.settled + w.pair(a, p))
    settle.does(w, s, a, p, c)
    s[w.settled + w.pair(a, p)] = before
  }),
  wrong('the cooldown of a message begins with its success alone', settle, (w, s, a, p, c) => {
    const tried = of(s, w.tried + p)
    settle.does(w, s, a, p, c)
    if (c !== 0 && c !== 4 && c !== 5) s[w.tried + p] = tried
  }),
  wrong(
    'a withdraw is paid twice: by hand, and its batch orders it as well',
    order,
    also(order, (w, s, q) => {
      s[w.stage + q] = STAGE.requested
    }),
  ),
  wrong('a withdraw is rejected and its money stays held', reject, (w, s, q) => {
    s[w.stage + q] = STAGE.rejected
  }),
  wrong('a withdraw is opened again without its money', reopen, (w, s, q) => {
    s[w.stage + q] = STAGE.requested
  }),
  wrong(
    'the bank sends a withdraw back and its member does not get it',
    comesBack,
    also(comesBack, (w, s, q) => add(s, w.held + q, 1)),
  ),
  wrong(
    'a stop takes back what was recorded of a message',
    hear,
    also(hear, (w, s, a, p) => {
      const i = w.pair(a, p)
      if (of(s, w.attempt + i) === ATTEMPT.pending) s[w.attempt + i] = ATTEMPT.none
    }),
  ),
  wrong(
    'who comes back to a campaign is a stranger to it',
    isMade,
    also(isMade, (w, s, p) => {
      s[w.place + p] = PLACE.none
    }),
  ),
  wrong('who is deleted while an account has them counts as never written to', isDeleted, (w, s, p) => {
    if (of(s, w.reached + p) > 0) s[w.remembered + p] = 1
    s[w.row + p] = 0
    s[w.place + p] = PLACE.none
  }),
  wrong(
    'a deleted person who was claimed leaves the budget',
    isDeleted,
    also(isDeleted, (w, s, p) => {
      if (of(s, w.inHand + p) === 1) add(s, w.claimed, -1)
    }),
  ),
]
