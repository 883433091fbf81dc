// Faults in the sealed record and its proof.
import type { Fault } from '../fault.ts'

const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]
const at = (file: string): string => `domain/record/record/${file}`
const STOPS = ['tests/workerd/sealed-stops.test.ts']
const IMPORTS = ['tests/workerd/sealed-imports.test.ts']

const RANGES = 'domain/recipients/suppressions/range-store.ts'

export const RECORD: readonly Fault[] = [
  {
    name: 'imported-consent-is-not-read',
    what: 'the history of a person leaves out what an import brought',
    rule: 'import-consents',
    edits: one(
      RANGES,
      'where p.number = ${number} and ${STANDS}',
      'where false and p.number = ${number} and ${STANDS}',
    ),
    tests: ['tests/workerd/import-consents.test.ts'],
  },
  {
    name: 'left-consent-loses-its-place',
    what: 'the consent of who was deleted comes after their withdrawal',
    edits: one(RANGES, 'select l.id, ${hashes[0]}', 'select null, ${hashes[0]}'),
    tests: ['tests/workerd/import-consents-left.test.ts'],
  },
  {
    name: 'left-consent-waits-for-ever',
    what: 'a deletion by a version before leaves the consent without its hash',
    edits: one(
      'worker/cron-tasks.ts',
      'await keepAllLeft(db, () => ringForStops(env))',
      'void [keepAllLeft, ringForStops, env, db]',
    ),
    tests: ['tests/workerd/import-consents-left.test.ts'],
  },
  {
    name: 'range-is-not-counted',
    what: 'what an import is said to have brought beside its rows of the history may be any number',
    edits: one(at('read.ts'), 'last_id - first_id + 1 as n', '0 as n'),
    tests: ['tests/workerd/import-consents.test.ts'],
  },
  {
    name: 'stop-without-a-number-is-not-asked',
    what: 'who empties a stop’s number, as an erasure does, takes it off the list unseen',
    rule: 'sealed-consent',
    edits: one(
      at('read.ts'),
      "byHash ? `h.event in ('opt_out', 'erased')`",
      "byHash ? `h.event in ('opt_out', 'erased') and h.number is not null`",
    ),
    tests: STOPS,
  },
  {
    name: 'erasure-is-not-asked',
    what: 'an erased person is taken off the list unseen',
    edits: one(at('read.ts'), "byHash ? `h.event in ('opt_out', 'erased')`", "byHash ? `h.event = 'opt_out'`"),
    tests: STOPS,
  },
  {
    name: 'earlier-lift-excuses-a-stop',
    what: 'a lift excuses every stop of its person that comes after it',
    edits: one(at('read.ts'), ' and l.import_no is null and l.id > h.id`', ' and l.import_no is null`'),
    tests: STOPS,
  },
  {
    name: 'lift-of-the-number-unheard',
    what: 'a stop that a version before lifted under another hash of its number is named as gone',
    edits: one(at('read.ts'), '\n               and not exists (${LIFTED} and l.number = h.number)`', '`'),
    tests: STOPS,
  },
  {
    name: 'asked-on-the-day-of-the-deploy',
    what: 'what a version before erased and lifted on the day of the deploy is named as gone',
    edits: one(at('verify.ts'), 'const byHash = isByHash(ends)', 'const byHash = isByHash(parts)'),
    tests: STOPS,
  },
  {
    name: 'demand-is-not-sealed',
    what: 'that a day’s stops are asked for by their hash can be taken back without a word',
    rule: 'record-chain',
    edits: one(at('chain.ts'), "...(part.byHash ? ['by hash'] : [])", '...(part.byHash ? [] : [])'),
    tests: STOPS,
  },
  {
    name: 'gap-between-days',
    what: 'entries between two closed days are in none, and nobody is told',
    rule: 'record-chain',
    edits: one(at('verify.ts'), "if ('after' in part && part.after !== after) note('link', table)", ''),
    tests: STOPS,
  },
  {
    name: 'lift-of-one-hash-alone',
    what: 'a stop that a lift takes along, of a LID, is named as gone',
    edits: one(
      'domain/recipients/suppressions/lift-store.ts',
      'where hash <> ${row.hash} and (hash in',
      'where id < 0 and hash <> ${row.hash} and (hash in',
    ),
    tests: STOPS,
  },
  {
    name: 'keyword-lifts-one-hash-alone',
    what: 'a stop that a keyword takes along, of a LID or an older key, is named as gone',
    edits: one(
      'domain/recipients/programmes/hear-store.ts',
      'where hash <> ${hashes[0]} and ${theirStop}',
      'where id < 0 and hash <> ${hashes[0]} and ${theirStop}',
    ),
    tests: STOPS,
  },
  {
    name: 'stop-under-the-newest-key',
    what: 'who stops again after a rotation has an entry under another hash than their row, and is named as gone',
    edits: one(
      'domain/recipients/suppressions/store.ts',
      '    (select hash from suppressions where hash in ${theirs} limit 1),\n',
      '    (select hash from suppressions where hash in ${theirs} and id < 0 limit 1),\n',
    ),
    tests: STOPS,
  },
  {
    name: 'rows-after-an-imports-end',
    what: 'consents that somebody puts under the number of an old import are not found',
    rule: 'sealed-consent',
    edits: one(
      at('read.ts'),
      'when i.id <= ${part.imports.after} then f.first is not null',
      'when i.id <= ${part.imports.after} then false',
    ),
    tests: IMPORTS,
  },
  {
    name: 'more-than-an-import-brought',
    what: 'consents beyond those that an import’s entry counts are not found',
    edits: one(at('read.ts'), 'or f.granted > iif(i.source is null, 0, i.created)', ''),
    tests: IMPORTS,
  },
  {
    name: 'counted-from-the-day-of-its-end',
    what: 'of an import that began the day before, a consent too many is not found',
    edits: one(
      at('verify.ts'),
      'part.rows > 0 ? await importsBegin(read, range.imports, begun) : history.after',
      'history.after',
    ),
    tests: IMPORTS,
  },
  {
    name: 'counted-from-the-day-before-its-end',
    what: 'of an import of three days, a consent too many is not found',
    edits: one(at('verify.ts'), 'await importsBegin(read, range.imports, begun)', 'begun'),
    tests: IMPORTS,
  },
  {
    name: 'import-that-nobody-made',
    what: 'consents under the number of no import are not found',
    edits: one(
      at('read.ts'),
      'f.first is not null and not exists (select 1 from import_jobs',
      'f.first is null and not exists (select 1 from import_jobs',
    ),
    tests: IMPORTS,
  },
  {
    name: 'imports-before-their-rows',
    what: 'a day seals an import some of whose rows it could not take, and the next one names them',
    edits: one(at('store.ts'), 'const hasMore = parts.consent_history?.rows === most', 'const hasMore = false'),
    tests: IMPORTS,
  },
  {
    name: 'ended-before-and-unsealed',
    what: 'an import that a version before ended is in no day',
    edits: one('worker/cron-tasks.ts', '  await sealEndedImports(db, now)\n', ''),
    tests: IMPORTS,
  },
  {
    name: 'two-imports-of-one-number',
    what: 'two imports under way have one number',
    edits: one(
      'domain/recipients/imports/store.ts',
      'coalesce((select max(import_no) from import_jobs), 0), coalesce(',
      '0, coalesce(',
    ),
    tests: IMPORTS,
  },
  {
    name: 'receipt-of-any-key',
    what: 'whatever one of our keys has signed passes for a receipt, and what a receipt says is not held against its signature',
    rule: 'receipts',
    edits: one(
      'domain/record/receipts/receipt.ts',
      "return { problem: 'forged' }",
      "return { claims: receiptClaims.parse(JSON.parse(Buffer.from(written.split('.')[1] ?? '', 'base64url').toString())) }",
    ),
    tests: ['tests/workerd/receipts.test.ts'],
  },
  {
    name: 'tried-under-a-row-that-is-gone',
    what: 'after a restoration whoever was written to under a row of since the backup is free under another one',
    rule: 'restored-place',
    edits: [
      {
        file: 'domain/recipients/suppressions/memory-store.ts',
        from: "where p.id <> j.value ->> 'id'",
        to: 'where p.id is null',
      },
    ],
    tests: ['tests/workerd/restore-tried.test.ts'],
  },
  {
    name: 'tried-and-in-no-list',
    what: 'after a restoration whoever was written to and is in no list is free when somebody adds them again',
    rule: 'restored-place',
    edits: [
      {
        file: 'domain/operation/backup/keep-tried.ts',
        from: 'if (kept.length > 0) await',
        to: 'if (kept.length < 0) await',
      },
    ],
    tests: ['tests/workerd/restore-tried.test.ts'],
  },
  {
    name: 'tried-and-waits-again',
    what: 'after a restoration whoever got a rolling campaign under another row waits for it once more under that of the backup',
    rule: 'restored-place',
    edits: [
      {
        file: 'domain/recipients/suppressions/memory-store.ts',
        from: 'coalesce(q.state, 0) in (0, 1)',
        to: 'q.state is null',
      },
    ],
    tests: ['tests/workerd/restore-tried.test.ts'],
  },
  {
    name: 'tried-of-nobody',
    what: 'after a restoration the number of a test is remembered as that of a recipient',
    rule: 'restored-place',
    edits: [
      {
        file: 'durable-objects/account-blast/tables/rows-store.ts',
        from: " and number <> '' and number_id <> ${NOT_LISTED}",
        to: '',
      },
    ],
    tests: ['tests/workerd/restore-tried.test.ts'],
  },
  {
    name: 'tried-beyond-the-first',
    what: 'after a restoration of many whom an account wrote to the first alone rest',
    rule: 'restored-place',
    edits: [
      {
        file: 'domain/operation/backup/keep-tried.ts',
        from: 'tried.slice(from, from + AT_ONCE)',
        to: 'tried.slice(0, AT_ONCE)',
      },
    ],
    tests: ['tests/workerd/restore-tried.test.ts'],
  },
  {
    name: 'withdrawn-without-consent',
    what: 'who is deleted and had agreed to nothing stands in the history as one who took their consent back',
    rule: 'consent-history',
    edits: one(
      'domain/recipients/phone-numbers/delete-store.ts',
      '      where p.consent_at is not null and ${where}',
      '      where ${where}',
    ),
    tests: ['tests/workerd/consents.test.ts'],
  },
  {
    name: 'checkpoint-of-another-place',
    what: 'a checkpoint of another place is taken for one of this place, whose record was changed then',
    edits: [
      {
        file: 'domain/record/checkpoints/hold.ts',
        from: 'here !== null && here !== checkpoint.origin',
        to: "here === ''",
      },
    ],
    tests: ['tests/workerd/checkpoints.test.ts'],
  },
]
