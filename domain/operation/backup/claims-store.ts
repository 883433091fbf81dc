// Whom accounts have claimed, in SQL: for the journal's minute in the second place.
import { sql } from 'drizzle-orm'
import type { Db } from '../../ground/db/connection.ts'
import type { Claimed } from '../../record/journal/format.ts'

export const claimsNow = async (db: Db, at: number): Promise<Claimed[]> => {
  const rows = await db.all<{ accountId: string; campaign: number | null; ids: string }>(sql`
    select in_use_by as "accountId", in_use_campaign as campaign, json_group_array(id) as ids
    from phone_numbers
    where in_use = 1 and in_use_by is not null
    group by in_use_by, in_use_campaign
  `)
  return rows.map(({ accountId, campaign, ids }) => ({
    accountId,
    ids: JSON.parse(ids) as number[],
    at,
    ...(campaign === null ? {} : { campaign }),
  }))
}
