// Faults that take away what notes about people, what changed at settings, and lists promise.
import type { Fault } from '../fault.ts'

const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]
const NOTES = ['tests/workerd/data-requests.test.ts']
const CHANGES = ['tests/workerd/settings.test.ts']
const BEYOND = ['tests/workerd/list-beyond.test.ts']

export const PEOPLE: readonly Fault[] = [
  {
    name: 'note-of-a-colleague-deleted',
    what: 'an admin deletes what another one wrote',
    rule: 'notes',
    edits: one(
      'worker/routes/recipients/notes.ts',
      "note.by !== who.id && who.role !== 'dev'",
      "note.by !== who.id && who.role === 'staff'",
    ),
    tests: NOTES,
  },
  {
    name: 'note-outlives-its-row',
    what: 'a note stays when the row of its person is deleted or erased',
    rule: 'notes',
    edits: one(
      'migrations/0072_notes.sql',
      'AFTER DELETE ON `phone_numbers` BEGIN',
      'AFTER DELETE ON `phone_numbers` WHEN old.id < 0 BEGIN',
    ),
    tests: NOTES,
  },
  {
    name: 'note-passes-on',
    what: 'who is given another person’s row has their notes',
    rule: 'notes',
    edits: one(
      'migrations/0072_notes.sql',
      'WHEN new.number <> old.number BEGIN',
      'WHEN new.number = old.number BEGIN',
    ),
    tests: NOTES,
  },
  {
    name: 'note-in-the-log',
    what: 'the audit log has the words of a note, which no erasure takes from there',
    rule: 'notes',
    edits: one(
      'worker/routes/recipients/notes.ts',
      'text }, audit(written, target))',
      'text }, audit(written, target, undefined, { text }))',
    ),
    tests: NOTES,
  },
  {
    name: 'note-unshown',
    what: 'a data request leaves out what the office wrote down',
    rule: 'notes',
    edits: one(
      'domain/recipients/notes/store.ts',
      'where n.number_id = ${number} order',
      'where n.user_id = ${number} order',
    ),
    tests: NOTES,
  },
  {
    name: 'note-says-its-writer',
    what: 'a member’s own file says which colleague wrote about them',
    rule: 'notes',
    edits: [
      ...one(
        'domain/privacy/own-data/own-data-store.ts',
        'select n.id as place, n.text, n.at from',
        'select n.id as place, n.text, n.at, n.by from',
      ),
      ...one(
        'domain/privacy/own-data/own-data-store.ts',
        'text: row.text, createdAt: iso(row.at)',
        '...row, text: row.text, createdAt: iso(row.at)',
      ),
    ],
    tests: NOTES,
  },
  {
    name: 'notes-without-end',
    what: 'there is no limit to the notes about one person',
    rule: 'notes',
    edits: one('domain/recipients/notes/store.ts', ') >= ${NOTES_MAX}`)', ') >= ${NOTES_MAX} + 100`)'),
    tests: NOTES,
  },
  {
    name: 'setting-changed-by-the-first',
    what: 'a setting names who changed it first, not last',
    rule: 'setting-changes',
    edits: one('domain/ground/settings/changes-store.ts', 'max(a.id) as entry', 'min(a.id) as entry'),
    tests: CHANGES,
  },
  {
    name: 'setting-changed-by-a-stranger',
    what: 'a setting that a release or a hand changed names who changed it before',
    rule: 'setting-changes',
    edits: one('domain/ground/settings/changes-store.ts', '|| is !== String(now[field])', ''),
    tests: CHANGES,
  },
  {
    name: 'list-ends-at-its-count',
    what: 'of a search that finds more than is counted, the rows behind the count are in no page',
    rule: 'list-search',
    edits: one(
      'worker/routes/recipients/phone-numbers.ts',
      'if (first.total < COUNT_MAX && ',
      'if (first.total <= COUNT_MAX && ',
    ),
    tests: BEYOND,
  },
  {
    name: 'count-is-taken-for-the-end',
    what: 'deep pages of a search are read from the end of its count, which is not the end of the list',
    rule: 'list-search',
    edits: one('domain/ground/db/list-store.ts', 'total === COUNT_MAX ? {', 'total < 0 ? {'),
    tests: BEYOND,
  },
  {
    name: 'log-ends-at-its-count',
    what: 'a search of the audit log that finds much leaves out its newest entries',
    rule: 'list-search',
    edits: one(
      'domain/record/audit/list-store.ts',
      '(count?.reach ?? 0) < COUNT_MAX',
      '(count?.reach ?? 0) <= COUNT_MAX',
    ),
    tests: BEYOND,
  },
  {
    name: 'consent-of-later',
    what: 'a message is said to be sent under a consent that came after it',
    rule: 'timeline',
    edits: one('domain/privacy/timeline/rules.ts', 'at <= Date.parse(event.at)', 'at > 0'),
    tests: ['tests/workerd/timeline.test.ts'],
  },
  {
    name: 'message-of-no-campaign',
    what: 'a number’s page says of every message of a campaign that it was of the standing blast',
    rule: 'timeline',
    edits: one('durable-objects/account-blast/privacy/kept.ts', 'campaign: one.campaign', 'campaign: null'),
    tests: ['tests/workerd/timeline-names.test.ts'],
  },
  {
    name: 'asked-again-is-no-consent',
    what: 'a message to somebody who asked for messages again is said to be sent under no consent, or an older one',
    rule: 'timeline',
    edits: one('domain/privacy/timeline/store.ts', "k.event in ('granted', 'opt_in')", "k.event = 'granted'"),
    tests: ['tests/workerd/timeline.test.ts'],
  },
  {
    name: 'unread-file-unnamed',
    what: 'a campaign whose file could not be read looks like one that the person is not in',
    rule: 'timeline',
    edits: one(
      'domain/privacy/timeline/read-timeline.ts',
      'campaigns: found, silent, after: last',
      'campaigns: found, silent: [], after: last',
    ),
    tests: ['tests/workerd/timeline.test.ts'],
  },
  {
    name: 'everybody-but-files',
    what: 'who asks everybody about a number is not told of campaigns whose people are in files',
    rule: 'timeline',
    edits: one('domain/privacy/timeline/read-timeline.ts', "? 'campaigns:' :", '? null :'),
    tests: ['tests/workerd/timeline.test.ts'],
  },
  {
    name: 'silence-of-everybody',
    what: 'an account that does not answer whoever asks everybody is not named',
    rule: 'timeline',
    edits: one('domain/privacy/data-requests/show-number.ts', 'silent.push(account)', 'void account'),
    tests: ['tests/workerd/timeline.test.ts'],
  },
  {
    name: 'fewer-and-promised',
    what: 'a number’s page promises the messages of ninety days of an account that has fewer',
    rule: 'timeline',
    edits: one('domain/privacy/timeline/rules.ts', "Date.parse(since ?? '') || 0", '0 * (since?.length ?? 0)'),
    tests: ['tests/workerd/timeline.test.ts'],
  },
  {
    name: 'lost-and-whole',
    what: 'an account’s object that was lost comes back with the messages of thirty days and says that it has all',
    rule: 'backup',
    edits: one(
      'durable-objects/account-blast/backup/restore.ts',
      '  noteGone(core.sql, since - MESSAGE_BACKUP_DAYS * DAY_MS)\n',
      '',
    ),
    tests: ['tests/workerd/restore.test.ts'],
  },
  {
    name: 'backup-of-two-nights-short',
    what: 'an object that is read two nights after the cut leaves out messages of the thirty days that it says it has after a loss',
    rule: 'backup',
    edits: one(
      'durable-objects/account-blast/tables/rows-store.ts',
      'MESSAGE_BACKUP_DAYS + NIGHTS_LONGEST',
      'MESSAGE_BACKUP_DAYS',
    ),
    tests: ['tests/workerd/backup.test.ts'],
  },
  {
    name: 'emptied-and-whole',
    what: 'a removed account that has emptied itself is said to have every message',
    rule: 'timeline',
    edits: one('durable-objects/account-blast/privacy/kept.ts', 'allSince(sql) ?? emptiedBy(core)', 'allSince(sql)'),
    tests: ['tests/workerd/object-retention.test.ts'],
  },
  {
    name: 'old-and-open-left-out',
    what: 'a backup leaves out messages of over thirty days ago of which nobody knows what became',
    rule: 'backup',
    edits: one(
      'durable-objects/account-blast/tables/rows-store.ts',
      " or outcome in ('pending', 'unknown')`,\n}",
      '`,\n}',
    ),
    tests: ['tests/workerd/backup.test.ts'],
  },
  {
    name: 'link-taken-off-the-record',
    what: 'somebody of the office takes a person’s link, and stops or erases them by it, without a word in the audit log',
    rule: 'page-link',
    edits: one(
      'worker/routes/recipients/phone-numbers.ts',
      "  await runBatch(db, audit('phonenumber.link', String(row.id)))\n",
      '',
    ),
    tests: ['tests/workerd/recipients.test.ts'],
  },
  {
    name: 'last-admin-is-paused',
    what: 'two admins pause each other, or take each other’s role, at the same moment, and nobody can run the place',
    rule: 'person-status',
    edits: [
      {
        file: 'domain/people/users/status-store.ts',
        from: "and o.id <> users.id and o.status = 'active'",
        to: "and o.id <> users.id and o.status <> 'closed'",
      },
    ],
    tests: ['tests/workerd/person-closed.test.ts'],
  },
]
