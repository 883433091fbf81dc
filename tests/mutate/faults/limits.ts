// Faults in what is usual for a price, in limits of the second person, in who may be closed, and in limits of calls.
import type { Fault } from '../fault.ts'

const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]
const USUAL = 'domain/people/approvals/usual-rules.ts'
const LIMITS = 'domain/people/approvals/rules.ts'
const STATUS = 'domain/people/users/status-store.ts'
const CLOSING = 'domain/privacy/closing/change-status.ts'
const CALLS = 'domain/ground/limits/rules.ts'
const of = (...names: string[]): string[] => names.map((name) => `tests/workerd/${name}.test.ts`)
const USUAL_TESTS = ['domain/people/approvals/usual-rules.test.ts', ...of('settings')]

export const LIMIT_FAULTS: readonly Fault[] = [
  {
    name: 'usual-is-ten-times',
    what: 'a price may become thirty times the usual alone',
    rule: 'usual-price',
    edits: one(USUAL, 'const USUAL_FACTOR = 3', 'const USUAL_FACTOR = 30'),
    tests: USUAL_TESTS,
  },
  {
    name: 'usual-of-three-days',
    what: 'a price triples every three days alone',
    rule: 'usual-price',
    edits: one(USUAL, 'export const USUAL_MS = 30 * DAY_MS', 'export const USUAL_MS = 3 * DAY_MS'),
    tests: USUAL_TESTS,
  },
  {
    name: 'usual-is-the-last',
    what: 'a price triples again and again in one day alone, since the last one counts as usual',
    rule: 'usual-price',
    edits: one(USUAL, 'values.length === 0 ? 0 : Math.min(...values)', 'values.length === 0 ? 0 : Math.max(...values)'),
    tests: USUAL_TESTS,
  },
  {
    name: 'any-amount-again',
    what: 'an amount that is typed wrong the second time counts as typed twice',
    rule: 'usual-price',
    edits: one(
      'domain/people/approvals/typed-twice.ts',
      'if (again === amount) return',
      'if (again !== undefined) return',
    ),
    tests: of('settings'),
  },
  {
    name: 'own-fees-have-no-past',
    what: 'a person’s own fee triples again and again in one day alone',
    rule: 'usual-price',
    edits: one('domain/people/approvals/usual-store.ts', "'settings.update', 'user.update')", "'settings.update')"),
    tests: of('settings'),
  },
  {
    name: 'limit-taken-off-alone',
    what: 'one person takes the limit of the second person off',
    rule: 'second-person-limits',
    edits: one(LIMITS, '(after === 0 || after > before)', 'after > before'),
    tests: of('second-person'),
  },
  {
    name: 'dear-for-everybody-alone',
    what: 'one person raises everybody’s price above the limit',
    rule: 'second-person',
    edits: one(
      LIMITS,
      'after.price > before.price && needsSecond(after.price, before.second_person_fee_above)',
      'after.price < before.price && needsSecond(after.price, before.second_person_fee_above)',
    ),
    tests: ['domain/people/approvals/rules.test.ts'],
  },
  {
    name: 'dear-level-for-more-people',
    what: 'one person gives a dear level to everybody by asking for less',
    rule: 'second-person',
    edits: one(LIMITS, ' || after.requirement_blast < before.requirement_blast)', ')'),
    tests: ['domain/people/approvals/rules.test.ts'],
  },
  {
    name: 'dear-level-becomes-the-lowest',
    what: 'one person deletes the lowest level, so that a dear one is everybody’s',
    rule: 'second-person',
    edits: one(
      LIMITS,
      'after.blast_fee > (before?.blast_fee ?? 0) && needsSecond',
      'after.blast_fee < (before?.blast_fee ?? 0) && needsSecond',
    ),
    tests: ['domain/people/approvals/rules.test.ts'],
  },
  {
    name: 'last-admin-paused',
    what: 'the last admin who is not paused is closed, and nobody runs the place',
    rule: 'person-status',
    edits: one(STATUS, " and o.id <> users.id and o.status = 'active')", ' and o.id <> users.id)'),
    tests: of('person-closed'),
  },
  {
    name: 'closes-with-a-request',
    what: 'a person closes their account while a request of theirs waits',
    rule: 'close-own',
    edits: one(
      STATUS,
      "w.user_id = users.id and w.status = 'requested')",
      "w.user_id = users.id and w.status = 'requested' and 1 = 2)",
    ),
    tests: of('own-account'),
  },
  {
    name: 'closes-with-a-balance',
    what: 'a person closes their account and loses a balance that could be paid out',
    rule: 'close-own',
    edits: one(
      STATUS,
      'where b.user_id = users.id), 0) < ${leastSen}',
      'where b.user_id = users.id), 0) < 1000 * ${leastSen}',
    ),
    tests: of('own-account'),
  },
  {
    name: 'closed-but-signed-in',
    what: 'who closed their account stays signed in',
    rule: 'close-own',
    edits: one(CLOSING, '      ...endSignIns(db, userId, null),\n', ''),
    tests: of('own-account'),
  },
  {
    name: 'closed-by-an-admin-but-signed-in',
    what: 'a person whom an admin closed stays signed in',
    edits: one(CLOSING, "      ...(to === 'closed' ? endSignIns(db, id, null) : []),\n", ''),
    tests: of('person-closed'),
  },
  {
    name: 'sites-call-on',
    what: 'a /48 of IPv6 calls as often as it has networks',
    rule: 'rate-limits',
    edits: one(CALLS, 'export const SITE_TIMES = 4', 'export const SITE_TIMES = 4_000'),
    tests: of('protection'),
  },
  {
    name: 'carrier-locks-its-customers-out',
    what: 'somebody’s stop waits for the others of their carrier',
    rule: 'rate-limits',
    edits: one(
      'worker/http/rate-limit.ts',
      'limit.byLink && token !== null ? await recipientOf(c.env, token) : null',
      'limit.byLink && token === null ? await recipientOf(c.env, "") : null',
    ),
    tests: of('protection', 'recipient-page'),
  },
  {
    name: 'counted-here-for-ever',
    what: 'what an isolate counts is let through without end',
    rule: 'rate-limits',
    edits: one(
      'domain/ground/limits/here.ts',
      '  if (known.calls >= most) return',
      '  if (known.calls >= most * 1_000) return',
    ),
    tests: of('protection'),
  },
]
