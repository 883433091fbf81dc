// Faults that take away what the report of who got a one-off blast promises.
import type { Fault } from '../fault.ts'

const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]

export const ONE_OFF: readonly Fault[] = [
  {
    name: 'page-passes-over-one',
    what: 'between two pages of who got a one-off blast somebody is missing',
    rule: 'one-off-people',
    edits: one(
      'durable-objects/account-blast/one-off/people-rules.ts',
      'next = found[limit - 1]?.place ?? null',
      'next = found[limit]?.place ?? null',
    ),
    tests: ['durable-objects/account-blast/one-off/people-rules.test.ts'],
  },
  {
    name: 'rare-outcome-unfound',
    what: 'of a large one-off blast a filter shows only whom it finds among the first messages',
    rule: 'one-off-people',
    edits: one(
      'domain/sending/one-off/people.ts',
      'asked < most && people.next !== null',
      'asked < 1 && people.next !== null',
    ),
    tests: ['tests/workerd/one-off-people-pages.test.ts'],
  },
  {
    name: 'erased-is-reported',
    what: 'whoever was erased is a row without a number, with when they were sent to',
    rule: 'one-off-people',
    edits: one('durable-objects/account-blast/tables/one-off-people-store.ts', "where number <> ''", 'where true'),
    tests: ['tests/workerd/one-off-people-since.test.ts'],
  },
  {
    name: 'erased-waits-again',
    what: 'whoever was erased while their message was on its way is a receiver without a number when it comes back',
    rule: 'one-off-people',
    edits: one('durable-objects/account-blast/one-off/one-off.ts', " && number !== ''", ''),
    tests: ['tests/workerd/one-off-people-since.test.ts'],
  },
  {
    name: 'erased-is-named-again',
    what: 'whoever was erased while they were claimed is named among those that get nothing, in D1, too',
    rule: 'one-off-people',
    edits: one('durable-objects/account-blast/one-off/one-off.ts', ' && !isErased(core, number)', ''),
    tests: ['tests/workerd/one-off-people-since.test.ts'],
  },
  {
    name: 'page-of-the-next-person',
    what: 'a row of a one-off blast opens the page of somebody else, who was given the row of the list since',
    rule: 'one-off-people',
    edits: [
      ...one('domain/sending/one-off/people.ts', 'id: row?.id ?? null', 'id: person.id ?? row?.id ?? null'),
      ...one(
        'durable-objects/account-blast/one-off/people-rules.ts',
        '  id: null,\n  number: tried',
        '  id: tried.number_id,\n  number: tried',
      ),
      ...one(
        'durable-objects/account-blast/tables/one-off-people-store.ts',
        'attempt_id, number, name',
        'attempt_id, number_id, number, name',
      ),
    ],
    tests: ['tests/workerd/one-off-people-since.test.ts'],
  },
  {
    name: 'had-it-and-too-early',
    what: 'who had a one-off blast before it was stopped counts as one for whom it is too early',
    edits: [
      {
        file: 'durable-objects/account-blast/one-off/one-off.ts',
        from: 'Math.max(0, claim.cooling - tried)',
        to: 'claim.cooling',
      },
    ],
    tests: ['tests/workerd/one-off-continue.test.ts'],
  },
]
