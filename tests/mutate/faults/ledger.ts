// Faults in the ledger, in what accrues between its entries, and in bonuses.
import type { Fault } from '../fault.ts'

const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]
const ACCRUE = 'domain/money/ledger/accrual-store.ts'
const STORE = 'domain/money/ledger/store.ts'
const BONUS = 'domain/money/bonus/store.ts'
const ACCRUAL = ['tests/workerd/accrual.test.ts']
const MONEY = ['tests/workerd/money.test.ts']

const PERIODS = 'domain/money/periods/store.ts'
export const LEDGER: readonly Fault[] = [
  {
    name: 'bonus-taken-back-and-still-earned',
    what: 'a bonus that was taken back counts as earned by member',
    rule: 'money-periods',
    edits: one(PERIODS, "iif(${isOfFigure('bonus')}, amount_sen, 0)", "iif(kind = 'bonus', amount_sen, 0)"),
    tests: ['tests/workerd/money-periods.test.ts'],
  },
  {
    name: 'days-of-another-zone',
    what: 'a bonus before seven in the morning counts on the day before',
    rule: 'money-periods',
    edits: one(PERIODS, '/ 1000 + 25200', '/ 1000'),
    tests: ['tests/workerd/money-periods.test.ts'],
  },
  {
    name: 'given-back-and-still-withheld',
    what: 'what was given back of a withdraw counts as withheld by member',
    rule: 'money-periods',
    edits: one(PERIODS, "${isOfFigure('withheld')}, -amount_sen", "kind = 'withdraw_hold', -amount_sen"),
    tests: ['tests/workerd/money-periods.test.ts'],
  },
  {
    name: 'last-day-without-its-evening',
    what: 'of the last day of a span only its first hours count by member',
    rule: 'money-periods',
    edits: one(PERIODS, 'Date.parse(to) + DAY_MS - JAKARTA_OFFSET_MS', 'Date.parse(to)'),
    tests: ['tests/workerd/money-periods.test.ts'],
  },
  {
    name: 'income-stays-unposted',
    what: 'a posting leaves the income where it was, and the next one posts it again',
    edits: one(ACCRUE, '        unposted_income_sen = 0,\n', ''),
    tests: ACCRUAL,
  },
  {
    name: 'posting-number-used-again',
    what: 'the second posting of a day has the number of the first',
    edits: one(ACCRUE, 'postings = postings + 1', 'postings = postings'),
    tests: ACCRUAL,
  },
  {
    name: 'part-of-the-posting-before',
    what: 'what accrues after a posting explains the one before',
    edits: one(ACCRUE, 'd.postings + 1,', 'd.postings,'),
    tests: ACCRUAL,
  },
  {
    name: 'earlier-day-not-posted',
    what: 'what accrues late on an earlier day is never posted',
    edits: one(
      ACCRUE,
      'min(coalesce(unposted_since, excluded.unposted_since), excluded.unposted_since)',
      'coalesce(unposted_since, excluded.unposted_since)',
    ),
    tests: ['tests/workerd/accrual.test.ts'],
  },
  {
    name: 'posts-the-day-that-runs',
    what: 'a day is posted before it is over',
    rule: 'accrual',
    edits: one(ACCRUE, 'through: yesterday', 'through: today'),
    tests: ACCRUAL,
  },
  {
    name: 'referral-is-not-posted',
    what: 'what a referred person earned never reaches the ledger',
    edits: one(
      ACCRUE,
      "${entry('referral_income', sql`unposted_referral_sen`)}",
      "${entry('referral_income', sql`0`)}",
    ),
    tests: ACCRUAL,
  },
  {
    name: 'holds-without-a-balance',
    what: 'more is withdrawn than there is',
    rule: 'withdraw-reserved',
    edits: one(
      STORE,
      '    where user_id = ${hold.userId} and balance_sen >= ${hold.amountSen}\n',
      '    where user_id = ${hold.userId}\n',
    ),
    tests: MONEY,
  },
  {
    name: 'last-sen-is-not-held',
    what: 'who withdraws all that they have is refused',
    edits: one(STORE, 'balance_sen >= ${hold.amountSen}', 'balance_sen > ${hold.amountSen}'),
    tests: ['tests/workerd/withdraws.test.ts'],
  },
  {
    name: 'held-and-not-taken',
    what: 'what is held stays in the balance',
    rule: 'balance',
    edits: one(STORE, 'set balance_sen = balance_sen - ${hold.amountSen}', 'set balance_sen = balance_sen'),
    tests: ['tests/workerd/money-histories.test.ts'],
  },
  {
    name: 'bonus-stays-after-its-reversal',
    what: 'a bonus that was taken back still counts in the sum of bonuses',
    edits: one(STORE, "kindsOf('bonus')", "['bonus']"),
    tests: ['tests/workerd/money.test.ts'],
  },
  {
    name: 'reference-written-before-is-nothing',
    what: 'an entry that is written already is left out, and its money moves again',
    edits: one(
      STORE,
      'from json_each(${JSON.stringify(entries)})\n',
      'from json_each(${JSON.stringify(entries)}) where true on conflict do nothing\n',
    ),
    tests: MONEY,
    behind: {
      what: 'the trigger that refuses an entry whose reference is there',
      edits: one(
        'migrations/0020_record.sql',
        'BEFORE INSERT ON `ledger` WHEN EXISTS (SELECT 1 FROM ledger WHERE id = new.id OR ref = new.ref)',
        'BEFORE INSERT ON `ledger` WHEN 0',
      ),
    },
  },
  {
    name: 'below-zero-is-taken',
    what: 'a bonus is taken back although the money is gone, and nobody is asked',
    edits: one(STORE, 'sql`balance_sen >= 0`', 'sql`true`'),
    tests: ['tests/workerd/below-zero.test.ts'],
  },
  {
    name: 'differences-cancel-out',
    what: 'of two wrong balances, one too high and one too low, nobody is told',
    edits: one(STORE, 'total + Math.abs(difference)', 'total + difference'),
    tests: ['tests/workerd/metrics.test.ts'],
  },
  {
    name: 'bonus-to-the-closed',
    what: 'a person who is closed in this moment gets a bonus',
    rule: 'bonus',
    edits: one(BONUS, "        and exists (select 1 from users where id = ${b.userId} and status <> 'closed')\n", ''),
    tests: ['tests/workerd/day-limits.test.ts'],
  },
  {
    name: 'bonus-by-no-admin',
    what: 'anyone who is no admin any more gives a bonus',
    edits: one(
      BONUS,
      "        and exists (select 1 from users where id = ${by} and role in ('admin', 'dev') and status = 'active')\n",
      '',
    ),
    tests: ['tests/workerd/day-limits.test.ts'],
  },
  {
    name: 'bonus-taken-back-twice',
    what: 'who deletes a bonus at the same moment takes it back again',
    edits: one(BONUS, 'ref: `bonus:${row.id}:reversal`', 'ref: `bonus:${row.id}:reversal:${crypto.randomUUID()}`'),
    tests: [...MONEY, 'tests/workerd/below-zero.test.ts'],
  },
  {
    name: 'bonus-of-who-steers',
    what: 'who begins to steer the money of somebody in this moment gives them a bonus',
    edits: [
      ...one(BONUS, 'not ${steers(sql`${b.adminId}`, { person: sql`${b.userId}` }, b.now)}', 'true'),
      ...one(BONUS, 'and not ${steers(sql`${by}`, { person: sql`${b.userId}` }, b.now)}\n', '\n'),
    ],
    tests: ['tests/workerd/decider-ties.test.ts'],
  },
  {
    name: 'deleted-unheard-and-unearned',
    what: 'what a member deletes before anybody heard that it left is taken out of their income, in which it never was',
    edits: [
      {
        file: 'durable-objects/account-blast/outcome/outcomes.ts',
        from: "    // only a message that was sent can be deleted, so it counts as a success first\n    resolve(core, found, 'success')\n",
        to: '',
      },
    ],
    tests: ['tests/workerd/account-counters.test.ts'],
  },
]
