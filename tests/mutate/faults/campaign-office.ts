// Faults that take away what the office reads of campaigns before and after them.
import type { Fault } from '../fault.ts'

const ROLLING = ['tests/workerd/campaign-rolling.test.ts']
const ROLLING_COUNTS = ['tests/workerd/campaign-rolling-counts.test.ts']
export const CAMPAIGN_OFFICE: readonly Fault[] = [
  {
    name: 'campaign-short-unsaid',
    what: 'nobody is told that a budget suffices for fewer people than wait',
    rule: 'campaign-estimate',
    edits: [
      {
        file: 'contract/sending/campaign-estimate.ts',
        from: 'return messages < waiting ? { messages, waiting } : null',
        to: 'return messages < 0 ? { messages, waiting } : null',
      },
    ],
    tests: ['contract/sending/campaign-estimate.test.ts'],
  },
  {
    name: 'campaign-left-unsaid',
    what: 'a campaign that used up its messages finishes without a word of who is left',
    rule: 'campaign-budget',
    edits: [
      {
        file: 'contract/sending/campaign-left.ts',
        from: "if (state !== 'finished' || waiting === 0) return null",
        to: "if (state !== 'finished' || waiting === 0 || budget !== null) return null",
      },
    ],
    tests: ['contract/sending/campaign-left.test.ts', 'tests/workerd/campaign-ends.test.ts'],
  },
  {
    name: 'overlap-counts-twice',
    what: 'who waits in two campaigns counts as two people',
    rule: 'campaign-overlap',
    edits: [
      {
        file: 'domain/sending/campaigns/overlap-store.ts',
        from: '(select count(distinct number_id) from met where waits)',
        to: '(select count(*) from met where waits)',
      },
    ],
    tests: ['tests/workerd/campaign-overlap.test.ts'],
  },
  {
    name: 'overlap-of-an-older-message',
    what: 'who got a campaign, and another message since, rests because of the campaign',
    rule: 'campaign-overlap',
    edits: [
      {
        file: 'domain/sending/campaigns/overlap-store.ts',
        from: 'h.rests and q.at = h.attempted',
        to: 'h.rests and q.at <= h.attempted',
      },
    ],
    tests: ['tests/workerd/campaign-overlap.test.ts'],
  },
  {
    name: 'field-ends-under-a-segment',
    what: 'a field is deleted although a segment asks for it',
    rule: 'segments',
    edits: [
      {
        file: 'domain/recipients/fields/store.ts',
        from: "refuseIf(db, 'field_asked', ASKED_BY_RULES(key))",
        to: "refuseIf(db, 'field_asked', sql`0`)",
      },
    ],
    tests: ['tests/workerd/segment-fields.test.ts'],
  },
  {
    name: 'read-lately-whenever',
    what: 'who read a campaign lately is who read one at any time that is still in rows',
    rule: 'campaign-came',
    edits: [
      {
        file: 'domain/recipients/segments/rule-store.ts',
        from: 'and w.at >= ${since} and w.came',
        to: 'and w.came',
      },
    ],
    tests: ['tests/workerd/segment-engaged.test.ts'],
  },
  {
    name: 'agreed-topic-without-consent',
    what: 'whose consent ended agreed to the topic of its source still',
    rule: 'segments',
    edits: [
      {
        file: 'domain/recipients/segments/rule-store.ts',
        from: 'p.consent_at is not null\n    and coalesce(p.consent_source',
        to: 'coalesce(p.consent_source',
      },
    ],
    tests: ['tests/workerd/segment-engaged.test.ts'],
  },
  {
    name: 'segment-of-a-number-in-a-field',
    what: 'a segment keeps a whole number as a value of a field, which no erasure finds there',
    rule: 'segments',
    edits: [
      {
        file: 'contract/recipients/segments.ts',
        from: "one.is !== 'field' || !isNumber(one.value)",
        to: "one.is !== 'field' || true",
      },
    ],
    tests: ['tests/workerd/segment-fields.test.ts'],
  },
  {
    name: 'before-is-later',
    what: 'a copy is compared with a campaign that was launched after it',
    rule: 'campaign-before',
    edits: [
      {
        file: 'domain/sending/campaigns/before-store.ts',
        from: 'and b.launched_at < c.launched_at',
        to: 'and b.launched_at is not null',
      },
    ],
    tests: ['tests/workerd/campaign-before.test.ts'],
  },
  {
    name: 'campaign-of-its-last-message',
    what: 'an account that sends the standing blast again says that it sends the campaign of before',
    rule: 'campaign-of-account',
    edits: [
      {
        file: 'durable-objects/account-blast/claim/claim.ts',
        from: 'if (run) run.campaign = of?.name === undefined ? undefined : { id: of.id, name: of.name }',
        to: 'if (run && of?.name !== undefined) run.campaign = { id: of.id, name: of.name }',
      },
    ],
    tests: ['tests/workerd/campaign-of-account.test.ts'],
  },
  {
    name: 'campaign-end-every-minute',
    what: 'who launched a campaign is mailed of its end every minute',
    rule: 'campaign-end-mail',
    edits: [
      {
        file: 'domain/sending/campaigns/end-store.ts',
        from: 'update campaigns set told_at = ${now} where id = ${id}',
        to: 'update campaigns set told_at = null where id = ${id}',
      },
    ],
    tests: ['tests/workerd/campaign-ends.test.ts'],
  },
  {
    name: 'rolling-sent-anew',
    what: 'who got a rolling campaign, was deleted and added again, joins it and gets it a second time',
    rule: 'campaign-rolling',
    edits: [
      {
        file: 'domain/recipients/suppressions/memory-store.ts',
        from: 'and k.last_attempt_at >= c.launched_at',
        to: 'and k.last_attempt_at < 0',
      },
    ],
    tests: ROLLING,
  },
  {
    name: 'rolling-without-its-label',
    what: 'when a label is gone whoever was left out by it joins',
    rule: 'campaign-rolling',
    edits: [
      {
        file: 'domain/sending/campaigns/roll-store.ts',
        from: 'isAsked: rule === null ? [] : refuseGone(db, rule, now),',
        to: 'isAsked: [],',
      },
    ],
    tests: ROLLING,
  },
  {
    name: 'rolling-ends-early',
    what: 'a rolling campaign ends when nobody waits',
    rule: 'campaign-rolling',
    edits: [{ file: 'domain/sending/campaigns/launch-store.ts', from: ' and rolling <> 1)', to: ')' }],
    tests: ROLLING,
  },
  {
    name: 'rolling-keeps-who-left',
    what: 'who waits and fits the segment no more is sent to',
    rule: 'campaign-rolling',
    edits: [
      {
        file: 'domain/sending/campaigns/roll-store.ts',
        from: 'q.state = 0 and q.number_id not in',
        to: 'q.state < 0 and q.number_id not in',
      },
    ],
    tests: ROLLING,
  },
  {
    name: 'rolling-restored-uncounted',
    what: 'who joined a rolling campaign and was written to since the backup is settled and is none of its people',
    rule: 'campaign-rolling',
    edits: [
      {
        file: 'domain/sending/campaigns/settle-store.ts',
        from: 'people = people + ${those(UNCOUNTED)},',
        to: '',
      },
    ],
    tests: ROLLING_COUNTS,
  },
  {
    name: 'rolling-kept-out-twice',
    what: 'who is kept out while a launch goes on is counted by both',
    rule: 'campaign-rolling',
    edits: [
      {
        file: 'domain/recipients/suppressions/memory-store.ts',
        from: 'sum(counts) as counted',
        to: 'count(*) as counted',
      },
    ],
    tests: ROLLING_COUNTS,
  },
  {
    name: 'campaign-waits-since-1970',
    what: 'a list, a file or a recipient says 1970 of who waits since the launch',
    rule: 'campaign-report',
    edits: [
      {
        file: 'domain/sending/campaigns/people-store.ts',
        from: 'coalesce(nullif(${momentIn(sql`${row}.at`)}, 0), ${launchedAt}) as at',
        to: 'coalesce(${momentIn(sql`${row}.at`)}, ${launchedAt}) as at',
      },
    ],
    tests: ['tests/workerd/campaign-report.test.ts'],
  },
  {
    name: 'campaign-joins-before-others',
    what: 'who joins a rolling campaign stands before those who waited until their rest was over',
    rule: 'campaign-rolling',
    edits: [
      {
        file: 'domain/sending/campaigns/roll-store.ts',
        from: 'stepOf(db, walk, now, now)',
        to: 'stepOf(db, walk, now, 0)',
      },
    ],
    tests: ['tests/workerd/campaign-rolling.test.ts'],
  },
  {
    name: 'campaign-and-pool',
    what: 'a claim takes people of the pool beside those of a campaign',
    rule: 'campaign-claim',
    edits: [
      {
        file: 'domain/sending/blast/store.ts',
        from: 'iif(exists (select 1 from first) or not',
        to: 'iif(not',
      },
    ],
    tests: ['tests/workerd/campaign-claims.test.ts'],
  },
  {
    name: 'statement-planned-anew',
    what: 'SQLite prepares statements anew with each run',
    edits: [{ file: 'domain/ground/db/connection.ts', from: "return '+?'", to: "return '?'" }],
    tests: ['tests/workerd/statement-plans.test.ts'],
  },
  {
    name: 'file-speaks-of-the-next',
    what: 'of whoever is given a row since, a report and a data request say what the one before them got',
    rule: 'campaign-report',
    edits: [
      {
        file: 'domain/sending/campaigns/people-store.ts',
        from: 'a.at > (select ended_at from campaigns where id = k.campaign_id)',
        to: 'a.at is null',
      },
    ],
    tests: ['tests/workerd/campaign-report.test.ts'],
  },
  {
    name: 'shown-campaigns-end-early',
    what: 'a data request shows no campaign after those of its first step',
    rule: 'data-request',
    edits: [
      {
        file: 'domain/sending/campaigns/find-person.ts',
        from: 'last: places.length < asked.limit ? null : (places.at(-1)?.campaign_id ?? null)',
        to: 'last: null',
      },
    ],
    tests: ['tests/workerd/campaign-report.test.ts'],
  },
]
