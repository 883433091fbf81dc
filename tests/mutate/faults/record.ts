// Faults in the sealed record and its proof.
import type { Fault } from '../fault.ts'

const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]
const at = (file: string): string => `domain/record/record/${file}`
const STOPS = ['tests/workerd/sealed-stops.test.ts']

export const RECORD: readonly Fault[] = [
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
]
