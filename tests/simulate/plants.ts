// Faults that the engine once had, each as the few words of source that bring it back. The simulator must find all of them.

import type { Fault } from '../mutate/fault.ts'

const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]
const blast = (path: string): string => `durable-objects/account-blast/${path}`

export const PLANTS: readonly Fault[] = [
  {
    name: 'renewal-forgotten',
    what: 'the time of the last renewal is lost with the socket: a runner is fenced, and another logs in while it still may',
    edits: one(blast('session/lease.ts'), '  holder.renewedAt = Math.max(holder.renewedAt, renewedBy(core, ws))\n', ''),
  },
  {
    name: 'logs-in-at-once',
    what: 'a runner is fenced with its socket, and the next one logs in although that one may still believe in its lease',
    edits: [
      {
        file: blast('session/connection.ts'),
        from: 'if (generation === doc.vaultGeneration && doc.mayBeOpenUntil > core.now())',
        to: 'if (doc.mayBeOpenUntil < 0)',
      },
      {
        file: blast('session/lease.ts'),
        from: 'if (core.now() < end) {',
        to: 'if (core.now() < end && core.socket()) {',
      },
      {
        file: blast('session/lease.ts'),
        from: "  holder.connected = false\n  core.setTimer('lease', leaseEnd(core, holder.renewedAt))\n}\n\n/** The object woke",
        to: "  holder.connected = false\n  core.setTimer('lease', core.now())\n}\n\n/** The object woke",
      },
    ],
  },
  {
    name: 'epochs-in-a-loop',
    what: 'each try to find a runner mints an epoch, also while there is none',
    edits: [{ file: blast('session/lease.ts'), from: 'if (doc.runner) fence(core)', to: 'fence(core)' }],
  },
  {
    name: 'buffered-again',
    what: 'a message that comes back unsent puts its number into the buffer again',
    edits: one(
      blast('outcome/on-result.ts'),
      '  noteStrayClaims(core)\n  scheduleOpen(core)\n',
      `  doc.buffer.unshift({ id: attempt.number_id, number: attempt.number, name: attempt.name })\n  scheduleOpen(core)\n`,
    ),
  },
  {
    name: 'lid-known-by-nobody',
    what: 'a stop known by LID only reaches no account that learns the mapping later',
    edits: one(
      'domain/money/settlement/settle-batches.ts',
      'for (const { lid, via, by, ...stop } of known.lidStops)',
      'for (const { lid, via, by, ...stop } of known.lidStops.slice(0, 0))',
    ),
  },
  {
    name: 'lid-behind-its-receipt',
    what: 'a LID that comes with an answer behind its receipt is not told to the list',
    edits: one(
      blast('opt-outs/opt-outs.ts'),
      'if (isNew && !isInResult) {',
      'if (isNew && !isInResult && core.account.claim < 0) {',
    ),
  },
  {
    name: 'erased-in-vain',
    what: 'a row that was deleted while its answer got lost: nobody asks the account that holds the number',
    edits: one(
      'domain/recipients/suppressions/claims-store.ts',
      '(${where}) and in_use = 1',
      '(${where}) and in_use = 2',
    ),
  },
  {
    name: 'no-deadline',
    what: 'a message that was held up leaves however late it is',
    edits: one(
      'runner/account-session.ts',
      "return this.#link.clock.now() > notAfter ? 'late' : null",
      'return this.#link.clock.now() > notAfter + 1e9 ? null : null',
    ),
  },
  {
    name: 'window-without-end',
    what: 'a message that was held up leaves after the sending window closed',
    edits: one(blast('send/send-command.ts'), 'leavesBefore ?? youngEnough', 'leavesBefore === -1 ? 0 : youngEnough'),
  },
  {
    name: 'interval-from-the-start',
    what: 'the interval does not start over at the end of a message',
    edits: one(blast('send/pace.ts'), 'doc.nextSendAt = now + doc.gapMs', 'doc.nextSendAt = now'),
  },
  {
    name: 'refused-is-a-no',
    what: 'a refused question counts as “not on WhatsApp”',
    edits: one(
      'runner/sender.ts',
      "this.#report(command, release, { start, outcome: 'failed', reason, backoffS })",
      "this.#report(command, release, reason === 'refused' ? { start, outcome: 'not_registered' } : { start, outcome: 'failed', reason, backoffS })",
    ),
  },
  {
    name: 'left-out-is-a-no',
    what: 'a number that WhatsApp leaves out of its answer counts as “not on WhatsApp”',
    edits: one(
      'runner/account-session.ts',
      'const results = [...found].map(([number, registered]) => ({ number, registered }))',
      'const results = numbers.map((number) => ({ number, registered: found.get(number) ?? false }))',
    ),
  },
  {
    name: 'asks-without-pause',
    what: 'after a refusal WhatsApp is asked again without a growing pause',
    edits: [
      { file: blast('outcome/on-result.ts'), from: 'run.refusedUntil = core.now() +', to: 'run.refusedUntil = 0 *' },
    ],
  },
  {
    name: 'code-refused-silently',
    what: 'a refused pairing code is not said: the page waits on',
    edits: one(blast('turn/runner-facts.ts'), 'return onCodeRefused(core, fact)', 'return void onCodeRefused'),
  },
  {
    name: 'truths-die-with-their-epoch',
    what: 'results, receipts and opt-outs of an older epoch are thrown away and acknowledged',
    edits: one(
      blast('turn/runner-facts.ts'),
      'if (fact && OUTLIVES_ITS_EPOCH.has(fact.kind)) await onFact(core, fact, false)',
      'void OUTLIVES_ITS_EPOCH',
    ),
  },
  {
    name: 'acknowledged-unstored',
    what: 'WhatsApp is told that we have what the object has not stored',
    edits: one(
      'runner/store-before-ack.ts',
      'const timer = setTimeout(this.#ports.notStored, this.#ports.storeMs)',
      'const timer = setTimeout(stored, this.#ports.storeMs / 20)',
    ),
  },
  {
    name: 'not-repaired',
    what: 'a recipient who could not read a message asks for it again in vain',
    edits: one(
      blast('outcome/repair.ts'),
      'return may ? renderContent(sent.content, sent) : null',
      'return may && messageId === "" ? renderContent(sent.content, sent) : null',
    ),
  },
  {
    name: 'repaired-for-the-erased',
    what: 'somebody who was erased or suppressed is sent a message again',
    edits: one(
      blast('outcome/repair.ts'),
      'return may ? renderContent(sent.content, sent) : null',
      'return may || messageId !== "" ? renderContent(sent.content, sent) : null',
    ),
    // history 317 is the first that breaks it
    tests: ['tests/workerd/sends.test.ts'],
  },
  {
    name: 'shorter-limit-wins',
    what: 'a shorter or unknown end of a restriction replaces a known longer one',
    rule: 'restricted',
    edits: [
      { file: blast('document/restriction-rules.ts'), from: 'Math.max(restrictions[cause] ?? 0, end)', to: 'end' },
    ],
    tests: ['durable-objects/account-blast/document/restriction-rules.test.ts'],
  },
  {
    name: 'below-zero-after-reset',
    what: 'a late receipt after a reset takes from counters that know nothing of it',
    edits: one(blast('outcome/outcomes.ts'), 'attempt.counted_in === core.account.resets', 'attempt.counted_in >= 0'),
  },
  {
    name: 'fail-of-another-day',
    what: 'a late receipt takes a failure from a day that did not count it',
    edits: one(
      'domain/money/settlement/rules.ts',
      'r.fromAt ?? Math.min(r.at, r.attemptedAt + UNKNOWN_TO_FAIL_MS)',
      'r.at',
    ),
  },
  {
    name: 'unreadable-for-ever',
    what: 'a session that cannot be read is tried again without its rows, and never comes to rest',
    edits: one(
      blast('session/connection.ts'),
      'if (closed.code === SESSION_UNREADABLE) await leaveUnreadable(core)',
      'if (closed.code === -1) await leaveUnreadable(core)',
    ),
  },
  {
    name: 'fails-without-a-word',
    what: 'a claim that fails for good counts as overload: the run goes on for ever',
    edits: one(blast('claim/claim-rules.ts'), 'run.claimFaults + (failed.passes ? 0 : 1)', 'run.claimFaults'),
  },
  {
    name: 'overload-ends-the-run',
    what: 'an overload of D1 counts as an error that does not pass, and ends the run',
    rule: 'overload-waits',
    edits: one(
      'domain/ground/db/overload.ts',
      'if (PASSING.test(e.message)) return true',
      "if (PASSING.test('')) return true",
    ),
    tests: ['domain/ground/db/overload.test.ts'],
  },
  {
    name: 'erased-but-not-everywhere',
    what: 'erasing a person leaves their keys in the vault',
    rule: 'erasure',
    edits: one(blast('privacy/erase.ts'), '  dropOwners(core.sql, owners)\n', '  void dropOwners\n'),
    tests: ['tests/workerd/erasure.test.ts'],
  },
  {
    name: 'erased-by-its-holder-only',
    what: 'erasing a person reaches only the account that holds the number',
    edits: one(
      'domain/privacy/erasures/continue-erasures.ts',
      'answers: await Promise.allSettled(ids.map((id) => ports.eraseIn(id, number)))',
      'answers: await Promise.allSettled(ids.map(async (id) => void [id, ports]))',
    ),
  },
  {
    name: 'timers-lost-with-their-object',
    what: 'an object that dies while it calls D1 or another object forgets its timers, until somebody happens to wake it',
    edits: one(blast('core/stored.ts'), '    void this.#alarm.noLater(timersOf(this.doc)[0]?.due)\n', ''),
  },
]
