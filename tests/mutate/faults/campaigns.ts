// Faults that take away what campaigns promise.
import type { Fault } from '../fault.ts'

const TESTS = ['tests/workerd/campaigns.test.ts']
const PAUSES = ['tests/workerd/campaign-pause.test.ts']
const CLAIMS = ['tests/workerd/campaign-claims.test.ts']
export const CAMPAIGNS: readonly Fault[] = [
  {
    name: 'campaign-pays-less',
    what: 'a message of a campaign is paid at the campaign’s price also where the member’s is higher',
    rule: 'campaigns',
    edits: [
      {
        file: 'durable-objects/account-blast/source/standing.ts',
        from: 'Math.max(priceSen, of.priceSen ?? 0)',
        to: 'of.priceSen ?? priceSen',
      },
    ],
    tests: TESTS,
  },
  {
    name: 'campaign-overshoots',
    what: 'many accounts claim more than the budget of a campaign has left',
    rule: 'campaign-claim',
    edits: [
      {
        file: 'domain/sending/campaigns/spend-store.ts',
        from: 'coalesce(c.budget - c.claimed, ${want})',
        to: 'coalesce(c.budget, ${want})',
      },
    ],
    tests: CLAIMS,
  },
  {
    name: 'campaign-twice',
    what: 'who has an outcome waits for the campaign again when their row is released',
    rule: 'campaign-once',
    edits: [
      {
        file: 'migrations/0066_campaign_places.sql',
        from: 'AND number_id = old.id AND state = 1;',
        to: 'AND number_id = old.id;',
      },
    ],
    tests: CLAIMS,
  },
  {
    name: 'campaign-relaunched',
    what: 'a draft from before its launch, which has results, is launched again',
    rule: 'campaign-once',
    edits: [
      {
        file: 'domain/sending/campaigns/settle-store.ts',
        from: "state = iif(state = 'draft', 'cancelled', state)\n      from json_each",
        to: 'state = state\n      from json_each',
      },
    ],
    tests: CLAIMS,
  },
  {
    name: 'campaign-of-nobody',
    what: 'after a restoration somebody who is in no list stands before the others of a campaign',
    rule: 'campaign-once',
    edits: [
      {
        file: 'domain/sending/campaigns/settle-store.ts',
        from: 'delete from campaign_people where not exists',
        to: 'delete from campaign_people where campaign_id = 0 and not exists',
      },
    ],
    tests: CLAIMS,
  },
  {
    name: 'campaign-pause-unheard',
    what: 'accounts keep whom they hold of a campaign that was paused',
    rule: 'campaign-pause',
    edits: [
      {
        file: 'durable-objects/account-blast/claim/buffer.ts',
        from: 'n.campaign !== campaign',
        to: 'n.campaign === campaign',
      },
    ],
    tests: PAUSES,
  },
  {
    name: 'campaign-after-hours',
    what: 'whom an account holds when the hours of a campaign end is sent to',
    rule: 'campaign-hours',
    edits: [
      {
        file: 'durable-objects/account-blast/source/standing.ts',
        from: 'if (!of || isOver(rules, campaign, core.now())) return null',
        to: 'if (!of) return null',
      },
    ],
    tests: TESTS,
  },
  {
    name: 'campaign-variant-drawn',
    what: 'the weights of a campaign’s templates count for nothing',
    rule: 'campaign-variants',
    edits: [
      {
        file: 'contract/sending/variants.ts',
        from: 'left -= variant.weight',
        to: 'left -= total / variants.length',
      },
    ],
    tests: TESTS,
  },
  {
    name: 'joins-with-who-is-done',
    what: 'a campaign joins with an equal that has nobody to write to any more: it has every turn of those that have',
    rule: 'campaign-claim',
    edits: [{ file: 'domain/sending/campaigns/join-store.ts', from: 'coalesce(${leastOf(isDue)}, ', to: 'coalesce(' }],
    tests: ['tests/simulate/fair-turns.test.ts'],
  },
  {
    name: 'campaign-paused-during-its-claim',
    what: 'whom a claim brings of a campaign that was paused meanwhile is sent to',
    rule: 'campaign-pause',
    edits: [
      {
        file: 'durable-objects/account-blast/claim/claim.ts',
        from: 'claim.dropped.has(n.number) || claim.dropped.has(campaignMark(n.campaign))',
        to: 'claim.dropped.has(n.number)',
      },
    ],
    tests: PAUSES,
  },
  {
    name: 'campaign-cancel-missed',
    what: 'accounts that did not hear of a cancel are never told again',
    rule: 'campaign-pause',
    edits: [
      {
        file: 'domain/sending/campaigns/people-store.ts',
        from: "where state in ('paused', 'cancelled') and claimed > settled",
        to: "where state in ('paused') and claimed > settled",
      },
    ],
    tests: PAUSES,
  },
  {
    name: 'campaign-takes-later-ones',
    what: 'who comes to the list while a launch is in its steps is in the campaign',
    rule: 'campaigns',
    edits: [
      {
        file: 'domain/sending/campaigns/store.ts',
        from: 'through_id = coalesce((select max(id) from phone_numbers), 0)',
        to: 'through_id = 9007199254740991',
      },
    ],
    tests: TESTS,
  },
  {
    name: 'campaign-wave-of-uncertain',
    what: 'who may have got a campaign is in the next wave, and who waits in one that still runs',
    rule: 'campaign-waves',
    edits: [
      {
        file: 'domain/recipients/segments/rule-store.ts',
        from: 'return sql`(${place} = ${FAILED} or (${place} = ${WAITS} and ${hasEnded}))`',
        to: 'return sql`(${place} in (0, 3, 4) and (${hasEnded} or true))`',
      },
    ],
    tests: ['tests/workerd/campaign-waves.test.ts'],
  },
  {
    name: 'campaign-wave-twice',
    what: 'everybody but who got a campaign has those in it who may have got it',
    rule: 'campaign-waves',
    edits: [
      {
        file: 'domain/recipients/segments/rule-store.ts',
        from: 'in (${HELD}, ${SENT}, ${UNKNOWN})',
        to: 'in (${SENT})',
      },
    ],
    tests: ['tests/workerd/campaign-waves.test.ts'],
  },
  {
    name: 'campaign-wave-forgotten',
    what: 'everybody but who got a campaign is written to again once that is forgotten',
    rule: 'campaign-waves',
    edits: [
      {
        file: 'domain/recipients/segments/store.ts',
        from: 'and coalesce(ended_at, ${now}) > ${now - CAMPAIGN_KNOWN_DAYS * DAY_MS}',
        to: 'and ${now - CAMPAIGN_KNOWN_DAYS * DAY_MS} > 0',
      },
    ],
    tests: ['tests/workerd/campaign-waves.test.ts'],
  },
  {
    name: 'campaign-tag-goes',
    what: 'a tag is deleted while a launch leaves out who has it, and they are written down after all',
    rule: 'campaigns',
    edits: [{ file: 'domain/recipients/tags/store.ts', from: 'or ${asksInCampaign(id)}', to: 'or false' }],
    tests: TESTS,
  },
  {
    name: 'campaign-refused-shown',
    what: 'a member reads of campaigns whose topic they refuse, which their accounts do not send',
    rule: 'own-campaigns',
    edits: [
      {
        file: 'domain/sending/campaigns/own-store.ts',
        from: 'const theirs = templatesOf(sql`c.id`, sql`${userId}`)',
        to: 'const theirs = templatesOf(sql`c.id`, null)',
      },
    ],
    tests: ['tests/workerd/own-campaigns.test.ts'],
  },
  {
    name: 'campaign-without-rupiah-shown',
    what: 'a member reads of a campaign whose budget pays for no message of theirs any more',
    rule: 'own-campaigns',
    edits: [
      {
        file: 'domain/sending/campaigns/own-store.ts',
        from: '      and ${paysFor(userId)}\n',
        to: '',
      },
    ],
    tests: ['tests/workerd/own-campaigns.test.ts'],
  },
  {
    name: 'campaign-price-shown',
    what: 'a member reads the price of a campaign where their own is higher',
    rule: 'own-campaigns',
    edits: [
      {
        file: 'domain/sending/campaigns/own-store.ts',
        from: 'Math.max(rupiahToSen(anyway(row)), row.price_sen ?? 0)',
        to: '(row.price_sen ?? rupiahToSen(anyway(row)))',
      },
    ],
    tests: ['tests/workerd/own-campaigns.test.ts'],
  },
  {
    name: 'campaign-pace-of-a-paused',
    what: 'the page of a paused campaign says how fast it goes',
    rule: 'campaign-estimate',
    edits: [
      {
        file: 'contract/sending/campaign-estimate.ts',
        from: "state === 'running' && typeof outlook.per_hour",
        to: 'typeof outlook.per_hour',
      },
    ],
    tests: ['contract/sending/campaign-estimate.test.ts'],
  },
  {
    name: 'campaign-pace-by-the-day',
    what: 'how fast a campaign goes is divided by hours in which nothing is sent, too',
    rule: 'campaign-estimate',
    edits: [
      {
        file: 'domain/sending/campaigns/outlook-store.ts',
        from: '(sentThen / ofIts) *',
        to: '((sentThen * MINUTE_MS) / (now - began)) *',
      },
    ],
    tests: ['tests/workerd/campaign-by-zone.test.ts'],
  },
  {
    name: 'campaign-rest-of-before',
    what: 'an estimate forgets who rests because of a message that they got since the launch',
    rule: 'campaign-estimate',
    edits: [
      {
        file: 'domain/sending/campaigns/outlook-store.ts',
        from: 'Math.max(free ?? 0, rest[ahead] ?? 0)',
        to: 'free ?? 0',
      },
    ],
    tests: ['tests/workerd/campaign-spend.test.ts'],
  },
]
