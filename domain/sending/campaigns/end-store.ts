// Campaigns that ended or paused themselves and of which nobody was told yet (rule campaign-end-mail).
import { sql } from 'drizzle-orm'
import { DAY_MS, MINUTE_MS } from '../../../contract/ground/time.ts'
import type { EndedCampaign } from '../../../contract/sending/campaign-texts.ts'
import type { Db } from '../../ground/db/connection.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { users } from '../../people/users/table.ts'
import type { campaigns } from './table.ts'

/** Until all of its messages are settled, and so long at most. */
const SETTLES_MS = 10 * MINUTE_MS
/** One of before that, of a restored database or of a time without a mailer, is no news. */
const NEWS_MS = DAY_MS

/** email: of who launched it; null: they want no mail, run the place no more, or it is no news. */
export type CampaignEnd = Omit<EndedCampaign, 'cost' | 'left'> &
  Row<typeof campaigns, 'cost_sen' | 'budget' | 'budget_sen' | 'end_at' | 'ended_at'> & {
    email: Row<typeof users, 'email'>['email'] | null
  }
const ENDED_AT = sql`coalesce(c.ended_at, c.why_at)`
export const untoldEnds = (db: Db, now: number, limit: number): Promise<CampaignEnd[]> =>
  db.all<CampaignEnd>(sql`
    select
      c.id, c.name, c.state, c.why, c.why_count, c.why_of, c.people, c.success, c.fail, c.unknown, c.delivered, c.read, c.answered,
      c.cost_sen, c.budget, c.budget_sen, c.end_at, c.ended_at, max(0, c.people - c.claimed - c.dropped - c.gone) as waiting,
      (
        select u.email
        from users u
        left join notice_settings s on s.user_id = u.id
        where u.id = c.launched_by
          and u.role in ('admin', 'dev')
          and u.status = 'active'
          and coalesce(s.campaign_mail, 1) = 1
          and ${ENDED_AT} > ${now - NEWS_MS}
      ) as email
    from campaigns c
    where c.launched_by is not null
      and c.told_at is null
      and (c.state in ('finished', 'cancelled') or (c.state = 'paused' and c.why in ('fails', 'stops', 'disputes')))
      and (c.claimed = c.settled or coalesce(${ENDED_AT}, 0) <= ${now - SETTLES_MS})
    order by c.id
    limit ${limit}
  `)
/** true: it is the caller's to tell. Once at most: nobody is told where this process dies before the mail leaves. */
export const takeEnd = async (
  db: Db,
  { id, state }: Pick<CampaignEnd, 'id' | 'state'>,
  now: number,
): Promise<boolean> =>
  (
    await db.all(sql`
      update campaigns set told_at = ${now} where id = ${id} and state = ${state} and told_at is null returning id
    `)
  ).length > 0
/** The mailer did not take it: the next round tells it. */
export const returnEnd = async (db: Db, { id, state }: Pick<CampaignEnd, 'id' | 'state'>): Promise<void> => {
  await db.run(sql`update campaigns set told_at = null where id = ${id} and state = ${state}`)
}
