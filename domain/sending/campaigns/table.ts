// Campaigns, the templates and the people of each, and what came of it by hours (rules campaigns, campaign-once).
import { desc, sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { CAMPAIGN_STATES, CAMPAIGN_WHYS } from '../../../contract/sending/campaigns.ts'

export const campaigns = sqliteTable(
  'campaigns',
  {
    /** Seconds of its making or more, so that an id is never given twice, also after a restore: results of before name it. */
    id: integer('id').primaryKey(),
    name: text('name').notNull(),
    state: text('state', { enum: CAMPAIGN_STATES }).notNull(),
    why: text('why', { enum: CAMPAIGN_WHYS }),
    /** When it stopped by itself over its figures, epoch ms; null: never, or a release before stopped it. */
    whyAt: integer('why_at'),
    whyCount: integer('why_count').notNull().default(0),
    whyOf: integer('why_of').notNull().default(0),
    /** Its figures are judged from here on: its launch, or the last time that somebody let it go on. */
    judgedFrom: integer('judged_from').notNull().default(0),
    judgedSuccess: integer('judged_success').notNull().default(0),
    judgedFail: integer('judged_fail').notNull().default(0),
    archivedAt: integer('archived_at'),
    /** Empty: everybody who may be sent to. */
    segmentId: text('segment_id').notNull(),
    /** Frozen at the launch: the segment's name and rule (JSON) of then; null: everybody. */
    segmentName: text('segment_name'),
    rule: text('rule'),
    /** 1: rolling; 2: it was, until something that the rule asks for was gone. */
    rolling: integer('rolling').$type<0 | 1 | 2>().notNull().default(0),
    /** When the last walk through its segment began, epoch ms; null: there was none. */
    rolledAt: integer('rolled_at'),
    /** Epoch ms; null: none. */
    startAt: integer('start_at'),
    endAt: integer('end_at'),
    /** Bit n is weekday n, Monday 1; minutes of a Jakarta day. */
    days: integer('days').notNull(),
    fromMin: integer('from_min').notNull(),
    untilMin: integer('until_min').notNull(),
    /** Key of the field of recipients that says in which zone these minutes are (WITA, WIT); null: Jakarta's, for everybody. */
    zoneField: text('zone_field'),
    /** Messages; null: no limit. */
    budget: integer('budget'),
    /** Sen that all its messages may cost; null: no limit. */
    budgetSen: integer('budget_sen'),
    /** The highest price at which anybody was claimed for it: nobody who is held costs more. */
    dearestSen: integer('dearest_sen').notNull().default(0),
    /** 1: spread evenly until its end, so many in ten minutes (null: not reckoned yet), which is reckoned again for each of them. */
    even: integer('even').notNull().default(0),
    perSlot: integer('per_slot'),
    pacedSlot: integer('paced_slot').notNull().default(0),
    /** The last ten minutes in which somebody was claimed, and how many were. */
    slot: integer('slot').notNull().default(0),
    slotClaimed: integer('slot_claimed').notNull().default(0),
    /** Sen a message, where it is more than the member's; null: the member's. */
    priceSen: integer('price_sen'),
    priority: integer('priority').notNull(),
    /** How many were claimed for it, since the campaign that had least then: whose turn it is among equals. */
    pass: integer('pass').notNull().default(0),
    /** Launch, or walk of a rolling one: ids up to this one are looked through, of those up to `through_id`. */
    launchedTo: integer('launched_to').notNull().default(0),
    throughId: integer('through_id').notNull().default(0),
    people: integer('people').notNull().default(0),
    /** Of them, whose clock is one hour and two hours ahead of Jakarta's; 0 where a release before wrote them down. */
    peopleWita: integer('people_wita').notNull().default(0),
    peopleWit: integer('people_wit').notNull().default(0),
    /** Held or settled. */
    claimed: integer('claimed').notNull().default(0),
    /** People whose first outcome is known here. */
    settled: integer('settled').notNull().default(0),
    /** Who is not sent to any more (stopped, say), and whose row was deleted while they waited. */
    dropped: integer('dropped').notNull().default(0),
    gone: integer('gone').notNull().default(0),
    /** Messages by their outcome. */
    success: integer('success').notNull().default(0),
    fail: integer('fail').notNull().default(0),
    unknown: integer('unknown').notNull().default(0),
    /** JSON: reason → count of the failed ones. Who failed before this was counted has none. */
    failures: text('failures').notNull().default('{}'),
    costSen: integer('cost_sen').notNull().default(0),
    /** Messages that brought a receipt, were read and were answered, as accounts tell it within a quarter of an hour. */
    delivered: integer('delivered').notNull().default(0),
    read: integer('read').notNull().default(0),
    answered: integer('answered').notNull().default(0),
    /** 1: of all its people is known what their messages came to; 0: a release before launched it, and told nobody's. */
    cameKnown: integer('came_known').notNull().default(0),
    createdBy: text('created_by').notNull(),
    /** Who changed it since somebody else looked at it; null: nobody. */
    changedBy: text('changed_by'),
    createdAt: integer('created_at').notNull(),
    launchedAt: integer('launched_at'),
    endedAt: integer('ended_at'),
    /** The campaign that its form was copied from; null: none, or a release before made it. */
    copiedFrom: integer('copied_from'),
    /** Who launched it, and is told of its end; null: a release before did. */
    launchedBy: text('launched_by'),
    /** When they were told that it ended or paused itself; null: not yet, or it went on since. */
    toldAt: integer('told_at'),
  },
  (t) => [
    uniqueIndex('campaigns_name').on(t.name),
    index('campaigns_created').on(t.createdAt, t.id),
    index('campaigns_untold').on(t.id).where(sql`launched_by is not null and told_at is null`),
    // whose turn it is: a claim looks at the first of them
    index('campaigns_turn').on(desc(t.priority), t.pass, t.id).where(sql`state = 'running'`),
    index('campaigns_open').on(t.state).where(sql`state in ('launching', 'running', 'paused')`),
  ],
)

export const campaignTemplates = sqliteTable(
  'campaign_templates',
  {
    campaignId: integer('campaign_id').notNull(),
    templateId: text('template_id').notNull(),
    /** Its place in the form; people's rows have it. */
    variant: integer('variant').notNull(),
    weight: integer('weight').notNull(),
  },
  (t) => [primaryKey({ columns: [t.campaignId, t.templateId] })],
)

/**
 * One row for each person of a campaign until 30 days after its end: who has one that was sent is sent no second message of
 * it. Without a rowid: some 17 bytes, and as many in the index of those who wait; who rests takes twelve more.
 */
export const campaignPeople = sqliteTable(
  'campaign_people',
  {
    campaignId: integer('campaign_id').notNull(),
    numberId: integer('number_id').notNull(),
    /** A place in PERSON_STATES. */
    state: integer('state').notNull(),
    /** Epoch ms: from when on they may be sent to, 0: from the launch on; once they were, when. */
    at: integer('at').notNull(),
    /** Of the template that they got; null: they got none. */
    variant: integer('variant'),
    /** Bits of contract/ground/came.ts: what their message came to, as its account tells it within a quarter of an hour. */
    came: integer('came').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.campaignId, t.numberId] }),
    index('campaign_people_due').on(t.campaignId, t.at).where(sql`state = 0`),
  ],
)

export const campaignHours = sqliteTable(
  'campaign_hours',
  {
    campaignId: integer('campaign_id').notNull(),
    /** Epoch ms of its beginning. */
    hour: integer('hour').notNull(),
    templateId: text('template_id').notNull(),
    success: integer('success').notNull(),
    fail: integer('fail').notNull(),
    unknown: integer('unknown').notNull(),
    /** Of the messages of this hour, whenever it came. */
    delivered: integer('delivered').notNull().default(0),
    read: integer('read').notNull().default(0),
    answered: integer('answered').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.campaignId, t.hour, t.templateId] })],
)
