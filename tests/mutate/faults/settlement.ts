// Faults in what settled messages change: batches, counts, pay, and old rows that become marks.
import type { Fault } from '../fault.ts'

const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]
const RULES = 'domain/money/settlement/rules.ts'
const BOOKS = 'domain/money/settlement/book-rules.ts'
const STORE = 'domain/money/settlement/store.ts'
const FOLD = 'domain/money/settlement/fold-store.ts'
const BATCHES = 'durable-objects/account-blast/settle/batch-rules.ts'
const COUNTERS = 'durable-objects/account-blast/outcome/counter-rules.ts'
const SETTLEMENT = ['tests/workerd/settlement.test.ts']
const ACCRUAL = ['tests/workerd/accrual.test.ts']

export const SETTLEMENT_FAULTS: readonly Fault[] = [
  {
    name: 'later-outcome-ends-a-claim',
    what: 'a late outcome ends the claim that the account has made again of the same number',
    edits: one(RULES, "if (r.from === 'none') row.account = accountId", 'row.account = accountId'),
  },
  {
    name: 'reversal-at-the-percent-of-today',
    what: 'a reversal takes the percent of today back from the referrer, and not the one that they got',
    rule: 'referral',
    edits: one(
      RULES,
      'const percents = new Map(known.settled)',
      'const percents = new Map([...known.settled.keys()].map((key) => [key, known.referralPercent]))',
    ),
    tests: ['domain/money/settlement/rules.test.ts'],
  },
  {
    name: 'reversal-does-not-wait',
    what: 'income that is not settled yet is taken back',
    edits: one(RULES, ';(isPaid ? applied : deferred).push(batch)', 'void [isPaid, applied.push(batch)]'),
  },
  {
    name: 'batches-in-any-order',
    what: 'a reversal that comes in one call before its income waits for a later call',
    edits: one(RULES, 'batches.toSorted((a, b) => a.sequence - b.sequence)', 'batches'),
  },
  {
    name: 'last-attempt-of-the-last-result',
    what: 'the last attempt of a number is that of the result that comes last, also when it is an older one',
    edits: one(RULES, 'row.attemptedAt = Math.max(row.attemptedAt, r.attemptedAt)', 'row.attemptedAt = r.attemptedAt'),
  },
  {
    name: 'last-sent-of-the-last-result',
    what: 'the last message of a number is that of the result that comes last, also when it is an older one',
    edits: one(RULES, 'row.sentAt = Math.max(row.sentAt ?? 0, r.at)', 'row.sentAt = r.at'),
  },
  {
    name: 'one-off-is-paid',
    what: 'messages of a one-off blast earn money and levels',
    rule: 'one-off',
    edits: one(RULES, "  if (r.kind === 'blaster') return\n", ''),
    tests: ['tests/workerd/one-off.test.ts'],
  },
  {
    name: 'failure-is-paid',
    what: 'a message that failed is paid',
    edits: one(RULES, "if (change(r, 'success') > 0) books.pay(", "if (change(r, 'success') >= 0) books.pay("),
  },
  {
    name: 'template-used-each-time',
    what: 'a template counts as used again with each later outcome of its message',
    rule: 'template-outcomes',
    edits: one(RULES, "row.used += r.from === 'none' ? 1 : 0", 'row.used += 1'),
    tests: ['domain/money/settlement/rules.test.ts'],
  },
  {
    name: 'failure-stays-on-its-day',
    what: 'a failure that became a success stays on the day that counted it',
    edits: one(RULES, "  if (r.from === 'fail') books.onDay(userId, jakartaDay(countedAt(r)), { fail: -1 })\n", ''),
  },
  {
    name: 'one-off-makes-a-receipt',
    what: 'a recipient of a one-off blast counts as one of paid messages',
    edits: one(RULES, "r.kind !== 'blaster' && change(r, 'success') > 0)\n", "change(r, 'success') > 0)\n"),
  },
  {
    name: 'lid-lost-in-its-batch',
    what: 'a later result without a LID takes the LID that an earlier one brought',
    edits: one(RULES, 'if (r.lidHash) row.lidHash = r.lidHash', 'row.lidHash = r.lidHash ?? null'),
  },
  {
    name: 'share-is-not-taken-back',
    what: 'a reversal pays the referrer a second time',
    edits: one(BOOKS, 'partByPercent(sign * priceSen, share.percent)', 'partByPercent(priceSen, share.percent)'),
  },
  {
    name: 'income-on-the-day-of-utc',
    what: 'what is earned between midnight and seven is booked on the day before',
    edits: one(BOOKS, 'jakartaDay(payment.at)', 'new Date(payment.at).toISOString().slice(0, 10)'),
  },
  {
    name: 'everybodys-day-forgotten',
    what: 'the day of all people does not count',
    edits: one(BOOKS, "for (const who of [userId, ''])", 'for (const who of [userId])'),
  },
  {
    name: 'two-prices-in-one-line',
    what: 'messages of two prices are one line of the statement',
    edits: one(BOOKS, '${source}|${priceSen}`', '${source}`'),
  },
  {
    name: 'since-the-latest-day',
    what: 'what accrued on an earlier day is passed over by the posting',
    edits: one(BOOKS, 'if (day < row.since) row.since = day', 'if (day > row.since) row.since = day'),
  },
  {
    name: 'given-noted-with-the-referrer',
    what: 'what somebody earned their referrer is noted with the referrer',
    edits: one(BOOKS, 'this.user(userId).givenSen += amountSen', 'this.user(referrerId).givenSen += amountSen'),
  },
  {
    name: 'settled-by-two',
    what: 'a batch that two consumers settle at once is paid twice',
    rule: 'income-once',
    edits: one(
      STORE,
      'from ${json(plan.settlements)}\n',
      'from ${json(plan.settlements)} where true on conflict do nothing\n',
    ),
    tests: SETTLEMENT,
  },
  {
    name: 'percent-of-the-last-mark',
    what: 'a reversal of an old batch finds the percent of another time',
    edits: one(STORE, 'order by m.through_sequence\n', 'order by m.through_sequence desc\n'),
    tests: ACCRUAL,
  },
  {
    name: 'mark-without-its-own-batch',
    what: 'the batch that a mark names counts as not settled and is paid again',
    edits: one(STORE, "m.through_sequence >= k.value ->> 's'", "m.through_sequence > k.value ->> 's'"),
    tests: ACCRUAL,
  },
  {
    name: 'marks-not-counted-as-settled',
    what: 'an account whose object is lost gives out again the numbers of batches that became marks, which are not paid',
    edits: one(
      STORE,
      'coalesce((select max(through_sequence) from settlement_marks where account_id = ${accountId}), 0)',
      '0',
    ),
    tests: ['tests/workerd/restore-lost.test.ts'],
  },
  {
    name: 'result-ends-another-claim',
    what: 'a late result ends the claim that another account has of the number',
    edits: [
      {
        file: STORE,
        from: "in_use = case when in_use_by = j.value ->> 'account' then 0 else in_use end,",
        to: 'in_use = 0,',
      },
      {
        file: STORE,
        from: "in_use_by = case when in_use_by = j.value ->> 'account' then null else in_use_by end,",
        to: 'in_use_by = null,',
      },
    ],
    tests: SETTLEMENT,
  },
  {
    name: 'nonactive-at-once',
    what: 'a number is given up after it was not on WhatsApp once',
    rule: 'not-on-whatsapp',
    edits: one(STORE, ">= 2 then 'nonactive'", ">= 1 then 'nonactive'"),
    tests: SETTLEMENT,
  },
  {
    name: 'level-taken-away',
    what: 'who has a higher level than they earned loses it with the next message',
    rule: 'level',
    edits: one(STORE, '${requirement(earned)} > ${requirement(', '${requirement(earned)} <> ${requirement('),
    tests: SETTLEMENT,
  },
  {
    name: 'everybody-has-money-to-post',
    what: 'the row of all people says that money waits to be posted',
    edits: one(STORE, "iif(value ->> 'userId' = '', 0, value ->> 'incomeSen'),", "value ->> 'incomeSen',"),
    tests: ACCRUAL,
  },
  {
    name: 'settles-while-restored',
    what: 'batches are settled into a database that is half restored',
    rule: 'restore-gate',
    edits: one(
      'domain/money/settlement/settle-batches.ts',
      'if (known.restoring && !ports.restores)',
      'if (known.restoring && ports.restores)',
    ),
    tests: ['tests/workerd/restore.test.ts'],
  },
  {
    name: 'fold-over-a-gap',
    what: 'a mark is set over a batch that did not come yet, which is never paid',
    edits: one(FOLD, 'where lag = through', 'where lag >= through'),
    tests: ACCRUAL,
  },
  {
    name: 'fold-of-one-percent',
    what: 'batches of two percents become one mark',
    edits: one(FOLD, 'where next_percent is not referral_percent', 'where next_percent is null'),
    tests: ACCRUAL,
  },
  {
    name: 'fold-of-young-rows',
    what: 'rows of today become marks',
    edits: one(FOLD, 'where s.at < ${before}', 'where s.at < ${before} * 2'),
    tests: ACCRUAL,
  },
  {
    name: 'fold-deletes-by-age',
    what: 'old rows behind a gap are deleted without a mark, and their batches are paid again',
    edits: one(FOLD, 'and sequence <= ${through(sql`settlements.account_id`)}', 'and at < ${before}'),
    tests: ACCRUAL,
  },
  {
    name: 'lid-of-a-contact-not-noted',
    what: 'a LID that a contact brings is not written to the list',
    edits: one('domain/money/settlement/lids-store.ts', '  ...contactStatement(db, batches),\n', ''),
    tests: ['tests/workerd/key-rotation.test.ts'],
  },
  {
    name: 'one-person-rests-least',
    what: 'of two numbers of one person the earlier attempt rests both',
    edits: one(
      'domain/money/settlement/lids-store.ts',
      'max(p.last_attempt_at) as last_attempt_at',
      'min(p.last_attempt_at) as last_attempt_at',
    ),
    tests: ['tests/workerd/recipient-memory.test.ts'],
  },
  {
    name: 'reversal-with-its-income',
    what: 'a reversal leaves in the batch of its own income',
    edits: one(BATCHES, 'inOutbox.has(reversal.attemptId) || sequence', 'sequence'),
  },
  {
    name: 'reversal-of-the-unconfirmed',
    what: 'a reversal leaves before its income is in the ledger',
    edits: one(BATCHES, 'sequence === null || sent.isUnconfirmed(sequence)) return', 'sequence === null) return'),
  },
  {
    name: 'success-before-its-failure',
    what: 'a success leaves before the failure that it takes back is in the ledger',
    edits: one(BATCHES, 'if (sequence !== null && sent.isUnconfirmed(sequence)) return false', 'void sequence'),
  },
  {
    name: 'batch-of-one-more',
    what: 'a batch takes one item more than it may',
    edits: one(BATCHES, 'i >= MAX_BATCH', 'i > MAX_BATCH'),
  },
  {
    name: 'flush-of-one-more',
    what: 'a full outbox waits for one result more',
    edits: one(BATCHES, 'outbox.length < FLUSH_COUNT', 'outbox.length <= FLUSH_COUNT'),
  },
  {
    name: 'deletion-after-a-reset',
    what: 'a deletion takes from counters that were reset since',
    edits: one(COUNTERS, 'message.counted ? message.priceSen : 0', 'message.priceSen'),
  },
  {
    name: 'reset-forgets-the-unknown',
    what: 'after a reset there are fewer attempts than messages without an outcome',
    rule: 'reset',
    edits: one(COUNTERS, 'attempts: unknown, incomeSen: 0', 'attempts: 0, incomeSen: 0'),
    tests: ['durable-objects/account-blast/outcome/counter-rules.test.ts'],
  },
  {
    name: 'deletion-told-twice',
    what: 'a deletion that is told twice is two strikes, and takes its income twice',
    edits: one(
      'durable-objects/account-blast/outcome/outcomes.ts',
      "if (!verdict || verdict === 'repeated') continue",
      'if (!verdict) continue',
    ),
    tests: ['tests/workerd/account-blast.test.ts'],
  },
  {
    name: 'outbox-kept',
    what: 'what went into a batch goes into the next one, too, and is paid again',
    edits: one('durable-objects/account-blast/settle/settle.ts', '  doc.outbox = left\n', '  void left\n'),
    tests: ['tests/workerd/account-counters.test.ts'],
  },
  {
    name: 'unblasted-twice',
    what: 'a number that was deactivated with its message under way is taken from those not yet blasted once more',
    edits: one(STORE, "      and p.status = 'active'\n      and (", '      and ('),
    tests: ['tests/workerd/recipients.test.ts'],
  },
]
