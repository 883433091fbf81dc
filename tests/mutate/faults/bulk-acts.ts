// Faults in what is done to all who match, and in its way back.
import type { Fault } from '../fault.ts'

export const BULK_ACTS: readonly Fault[] = [
  {
    name: 'stopped-before-the-journal',
    what: 'a stop of all who match is in the database before the journal has it',
    edits: [
      {
        file: 'domain/recipients/bulk-acts/steps-store.ts',
        from: 'await journal?.(all',
        to: 'void journal?.(all',
      },
    ],
    tests: ['tests/workerd/bulk-ends.test.ts'],
  },
  {
    name: 'held-goes-with-its-import',
    what: 'a row that an account is about to send to goes with its import',
    edits: [
      {
        file: 'domain/recipients/bulk-acts/unimport-store.ts',
        from: 'sql`(p.in_use = 1 or ',
        to: 'sql`(',
      },
    ],
    tests: ['tests/workerd/bulk-ends.test.ts'],
  },
  {
    name: 'import-goes-back-as-it-runs',
    what: 'an import that still runs is taken back',
    edits: [
      {
        file: 'worker/routes/recipients/bulk-acts.ts',
        from: " || file.status === 'running'",
        to: '',
      },
    ],
    tests: ['tests/workerd/bulk-ends.test.ts'],
  },
  {
    name: 'undo-waits-for-ever',
    what: 'an undo whose queue message was lost is never gone on with',
    edits: [
      {
        file: 'domain/recipients/bulk-acts/store.ts',
        from: "where status in ('running', 'undoing') and updated_at < ${before}",
        to: "where status = 'running' and updated_at < ${before}",
      },
    ],
    tests: ['tests/workerd/bulk-acts.test.ts'],
  },
  {
    name: 'act-forgotten-as-it-runs',
    what: 'an act that nobody has gone on with for a week is deleted',
    edits: [
      {
        file: 'domain/recipients/bulk-acts/store.ts',
        from: "where status not in ('running', 'undoing') and updated_at <= ${before}`",
        to: 'where updated_at <= ${before}`',
      },
    ],
    tests: ['tests/workerd/bulk-acts.test.ts'],
  },
]
