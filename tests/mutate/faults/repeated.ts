// Faults that count one person for several, because they join by a keyword again and again.
import type { Fault } from '../fault.ts'
const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]
const TESTS = ['tests/workerd/keyword-order.test.ts']

export const REPEATED: readonly Fault[] = [
  {
    name: 'one-disputes-for-three',
    what: 'one person who joins and disputes three times holds a source for everybody',
    rule: 'source-hold',
    edits: one('domain/recipients/sources/hold-store.ts', 'count(distinct hash) as people', 'count(*) as people'),
    tests: TESTS,
  },
  {
    name: 'disputes-shown-twice',
    what: 'the list of sources counts one person’s disputes as several people’s',
    rule: 'source-hold',
    edits: one('domain/recipients/phone-numbers/source-store.ts', 'count(distinct d.hash)', 'count(*)'),
    tests: TESTS,
  },
  {
    name: 'stops-again-after-joining',
    what: 'one person who stops, joins and stops again counts twice against the template of one message',
    rule: 'rates',
    edits: one('domain/recipients/suppressions/store.ts', "and source in ('reply', 'button')", 'and false'),
    tests: TESTS,
  },
  {
    name: 'a-page-takes-a-reply-away',
    what: 'a reply that stops does not count against its template once its author had stopped by their page',
    rule: 'template-outcomes',
    edits: one('domain/recipients/suppressions/store.ts', "and source in ('reply', 'button')", 'and true'),
    tests: TESTS,
  },
]
