// Faults that take away a rule of Permission, one each, where no other kept fault does.
import type { Fault } from '../fault.ts'

const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]

export const PERMISSION_RULES: readonly Fault[] = [
  {
    name: 'active-without-consent',
    what: 'a number that nobody agreed for is made active',
    rule: 'consent-proof',
    edits: one(
      'domain/recipients/phone-numbers/rules.ts',
      "const consents = consent === 'keep' ? was.consentAt !== null : consent !== 'none'",
      "const consents = consent !== 'none'",
    ),
    tests: ['domain/recipients/phone-numbers/rules.test.ts'],
  },
  {
    name: 'source-of-one-sign',
    what: 'a dot is taken for the place where somebody agreed',
    rule: 'consent-words',
    edits: one('contract/recipients/consent-source.ts', '?? 0) >= LETTERS_MIN', '?? 0) >= 0'),
    tests: ['contract/recipients/consent-source.test.ts'],
  },
  {
    name: 'consent-without-history',
    what: 'that somebody agreed stands with their number alone, and goes with it',
    rule: 'consent-history',
    edits: one(
      'domain/recipients/phone-numbers/store.ts',
      'const history = consent\n',
      'const history = consent?.by === null\n',
    ),
    tests: ['tests/workerd/consents.test.ts'],
  },
  {
    name: 'consents-not-shown',
    what: 'who asks what is kept about them does not hear what they agreed to',
    rule: 'data-request',
    edits: one(
      'domain/privacy/data-requests/store.ts',
      'where h.hash in ${theirs}\n',
      'where h.hash in ${theirs} and h.id < 0\n',
    ),
    tests: ['tests/workerd/data-requests.test.ts'],
  },
  {
    name: 'rows-kept-for-ever',
    what: 'rows stay after their time',
    rule: 'retention',
    edits: one(
      'domain/operation/retention/store.ts',
      'else if (isTimed) await purge(',
      'else if (isTimed && own) await purge(',
    ),
    tests: ['tests/workerd/retention.test.ts'],
  },
  {
    name: 'backup-in-the-clear',
    what: 'a backup is readable by anyone who has the bucket',
    rule: 'backup',
    edits: one(
      'domain/operation/backup/seal.ts',
      'new Uint8Array(await crypto.subtle.encrypt(aes(iv, name), key, packed))',
      'packed.slice(key.usages.length * 0)',
    ),
    tests: ['domain/operation/backup/seal.test.ts'],
  },
  {
    name: 'months-without-a-backup',
    what: 'a backup that is the only one of its month goes after 38 days',
    rule: 'backup-retention',
    edits: one('domain/operation/backup/retention-rules.ts', 'return !isNewest && now - at', 'return now - at'),
    tests: ['domain/operation/backup/retention-rules.test.ts'],
  },
  {
    name: 'deleted-under-its-lock',
    what: 'parts of a backup are deleted while they are locked',
    rule: 'backup-lock',
    edits: one(
      'domain/operation/backup/locks.ts',
      'now - BACKUP_DAYS * DAY_MS - MARGIN_MS',
      'now + BACKUP_DAYS * MARGIN_MS',
    ),
    tests: ['tests/workerd/backup-locks.test.ts'],
  },
  {
    name: 'old-drill-untold',
    what: 'nobody is told that no backup was opened for 35 days',
    rule: 'restore-drill',
    edits: one(
      'domain/operation/troubles/judge-rules.ts',
      'badIf(now - drill.since > DRILL_LATE_MS)',
      'badIf(now - drill.since > 2 * DRILL_LATE_MS)',
    ),
    tests: ['domain/operation/troubles/rules.test.ts'],
  },
  {
    name: 'nothing-at-the-second-place',
    what: 'the second place gets neither backup nor journal',
    rule: 'second-place',
    edits: one('worker/second-place.ts', 'await keepSecond({', 'if (clock() < 0) await keepSecond({'),
    tests: ['tests/workerd/backup-locks.test.ts'],
  },
  {
    name: 'stop-without-journal',
    what: 'a stop is not in the journal before the database has it',
    rule: 'journal',
    edits: one(
      'domain/recipients/suppressions/suppress.ts',
      'await ports.journal?.({',
      "if (hash === '') await ports.journal?.({",
    ),
    tests: ['tests/workerd/backup.test.ts'],
  },
  {
    name: 'found-is-agreed',
    what: 'numbers that a generator found are written to',
    rule: 'found-numbers',
    edits: one(
      'domain/sending/number-checks/list-found.ts',
      'consent: null, now',
      'consent: { source: jobId, by: jobId }, now',
    ),
    tests: ['tests/workerd/check-engine.test.ts'],
  },
  {
    name: 'word-of-a-stop-unread',
    what: 'who answers STOP goes on getting messages',
    rule: 'opt-out-words',
    edits: one('contract/recipients/opt-out.ts', '(OPT_OUT_WORDS as readonly string[]).includes(reply) || ', ''),
    tests: ['contract/recipients/opt-out.test.ts'],
  },
  {
    name: 'own-words-unread',
    what: 'who asks in their own words to be left alone goes on getting messages',
    rule: 'own-words',
    edits: one('contract/recipients/replies.ts', 'words.length <= STOP_MAX_WORDS', 'words.length < STOP_MAX_WORDS'),
    tests: ['contract/recipients/stop-replies.test.ts'],
  },
  {
    name: 'friends-are-stopped',
    what: 'what a member’s friends say among themselves stops them, and they are answered',
    rule: 'own-words',
    edits: one(
      'durable-objects/account-blast/opt-outs/opt-outs.ts',
      'if (!isKeyword && (number === null || !hasWrittenTo(core.sql, number))) return',
      'if (!isKeyword && number === null) return',
    ),
    tests: ['tests/workerd/own-words.test.ts'],
  },
  {
    name: 'snooze-forgotten-by-delete',
    what: 'whose row is deleted and made again is written to during their snooze',
    rule: 'snooze',
    edits: one(
      'domain/recipients/phone-numbers/store.ts',
      '${flagNow(sql`${phone.number}`, {',
      '${flagNow(sql`${phone.name}`, {',
    ),
    tests: ['tests/workerd/own-words.test.ts'],
  },
  {
    name: 'friends-are-told',
    what: 'a friend of a member who writes INFO learns that there is a list',
    rule: 'info-answer',
    edits: one(
      'durable-objects/account-blast/opt-outs/infos.ts',
      'if (!hasWrittenTo(core.sql, number) || isErased(core, number)) return',
      'if (isErased(core, number)) return',
    ),
    tests: ['tests/workerd/own-words.test.ts'],
  },
  {
    name: 'held-until-marked',
    what: 'people of a source that is held are written to until the cron has marked them',
    rule: 'source-hold',
    edits: one(
      'domain/sending/blast/run-rules-store.ts',
      'sql`${CLAIMABLE} and ${NOT_HELD} and ${notWeak(now)}`',
      'sql`${CLAIMABLE} and (${NOT_HELD} or true) and ${notWeak(now)}`',
    ),
    tests: ['tests/workerd/source-hold.test.ts'],
  },
  {
    name: 'weak-until-marked',
    what: 'people whose consent does not suffice are written to until the cron has marked them',
    rule: 'consent-grade',
    edits: one(
      'domain/sending/blast/run-rules-store.ts',
      'sql`${CLAIMABLE} and ${NOT_HELD} and ${notWeak(now)}`',
      'sql`${CLAIMABLE} and ${NOT_HELD} and (${notWeak(now)} or true)`',
    ),
    tests: ['tests/workerd/consent-grades.test.ts'],
  },
  {
    name: 'released-without-a-look',
    what: 'who looked at an earlier hold releases a later one',
    rule: 'source-hold',
    edits: one(
      'domain/recipients/sources/hold-store.ts',
      'where name = ${name} and held_at = ${who.heldAt})`',
      'where name = ${name} and held_at >= ${who.heldAt})`',
    ),
    tests: ['tests/workerd/source-hold.test.ts'],
  },
  {
    name: 'dispute-is-no-stop',
    what: 'who says that they never agreed is written down and goes on getting messages',
    rule: 'recipient-page',
    edits: one(
      'worker/routes/recipients/suppressions.ts',
      'await suppressNow(context, who, disputeStatements(db, { number, hashes, now }))',
      'await runBatch(db, disputeStatements(db, { ...who, number, hashes, now }))',
    ),
    tests: ['tests/workerd/recipient-page.test.ts'],
  },
  {
    name: 'no-way-out',
    what: 'a message does not say how to end them',
    rule: 'way-out',
    edits: one('contract/sending/message-text.ts', "stops ? '' : OPT_OUT_LINE", "stops ? '' : OPT_OUT_LINE.slice(99)"),
    tests: ['contract/sending/message-text.test.ts'],
  },
  {
    name: 'no-cooldown',
    what: 'a person gets messages one after another',
    rule: 'cooldown',
    edits: one(
      'domain/sending/blast/run-rules-store.ts',
      'else ${request.now} - ${COOLDOWN_H} * 3600000 end`',
      'else ${request.now} end`',
    ),
    tests: ['tests/workerd/claim-rules.test.ts'],
  },
  {
    name: 'window-always-open',
    what: 'messages leave in the night',
    rule: 'sending-window',
    edits: one(
      'domain/sending/blast/rules.ts',
      '  if (open) return null\n',
      '  if (open || minute >= 0) return null\n',
    ),
    tests: ['domain/sending/blast/rules.test.ts'],
  },
  {
    name: 'no-cap-of-the-day',
    what: 'an account sends more than its messages of a day',
    rule: 'daily-cap',
    edits: one(
      'domain/sending/blast/rules.ts',
      'if (used.today >= used.cap) return',
      'if (used.today > 10 * used.cap) return',
    ),
    tests: ['domain/sending/blast/rules.test.ts'],
  },
  {
    name: 'lookups-without-a-cap',
    what: 'a sender looks up more numbers a day than it may',
    rule: 'lookup-cap',
    edits: [
      {
        file: 'durable-objects/account-blast/number-check/next-check-step.ts',
        from: 'cap: rules.cap }',
        to: 'cap: 1e9 }',
      },
      {
        file: 'durable-objects/account-blast/number-check/next-check-step.ts',
        from: 'const left = rules.cap - ',
        to: 'const left = 1e9 - ',
      },
    ],
    tests: ['tests/workerd/check-engine.test.ts'],
  },
  {
    name: 'linked-without-a-yes',
    what: 'a member links an account without having agreed to what they lend',
    rule: 'informed-consent',
    edits: one('domain/sending/whatsapp/rules.ts', "'record' : 'missing'", "'record' : 'none'"),
    tests: ['domain/sending/whatsapp/rules.test.ts'],
  },
  {
    name: 'no-floor-in-production',
    what: 'in production the interval is set to nothing',
    rule: 'production-floors',
    edits: one(
      'domain/ground/settings/rules.ts',
      'if (production && next.interval_floor',
      'if (!production && next.interval_floor',
    ),
    tests: ['domain/ground/settings/rules.test.ts'],
  },
]
