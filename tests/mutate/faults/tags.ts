// Faults that take away what tags and segments promise.
import type { Fault } from '../fault.ts'

const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]
const PERSON = ['tests/workerd/person-fields.test.ts']

export const TAGS: readonly Fault[] = [
  {
    name: 'segment-number-in-english',
    what: 'a condition takes 1.000 messages for one',
    edits: one(
      'web/features/recipients/segments/rule-rules.ts',
      "return 'value' in read ? read.value : Number.NaN",
      "return 'value' in read ? Number(typed) : Number.NaN",
    ),
    tests: ['web/features/recipients/segments/rule-rules.test.ts'],
  },
  {
    name: 'tag-passes-on',
    what: 'who is given another person’s row has their tags',
    rule: 'tags',
    edits: [
      {
        file: 'migrations/0062_tags_and_segments.sql',
        from: 'WHEN new.number <> old.number BEGIN',
        to: 'WHEN new.number = old.number BEGIN',
      },
    ],
    tests: ['tests/workerd/tags-and-segments.test.ts'],
  },
  {
    name: 'count-ends-early',
    what: 'a count says that it is exact after its first step',
    rule: 'segments',
    edits: [
      {
        file: 'domain/recipients/segments/store.ts',
        from: 'looked === rows ? last : null',
        to: 'looked > rows ? last : null',
      },
    ],
    tests: ['tests/workerd/tags-and-segments.test.ts'],
  },
  {
    name: 'whole-import-cancelled',
    what: 'an import is called cancelled although its last row came in while its file was hashed',
    rule: 'imports',
    edits: [
      {
        file: 'domain/recipients/imports/store.ts',
        from: "status = 'running' and cursor_bytes < size_bytes",
        to: "status = 'running'",
      },
    ],
    tests: ['tests/workerd/import-list.test.ts'],
  },
  {
    name: 'segment-of-one-number',
    what: 'a segment keeps a whole number, which no erasure finds there',
    rule: 'segments',
    edits: [{ file: 'contract/recipients/segments.ts', from: '/^62\\d{0,7}$/', to: '/^62/' }],
    tests: ['tests/workerd/segment-steps.test.ts'],
  },
  {
    name: 'tag-ends-under-a-segment',
    what: 'a tag is deleted although a segment that was saved a moment ago asks for it',
    rule: 'segments',
    edits: [{ file: 'domain/recipients/tags/store.ts', from: ' and not ${isAsked(id)}', to: '' }],
    tests: ['tests/workerd/segment-steps.test.ts'],
  },
  {
    name: 'file-ends-where-nobody-is',
    what: 'a segment’s file ends at the first step in which nobody is found',
    rule: 'segments',
    edits: [
      {
        file: 'worker/routes/recipients/segments.ts',
        from: 'if (people.length > 0 || next === null)',
        to: 'if (people.length >= 0)',
      },
    ],
    tests: ['tests/workerd/segment-steps.test.ts'],
  },
  {
    name: 'restored-tags-as-they-were-read',
    what: 'after a restoration a tag says how many had it when the backup read it',
    rule: 'tags',
    edits: [
      {
        file: 'domain/operation/backup/table-store.ts',
        from: 'update tags set people = (select count(*) from phone_tags where tag_id = tags.id)',
        to: 'select 1',
      },
    ],
    tests: ['tests/workerd/restore-lost.test.ts'],
  },
  {
    name: 'step-without-its-cursor',
    what: 'two runs of an act take the same step, and count it twice',
    rule: 'bulk-acts',
    edits: [
      {
        file: 'domain/recipients/bulk-acts/store.ts',
        from: "sql`status = 'running' and cursor = ${act.cursor}`",
        to: "sql`status = 'running'`",
      },
    ],
    tests: ['tests/workerd/bulk-acts.test.ts'],
  },
  {
    name: 'edited-since-goes-back',
    what: 'an act is taken back of whom somebody edited since',
    rule: 'bulk-acts',
    edits: [
      {
        file: 'domain/recipients/bulk-acts/undo-store.ts',
        from: 't.at >= ${moved.at}',
        to: 't.at < ${moved.at}',
      },
    ],
    tests: ['tests/workerd/bulk-acts.test.ts'],
  },
  {
    name: 'used-row-goes-with-its-import',
    what: 'an import takes rows with it to whom something was sent',
    rule: 'bulk-acts',
    edits: [
      {
        file: 'domain/recipients/bulk-acts/unimport-store.ts',
        from: 'sql`not (${WRITTEN} or ${STOPPED}',
        to: 'sql`not (${STOPPED}',
      },
    ],
    tests: ['tests/workerd/bulk-ends.test.ts'],
  },
  {
    name: 'field-of-who-stopped',
    what: 'an import keeps values of people who stopped',
    rule: 'recipient-fields',
    edits: [
      {
        file: 'domain/recipients/fields/store.ts',
        from: "where ${notSkippedFor(jobId, 'suppressed')}",
        to: 'where true',
      },
    ],
    tests: ['tests/workerd/recipient-fields.test.ts'],
  },
  {
    name: 'value-for-who-stopped',
    what: 'the office gives a value to a person who stopped',
    rule: 'recipient-fields',
    edits: one('domain/recipients/phone-numbers/save-phones.ts', '1 && !isOther && Object', '2 && !isOther && Object'),
    tests: PERSON,
  },
  {
    name: 'value-emptied-and-kept',
    what: 'a value that was emptied stands there as an empty one, and no fallback in its place',
    rule: 'recipient-fields',
    edits: one('domain/recipients/fields/store.ts', 'value || null', 'value'),
    tests: PERSON,
  },
  {
    name: 'values-off-the-record',
    what: 'the audit log does not say which value somebody changed',
    rule: 'recipient-fields',
    edits: one('worker/routes/recipients/phone-numbers.ts', '...edit, ...inBraces(changed)', '...edit'),
    tests: PERSON,
  },
  {
    name: 'field-without-fallback',
    what: 'who has no value reads nothing in its place',
    rule: 'recipient-fields',
    edits: [{ file: 'contract/sending/message-text.ts', from: '|| plainValue(fallback)', to: "|| ''" }],
    tests: ['tests/workerd/recipient-fields.test.ts'],
  },
  {
    name: 'field-that-is-gone',
    what: 'a field is deleted while an active template asks for it',
    rule: 'recipient-fields',
    edits: [
      {
        file: 'domain/recipients/fields/store.ts',
        from: "refuseIf(db, 'field_in_use', ASKED_FOR(key))",
        to: "refuseIf(db, 'field_in_use', sql`0`)",
      },
    ],
    tests: ['tests/workerd/recipient-fields.test.ts'],
  },
  {
    name: 'import-keeps-its-tagged',
    what: 'an import that gave a tag cannot be taken back',
    rule: 'tags',
    edits: [
      { file: 'domain/recipients/bulk-acts/unimport-store.ts', from: 'and x.tag_id not in (', to: 'and 0 not in (' },
    ],
    tests: ['tests/workerd/recipient-fields.test.ts'],
  },
  {
    name: 'thirty-conditions-bound',
    what: 'a segment that asks for twenty campaigns is refused by the database, whose statements take a hundred values',
    rule: 'segments',
    edits: one('domain/recipients/segments/rule-store.ts', 'sql.raw(BigInt(value).toString())', 'sql`${value}`'),
    tests: ['tests/workerd/segment-steps.test.ts'],
  },
  {
    name: 'thirty-conditions-deep',
    what: 'a segment of thirty conditions is refused by the database, whose expressions go down a hundred steps',
    rule: 'segments',
    edits: one('domain/recipients/segments/rule-store.ts', 'parts.length >> 1', 'parts.length - 1'),
    tests: ['tests/workerd/segment-steps.test.ts'],
  },
  {
    name: 'first-of-two-number-columns',
    what: 'of two columns that both are the number the first is imported, and nobody is asked',
    rule: 'imports',
    edits: [
      {
        file: 'domain/recipients/imports/read-file.ts',
        from: 'const two = chosen ? null : twoNumbers(kind, cells)',
        to: 'const two = chosen ? null : twoNumbers(kind, cells.slice(0, 1))',
      },
    ],
    tests: ['domain/recipients/imports/read-file.test.ts'],
  },
  {
    name: 'topic-lost-at-its-release',
    what: 'what is said of a source’s topic at its release is not written',
    edits: [
      {
        file: 'domain/recipients/sources/hold-store.ts',
        from: ', topic = ${who.topic}',
        to: '',
      },
    ],
    tests: ['tests/workerd/segment-engaged.test.ts'],
  },
  {
    name: 'tagging-of-another-unlogged',
    what: 'a tag is given as of nobody where another person’s act says the same',
    edits: [
      {
        file: 'domain/recipients/segments/store.ts',
        from: 'and l.actor_id = ${by}\n',
        to: '\n',
      },
    ],
    tests: ['tests/workerd/segment-steps.test.ts'],
  },
  {
    name: 'who-stopped-rests',
    what: 'who may not be sent to counts as resting',
    edits: [
      {
        file: 'domain/recipients/segments/store.ts',
        from: 'sum(is_in and may and last_attempt_at >',
        to: 'sum(is_in and last_attempt_at >',
      },
    ],
    tests: ['tests/workerd/tags-and-segments.test.ts'],
  },
]
