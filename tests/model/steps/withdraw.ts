// A withdraw's way from the member's request to the bank and back (rules withdraw-reserved, paid-is-paid, withdraw-cancel).
import { need, type Need, type Step } from '../relation.ts'
import { add, ASKED, FROZEN, of, STAGE, type State, type World } from '../world.ts'

const standing = (rule: string | null, stages: readonly number[]): Need =>
  need('it does not stand there', rule, (w, s, q) => stages.includes(of(s, w.stage + q)))
const stands = (...stages: number[]): Need => standing('withdraw-steps', stages)
/** Where another condition says so already. */
const standsAnyway = (...stages: number[]): Need => standing(null, stages)
const loose = (rule: string | null): Need =>
  need('a payout batch has it', rule, (w, s, q) => of(s, w.frozen + q) === FROZEN.no)
const isLoose = loose('payout-batch')
const isNew = need('it was accepted before', 'paid-is-paid', (w, s, q) => of(s, w.was + q) === 0)
const isCovered = need('the balance is too small', 'withdraw-reserved', (w, s, q) => w.covers(s, q))
const isAsked = (asked: number): Need =>
  need('nobody has asked for it', 'second-person', (w, s, q) => of(s, w.asked + q) === asked)
const isUnasked = need('somebody is asked already', null, (w, s, q) => of(s, w.asked + q) === ASKED.nothing)
const to = (w: World, s: State, q: number, stage: number): void => {
  s[w.stage + q] = stage
  s[w.asked + q] = ASKED.nothing
}
const holds = (w: World, s: State, q: number): void => add(s, w.held + q, 1)
const releases = (w: World, s: State, q: number): void => add(s, w.held + q, -1)
const orders = (w: World, s: State, q: number): void => {
  to(w, s, q, STAGE.ordered)
  s[w.frozen + q] = FROZEN.no
  s[w.was + q] = 1
  add(s, w.bank + q, 1)
}
const step = (name: string, needs: readonly Need[], does: (w: World, s: State, q: number) => void): Step => ({
  name,
  over: ['withdraw'],
  needs,
  does,
})

const request = step('the member asks for A', [stands(STAGE.none), isCovered], (w, s, q) => {
  to(w, s, q, STAGE.requested)
  holds(w, s, q)
})
const cancel = step(
  'the member takes A back',
  [
    stands(STAGE.requested),
    isLoose,
    need('it was accepted before', 'withdraw-cancel', (w, s, q) => of(s, w.was + q) === 0),
  ],
  (w, s, q) => {
    to(w, s, q, STAGE.cancelled)
    releases(w, s, q)
  },
)
const reject = step('A is rejected', [stands(STAGE.requested), isLoose], (w, s, q) => {
  to(w, s, q, STAGE.rejected)
  releases(w, s, q)
})
const accepted = (w: World, s: State, q: number): void => {
  to(w, s, q, STAGE.accepted)
  s[w.was + q] = 1
}
const accept = step('one person accepts A', [stands(STAGE.requested), isLoose, isNew], (w, s, q) => {
  if (of(s, w.was + q) === 1) s[w.alone + q] = 1
  accepted(w, s, q)
})
const ask = step(
  'a second person is asked to accept A',
  [standsAnyway(STAGE.requested), loose(null), isUnasked],
  (w, s, q) => {
    s[w.asked + q] = ASKED.acceptance
  },
)
const acceptAsked = step(
  'the second person accepts A',
  [standsAnyway(STAGE.requested), loose(null), isAsked(ASKED.acceptance)],
  (w, s, q) => {
    if (of(s, w.asked + q) !== ASKED.acceptance && of(s, w.was + q) === 1) s[w.alone + q] = 1
    accepted(w, s, q)
  },
)
const undo = step('the acceptance of A is taken back', [stands(STAGE.accepted)], (w, s, q) =>
  to(w, s, q, STAGE.requested),
)
const reopen = step('A is opened again', [stands(STAGE.rejected, STAGE.returned), isCovered], (w, s, q) => {
  to(w, s, q, STAGE.requested)
  holds(w, s, q)
})
const freeze = step('a batch takes A', [stands(STAGE.requested), loose(null)], (w, s, q) => {
  s[w.frozen + q] = FROZEN.byOne
  s[w.asked + q] = ASKED.nothing
})
const approveBatch = step(
  'a second person approves the batch of A',
  [need('no batch has it', null, (w, s, q) => of(s, w.frozen + q) === FROZEN.byOne)],
  (w, s, q) => {
    s[w.frozen + q] = FROZEN.byTwo
  },
)
const release = step(
  'its batch lets A go',
  [need('no batch has it', null, (w, s, q) => of(s, w.frozen + q) !== FROZEN.no)],
  (w, s, q) => {
    s[w.frozen + q] = FROZEN.no
  },
)
const fetch = step(
  'the file of the batch with A goes to the bank',
  [
    standsAnyway(STAGE.requested),
    need('no batch has it', 'payout-batch', (w, s, q) => of(s, w.frozen + q) !== FROZEN.no),
    need(
      'it was accepted before, and one person made the batch',
      'paid-is-paid',
      (w, s, q) => of(s, w.was + q) === 0 || of(s, w.frozen + q) === FROZEN.byTwo,
    ),
  ],
  (w, s, q) => {
    const isAlone = of(s, w.was + q) === 1 && of(s, w.frozen + q) === FROZEN.byOne
    if (isAlone || of(s, w.frozen + q) === FROZEN.no) s[w.alone + q] = 1
    orders(w, s, q)
  },
)
const order = step('A is ordered at the bank by hand', [stands(STAGE.accepted)], orders)
/** Whether the bank sent it back is another question, which waits on. */
const pay = step('the bank has paid A', [stands(STAGE.ordered)], (w, s, q) => {
  s[w.stage + q] = STAGE.paid
})
const askReturn = step(
  'a second person is asked whether the bank sent A back',
  [standsAnyway(STAGE.ordered, STAGE.paid), isUnasked],
  (w, s, q) => {
    s[w.asked + q] = ASKED.return
  },
)
const comesBack = step(
  'the second person says that the bank sent A back',
  [standsAnyway(STAGE.ordered, STAGE.paid), isAsked(ASKED.return)],
  (w, s, q) => {
    if (of(s, w.asked + q) !== ASKED.return) s[w.alone + q] = 1
    to(w, s, q, STAGE.returned)
    releases(w, s, q)
    add(s, w.bank + q, -1)
  },
)
export const WITHDRAW = {
  request,
  cancel,
  reject,
  accept,
  ask,
  acceptAsked,
  undo,
  reopen,
  freeze,
  approveBatch,
  release,
  fetch,
  order,
  pay,
  askReturn,
  comesBack,
}
