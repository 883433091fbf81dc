// Faults in what pays people, each as the few words of source that bring it in. The random acts must find all of them.
import type { Fault } from '../../mutate/fault.ts'

export const WITHDRAW_PLANTS: readonly Fault[] = [
  {
    name: 'taken-back-after-acceptance',
    what: 'a member takes back what was accepted once, and withdraws the same money again',
    edits: [
      {
        file: 'domain/money/withdraw/decide-withdraw.ts',
        from: "  if (row.was_accepted === 1) throw new Refusal('withdraw_once_accepted')\n",
        to: '',
      },
    ],
  },
  {
    name: 'accepted-again-alone',
    what: 'one person accepts again what was accepted before',
    rule: 'bank-return',
    edits: [
      {
        file: 'domain/money/withdraw/decide-withdraw.ts',
        from: 'const needs = row.was_accepted === 1 || ',
        to: 'const needs = ',
      },
    ],
    tests: ['tests/workerd/paid-is-paid.test.ts'],
  },
  {
    name: 'frozen-again-alone',
    what: 'one person pays by a batch what was accepted before',
    edits: [
      { file: 'domain/money/payouts/freeze-requests.ts', from: 'freeze(isAgain || (', to: 'freeze(isAgain && (' },
      {
        file: 'domain/money/payouts/store.ts',
        from: 'p.needsSecond ? 1 : sql`coalesce(max(${wasAccepted}), 0)`',
        to: 'p.needsSecond ? 1 : 0',
      },
    ],
  },
  {
    name: 'file-without-orders',
    what: 'a batch’s file is given out and its requests are not ordered',
    rule: 'paid-is-paid',
    edits: [
      {
        file: 'domain/money/payouts/fetch-file.ts',
        from: 'const order = isFirst ? [...fetchPayout(db, id, who.id, now), ...stepStatements(db, orderedSteps(lines, fetch))] : []',
        to: 'const order = isFirst ? fetchPayout(db, id, who.id, now) : []',
      },
    ],
    tests: ['tests/workerd/paid-is-paid.test.ts'],
  },
  {
    name: 'frozen-and-decided',
    what: 'who accepts a request at the moment in which a batch freezes it both pay it',
    rule: 'payout-batch',
    edits: [
      {
        file: 'domain/money/withdraw/step-store.ts',
        from: "    refuse('withdraw_frozen', sql`w.payout_id is not s.value ->> 'payoutId'`),\n",
        to: '',
      },
    ],
    tests: ['tests/workerd/payouts.test.ts'],
  },
  {
    name: 'ordered-twice',
    what: 'what is ordered is ordered again under another reference',
    edits: [
      { file: 'domain/money/withdraw/order-withdraw.ts', from: "if (from !== 'accepted' || !move)", to: 'if (!move)' },
      {
        file: 'domain/money/withdraw/order-withdraw.ts',
        from: "  if (isOrdered(from)) throw new Refusal('withdraw_ordered')\n  // a request that waits",
        to: '  // a request that waits',
      },
      {
        file: 'domain/money/withdraw/rules.ts',
        from: "ordered: { paid: 'nothing',",
        to: "ordered: { ordered: 'nothing', paid: 'nothing',",
      },
    ],
  },
  {
    name: 'returned-without-money',
    what: 'the bank sent the money back, and its member does not get it',
    edits: [
      {
        file: 'domain/money/withdraw/return-withdraw.ts',
        from: "{ to: 'returned', move: 'release', by, reason, now }",
        to: "{ to: 'returned', move: 'nothing', by, reason, now }",
      },
    ],
  },
  {
    name: 'returned-by-one',
    what: 'who asks for a return approves it',
    edits: [
      {
        file: 'domain/money/decisions/decide-approval.ts',
        from: "  if (decision.approve && row.asked_by === who.id) throw new Refusal('approval_own')\n",
        to: '',
      },
      {
        file: 'domain/people/approvals/store.ts',
        from: '        and asked_by <> ${by}\n        and beneficiary_id is not ${by}\n        and ${tiedUntil(sql`approvals.asked_by`, sql`${by}`, now)} is null\n        and not (${isSteered(by, now)})\n',
        to: '        and beneficiary_id is not ${by}\n',
      },
    ],
  },
]
