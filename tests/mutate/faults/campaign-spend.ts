// Faults that take away what a campaign promises of its money, its pace, its words and its end.
import type { Fault } from '../fault.ts'

export const CAMPAIGN_SPEND: readonly Fault[] = [
  {
    name: 'campaign-report-lost',
    what: 'the rows of a campaign that ended go, and no file has them',
    rule: 'campaign-report',
    edits: [
      {
        file: 'domain/sending/campaigns/report-store.ts',
        from: 'await writeReport(bucket, id, people)',
        to: 'if (id < 0) await writeReport(bucket, id, people)',
      },
    ],
    tests: ['tests/workerd/campaign-report.test.ts'],
  },
  {
    name: 'campaign-file-not-shown',
    what: 'who asks what is kept about them is told nothing of campaigns whose people are in files',
    rule: 'data-request',
    edits: [
      {
        file: 'domain/sending/campaigns/find-person.ts',
        from: 'if (!isFiled(place.ended_at, now)) continue',
        to: 'if (place.state === null) continue',
      },
    ],
    tests: ['tests/workerd/campaign-report.test.ts'],
  },
  {
    name: 'campaign-report-written-over',
    what: 'an outcome that comes after all writes over the file of all who stand with its person',
    rule: 'campaign-report',
    edits: [
      {
        file: 'domain/sending/campaigns/report-files.ts',
        from: "onlyIf: { etagDoesNotMatch: '*' },",
        to: '',
      },
    ],
    tests: ['tests/workerd/campaign-report.test.ts'],
  },
  {
    name: 'campaign-with-a-gap',
    what: 'a campaign whose text nothing fills is launched',
    rule: 'campaign-placeholders',
    edits: [
      {
        file: 'domain/sending/campaigns/plan-campaign.ts',
        from: "if (problem !== null) throw refused('templates'",
        to: "if (problem === '') throw refused('templates'",
      },
    ],
    tests: ['tests/workerd/recipient-fields.test.ts'],
  },
  {
    name: 'campaign-lacks-of-everybody',
    what: 'who cannot be sent to is counted among those without a value',
    rule: 'campaign-placeholders',
    edits: [
      { file: 'domain/recipients/segments/store.ts', from: 'sum(is_in and may and json', to: 'sum(is_in and json' },
    ],
    tests: ['tests/workerd/recipient-fields.test.ts'],
  },
  {
    name: 'campaign-costs-more',
    what: 'who is held costs nothing until it is known what became of them',
    rule: 'campaign-budget',
    edits: [
      {
        file: 'domain/sending/campaigns/spend-store.ts',
        from: 'max(c.claimed - c.success - c.fail, 0)',
        to: 'max(c.settled - c.success - c.fail, 0)',
      },
    ],
    tests: ['tests/workerd/campaign-spend.test.ts'],
  },
  {
    name: 'campaign-uncertain-is-free',
    what: 'a message whose outcome is not certain costs nothing',
    rule: 'campaign-budget',
    edits: [
      {
        file: 'domain/sending/campaigns/spend-store.ts',
        from: 'max(c.claimed - c.success - c.fail, 0)',
        to: 'max(c.claimed - c.settled, 0)',
      },
    ],
    tests: ['tests/workerd/campaign-spend.test.ts'],
  },
  {
    name: 'campaign-all-at-once',
    what: 'what is to be spread is sent as fast as it goes',
    rule: 'campaign-pace',
    edits: [{ file: 'domain/sending/campaigns/spend-store.ts', from: 'iif(c.even = 0,', to: 'iif(c.even >= 0,' }],
    tests: ['tests/workerd/campaign-spend.test.ts'],
  },
  {
    name: 'campaign-goes-on',
    what: 'a campaign of which too many stop goes on',
    rule: 'campaign-stops',
    edits: [{ file: 'domain/sending/campaigns/judge-store.ts', from: "state = 'paused'", to: "state = 'running'" }],
    tests: ['tests/workerd/campaign-spend.test.ts'],
  },
  {
    name: 'campaign-stops-again',
    what: 'a campaign that was let go on is judged by what somebody has seen already',
    rule: 'campaign-stops',
    edits: [
      {
        file: 'domain/sending/campaigns/moves-store.ts',
        from: 'judged_from = ${now}, judged_success = success',
        to: 'judged_success = 0',
      },
    ],
    tests: ['tests/workerd/campaign-spend.test.ts'],
  },
  {
    name: 'campaign-estimate-by-night',
    what: 'an estimate counts hours in which nothing is sent',
    rule: 'campaign-estimate',
    edits: [
      {
        file: 'contract/sending/campaign-hours.ts',
        from: 'opens <= minute && minute < closes',
        to: 'opens <= minute',
      },
    ],
    tests: ['contract/sending/campaign-estimate.test.ts'],
  },
  {
    name: 'campaign-estimate-flat',
    what: 'an estimate takes all hours of the day for equally fast',
    rule: 'campaign-estimate',
    edits: [{ file: 'contract/sending/campaign-hours.ts', from: 'byHour?.[Math', to: 'byHour?.[24 + Math' }],
    tests: ['contract/sending/campaign-estimate.test.ts', 'tests/simulate/estimate.test.ts'],
  },
  {
    name: 'campaign-estimate-without-rest',
    what: 'an estimate forgets that people rest after another message',
    rule: 'campaign-estimate',
    edits: [
      {
        file: 'contract/sending/campaign-estimate.ts',
        from: 'wanted === waiting ? lastRested',
        to: 'wanted < 0 ? lastRested',
      },
    ],
    tests: ['contract/sending/campaign-estimate.test.ts', 'tests/simulate/estimate.test.ts'],
  },
  {
    name: 'campaign-read-twice',
    what: 'a message that is said to be read again counts once more',
    rule: 'campaign-reach',
    edits: [
      {
        file: 'durable-objects/account-blast/outcome/outcomes.ts',
        from: "item.type === 'read' && attempt.read_at === null",
        to: "item.type === 'read'",
      },
    ],
    tests: ['tests/workerd/campaign-reach.test.ts'],
  },
  {
    name: 'campaign-reach-at-once',
    what: 'each receipt is told with the next batch: rows of D1 for each message',
    rule: 'campaign-reach',
    edits: [
      {
        file: 'durable-objects/account-blast/settle/reached.ts',
        from: '!doc.reached || doc.reached.since + TOLD_AFTER_MS > now',
        to: '!doc.reached',
      },
    ],
    tests: ['durable-objects/account-blast/settle/reached.test.ts'],
  },
  {
    name: 'failure-keeps-its-reason',
    what: 'a message that was called failed and arrived stays among those of a reason',
    rule: 'campaign-failures',
    edits: [
      {
        file: 'durable-objects/account-blast/tables/attempts-store.ts',
        from: "to === 'fail' || from === 'fail' ? { reason",
        to: "to === 'fail' ? { reason",
      },
    ],
    tests: ['tests/workerd/campaign-failures.test.ts'],
  },
  {
    name: 'failure-of-another-campaign',
    what: 'of messages of two campaigns that are settled together each campaign counts all reasons',
    rule: 'campaign-failures',
    edits: [
      {
        file: 'domain/sending/campaigns/settle-store.ts',
        from: 'failures: failuresOf(all)',
        to: 'failures: failuresOf(results)',
      },
    ],
    tests: ['tests/workerd/campaign-failures.test.ts'],
  },
  {
    name: 'failure-of-another-reason',
    what: 'a message that arrived after all is taken from the unanswered ones, whatever it had failed for',
    rule: 'campaign-failures',
    edits: [
      {
        file: 'durable-objects/account-blast/outcome/outcomes.ts',
        from: "(from === 'fail' ? attempt.fail_reason : null) ??",
        to: '(null as FailReason | null) ??',
      },
    ],
    tests: ['tests/workerd/campaign-failures.test.ts'],
  },
  {
    name: 'campaign-came-forgotten',
    what: 'of a person whose receipts come one after the other the last alone is told',
    rule: 'campaign-came',
    edits: [
      {
        file: 'durable-objects/account-blast/settle/reached.ts',
        from: '(people[message.number_id] ?? 0) | bits',
        to: 'bits',
      },
    ],
    tests: ['durable-objects/account-blast/settle/reached.test.ts'],
  },
  {
    name: 'campaign-came-replaced',
    what: 'what a batch tells of a person takes the place of what was told before',
    rule: 'campaign-came',
    edits: [
      {
        file: 'domain/sending/campaigns/reached-store.ts',
        from: "set came = came | (j.value ->> 'bits')",
        to: "set came = j.value ->> 'bits'",
      },
    ],
    tests: ['tests/workerd/campaign-came.test.ts'],
  },
  {
    name: 'campaign-came-of-another',
    what: 'what the number of a row before has read is said of the one that it has now, who waits',
    rule: 'campaign-came',
    edits: [
      {
        file: 'domain/sending/campaigns/reached-store.ts',
        from: 'and state between 1 and 4',
        to: 'and state between 0 and 4',
      },
    ],
    tests: ['tests/workerd/campaign-came.test.ts'],
  },
  {
    name: 'campaign-unread-of-everybody',
    what: 'who got a campaign and has not read it are also those who wait for it',
    rule: 'campaign-came',
    edits: [
      {
        file: 'domain/recipients/segments/rule-store.ts',
        from: 'w.state = ${SENT} and w.came',
        to: 'w.came',
      },
    ],
    tests: ['tests/workerd/campaign-came.test.ts'],
  },
  {
    name: 'campaign-unread-of-before',
    what: 'of a campaign that a release before launched everybody who got it has not read it',
    rule: 'campaign-came',
    edits: [
      {
        file: 'domain/recipients/segments/store.ts',
        from: 'where value not in (select id from campaigns where came_known = 1)',
        to: 'where value not in (select id from campaigns)',
      },
    ],
    tests: ['tests/workerd/campaign-came.test.ts'],
  },
]
