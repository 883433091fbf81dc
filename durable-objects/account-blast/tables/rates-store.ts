// What became of messages that WhatsApp accepted (rule rates): whether they arrived, and whether their readers answered or stopped.
import type { SettlementBatch } from '../../../contract/money/settlement.ts'
import type { Rates } from '../../../domain/sending/rates/rules.ts'
import { type Attempt, NOT_LISTED } from './attempts-store.ts'

/** Of the last message that reached them, and of none that is older: a person answers what they read last. */
const LAST_TO = `select attempt_id from contacts where number = ?2`
/** What a campaign counts a message by. */
export type OfCampaign = Pick<Attempt, 'campaign' | 'number_id' | 'created_at' | 'template_id'>
/** @returns the message that they answered; null: none, or they have answered it before */
export const markAnswered = (sql: SqlStorage, number: string, at: number): OfCampaign | null =>
  sql
    .exec<OfCampaign>(
      `update attempts set answered_at = ?1 where answered_at is null and attempt_id = (${LAST_TO})
       returning campaign, number_id, created_at, template_id`,
      at,
      number,
    )
    .toArray()[0] ?? null
/** Stops are few: one is looked for among all attempts, where WhatsApp did not say whose LID it was. */
const LAST_OF_ALL = `select attempt_id from attempts where number = ?2 and outcome = 'success' and number_id <> ${NOT_LISTED}
  order by created_at desc limit 1`
/** true: they have stopped after a message of this account, and had not before. */
export const markStopped = (sql: SqlStorage, number: string, at: number): boolean =>
  sql
    .exec(
      `update attempts set stopped_at = ?1
       where stopped_at is null and attempt_id = coalesce((${LAST_TO}), (${LAST_OF_ALL})) returning 1`,
      at,
      number,
    )
    .toArray().length > 0

/** @param span epoch ms; dueBefore: a message from before then should have its receipt */
export const ratesSince = (sql: SqlStorage, { from, dueBefore }: { from: number; dueBefore: number }): Rates =>
  sql
    .exec<Rates>(
      `select count(*) as sent, count(stopped_at) as stopped, coalesce(sum(created_at < ?2), 0) as due,
         coalesce(sum(created_at < ?2 and delivered_at is null), 0) as undelivered
       from attempts where created_at >= ?1 and outcome = 'success' and number_id <> ${NOT_LISTED}`,
      from,
      dueBefore,
    )
    .one()

type Met = NonNullable<NonNullable<SettlementBatch['deliveries']>[number]['met']>
type MetRow = { templateId: string | null; delivered: 0 | 1; answered: 0 | 1; ids: string }
/**
 * Of one Jakarta day the first so many messages: a day of tens of thousands would outgrow a message of the Queue (128 KB), and nothing would be
 * settled any more. @param from its midnight, epoch ms
 */
const MET_MOST = 1_000
export const metBetween = (sql: SqlStorage, from: number, until: number): Met =>
  sql
    .exec<MetRow>(
      `select template_id as templateId, delivered_at is not null as delivered, answered_at is not null as answered,
         json_group_array(number_id) as ids
       from (
         select * from attempts where created_at >= ? and created_at < ? and outcome = 'success' and number_id <> ${NOT_LISTED}
         order by created_at limit ${MET_MOST}
       )
       group by 1, 2, 3 order by 1, 2, 3`,
      from,
      until,
    )
    .toArray()
    .map(({ templateId, delivered, answered, ids }) => ({
      templateId,
      delivered: delivered === 1,
      answered: answered === 1,
      numberIds: JSON.parse(ids) as number[],
    }))
