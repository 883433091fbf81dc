// Faults in what the looks for troubles read.
import type { Fault } from '../fault.ts'

export const TROUBLES: readonly Fault[] = [
  {
    name: 'row-of-before-is-judged',
    what: 'what an older Worker left in a row that was written since begins a trouble',
    edits: [
      {
        file: 'domain/operation/troubles/figures-store.ts',
        from: ' and waiting_version = version\n',
        to: '\n',
      },
    ],
    tests: ['tests/workerd/troubles.test.ts'],
  },
  {
    name: 'late-before-its-restoration',
    what: 'rounds count as late for the time before the place was restored',
    edits: [
      {
        file: 'domain/operation/troubles/figures-store.ts',
        from: '          coalesce((select done_at from restorations where id = 1), 0),\n',
        to: '',
      },
    ],
    tests: ['tests/workerd/troubles.test.ts'],
  },
  {
    name: 'dead-letters-of-all-time',
    what: 'dead letters of last month are told with those of today',
    edits: [
      {
        file: 'domain/operation/troubles/figures-store.ts',
        from: 'case when excluded.at - watch_marks.at < ${HOUR_MS} then',
        to: 'case when true then',
      },
    ],
    tests: ['tests/workerd/troubles.test.ts'],
  },
]
