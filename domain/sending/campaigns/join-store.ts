// Where a campaign stands among its equals when it begins to run, or goes on (rule campaign-claim).
import { type SQL, sql } from 'drizzle-orm'

/**
 * For the update that lets it run: its `pass`. Among equals it is nobody's turn for long because a campaign was away, or is new: it joins with the
 * least of its equals that have somebody due. One of which nobody is may be far behind these.
 */
export const joinedPass = (now: number): SQL => {
  const leastOf = (which: SQL): SQL =>
    sql`(select min(r.pass) from campaigns r where r.state = 'running' and r.priority = campaigns.priority and ${which})`
  const isDue = sql`(
    select q.at
    from campaign_people q indexed by campaign_people_due
    where q.campaign_id = r.id and q.state = 0
    order by q.at
    limit 1
  ) <= ${now}`
  return sql`coalesce(${leastOf(isDue)}, ${leastOf(sql`true`)}, campaigns.pass)`
}
