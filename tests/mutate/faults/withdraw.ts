// Faults in the steps of a withdraw and in what they do to its money, beside those that the random acts must find.
import type { Fault } from '../fault.ts'

const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]
const at = (file: string): string => `domain/money/withdraw/${file}`
const RULES = at('rules.ts')
const STEP = at('step-store.ts')
const DECIDE = at('decide-withdraw.ts')
const MONEY = ['tests/workerd/money.test.ts']
const WITHDRAWS = ['tests/workerd/withdraws.test.ts']
const PAID = ['tests/workerd/paid-is-paid.test.ts']

export const WITHDRAW: readonly Fault[] = [
  {
    name: 'rejected-and-asked-again-without-money',
    what: 'a rejected request is asked again and its money is not held',
    rule: 'withdraw-steps',
    edits: one(RULES, "rejected: { requested: 'hold' },", "rejected: { requested: 'nothing' },"),
    tests: ['domain/money/withdraw/rules.test.ts'],
  },
  {
    name: 'paid-and-returned-without-money',
    what: 'what the bank returns after it was paid is not given back',
    edits: one(RULES, "paid: { returned: 'release' },", "paid: { returned: 'nothing' },"),
  },
  {
    name: 'decides-about-ones-own',
    what: 'somebody decides about their own request',
    edits: one(RULES, "who.id === ownerId ? 'withdraw_own' : null", "who.id === '' ? 'withdraw_own' : null"),
  },
  {
    name: 'staff-pays-without-leave',
    what: 'staff decides although the setting does not let them',
    rule: 'staff-pay-out',
    edits: one(RULES, "who.role === 'staff' && !staffCanProcess", "who.role === 'staff' && staffCanProcess"),
    tests: ['tests/workerd/money.test.ts'],
  },
  {
    name: 'paid-by-a-sunday',
    what: 'a Sunday counts as a working day',
    rule: 'expected-day',
    edits: one(RULES, '![0, 6].includes', '![6].includes'),
    tests: ['domain/money/withdraw/rules.test.ts'],
  },
  {
    name: 'paid-is-open',
    what: 'a paid request stands as accepted and is taken back',
    edits: one(
      RULES,
      "(payment === 'ordered' || payment === 'paid')) return payment",
      "payment === 'ordered') return payment",
    ),
  },
  {
    name: 'held-member-is-paid',
    what: 'a member is paid whose withdraws are held in this moment',
    rule: 'withdraw-hold',
    edits: one(STEP, "s.value ->> 'asksHeld' = 1 and ${isWithdrawHeld(", 'false and ${isWithdrawHeld('),
    tests: ['tests/workerd/withdraw-holds.test.ts'],
  },
  {
    name: 'pays-while-all-is-held',
    what: 'a request is ordered while all payments are held',
    edits: one(STEP, "          or s.value ->> 'asksPay' = 1 and ${isPayHeld}\n", ''),
    tests: ['tests/workerd/withdraw-holds.test.ts'],
  },
  {
    name: 'asked-again-although-spent',
    what: 'a request is asked again although its money was spent since',
    edits: one(STEP, "s.value ->> 'holdRef' is not null\n", 'false\n'),
    tests: MONEY,
  },
  {
    name: 'one-release-of-a-request',
    what: 'a request that is rejected a second time gives nothing back',
    edits: one(STEP, '`withdraw:${id}:release:${step}`', '`withdraw:${id}:release:${step - step}`'),
    tests: MONEY,
  },
  {
    name: 'released-on-every-step',
    what: 'each step gives the money back',
    edits: one(
      STEP,
      "steps.filter(({ decision }) => decision.move === 'release')",
      "steps.filter(({ decision }) => decision.move !== 'hold')",
    ),
    tests: MONEY,
  },
  {
    name: 'accepted-anew-when-paid',
    what: 'a payment counts on the day of its proof, and no more on that of its decision',
    edits: one(
      STEP,
      "decided_at = case when status = s.value ->> 'to' then decided_at else s.value ->> 'at' end",
      "decided_at = s.value ->> 'at'",
    ),
    tests: PAID,
  },
  {
    name: 'decided-by-who-proves',
    what: 'who uploads the proof stands as who decided',
    edits: one(
      STEP,
      "decided_by = case when status = s.value ->> 'to' then decided_by else s.value ->> 'by' end",
      "decided_by = s.value ->> 'by'",
    ),
    tests: PAID,
  },
  {
    name: 'image-of-the-payment-before',
    what: 'the image of a payment that came back stands as the proof of the next one',
    rule: 'payout-proof',
    edits: one(
      STEP,
      "proof_key = case when s.value ->> 'to' <> 'requested' then proof_key end",
      'proof_key = proof_key',
    ),
    tests: ['tests/workerd/payout-files.test.ts'],
  },
  {
    name: 'paused-member-is-paid',
    what: 'a member is paid who is paused in this moment',
    edits: one(STEP, '[refusePaused(db, row.user_id), refuseBelowZero(', '[refuseBelowZero('),
    tests: ['tests/workerd/person-status.test.ts'],
  },
  {
    name: 'owing-member-is-paid',
    what: 'a member is paid whose balance is below zero',
    edits: one(
      STEP,
      '[refusePaused(db, row.user_id), refuseBelowZero(db, row.user_id)]',
      '[refusePaused(db, row.user_id)]',
    ),
    tests: ['tests/workerd/below-zero.test.ts'],
  },
  {
    name: 'question-about-the-decided',
    what: 'a second person is asked about a request that was decided meanwhile',
    edits: one(STEP, "where id = ${id} and status = 'requested' and payout_id is null)`", 'where id = ${id})`'),
    tests: ['tests/workerd/second-person.test.ts'],
  },
  {
    name: 'stopped-person-withdraws',
    what: 'a person who is stopped in this moment makes a request',
    edits: one(at('store.ts'), '      refuseStopped(db, w.userId),\n', ''),
    tests: ['tests/workerd/person-closed.test.ts'],
  },
  {
    name: 'holds-before-it-posts',
    what: 'the ledger shows the hold before the income that it takes',
    edits: one(at('store.ts'), '      ...postStatements(db, { userIds: [w.userId], at: w.now }),\n', ''),
    tests: ['tests/workerd/accrual.test.ts'],
  },
  {
    name: 'cancelled-is-opened-again',
    what: 'what its member took back is opened again',
    rule: 'withdraw-cancel',
    edits: one(DECIDE, "if (isCancelled(row)) throw new Refusal('withdraw_cancelled')\n  const from", 'const from'),
    tests: WITHDRAWS,
  },
  {
    name: 'answer-to-an-old-question',
    what: 'an answer to a question that was answered meanwhile asks again',
    edits: one(DECIDE, 'if (answers !== undefined && waiting?.id !== answers) throw', "if (answers === '') throw"),
    tests: ['tests/workerd/second-person.test.ts'],
  },
  {
    name: 'decision-leaves-the-question',
    what: 'the question about a request that was decided waits on',
    edits: one(DECIDE, '  more.push(...dropQuestion(db, row, who.id, now))\n', ''),
    tests: ['tests/workerd/approvals.test.ts'],
  },
  {
    name: 'least-is-refused',
    what: 'a request of the least that may be withdrawn is refused',
    edits: one(DECIDE, 'request.nominal < MIN_WITHDRAW_RUPIAH', 'request.nominal <= MIN_WITHDRAW_RUPIAH'),
    tests: ['tests/workerd/money.test.ts'],
  },
  {
    name: 'return-asked-by-who-steers',
    what: 'who steers a member’s money calls it back from the bank',
    edits: one(at('return-withdraw.ts'), '  await mustNotSteer(db, who, row, now)\n', ''),
    tests: ['tests/workerd/decider-ties.test.ts'],
  },
  {
    name: 'proof-of-what-is-not-paid',
    what: 'an image proves the payment of a request that is not paid any more',
    edits: one(at('proof-store.ts'), "sql`payment = 'paid'`", 'sql`true`'),
    tests: ['tests/workerd/payout-files.test.ts'],
  },
  {
    name: 'paid-to-the-account-of-today',
    what: 'who pays by hand reads the account that was saved since the request',
    edits: [
      {
        file: 'domain/money/withdraw/store.ts',
        from: '  ${WAIT} as wait,\n',
        to: '  ${WAIT} as wait, u.account_number,\n',
      },
    ],
    tests: ['tests/workerd/payout-files.test.ts'],
  },
]
