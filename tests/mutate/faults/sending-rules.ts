// Faults that take away a rule of Sending, one each, where no other kept fault does.
import type { Fault } from '../fault.ts'

const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]

export const SENDING_RULES: readonly Fault[] = [
  {
    name: 'stop-claims-on',
    what: 'a blast goes on after its owner stopped it',
    rule: 'blast-loop',
    edits: one(
      'durable-objects/account-blast/run/next-step.ts',
      "  if (run.stopRequested) return { kind: 'end', why: 'stopped' }\n",
      '',
    ),
    tests: ['durable-objects/account-blast/run/next-step.test.ts'],
  },
  {
    name: 'two-works-at-once',
    what: 'a blast begins while a one-off blast runs',
    rule: 'one-work',
    edits: one(
      'durable-objects/account-blast/document/rules.ts',
      "  if (doc.check || doc.run?.jobId) return 'account_busy'\n",
      '',
    ),
    tests: ['tests/workerd/one-off.test.ts'],
  },
  {
    name: 'latest-attempt-first',
    what: 'who got a message last gets the next one first',
    rule: 'claim-order',
    edits: one(
      'domain/sending/blast/run-rules-store.ts',
      'order by p.last_attempt_at, p.id\n      limit ${limit}',
      'order by p.last_attempt_at desc, p.id desc\n      limit ${limit}',
    ),
    tests: ['tests/workerd/claim-rules.test.ts'],
  },
  {
    name: 'most-used-template',
    what: 'the template that was used most is taken',
    rule: 'template-choice',
    edits: one(
      'durable-objects/account-blast/source/pick-template-rules.ts',
      'usedOf(a) - usedOf(b) ||',
      'usedOf(b) - usedOf(a) ||',
    ),
    tests: ['durable-objects/account-blast/source/pick-template-rules.test.ts'],
  },
  {
    name: 'draft-in-a-one-off',
    what: 'a one-off blast sends a draft',
    rule: 'template-draft',
    edits: one(
      'domain/sending/one-off/send-message.ts',
      "if (template?.status === 'nonactive') throw",
      'if (template === undefined) throw',
    ),
    tests: ['tests/workerd/one-off.test.ts'],
  },
  {
    name: 'live-without-a-proof',
    what: 'a template goes live without a proof',
    rule: 'template-activation',
    edits: one(
      'domain/sending/templates/plan-template.ts',
      "if (after.status !== 'active') return false",
      "if (after.name !== '\\0') return false",
    ),
    tests: ['tests/workerd/templates.test.ts'],
  },
  {
    name: 'braces-as-they-stand',
    what: 'every recipient reads a word in braces',
    rule: 'template-placeholders',
    edits: one(
      'contract/sending/message-text.ts',
      'const inCaption = bracesOf(template.textWa)',
      "const inCaption = bracesOf('')",
    ),
    tests: ['contract/sending/message-text.test.ts'],
  },
  {
    name: 'caption-without-marks',
    what: 'what is bold in the caption is plain at its recipients',
    rule: 'caption',
    edits: one('contract/sending/message-text.ts', 'const sign = MARKS[node.name]', "const sign = MARKS['none']"),
    tests: ['contract/sending/message-text.test.ts'],
  },
  {
    name: 'perhaps-sent-is-tried-again',
    what: 'a message that may have left is tried again',
    rule: 'at-most-once',
    edits: one(
      'durable-objects/account-blast/outcome/answer-rules.ts',
      "  if (was !== 'pending') return { verdict: { kind: 'nothing' }, streaks }\n",
      '',
    ),
    tests: ['durable-objects/account-blast/outcome/answer-rules.test.ts'],
  },
  {
    name: 'steps-without-end',
    what: 'an object that finds no end takes steps for ever',
    rule: 'steps-a-turn',
    edits: one('durable-objects/account-blast/turn/work-queue.ts', '++steps <= STEPS_A_TURN', '++steps > 0'),
    tests: ['tests/workerd/sends.test.ts'],
  },
  {
    name: 'quiet-for-an-hour',
    what: 'nothing is answered for an hour before anybody reads it',
    rule: 'no-answer',
    edits: one(
      'durable-objects/account-blast/send/quiet-rules.ts',
      'if (now - since < QUIET_MS) return',
      'if (now - since < 60 * QUIET_MS) return',
    ),
    tests: ['durable-objects/account-blast/send/quiet-rules.test.ts'],
  },
  {
    name: 'late-without-a-pause',
    what: 'messages that are late are followed by the next one at once',
    rule: 'late-sends',
    edits: one(
      'durable-objects/account-blast/outcome/answer-rules.ts',
      "  if (reason === 'late') return takenBack(reason, { ...streaks, lates: (streaks.lates ?? 0) + 1 })\n",
      '',
    ),
    tests: ['durable-objects/account-blast/outcome/answer-rules.test.ts'],
  },
  {
    name: 'unanswered-is-failed',
    what: 'a message without an answer counts as failed at once',
    rule: 'unknown-outcome',
    edits: one(
      'durable-objects/account-blast/outcome/outcomes.ts',
      "resolve(core, attempt, 'unknown')",
      "resolve(core, attempt, 'fail')",
    ),
    tests: ['tests/workerd/account-blast.test.ts'],
  },
  {
    name: 'late-ack-unheard',
    what: 'a message whose ack comes late stays without an outcome',
    rule: 'late-ack',
    edits: one(
      'durable-objects/account-blast/outcome/answer-rules.ts',
      "if (was === 'success' || was === to) return null",
      "if (was !== 'pending') return null",
    ),
    tests: ['durable-objects/account-blast/outcome/answer-rules.test.ts'],
  },
  {
    name: 'interval-under-the-floor',
    what: 'an interval below the floor is kept',
    rule: 'interval',
    edits: one(
      'domain/sending/blast/rules.ts',
      'return min + Math.floor(random * (max - min + 1))',
      'return Math.floor(random * (max + 1))',
    ),
    tests: ['domain/sending/blast/rules.test.ts'],
  },
  {
    name: 'ends-at-the-first-cooldown',
    what: 'a blast ends although a number is free again within the day',
    rule: 'end-of-blast',
    edits: one(
      'durable-objects/account-blast/claim/claim-rules.ts',
      'nextAt - now > WAITED_FOR_MS',
      'nextAt - now > 0',
    ),
    tests: ['durable-objects/account-blast/claim/claim-rules.test.ts'],
  },
  {
    name: 'ends-beside-people-who-wait',
    what: 'a blast ends while people wait in a campaign that its pace or its hours keep back',
    rule: 'end-of-blast',
    edits: one(
      'domain/sending/blast/run-rules-store.ts',
      'isForCampaigns || row.campaigns_wait === 1',
      'isForCampaigns',
    ),
    tests: ['tests/workerd/campaign-claims.test.ts'],
  },
  {
    name: 'report-keeps-old-failures',
    what: 'a failure that became a success stays in the report',
    rule: 'run-report',
    edits: one(
      'durable-objects/account-blast/document/run-tally-rules.ts',
      "(to === 'fail' ? 1 : 0) - (was === 'fail' ? 1 : 0)",
      "(to === 'fail' ? 1 : 0)",
    ),
    tests: ['durable-objects/account-blast/document/run-tally-rules.test.ts'],
  },
  {
    name: 'outlook-without-today',
    what: 'the preview forgets what was sent today',
    rule: 'one-off-preview',
    edits: one(
      'domain/sending/one-off/outlook-rules.ts',
      'const room = pace.dailyCap - sentToday',
      'const room = pace.dailyCap',
    ),
    tests: ['domain/sending/one-off/outlook-rules.test.ts'],
  },
  {
    name: 'stopped-loses-its-receivers',
    what: 'a one-off blast that was stopped cannot go on',
    rule: 'one-off-continue',
    edits: one(
      'durable-objects/account-blast/one-off/one-off.ts',
      "if (oneOff.phase === 'finished') dropAllTargets",
      "if (oneOff.phase !== 'sending') dropAllTargets",
    ),
    tests: ['tests/workerd/one-off-continue.test.ts'],
  },
  {
    name: 'test-leaves-tomorrow',
    what: 'a test waits for the window and leaves the next day',
    rule: 'one-off-test',
    edits: one(
      'durable-objects/account-blast/one-off/one-off-rules.ts',
      'REFUSALS.test_paused[1] : (TEST_FAULTS[step.reason] ?? null)',
      'REFUSALS.test_paused[1] : null',
    ),
    tests: ['durable-objects/account-blast/one-off/one-off-rules.test.ts'],
  },
  {
    name: 'button-without-its-address',
    what: 'the line of a button lacks its address',
    rule: 'buttons',
    edits: one(
      'contract/sending/message-text.ts',
      "address !== '' ? `${button.title}: ${address}` : button.title || address",
      "address !== '' ? button.title : button.title || address",
    ),
    tests: ['contract/sending/message-text.test.ts'],
  },
  {
    name: 'query-skipped-after-a-crash',
    what: 'the numbers of a query that was lost in a crash are skipped',
    rule: 'number-checks',
    edits: one(
      'durable-objects/account-blast/number-check/next-check-step.ts',
      "  if (query) return { kind: 'ask-again' }\n",
      '',
    ),
    tests: ['tests/workerd/check-engine.test.ts'],
  },
  {
    name: 'number-twice-in-a-file',
    what: 'a number that stands twice in a file is asked twice',
    rule: 'validator-files',
    edits: one(
      'domain/sending/number-checks/read-source.ts',
      'targets.filter(({ number }) => this.seen.add(number))',
      'targets.filter(({ number }) => this.seen.add(number) || true)',
    ),
    tests: ['tests/workerd/check-files.test.ts'],
  },
]
