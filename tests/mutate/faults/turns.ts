// Faults in whose turn it is among campaigns, and in who gets what of them (rules campaign-claim, topics), which histories find.
import type { Fault } from '../fault.ts'

const CLAIM = 'domain/sending/campaigns/claim-store.ts'
const JOIN = 'domain/sending/campaigns/join-store.ts'
const TURNS = ['tests/simulate/fair-turns.test.ts']
const REFUSERS = ['tests/workerd/campaign-claims-topics.test.ts']
const TOPICS = ['tests/workerd/topics.test.ts']
const ANYTHING_REFUSED: Fault['edits'][number] = {
  file: 'durable-objects/account-blast/source/standing.ts',
  from: 'of.variants.filter(mayGet)',
  to: 'of.variants',
}

export const TURN_FAULTS: readonly Fault[] = [
  {
    name: 'turn-by-age',
    what: 'of campaigns of equal priority the oldest has every turn',
    rule: 'campaign-claim',
    edits: [{ file: CLAIM, from: 'order by c.priority desc, c.pass, c.id', to: 'order by c.priority desc, c.id' }],
    tests: TURNS,
  },
  {
    name: 'turn-of-the-lowest',
    what: 'a campaign of a lower priority comes first',
    rule: 'campaign-claim',
    edits: [{ file: CLAIM, from: 'order by c.priority desc, c.pass, c.id', to: 'order by c.priority, c.pass, c.id' }],
    tests: TURNS,
  },
  {
    name: 'turn-uncounted',
    what: 'what is claimed for a campaign does not count as its turn',
    rule: 'campaign-claim',
    edits: [{ file: CLAIM, from: 'pass = pass + k.n', to: 'pass = pass + 0 * k.n' }],
    tests: TURNS,
  },
  {
    name: 'joins-from-the-start',
    what: 'a new campaign has every turn until it had as much as its equals ever had',
    rule: 'campaign-claim',
    edits: [{ file: 'domain/sending/campaigns/launch-store.ts', from: 'pass = ${joinedPass(now)}', to: 'pass = 0' }],
    tests: TURNS,
  },
  {
    name: 'joins-with-the-lowest',
    what: 'a campaign joins with the least of all that run: after a lower one that waits, it has every turn',
    rule: 'campaign-claim',
    edits: [{ file: JOIN, from: ' and r.priority = campaigns.priority', to: '' }],
    tests: TURNS,
  },
  {
    name: 'goes-on-from-where-it-was',
    what: 'a campaign that was paused has every turn until it had as much as its equals, or none until they had as much as it',
    rule: 'campaign-claim',
    edits: [
      {
        file: 'domain/sending/campaigns/moves-store.ts',
        from: "pass = ${joinedPass(now)}, state = 'running'",
        to: "state = 'running'",
      },
    ],
    tests: TURNS,
  },
  {
    name: 'campaign-refused-variant',
    what: 'a person gets a template of a campaign whose topic they refused',
    rule: 'topics',
    edits: [ANYTHING_REFUSED],
    tests: ['tests/workerd/campaigns.test.ts'],
  },
  {
    name: 'campaign-variant-of-its-member',
    what: 'a member sends a template of a campaign whose topic they refused',
    rule: 'campaign-claim',
    edits: [
      {
        file: CLAIM,
        from: 'from (select t.*, x.weight from ${templatesOf(sql`c.id`, sql`u.id`)}',
        to: 'from (select t.*, x.weight from ${templatesOf(sql`c.id`, null)}',
      },
    ],
    tests: ['tests/workerd/campaign-claims.test.ts'],
  },
  {
    name: 'refused-by-nobody',
    what: 'who refused all topics of a campaign is claimed for it',
    rule: 'topics',
    edits: [
      {
        file: 'domain/recipients/topics/store.ts',
        from: 'not ${SOMEBODY_REFUSED}\n    or not exists',
        to: 'true\n    or not exists',
      },
    ],
    tests: TOPICS,
    behind: { what: 'the account sends what they have not refused, and nothing else', edits: [ANYTHING_REFUSED] },
  },
  {
    name: 'refusers-stay-in-front',
    what: 'people in front who refuse all that a member sends keep those behind them from the member’s accounts',
    rule: 'campaign-claim',
    edits: [{ file: CLAIM, from: 'where ${refuses} and not ${takes(', to: 'where false and not ${takes(' }],
    tests: REFUSERS,
  },
  {
    name: 'refusers-move-with-each-claim',
    what: 'where all who are due refuse what a member sends, each claim writes hundreds of rows',
    rule: 'campaign-claim',
    edits: [{ file: CLAIM, from: '${lane} + ${now - BEHIND_MS} or', to: '${lane} + ${now} or' }],
    tests: REFUSERS,
  },
  {
    name: 'passed-over-is-asked-again',
    what: 'a campaign that has nobody for an account keeps every other campaign from it',
    rule: 'campaign-claim',
    edits: [{ file: CLAIM, from: 'passOver.length === 0 ? sql``', to: 'passOver.length >= 0 ? sql``' }],
    tests: REFUSERS,
  },
  {
    name: 'passed-over-is-forgotten',
    what: 'an account forgets which campaigns have nobody for it',
    rule: 'campaign-claim',
    edits: [
      {
        file: 'durable-objects/account-blast/claim/claim.ts',
        from: 'passedOver: passedOver(core, passOver) }',
        to: 'passedOver: passedOver(core, null) }',
      },
    ],
    tests: REFUSERS,
  },
  {
    name: 'refusal-untold',
    what: 'the account that holds whoever refuses a topic does not hear of it',
    rule: 'topics',
    edits: [
      {
        file: 'worker/recipient-acts.ts',
        from: 'await dropClaims(await portsOf(context), await changeRefused(db, { number, refuse, allow, now }))',
        to: 'await changeRefused(db, { number, refuse, allow, now })',
      },
    ],
    tests: TOPICS,
  },
]
