// Faults in what the looks for troubles read.
import type { Fault } from '../fault.ts'

const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]
const RECORD = ['tests/workerd/record.test.ts']

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
  {
    name: 'record-change-untold',
    what: 'the hourly look does not prove the record',
    rule: 'record-days',
    edits: one(
      'domain/operation/troubles/judge-rules.ts',
      "find('record_differs', badIf(record.day !== null)",
      "find('record_differs', badIf(false)",
    ),
    tests: RECORD,
  },
  {
    name: 'checkpoint-untold',
    what: 'a record that does not continue its newest checkpoint is told to nobody',
    rule: 'checkpoints',
    edits: one('domain/operation/troubles/judge-rules.ts', 'badIf(!record.isContinued)', 'badIf(false)'),
    tests: ['tests/workerd/checkpoints.test.ts'],
  },
  {
    name: 'changed-day-forgotten',
    what: 'a day that was changed counts as whole as soon as a look is at other days',
    rule: 'record-days',
    edits: one('domain/record/record/look.ts', "known === '' ? []", "known !== '#' ? []"),
    tests: RECORD,
  },
  {
    name: 'portions-alone',
    what: 'where days have many entries the hourly look never comes past the first of each 31',
    rule: 'record-days',
    edits: one('domain/record/record/look.ts', ': half % days', ': (half % Math.ceil(days / DAYS)) * DAYS'),
    tests: RECORD,
  },
]
