// Faults in claiming, sending, stops and leases that once were caught by nothing, each as the few words of source that make it.
import type { Fault } from '../fault.ts'

const blast = (path: string): string => `durable-objects/account-blast/${path}`
const STOPS = [
  'tests/workerd/opt-outs-in-flight.test.ts',
  'tests/workerd/claims.test.ts',
  'tests/workerd/stops.test.ts',
]

const HEAR = 'domain/recipients/programmes/hear-store.ts'

export const SENDING: readonly Fault[] = [
  {
    name: 'holder-is-not-asked',
    what: 'the account that holds the number of who stopped does not hear of it',
    edits: [
      {
        file: 'domain/recipients/suppressions/store.ts',
        from: 'return { holders: answers.holders ?? [],',
        to: 'return { holders: [],',
      },
    ],
    tests: STOPS,
  },
  {
    name: 'doubt-ends-with-a-claim',
    what: 'a number that is dropped while a claim is under way stays held',
    edits: [
      {
        file: blast('claim/claim.ts'),
        from: 'if (core.strays === strays) doc.leasesInDoubt = false\n    take(',
        to: 'if (strays > -1) doc.leasesInDoubt = false\n    take(',
      },
    ],
    tests: ['tests/workerd/claims.test.ts'],
  },
  {
    name: 'doubt-ends-with-a-give-back',
    what: 'a number that could not be given back while others are stays held',
    edits: [
      {
        file: blast('claim/claim.ts'),
        from: 'if (core.strays === strays) doc.leasesInDoubt = false\n  } catch',
        to: 'doc.leasesInDoubt = false\n  } catch',
      },
    ],
    tests: ['tests/workerd/claims.test.ts'],
  },
  {
    name: 'stop-during-claim-forgotten',
    what: 'who stops while a claim that has their number is under way is buffered and written to',
    rule: 'opt-out',
    edits: [{ file: blast('opt-outs/drop.ts'), from: '  core.droppedDuringClaim?.add(number)\n', to: '' }],
    tests: ['tests/workerd/claims.test.ts'],
  },
  {
    name: 'rules-of-the-blast-before',
    what: 'a blast begins with the rules of the one before: once it ended without a template, it does so at each start',
    edits: [
      {
        file: blast('run/run.ts'),
        from: '  core.rules = null\n',
        to: '',
      },
    ],
    tests: ['tests/workerd/sends.test.ts'],
  },
  {
    name: 'notices-during-a-write-forgotten',
    what: 'the owner of an account is never told what happened while its row was being written',
    edits: [
      {
        file: blast('core/notices.ts'),
        from: 'core.account.notices = core.account.notices.filter((notice) => !told.includes(notice))',
        to: 'core.account.notices = []',
      },
    ],
    tests: ['tests/workerd/waiting-rows.test.ts'],
  },
  {
    name: 'blocked-at-claim',
    what: 'a claimed number that stopped at this account is buffered',
    edits: [
      {
        file: blast('claim/claim.ts'),
        from: 'wasDropped(n) || isBlocked(core.sql, n.number)',
        to: 'wasDropped(n)',
      },
    ],
    tests: STOPS,
    behind: {
      what: 'the look before the send',
      edits: [
        {
          file: blast('run/run.ts'),
          from: 'if (isBlocked(core.sql, target.number)) {',
          to: 'if (!target.number) {',
        },
      ],
    },
  },
  {
    name: 'blocked-before-send',
    what: 'the number that is next is written to although it stopped at this account',
    edits: [
      { file: blast('run/run.ts'), from: 'if (isBlocked(core.sql, target.number)) {', to: 'if (!target.number) {' },
    ],
    tests: STOPS,
    behind: {
      what: 'the look at the claim',
      edits: [
        {
          file: blast('claim/claim.ts'),
          from: 'wasDropped(n) || isBlocked(core.sql, n.number)',
          to: 'wasDropped(n)',
        },
      ],
    },
  },
  {
    name: 'drop-not-awaited',
    what: 'a stop is said to be over before the account that holds the number has dropped it',
    edits: [
      {
        file: 'domain/recipients/suppressions/drop-claims.ts',
        from: 'await Promise.all(some.map(({ accountId, number }) => dropUntilAnswered(dropNumber, accountId, number)))',
        to: 'void Promise.allSettled(some.map(({ accountId, number }) => dropUntilAnswered(dropNumber, accountId, number)))',
      },
    ],
    tests: ['tests/workerd/stops.test.ts'],
  },
  {
    name: 'cancel-of-a-stop-forgotten',
    what: 'a stop by an answer does not cancel the message that is under way to the same person',
    rule: 'opt-out',
    edits: [
      {
        file: blast('opt-outs/opt-outs.ts'),
        from: '  if (number) cancelSends(core, pendingTo(core.sql, number))\n',
        to: '',
      },
    ],
    tests: ['tests/workerd/opt-outs-in-flight.test.ts'],
  },
  {
    name: 'last-attempt-back',
    what: 'a batch that comes late sets the time of the last attempt back, and the cooldown with it',
    edits: [
      {
        file: 'domain/money/settlement/store.ts',
        from: "last_attempt_at = max(last_attempt_at, j.value ->> 'attemptedAt'),",
        to: "last_attempt_at = j.value ->> 'attemptedAt',",
      },
    ],
    tests: ['tests/workerd/settlement.test.ts'],
  },
  {
    name: 'own-numbers-of-disconnected-accounts',
    what: 'the number of an account that is linked and not connected is written to',
    edits: [
      {
        file: 'domain/sending/blast/run-rules-store.ts',
        from: 'where w.phonenumber = p.number and w.removed_at is null)`',
        to: "where w.phonenumber = p.number and w.removed_at is null and w.state = 'connected')`",
      },
    ],
    tests: ['tests/workerd/claims.test.ts'],
  },
  {
    name: 'paused-person-claims',
    what: 'the accounts of a person who was stopped in this moment claim numbers',
    edits: [
      {
        file: 'domain/sending/blast/store.ts',
        from: '${claimableNow(what, among)} and ${mayWork(request.userId)}',
        to: '${claimableNow(what, among)} and not ${IS_RESTORING}',
      },
    ],
    tests: ['tests/workerd/person-status.test.ts'],
  },
  {
    name: 'late-give-back',
    what: 'a give-back that runs late frees numbers of a claim that came after it',
    rule: 'number-claim',
    edits: [{ file: 'domain/sending/blast/store.ts', from: '      and in_use_claim <= ${upTo}\n', to: '' }],
    tests: ['tests/workerd/claims.test.ts'],
  },
  {
    name: 'lost-alarm-unseen',
    what: 'an alarm that the platform lost is taken for one that is still to come',
    edits: [
      {
        file: blast('core/alarm.ts'),
        from: 'isLost: set !== null && set < now - SLACK_MS',
        to: 'isLost: false',
      },
    ],
    tests: ['tests/workerd/wakes.test.ts'],
  },
  {
    name: 'silence-untold',
    what: 'nothing is answered for minutes, and the account goes on showing that it sends',
    edits: [
      { file: blast('send/quiet.ts'), from: '  if (!quiet) return\n', to: '  if (quiet !== undefined) return\n' },
    ],
  },
  {
    name: 'own-number-keeps-the-end',
    what: 'with an account’s own number in the list no blast ends by itself',
    edits: [
      {
        file: 'domain/sending/blast/run-rules-store.ts',
        from: 'sql`${mayBeClaimed(request)} and ${NOT_LINKED}`, 1)',
        to: 'sql`${mayBeClaimed(request)}`, 1)',
      },
    ],
    tests: ['tests/workerd/claims.test.ts'],
  },
  {
    name: 'lost-claims-held',
    what: 'an account that lives again after a loss never gives back the numbers that it had claimed after its backup',
    rule: 'restored-place',
    edits: [{ file: blast('backup/restore.ts'), from: 'claim: doc.claim + JUMP,', to: 'claim: doc.claim,' }],
    tests: ['tests/workerd/restore-lost.test.ts'],
  },
  {
    name: 'keyword-answers-the-stopped',
    what: 'whoever has stopped before the answer to their keyword could be given still gets it',
    rule: 'opt-out',
    edits: [
      {
        file: HEAR,
        from: 'answers and not exists ${stopped} as answers',
        to: 'answers',
      },
    ],
    tests: ['tests/workerd/keyword-order.test.ts'],
  },
  {
    name: 'restarts-by-an-older-keyword',
    what: 'a keyword that was under way when its author stopped ends the stop',
    rule: 'opt-in-message',
    edits: [{ file: HEAR, from: 'and created_at >= ${at})', to: 'and created_at < 0)' }],
    tests: ['tests/workerd/keyword-order.test.ts'],
    behind: {
      what: 'every stop of the history',
      edits: [{ file: HEAR, from: 'and not ${hasSaidSince(said)}', to: '' }],
    },
  },
  {
    name: 'answer-never-again',
    what: 'who cannot read the answer to their keyword gets it never',
    edits: [
      {
        file: blast('opt-outs/keywords.ts'),
        from: '(id) => told(core, number, keyword.message_id, id)',
        to: '() => dropKeyword(core.sql, keyword.message_id)',
      },
    ],
    tests: ['tests/workerd/unanswered.test.ts'],
  },
  {
    name: 'answer-again-to-the-stopped',
    what: 'who has stopped since gets the answer to their keyword again',
    rule: 'opt-out',
    edits: [{ file: HEAR, from: 'and not exists (${stopsOf(author)})', to: '' }],
    tests: ['tests/workerd/unanswered.test.ts'],
  },
  {
    name: 'question-again-to-the-stopped',
    what: 'who has stopped by their link since is asked again whether to stop',
    rule: 'opt-out',
    edits: [
      {
        file: blast('opt-outs/doubts.ts'),
        from: 'isSuppressed(db, number, hashes))) ? null : QUESTION',
        to: 'isSuppressed(db, number, hashes))) ? QUESTION : QUESTION',
      },
    ],
    tests: ['tests/workerd/unanswered.test.ts'],
  },
]
