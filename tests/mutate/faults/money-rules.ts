// Faults that take away a rule of Money, one each, where no other kept fault does.
import type { Fault } from '../fault.ts'

const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]

export const MONEY_RULES: readonly Fault[] = [
  {
    name: 'reference-of-chance',
    what: 'an entry that is told again is written again, under another reference',
    rule: 'append-only-ledger',
    edits: one(
      'domain/money/ledger/store.ts',
      "value ->> 'ref', value ->> 'at'\n      from json_each(${JSON.stringify(entries)})",
      "value ->> 'ref' || hex(randomblob(8)), value ->> 'at'\n      from json_each(${JSON.stringify(entries)})",
    ),
    tests: ['tests/workerd/money.test.ts'],
  },
  {
    name: 'asker-stopped-meanwhile',
    what: 'a thief whose account ends while their question is approved gets the money',
    rule: 'asker-stopped',
    edits: one(
      'domain/people/approvals/store.ts',
      "\n        and exists (select 1 from users t where t.id = approvals.asked_by and ${couldAsk('t', 'approvals')})",
      '',
    ),
    tests: ['tests/workerd/asker-stopped.test.ts'],
  },
  {
    name: 'asker-is-staff-by-now',
    what: 'an admin who is staff by now gives what they asked for as an admin',
    rule: 'asker-stopped',
    edits: one('domain/people/approvals/store.ts', " and ${sql.raw(user)}.role <> 'staff'", ''),
    tests: ['tests/workerd/asker-stopped.test.ts'],
  },
  {
    name: 'asker-may-not-process',
    what: 'what staff asked about withdraws is approved after staff may not process them any more',
    rule: 'asker-stopped',
    edits: one('domain/people/approvals/store.ts', '${paysOut(user)},', '${worksHere(user)},'),
    tests: ['tests/workerd/asker-stopped.test.ts'],
  },
  {
    name: 'batch-of-who-may-not-process',
    what: 'a batch of staff is approved after staff may not process withdraws any more',
    rule: 'asker-stopped',
    edits: one(
      'domain/people/ties/waits-store.ts',
      '(${worksHere(name)} and ${DECIDES(sql.raw(`${name}.role`))})',
      '${worksHere(name)}',
    ),
    tests: ['tests/workerd/asker-stopped.test.ts'],
  },
  {
    name: 'price-raised-by-who-steers',
    what: 'who begins to steer the money of somebody in this moment makes their messages dearer',
    rule: 'decider-ties',
    edits: one(
      'domain/people/user-changes/update-user.ts',
      '...(rises ? [refuseIfSteers(db, actor.id, row.id, now)] : []),',
      '',
    ),
    tests: ['tests/workerd/price-ties.test.ts'],
  },
  {
    name: 'price-asked-by-who-steers',
    what: 'who steers the money of somebody asks a second person for a dearer price of theirs',
    rule: 'decider-ties',
    edits: [
      ...one(
        'domain/money/decisions/decide-approval.ts',
        'if ((await tiesOf(db, row.asked_by, [line], now)).length === 0) return',
        "if (row.kind === 'price' || (await tiesOf(db, row.asked_by, [line], now)).length === 0) return",
      ),
      ...one(
        'domain/people/approvals/store.ts',
        'or ${steersHere(sql`approvals.asked_by`, target, now)})',
        "or approvals.kind <> 'price' and ${steersHere(sql`approvals.asked_by`, target, now)})",
      ),
    ],
    tests: ['tests/workerd/price-ties.test.ts'],
  },
  {
    name: 'question-of-a-later-release',
    what: 'a question of a kind of a later release is written into the settings',
    rule: 'second-person',
    edits: one(
      'domain/money/decisions/decide-approval.ts',
      "    case 'setting': {",
      "    case 'later' as never:\n    case 'setting': {",
    ),
    tests: ['tests/workerd/asker-stopped.test.ts'],
  },
  {
    name: 'batch-of-the-stopped',
    what: 'a batch of a closed admin is approved while they are closed',
    rule: 'asker-stopped',
    edits: one(
      'domain/money/payouts/store.ts',
      "\n        and exists (select 1 from users t where t.id = payout_batches.created_by and ${paysOut('t')})",
      '',
    ),
    tests: ['tests/workerd/asker-stopped.test.ts'],
  },
  {
    name: 'asker-of-no-team',
    what: 'who is a member by now gives what they asked for as an admin',
    rule: 'asker-stopped',
    edits: one('domain/people/users/status-store.ts', " and ${name}.role <> 'member'", ''),
    tests: ['tests/workerd/asker-stopped.test.ts'],
  },
  {
    name: 'own-messages-unseen',
    what: 'nobody sees that a member sends to their own accounts',
    rule: 'fraud-signals',
    edits: one(
      'domain/money/fraud/rules.ts',
      "signal('own_number', facts.toSelf > 0,",
      "signal('own_number', facts.toSelf < 0,",
    ),
    tests: ['tests/workerd/fraud.test.ts'],
  },
  {
    name: 'one-finding-counts-thrice',
    what: 'a couple gets points for each thing that it shares',
    rule: 'fraud-counting',
    edits: one(
      'domain/money/fraud/rules.ts',
      'people.filter((id) => !referredAlike.includes(id))',
      'people.filter((id) => referredAlike.length >= 0 || id)',
    ),
    tests: ['tests/workerd/fraud.test.ts'],
  },
  {
    name: 'partial-list-unsaid',
    what: 'a list that lacks members says that it is whole',
    rule: 'fraud-list',
    edits: one(
      'domain/money/fraud/list-store.ts',
      'partial: count?.partial === 1',
      'partial: count?.partial === undefined',
    ),
    tests: ['tests/workerd/fraud.test.ts'],
  },
  {
    name: 'couple-is-held',
    what: 'the withdraws of people who share much are held',
    rule: 'score-hold',
    edits: one(
      'domain/money/fraud/rules.ts',
      'signals.some(({ kind }) => HOLDING_SIGNALS.includes(kind))',
      'signals.some(({ kind }) => HOLDING_SIGNALS.includes(kind) || kind)',
    ),
    tests: ['tests/workerd/fraud.test.ts'],
  },
  {
    name: 'requests-not-in-the-lines',
    what: 'what waits for its payment is in no line of the balance',
    rule: 'balance-lines',
    edits: one('domain/money/withdraw/summary-store.ts', "${nominal('requested')} as requested", '0 as requested'),
    tests: ['tests/workerd/withdraws.test.ts'],
  },
  {
    name: 'balance-of-the-end-in-each-line',
    what: 'each line of a statement shows the balance of its end',
    rule: 'statement',
    edits: one(
      'domain/money/ledger/statement-store.ts',
      'sum(amount_sen) over (order by id) as after_sen',
      'sum(amount_sen) over () as after_sen',
    ),
    tests: ['tests/workerd/statement-pages.test.ts'],
  },
  {
    name: 'second-order-unseen',
    what: 'what was ordered twice at the bank is no difference',
    rule: 'ordered-once',
    edits: one('domain/money/withdraw/orders-store.ts', 'where c.most > 1\n', 'where c.most > 9\n'),
    tests: ['tests/workerd/paid-is-paid.test.ts'],
  },
  {
    name: 'whole-number-in-a-list',
    what: 'a list of requests tells whole numbers of bank accounts',
    rule: 'masked-accounts',
    edits: one(
      'domain/money/withdraw/present.ts',
      'account_number: maskAccount(row.account_number) }',
      'account_number: row.account_number }',
    ),
    tests: ['tests/workerd/withdraws.test.ts'],
  },
  {
    name: 'whole-number-in-questions',
    what: 'the list of what waits for a second person tells whole numbers of bank accounts',
    rule: 'masked-accounts',
    edits: one('domain/people/approvals/present.ts', 'maskAccount(row.account_number ??', '(row.account_number ??'),
    tests: ['tests/workerd/approval-links.test.ts'],
  },
  {
    name: 'unusable-number-in-a-file',
    what: 'a bank’s file has a number that no bank can pay',
    rule: 'payout-file',
    edits: one(
      'domain/money/payouts/bank-file-rules.ts',
      '  accountNumberProblem(account_bank, account_number) !== null ||\n',
      '',
    ),
    tests: ['tests/workerd/payout-files.test.ts'],
  },
  {
    name: 'half-a-result',
    what: 'of a result with a wrong row the other ones are applied',
    rule: 'payout-result',
    edits: one(
      'domain/money/payouts/apply-result.ts',
      "  if (Object.keys(problems).length > 0) throw new Refusal('payout_result', { fields: problems })\n",
      '',
    ),
    tests: ['tests/workerd/payouts.test.ts'],
  },
  {
    name: 'wait-of-who-tied-the-others',
    what: 'who gives everybody else a link opens a wait about money that they steer, and accepts it after three days',
    rule: 'decider-wait',
    edits: one(
      'domain/people/ties/waits-store.ts',
      '${steers(sql`u.id`, target, now, opener)}',
      '${steers(sql`u.id`, target, now)}',
    ),
    tests: ['tests/workerd/decider-wait-ties.test.ts'],
  },
  {
    name: 'wait-of-who-wrote-accounts',
    what: 'who writes the member’s account into everybody else’s profile opens a wait about money that they steer',
    rule: 'decider-wait',
    edits: one('domain/people/ties/store.ts', '`and not ${hasGiven(but, by, now)}`', '``'),
    tests: ['tests/workerd/decider-wait-ties.test.ts'],
  },
  {
    name: 'pay-let-go-by-a-second-sign-in',
    what: 'who set the price ends the hold as a colleague whose link they made',
    rule: 'usual-pay',
    edits: one(
      'domain/money/decisions/pay-right-store.ts',
      ' or ${tiedUntil(sql`s.id`, sql`${by}`, now)} is not null',
      '',
    ),
    tests: ['tests/workerd/withdraw-holds.test.ts'],
  },
  {
    name: 'paused-office-at-work',
    what: 'an admin who was paused decides about money and pauses who paused them',
    rule: 'paused-office',
    edits: one('domain/people/auth/store.ts', `u.status = 'paused' as "isIdle"`, `u.status = '' as "isIdle"`),
    tests: ['tests/workerd/paused-office.test.ts'],
  },
]
