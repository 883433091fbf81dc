// Faults that let a campaign that has ended say what is not so of its people.
import type { Fault } from '../fault.ts'

export const CAMPAIGN_REPORT: readonly Fault[] = [
  {
    name: 'waits-after-the-end',
    what: 'who had no turn is said to wait in a campaign that has ended',
    rule: 'campaign-report',
    edits: [
      {
        file: 'domain/sending/campaigns/people-store.ts',
        from: "state === WAITING && endedAt !== null ? 'unsent'",
        to: "state === WAITING && endedAt === 0 ? 'unsent'",
      },
    ],
    tests: ['tests/workerd/campaign-unsent.test.ts'],
  },
  {
    name: 'unsent-before-the-end',
    what: 'the filter for who was not sent to lists who waits in a campaign that goes on',
    rule: 'campaign-report',
    edits: [
      {
        file: 'domain/sending/campaigns/people-store.ts',
        from: "${state === 'unsent' ? sql`and ${HAS_ENDED}` : sql``}",
        to: '',
      },
    ],
    tests: ['tests/workerd/campaign-unsent.test.ts'],
  },
  {
    name: 'late-outcome-counts-again',
    what: 'an outcome after the people of a campaign went to files counts one of them anew',
    rule: 'late-ack',
    edits: [
      {
        file: 'domain/sending/campaigns/settle-store.ts',
        from: 'and (q.number_id is not null or ${hasList}) and',
        to: 'and',
      },
    ],
    tests: ['tests/workerd/campaign-late.test.ts'],
  },
  {
    name: 'late-outcome-brings-back',
    what: 'an outcome after the people of a campaign went to files brings one back, and whoever stands behind them is found no more',
    rule: 'campaign-report',
    edits: [
      {
        file: 'domain/sending/campaigns/settle-store.ts',
        from: '(${hasList} or exists',
        to: '(true or exists',
      },
    ],
    tests: ['tests/workerd/campaign-late.test.ts'],
  },
  {
    name: 'filed-while-held',
    what: 'who is held when the rows of a campaign go to files is held for ever',
    rule: 'campaign-report',
    edits: [
      {
        file: 'domain/sending/campaigns/report-store.ts',
        from: 'set settled = settled + (',
        to: 'set settled = settled + 0 * (',
      },
    ],
    tests: ['tests/workerd/campaign-late.test.ts'],
  },
  {
    name: 'lost-with-a-filed-one',
    what: 'a lost account that held somebody of a campaign of long ago counts one of its people anew',
    rule: 'campaign-report',
    edits: [
      {
        file: 'domain/sending/campaigns/settle-store.ts',
        from: 'where ${listed(now)}\n        or exists',
        to: 'where true\n        or exists',
      },
    ],
    tests: ['tests/workerd/campaign-late.test.ts'],
  },
]
