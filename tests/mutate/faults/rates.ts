// Faults that take away what rests, pauses and holds by its rates, what people and members refuse by its topic, and a stop of the person.
import type { Fault } from '../fault.ts'
const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]
const TESTS = ['tests/workerd/rates.test.ts']

export const RATES: readonly Fault[] = [
  {
    name: 'stops-without-a-mark',
    what: 'an account does not count who stopped after its message',
    rule: 'rates',
    edits: one(
      'durable-objects/account-blast/opt-outs/opt-outs.ts',
      '    markStopped(core.sql, number, core.now())\n',
      '',
    ),
    tests: TESTS,
  },
  {
    name: 'stop-looked-at-in-an-hour',
    what: 'an account that somebody stops looks at its rates within the hour',
    rule: 'rates',
    edits: one('durable-objects/account-blast/opt-outs/opt-outs.ts', '    ratesMoved(core)\n', ''),
    tests: TESTS,
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
    tests: TESTS,
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
      "select 1 from suppressions s where s.number = p.number and s.created_at >= j.value ->> 'from'\n          ) as stopped",
      'select 1 from suppressions s where s.number = p.number\n          ) as stopped',
    ),
    tests: TESTS,
  },
  {
    name: 'paused-at-once-again',
    what: 'a template that somebody activates is paused by the stops of before',
    rule: 'rates',
    edits: one('domain/sending/rates/rules.ts', 'if (resumed || judgedSuccess === null', 'if (judgedSuccess === null'),
    tests: ['domain/sending/rates/rules.test.ts'],
  },
  {
    name: 'released-and-held-again',
    what: 'a source that somebody looked at is held by the same weeks',
    rule: 'rates',
    edits: one(
      'domain/sending/rates/rules.ts',
      '    if (releasedAt !== null && week <= weekOf(releasedAt)) continue\n',
      '',
    ),
    tests: ['domain/sending/rates/rules.test.ts'],
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
      "t.status = 'active' and ${notRefusedBy(sql`u.id`)}",
      "t.status = 'active'",
    ),
    tests: ['tests/workerd/topics.test.ts'],
  },
  {
    name: 'topic-taken-away-unproved',
    what: 'an active template loses its topic without a proof, and reaches who refused it',
    rule: 'topics',
    edits: one('domain/sending/templates/plan-template.ts', "    before.topic === (after.topic ?? '') &&\n", ''),
    tests: ['tests/workerd/topics.test.ts'],
  },
  {
    name: 'other-numbers-go-on',
    what: 'who stops under one number is written to under their other one',
    rule: 'opt-out-lid',
    edits: one(
      'domain/recipients/suppressions/suppress.ts',
      '  for (const other of others) await suppressAll(ports, { ...who, number: other }, now, [], saidAt)\n',
      '',
    ),
    tests: ['tests/workerd/stops-of-a-person.test.ts'],
  },
  {
    name: 'number-learned-after-a-stop',
    what: 'a number that is learned to be of somebody who stopped is written to',
    rule: 'opt-out-lid',
    edits: one(
      'domain/money/settlement/store.ts',
      'o.lid_hash is not null and o.suppressed = 1',
      'o.lid_hash is not null and o.suppressed = 9',
    ),
    tests: ['tests/workerd/stops-of-a-person.test.ts'],
  },
]
