// Faults that take away what rests, pauses and holds by its rates, what people and members refuse by its topic, and a stop of the person.
import type { Fault } from '../fault.ts'
const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]
const TESTS = ['tests/workerd/rates.test.ts', 'tests/workerd/rates-days.test.ts']
const RESTS = ['tests/workerd/rates-rest.test.ts']

export const RATES: readonly Fault[] = [
  {
    name: 'last-of-the-late',
    what: 'an account whose result arrives late counts as the one that wrote last',
    rule: 'timeline',
    edits: one('domain/money/settlement/store.ts', "j.value ->> 'attemptedAt' >= last_attempt_at,", 'true,'),
    tests: ['tests/workerd/timeline.test.ts'],
  },
  {
    name: 'timeline-waits-for-ever',
    what: 'a number’s page does not open while an account that wrote to it hangs',
    rule: 'timeline',
    edits: one(
      'domain/privacy/timeline/read-timeline.ts',
      'inTime(`account ${accountId}`, ANSWER_MS, ask(accountId, number))',
      'ask(accountId, number)',
    ),
    tests: ['tests/workerd/timeline.test.ts'],
  },
  {
    name: 'ban-behind-a-pause',
    what: 'an account that is banned and whose owner is paused is said to be paused',
    rule: 'account-check',
    edits: one(
      'domain/sending/account-check/standing-rules.ts',
      "  if (state === 'suspended') return",
      "  if (state === 'suspended' && !stops.person) return",
    ),
    tests: ['tests/workerd/account-check.test.ts'],
  },
  {
    name: 'stops-without-a-mark',
    what: 'an account does not count who stopped after its message',
    rule: 'rates',
    edits: one(
      'durable-objects/account-blast/opt-outs/opt-outs.ts',
      '  if (markStopped(core.sql, number, core.now())) ratesMoved(core)\n',
      '',
    ),
    tests: RESTS,
  },
  {
    name: 'stop-looked-at-in-an-hour',
    what: 'an account that somebody stops looks at its rates within the hour',
    rule: 'rates',
    edits: one(
      'durable-objects/account-blast/opt-outs/opt-outs.ts',
      '  if (markStopped(core.sql, number, core.now())) ratesMoved(core)\n',
      '  markStopped(core.sql, number, core.now())\n',
    ),
    tests: RESTS,
  },
  {
    name: 'rests-for-ever',
    what: 'what was sent before a rest begins the next one',
    rule: 'rates',
    edits: one(
      'durable-objects/account-blast/send/rest.ts',
      'Math.max(now - COUNTED_MS, rest?.until ?? 0)',
      'now - COUNTED_MS + 0 * (rest?.until ?? 0)',
    ),
    tests: RESTS,
  },
  {
    name: 'rest-that-sends',
    what: 'an account that rests goes on',
    rule: 'rates',
    edits: one(
      'durable-objects/account-blast/run/next-step.ts',
      "  if (view.restUntil !== null && view.restUntil > now) return wait('rest', view.restUntil)\n",
      '',
    ),
    tests: ['durable-objects/account-blast/run/next-step.test.ts'],
  },
  {
    name: 'old-stops-are-answers',
    what: 'who stopped before a message counts as having stopped after it',
    rule: 'rates',
    edits: one(
      'domain/sending/rates/store.ts',
      " and s.created_at >= j.value ->> 'from' and s.via not in",
      ' and s.via not in',
    ),
    tests: TESTS,
  },
  {
    name: 'judged-by-weeks-looked-at',
    what: 'a template that somebody activates, or a source that somebody looked at, is held by the weeks of before',
    rule: 'rates',
    edits: one(
      'domain/sending/rates/rules.ts',
      '    if (letGoAt !== null && from <= jakartaDay(letGoAt)) continue\n',
      '',
    ),
    tests: ['domain/sending/rates/rules.test.ts'],
  },
  {
    name: 'paused-three-days-late',
    what: 'of the days that accounts have not told yet nothing counts',
    rule: 'rates',
    edits: one('domain/sending/rates/rules.ts', '[[...told, ...fresh], fresh, told]', '[told]'),
    tests: ['domain/sending/rates/rules.test.ts'],
  },
  {
    name: 'rest-ended-by-a-new-account',
    what: 'whoever removes a resting account and links the number again ends its rest',
    rule: 'rates',
    edits: one('durable-objects/account-blast/session/link.ts', '    setRest(doc, rest)\n', ''),
    tests: RESTS,
  },
  {
    name: 'refused-topic-is-claimed',
    what: 'who refused all that is sent is claimed all the same',
    rule: 'topics',
    edits: one('domain/sending/blast/run-rules-store.ts', ' and ${takesOneOf(topicsFor(request))}`', '`'),
    tests: ['tests/workerd/topics.test.ts'],
  },
  {
    name: 'least-used-topic-wins',
    what: 'who refused a topic gets the template that was used least',
    rule: 'topics',
    edits: one(
      'durable-objects/account-blast/source/standing.ts',
      '!topic || !off.includes(topic)',
      '!topic || off.length >= 0',
    ),
    tests: ['tests/workerd/topics.test.ts'],
  },
  {
    name: 'refused-by-its-member-and-sent',
    what: 'a member’s account sends a topic that the member refused',
    rule: 'topics',
    edits: one(
      'domain/sending/blast/run-rules-store.ts',
      't.only_campaigns = 0 and ${notRefusedBy(sql`u.id`)}',
      't.only_campaigns = 0',
    ),
    tests: ['tests/workerd/topics.test.ts'],
  },
  {
    name: 'topic-taken-away-unproved',
    what: 'an active template loses its topic without a proof, and reaches who refused it',
    rule: 'topics',
    edits: one(
      'worker/routes/sending/templates.ts',
      'if (isLive || losesTopic) needProof()',
      'if (isLive) needProof()',
    ),
    tests: ['tests/workerd/topics.test.ts'],
  },
  {
    name: 'stop-ends-at-the-second-number',
    what: 'a number that only another of a person’s numbers leads to has no stop of its own',
    rule: 'opt-out-lid',
    edits: one(
      'domain/recipients/suppressions/suppress.ts',
      'waiting.push({ ...first, number, lid',
      'if (who === first) waiting.push({ ...first, number, lid',
    ),
    tests: ['tests/workerd/stops-of-a-person.test.ts'],
  },
  {
    name: 'first-lid-for-all',
    what: 'a number that another LID led to is written down with the LID that came with the stop',
    rule: 'opt-out-lid',
    edits: one('domain/recipients/suppressions/suppress.ts', 'has_lid === 1 ? who.lid : null', 'first.lid'),
    tests: ['tests/workerd/stops-of-a-person.test.ts'],
  },
  {
    name: 'lid-of-a-stranger-unknown',
    what: 'a stop by a number that is no recipient is unknown when another number shows its LID',
    rule: 'opt-out-lid',
    edits: one('domain/recipients/suppressions/store.ts', '    keepLid(db, s),\n', ''),
    tests: ['tests/workerd/stops-of-a-person.test.ts'],
  },
  {
    name: 'lid-of-the-old-number',
    what: 'whoever has the number that a person had before gets the word of their stop',
    rule: 'opt-out-lid',
    edits: one(
      'durable-objects/account-blast/tables/opt-outs-store.ts',
      "  sql.exec('update contacts set former = 1 where lid = ? and number <> ? and former is null', lid, number)\n",
      '',
    ),
    tests: ['tests/workerd/opt-outs-in-flight.test.ts'],
  },
  {
    name: 'unnamed-words-are-lost',
    what: 'words of stopping by a LID alone count for nobody once it is known whose it is',
    rule: 'own-words',
    edits: one('durable-objects/account-blast/opt-outs/opt-outs.ts', '  hearUnnamed(core, number, lid)\n', ''),
    tests: ['tests/workerd/opt-outs-in-flight.test.ts'],
  },
  {
    name: 'crash-after-a-list-step',
    what: 'other numbers of a list’s people have no stop of their own where its step ends in a crash',
    rule: 'opt-out-lid',
    edits: one(
      'domain/sending/importing/plan-step.ts',
      "        ...othersStatements(db, 'import', { items: others, by, now }),\n",
      '',
    ),
    tests: ['tests/workerd/stops-of-a-person.test.ts'],
  },
  {
    name: 'listed-stop-of-a-row-that-went',
    what: 'a list of stops passes by the other numbers of somebody whose row was deleted',
    rule: 'opt-out-lid',
    edits: one(
      'domain/recipients/suppressions/lids-store.ts',
      'on m.hash in ${hashes} and m.lid_hash is not null',
      'on false',
    ),
    tests: ['tests/workerd/stops-of-a-person.test.ts'],
  },
  {
    name: 'other-numbers-go-on',
    what: 'who stops under one number is written to under their other one',
    rule: 'opt-out-lid',
    edits: [
      {
        file: 'domain/recipients/suppressions/suppress.ts',
        from: 'if (number === first.number || known.has(number)) continue',
        to: 'if (known.has(number) || first.number !== null) continue',
      },
      { file: 'domain/recipients/suppressions/store.ts', from: '    flagOthers(db, s),\n', to: '' },
    ],
    tests: ['tests/workerd/stops-of-a-person.test.ts'],
  },
  {
    name: 'number-learned-after-a-stop',
    what: 'a number that is learned to be of somebody who stopped is written to',
    rule: 'opt-out-lid',
    edits: one('domain/money/settlement/lids-store.ts', 'and o.suppressed = 1', 'and o.suppressed = 9'),
    tests: ['tests/workerd/stops-of-a-person.test.ts'],
  },
  {
    name: 'lid-of-a-stop-unread',
    what: 'a stop that comes with number and LID reaches only what the number’s own row knows',
    rule: 'opt-out-lid',
    edits: one(
      'domain/recipients/suppressions/lids-store.ts',
      'as lid from json_each(${JSON.stringify(lidHashes)})',
      'as lid from json_each(${JSON.stringify(lidHashes.slice(0, 0))})',
    ),
    tests: ['tests/workerd/stops-of-a-person.test.ts'],
  },
  {
    name: 'lift-undone-by-another-number',
    what: 'who lifts their stop is stopped again while another number of theirs is stopped',
    rule: 'opt-out-lid',
    edits: one(
      'domain/money/settlement/lids-store.ts',
      "${isSameLid(sql`d.value ->> 'lidHash'`, sql`p.lid_hash`)}",
      'false',
    ),
    tests: ['tests/workerd/stops-of-a-person.test.ts'],
  },
  {
    name: 'shorter-lid-of-nobody',
    what: 'a row that holds 16 digits of a LID belongs to nobody whose LID comes with 24',
    rule: 'opt-out-lid',
    edits: one('domain/recipients/suppressions/lids-store.ts', 'const LID_DIGITS = 16', 'const LID_DIGITS = 24'),
    tests: ['tests/workerd/stops-of-a-person.test.ts'],
  },
  {
    name: 'lid-written-for-its-length',
    what: 'each message writes the index of LIDs where the row holds another number of digits than the batch',
    rule: 'opt-out-lid',
    edits: one(
      'domain/recipients/suppressions/lids-store.ts',
      '(${lidDigits(one)} is ${lidDigits(other)})',
      '(${one} is ${other})',
    ),
    tests: ['tests/workerd/stops-of-a-person.test.ts'],
  },
]
