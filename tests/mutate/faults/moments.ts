// Faults that show where two things happen at one moment, or one of them a second time.
import type { Fault } from '../fault.ts'

const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]
const blast = (path: string): string => `durable-objects/account-blast/${path}`

export const MOMENTS: readonly Fault[] = [
  {
    name: 'paused-while-the-file-is-made',
    what: 'a member who is paused in the moment in which the bank’s file is made is ordered all the same',
    rule: 'payout-batch',
    edits: one(
      'domain/money/payouts/store.ts',
      '        and ${NONE_HELD}\n        and ${NONE_STOPPED}\n',
      '        and ${NONE_HELD}\n',
    ),
    tests: ['tests/workerd/payout-approval.test.ts'],
  },
  {
    name: 'alone-for-ever',
    what: 'what two decided counts for the day of one of them, because one had decided it alone before',
    rule: 'decider-day-limit',
    edits: one('domain/money/day-limits/store.ts', '      alone = excluded.alone,\n', ''),
    tests: ['tests/workerd/day-limits.test.ts'],
  },
  {
    name: 'lifted-hold-comes-back',
    what: 'whom an admin held, looked at and let go is held by their score the next day',
    rule: 'withdraw-hold',
    edits: one(
      'domain/money/fraud/holds-store.ts',
      'score = max(score, ${seenScore(lift.userId)})',
      'score = coalesce(score, ${seenScore(lift.userId)})',
    ),
    tests: ['tests/workerd/withdraw-holds.test.ts'],
  },
  {
    name: 'marked-as-it-was',
    what: 'a source that is released while its people are marked stays marked, and they get nothing for ever',
    rule: 'source-hold',
    edits: one(
      'domain/recipients/suppressions/hold-walk-store.ts',
      'set marked = 1 where name = ${source.name} and held_at is ${source.held_at}',
      'set marked = 1 where name = ${source.name}',
    ),
    tests: ['tests/workerd/source-hold.test.ts'],
  },
  {
    name: 'erased-holds-up-a-check',
    what: 'a check waits for ever for the answer about somebody who was erased while it asked',
    rule: 'number-checks',
    edits: one(
      blast('number-check/check.ts'),
      "(t) => t.number !== '' && !answer.has(t.number)",
      '(t) => !answer.has(t.number)',
    ),
    tests: ['tests/workerd/number-checks.test.ts'],
  },
  {
    name: 'outcome-of-the-last-moment',
    what: 'an outcome that comes while the end of a one-off blast is saved is never saved',
    rule: 'one-off',
    edits: one(
      blast('one-off/one-off.ts'),
      "latest.version === oneOff.version && latest.phase !== 'sending'",
      "latest.phase !== 'sending'",
    ),
    tests: ['tests/workerd/one-off-jobs.test.ts'],
  },
  {
    name: 'deleted-and-earned',
    what: 'the report of a blast says as earned what its member deleted for everyone',
    rule: 'suspension',
    edits: one(
      blast('outcome/outcomes.ts'),
      '    if (earned) earned.earnedSen -= attempt.price_sen\n',
      '    void earned\n',
    ),
    tests: ['tests/workerd/account-counters.test.ts'],
  },
  {
    name: 'quiet-after-a-receipt',
    what: 'an account of which a receipt came goes on saying that nothing is answered',
    edits: one(
      blast('outcome/outcomes.ts'),
      "  if (resolve(core, attempt, 'success')) quietEnds(core)",
      "  resolve(core, attempt, 'success')",
    ),
    tests: ['tests/workerd/sends.test.ts'],
  },
  {
    name: 'flags-as-they-were-read',
    what: 'who paused between two parts of a backup is written to after its restoration, where nobody has stopped since',
    rule: 'restored-place',
    edits: one(
      'domain/operation/backup/restore.ts',
      '  if ((noted(r).counts.stops ?? 0) === 0) {\n    await matchFlags(work.db)\n',
      '  if ((noted(r).counts.stops ?? 0) === 0) {\n',
    ),
    tests: ['tests/workerd/restore-tried.test.ts'],
  },
]
