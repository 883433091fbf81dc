// Who came by whose code, and what their blasts earned the one who brought them (decision 27).
import { sql } from 'drizzle-orm'
import type { Db } from '../db/connection.ts'

export type ReferralRow = {
  id: string
  firstname: string
  lastname: string
  email: string
  referrer_id: string
  /** Sen credited to the referrer for this person's settled batches, less reversals. */
  income_sen: number
}
/** referrerId null: everybody's. totalSen: what the referrer (or all of them) earned, less reversals. */
export const referralPage = async (
  db: Db,
  page: { page: number; limit: number; referrerId: string | null },
): Promise<{ rows: ReferralRow[]; total: number; totalSen: number }> => {
  const all = page.referrerId === null
  const where = all ? sql`u.referrer_id is not null` : sql`u.referrer_id = ${page.referrerId}`
  const [rows, [count], [sum]] = await db.batch([
    db.all<ReferralRow>(sql`select u.id, u.firstname, u.lastname, u.email, u.referrer_id,
        u.referral_given_sen as income_sen
      from users u where ${where} order by u.created_at desc, u.id
      limit ${page.limit} offset ${(page.page - 1) * page.limit}`),
    db.all<{ total: number }>(sql`select count(*) as total from users u where ${where}`),
    db.all<{ total: number }>(sql`select coalesce(sum(referral_sen), 0) as total from balances
      where ${all ? sql`true` : sql`user_id = ${page.referrerId}`}`),
  ])
  return { rows, total: count?.total ?? 0, totalSen: sum?.total ?? 0 }
}
