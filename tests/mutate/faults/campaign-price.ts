// Faults that take away that a second person agrees to a dear price of a campaign.
import type { Fault } from '../fault.ts'

const fault = (name: string, what: string, file: string, from: string, to: string): Fault => ({
  name,
  what,
  rule: 'campaign-price',
  edits: [{ file, from, to }],
  tests: ['tests/workerd/campaign-price.test.ts'],
})
const ends = (name: string, what: string, from: string, to: string): Fault => ({
  ...fault(name, what, 'domain/sending/campaigns/question-store.ts', from, to),
  tests: ['tests/workerd/campaign-price-ends.test.ts'],
})
const ASK = 'domain/sending/campaigns/ask-price.ts'
const APPROVALS = 'domain/people/approvals/store.ts'
const CAMPAIGNS = 'domain/sending/campaigns/store.ts'
const PRICES = 'domain/sending/campaigns/price-store.ts'
const MOVES = 'domain/sending/campaigns/moves-store.ts'
const ROUTES = 'worker/routes/sending/campaigns.ts'
export const CAMPAIGN_PRICE: readonly Fault[] = [
  fault(
    'campaign-price-unasked',
    'a campaign is saved with a price that needs a second person, and nobody is asked',
    ASK,
    'if (price <= most) return null',
    'if (price >= 0) return null',
  ),
  fault(
    'campaign-launched-unasked',
    'a launch forgets to look whether somebody agreed to the price',
    ASK,
    'if (campaign.price > most) throw',
    'if (campaign.price < 0) throw',
  ),
  fault(
    'campaign-price-of-another',
    'what was agreed to of one campaign may be paid by all',
    APPROVALS,
    'asked_at >= ${since} and kind = ${kind} and subject = ${subject}',
    'asked_at >= ${since} and kind = ${kind}',
  ),
  fault(
    'campaign-price-of-a-deleted',
    'what was agreed to of a campaign that was deleted may be paid by the next one with its number',
    APPROVALS,
    'and asked_at >= ${since} and kind',
    'and kind',
  ),
  fault(
    'campaign-price-steep-below-limit',
    'a price far above the usual is asked of nobody where the limit is higher still',
    'domain/people/approvals/usual-rules.ts',
    'above > 0 ? Math.min(above, most)',
    'above > 0 ? above',
  ),
  fault(
    'campaign-price-agreed-lowers',
    'a campaign of which a price was agreed to asks for one below what everybody may pay',
    ASK,
    'most: Math.max(most, agreed)',
    'most: agreed || most',
  ),
  fault(
    'campaign-resumed-while-asked',
    'a campaign goes on while its price waits, which was asked for in the same moment',
    MOVES,
    '  refuseAsked(db, id),\n',
    '',
  ),
  fault(
    'campaign-resumed-not-as-read',
    'a campaign goes on at a price that came after the one that was judged',
    ROUTES,
    'await writeAsRead(db, before, [...may, ...resumeCampaign(',
    'await write(db, [...may, ...resumeCampaign(',
  ),
  fault(
    'campaign-price-refused-counts',
    'a price that was asked for counts as agreed to',
    APPROVALS,
    "where status = 'approved' and asked_at >=",
    "where status <> '' and asked_at >=",
  ),
  fault(
    'campaign-launched-while-asked',
    'a campaign is launched while its price waits',
    CAMPAIGNS,
    '${PRICE_ASKED} is not null)`',
    '${PRICE_ASKED} < 0)`',
  ),
  fault(
    'campaign-price-while-it-runs',
    'a price is agreed to of a campaign that runs, of which accounts hold people at the price of before',
    PRICES,
    "and state in ('draft', 'paused') and price_sen",
    'and price_sen',
  ),
  fault(
    'campaign-price-not-as-read',
    'a price is agreed to although the campaign has another one by now than was shown',
    PRICES,
    'and price_sen is ${before === null ? null : rupiahToSen(before)}',
    '',
  ),
  fault(
    'campaign-price-written-back',
    'an edit that asks writes the price that it read over a newer one',
    ROUTES,
    'question === null ? {} : { always: guard }',
    'question === null ? {} : {}',
  ),
  fault(
    'deleted-campaign-asks',
    'the price of a draft that was deleted waits for a second person for ever',
    MOVES,
    "delete from campaigns where id = ${id}`),\n  ...endPriceQuestion(db, { id, name, ending: 'deleted', by, now }),",
    'delete from campaigns where id = ${id}`),',
  ),
  ends(
    'ended-question-untold',
    'who asked for the price of a campaign that somebody else deleted hears nothing',
    '    ...noticesOfDropped(db, about, { askers: waitingAskers(kind, subject, by), by, reason, now }),\n',
    '',
  ),
  ends(
    'ended-question-tells-its-ender',
    'who cancels a campaign is told that their own question about its price has ended',
    'waitingAskers(kind, subject, by)',
    'waitingAskers(kind, subject, null)',
  ),
  ends(
    'restored-campaign-asks',
    'the price of a draft that a restored database cancels waits for a second person for ever',
    "c.state in ('finished', 'cancelled')",
    "c.state = 'finished'",
  ),
  ends(
    'question-of-a-person-ends',
    'what waits about a person’s own price is taken for that of a campaign that is gone',
    '      and p.beneficiary_id is null\n',
    '',
  ),
]
