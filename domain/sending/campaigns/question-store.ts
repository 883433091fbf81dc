// The end of a question about a campaign's price, which comes with the end of the campaign, in SQL (rule campaign-price).
import { sql } from 'drizzle-orm'
import { type CampaignEnding, campaignEndedText } from '../../../contract/sending/campaign-texts.ts'
import { type Db, runBatch, type Statement } from '../../ground/db/connection.ts'
import { CAMPAIGN_NAME, dropWaiting, waitingAmount, waitingAskers } from '../../people/approvals/store.ts'
import { noticesOfDropped } from '../../people/notices/approval-notices.ts'

/** by: whose act it was, who is not told; null: nobody's. */
type Ended = { id: number; name: string; ending: CampaignEnding; by: string | null; now: number }
/** Of the notice to who asked. A campaign that was deleted may leave its number to another one. */
export const priceEndedRef = ({ id, now }: Pick<Ended, 'id' | 'now'>): string => `approval:price:${id}:${now}`
/** For the batch that ends the campaign: whatever waits about its price waits no longer, and who asked is told why. */
export const endPriceQuestion = (db: Db, { id, name, ending, by, now }: Ended): Statement[] => {
  const [kind, subject, reason] = ['price' as const, String(id), campaignEndedText(name, ending)]
  const about = { of: kind, amount: waitingAmount(kind, subject), ref: priceEndedRef({ id, now }) }
  return [
    ...noticesOfDropped(db, about, { askers: waitingAskers(kind, subject, by), by, reason, now }),
    dropWaiting(db, kind, subject, { by, reason, now }),
  ]
}

const ENDED_AT_ONCE = 20
/**
 * Cron: of campaigns that ended without a person's act, as a draft of a restored database that has results, or by a release that knew no such
 * question. @returns refs of the notices
 */
export const endPriceQuestions = async (db: Db, now: number): Promise<string[]> => {
  const ended = await db.all<{ id: number; name: string; ending: CampaignEnding }>(sql`
    select
      cast(p.subject as integer) as id,
      ${CAMPAIGN_NAME} as name,
      case when c.id is null then 'deleted' when c.why = 'restored' then 'restored' else c.state end as ending
    from approvals p
    left join campaigns c on c.id = cast(p.subject as integer)
    where p.status = 'waiting'
      and p.kind = 'price'
      and p.beneficiary_id is null
      and (c.id is null or c.state in ('finished', 'cancelled'))
    limit ${ENDED_AT_ONCE}
  `)
  for (const one of ended) await runBatch(db, endPriceQuestion(db, { ...one, by: null, now }))
  return ended.map(({ id }) => priceEndedRef({ id, now }))
}
