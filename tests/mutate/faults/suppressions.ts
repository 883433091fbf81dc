// Faults in stops, their hashes, what is remembered of people, lifts and erasures.
import type { Fault } from '../fault.ts'

const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]
const at = (file: string): string => `domain/recipients/suppressions/${file}`
const STORE = at('store.ts')
const MEMORY = at('memory-store.ts')
const LIFT = at('lift-store.ts')
const ROTATION = ['tests/workerd/key-rotation.test.ts']
const LIFTED = ['tests/workerd/lifted-stops.test.ts']
const REMEMBERED = ['tests/workerd/recipient-memory.test.ts']
const WITHDRAWN = ['tests/workerd/withdrawn-claims.test.ts']

const KEYWORDS = ['tests/workerd/keyword-order.test.ts']
const UNANSWERED = ['tests/workerd/unanswered.test.ts']

export const SUPPRESSIONS: readonly Fault[] = [
  {
    name: 'hash-under-the-first-key-only',
    what: 'after a rotation nobody is found who stopped under the key of before',
    rule: 'hash-keys',
    edits: one(
      at('hash.ts'),
      'return [hashUnder(first.hex, text), ...others]',
      'return others.length < 0 ? [text] : [hashUnder(first.hex, text)]',
    ),
    tests: ROTATION,
  },
  {
    name: 'stopped-under-two-hashes',
    what: 'who stopped under another key stands in the list twice',
    edits: one(STORE, '\n    and not exists (select 1 from suppressions where number = ${s.number})`', '`'),
    tests: ['tests/workerd/key-rotation.test.ts'],
  },
  {
    name: 'stop-after-an-opt-in-unheard',
    what: 'who asked for messages again and stops once more is not heard',
    edits: one(STORE, "select event = 'opt_in' or at < ", 'select at < '),
    tests: ['tests/workerd/stops.test.ts'],
  },
  {
    name: 'lift-waits-on-after-a-stop',
    what: 'the question whether a stop is lifted stays open after its person stopped again',
    edits: one(
      STORE,
      "where kind = 'lift'\n      and status = 'waiting'",
      "where kind = 'lift'\n      and status = 'open'",
    ),
    tests: LIFTED,
  },
  {
    name: 'stop-without-its-flag',
    what: 'the number of who stopped is still claimed',
    rule: 'opt-out',
    edits: one(
      STORE,
      'update phone_numbers set suppressed = 1 where number = ${s.number} and suppressed <> 1',
      'update phone_numbers set suppressed = 1 where number = ${s.number} and suppressed = 2',
    ),
    tests: ['tests/workerd/opt-outs-in-flight.test.ts'],
  },
  {
    name: 'withdrawn-claim-is-not-asked',
    what: 'who stops after their row was deleted is written to by the account that holds it',
    edits: one(
      at('claims-store.ts'),
      '    union\n    select number, account_id\n    from withdrawn_claims\n    where number in ${numbers}\n',
      '',
    ),
    tests: WITHDRAWN,
  },
  {
    name: 'forgotten-although-unanswered',
    what: 'a withdrawn claim is forgotten although its account did not answer',
    edits: one(at('drop-claims.ts'), "answers[i]?.status === 'fulfilled'", 'answers[i] !== undefined'),
    tests: WITHDRAWN,
  },
  {
    name: 'lid-stop-only-of-its-hash',
    what: 'who stopped by a LID is not stopped under the numbers that are known for it',
    rule: 'opt-out-lid',
    edits: one(at('suppress.ts'), 'known.has(number)', 'known.has(number) || first.number === null'),
    tests: ['tests/workerd/key-rotation.test.ts'],
  },
  {
    name: 'lid-hashed-like-a-number',
    what: 'a LID has the hash of a number with the same digits',
    edits: one(at('hash.ts'), 'hashesOfNumber(ring, `lid:${lid}`)', 'hashesOfNumber(ring, lid)'),
    tests: ROTATION,
  },
  {
    name: 'erased-and-free',
    what: 'who is erased and had not stopped is written to again once their number is imported',
    edits: one(
      STORE,
      'where not exists (select 1 from suppressions where ${theirs})',
      'where exists (select 1 from suppressions where ${theirs})',
    ),
    tests: ['tests/workerd/erasure.test.ts'],
  },
  {
    name: 'erased-but-in-the-history',
    what: 'the number of who is erased stays in the history of consents',
    edits: one(
      STORE,
      'update consent_history set number = null where ${theirs}',
      'update consent_history set number = null where ${theirs} and id < 0',
    ),
    tests: ['tests/workerd/erasure.test.ts'],
  },
  {
    name: 'erased-but-skipped-over-the-silent',
    what: 'an account that does not answer is passed over by an erasure',
    edits: one(
      'domain/privacy/erasures/continue-erasures.ts',
      "await askBehind(ports, erasure, left)\n  return 'later'",
      'return { after: ids.at(-1) ?? null }',
    ),
    tests: ['tests/workerd/erasure.test.ts'],
  },
  {
    name: 'held-row-not-tried',
    what: 'of a row that goes while an account holds it nothing says that its person may just get a message',
    edits: one(MEMORY, 'iif(p.in_use = 1, max(p.last_attempt_at, ${now}), p.last_attempt_at)', 'last_attempt_at'),
    tests: REMEMBERED,
  },
  {
    name: 'memory-set-back',
    what: 'a row that comes and goes again untried sets the remembered attempt back',
    edits: one(
      MEMORY,
      '      last_attempt_at = max(last_attempt_at, excluded.last_attempt_at),\n',
      '      last_attempt_at = excluded.last_attempt_at,\n',
    ),
    tests: REMEMBERED,
    behind: {
      what: 'a row that comes again begins with what is remembered',
      edits: one(
        MEMORY,
        'last_attempt_at = max(phone_numbers.last_attempt_at, remembered.last_attempt_at)',
        'last_attempt_at = phone_numbers.last_attempt_at',
      ),
    },
  },
  {
    name: 'row-begins-anew',
    what: 'a row that comes again is tried at once, whenever its person was tried before',
    rule: 'recipient-memory',
    edits: one(
      MEMORY,
      'last_attempt_at = max(phone_numbers.last_attempt_at, remembered.last_attempt_at)',
      'last_attempt_at = phone_numbers.last_attempt_at',
    ),
    tests: REMEMBERED,
  },
  {
    name: 'misses-forgotten-with-the-row',
    what: 'how often a number was not on WhatsApp is forgotten with its row',
    edits: one(
      MEMORY,
      'max(phone_numbers.not_registered_count, remembered.not_registered_count)',
      'phone_numbers.not_registered_count',
    ),
    tests: REMEMBERED,
  },
  {
    name: 'lift-gives-consent',
    what: 'whose stop is lifted is written to without having agreed again',
    edits: one(
      LIFT,
      "set suppressed = 0, status = 'nonactive', consent_source = null, consent_at = null, consent_by = null",
      'set suppressed = 0',
    ),
    tests: LIFTED,
  },
  {
    name: 'lift-after-a-later-stop',
    what: 'a stop that came after the wish for messages is lifted by one person',
    edits: one(
      LIFT,
      "coalesce((select max(at) from consent_history where event in ('opt_out', 'erased') and ${all}), 0)",
      '0',
    ),
    tests: LIFTED,
  },
  {
    name: 'opt-in-of-before-the-stop',
    what: 'a wish for messages that is older than the stop counts',
    edits: one(LIFT, 's.created_at < ${said.at}', 's.created_at is not ${said.at}'),
    tests: LIFTED,
    behind: {
      what: 'the time of the last word in the history',
      edits: one(LIFT, "select event = 'opt_in' or at >= ${said.at}", "select event = 'opt_in'"),
    },
  },
  {
    name: 'lid-stop-survives-its-lift',
    what: 'a lifted stop comes back with the next message, because the one by LID stands',
    edits: one(
      LIFT,
      'db.run(sql`delete from suppressions where ${ofItsLid(row)}`)',
      'db.run(sql`delete from suppressions where ${ofItsLid(row)} and id < 0`)',
    ),
    tests: LIFTED,
  },
  {
    name: 'imported-stop-without-its-flag',
    what: 'numbers of an imported list of stops are still claimed',
    rule: 'stop-lists',
    edits: one(at('import-store.ts'), 'where suppressed <> 1 and number in', 'where suppressed = 2 and number in'),
    tests: ['tests/workerd/stops.test.ts'],
  },
  {
    name: 'restarts-before-a-second-stop',
    what: 'a keyword is held against the first stop alone: whoever wrote STOP again after it gets messages',
    rule: 'opt-in-message',
    edits: one(
      'domain/recipients/programmes/hear-store.ts',
      'and not ${hasSaidSince(said)}',
      'and (not ${hasSaidSince(said)} or true)',
    ),
    tests: KEYWORDS,
  },
  {
    name: 'keyword-knows-no-lid',
    what: 'a keyword is not held against a stop that was known by its author’s LID alone',
    rule: 'opt-out-lid',
    edits: one(
      'domain/recipients/programmes/hear-store.ts',
      'hash in ${anyOf(hashes)} and lid_hash is not null\n  ) k',
      'hash in ${anyOf(hashes)} and lid_hash is not null\n    limit 0\n  ) k',
    ),
    tests: KEYWORDS,
  },
  {
    name: 'shows-whoever-did-not-allow-it',
    what: 'a joining page leads to accounts whose owners never allowed that',
    rule: 'joining-page',
    edits: one('domain/recipients/programmes/store.ts', 'where u.shows_number_at is not null', 'where true'),
    tests: ['tests/workerd/join-page.test.ts'],
  },
  {
    name: 'doubt-forgotten-at-login',
    what: 'whoever wrote a long reply while the account was logged out is never asked whether to stop',
    rule: 'own-words',
    edits: one('durable-objects/account-blast/tables/unanswered-store.ts', 'openDoubts(sql), ', ''),
    tests: UNANSWERED,
  },
  {
    name: 'info-forgotten-at-login',
    what: 'whoever asked for their page while the account was logged out gets no answer',
    rule: 'info-answer',
    edits: one('durable-objects/account-blast/tables/unanswered-store.ts', 'openInfos(sql, 0), ', ''),
    tests: UNANSWERED,
  },
  {
    name: 'answers-tried-without-a-session',
    what: 'while an account reconnects it wakes each second for every answer that it cannot give, and asks D1',
    edits: one(
      'durable-objects/account-blast/opt-outs/answer.ts',
      "=> core.account.connection === 'open'",
      "=> core.account.connection !== 'linking'",
    ),
    tests: UNANSWERED,
  },
  {
    name: 'unasked-doubt-for-ever',
    what: 'a doubt whose author could not be asked keeps number and time for ever',
    rule: 'retention',
    edits: one(
      'durable-objects/account-blast/tables/doubts-store.ts',
      "'delete from doubts where snoozed = 1 and at < ?'",
      "'delete from doubts where snoozed = 1 and asked = 1 and at < ?'",
    ),
    tests: ['tests/workerd/object-retention.test.ts'],
  },
  {
    name: 'ended-programme-wakes',
    what: 'a keyword of a programme that has ended ends its author’s snooze',
    rule: 'snooze',
    edits: one(
      'domain/recipients/programmes/hear-store.ts',
      'endSnooze(db, number, at, granted)',
      'endSnooze(db, number, at)',
    ),
    tests: KEYWORDS,
  },
  {
    name: 'keyword-ahead-of-its-doubt',
    what: 'a keyword is heard before the doubt that its author wrote first: they are snoozed after all',
    rule: 'snooze',
    edits: one(
      'durable-objects/account-blast/opt-outs/keywords.ts',
      'doubt.snoozed === 0 && doubt.number === number',
      'doubt.snoozed > 1 && doubt.number === number',
    ),
    tests: KEYWORDS,
  },
]
