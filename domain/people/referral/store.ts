// Who registered with whose code, and what their blasts earned the referrer (rule referral).
import { type SQL, sql } from 'drizzle-orm'
import type { Sen } from '../../../contract/ground/money.ts'
import { DEFAULT_SETTINGS } from '../../../contract/ground/settings.ts'
import type { Db } from '../../ground/db/connection.ts'
import { pageOfList } from '../../ground/db/list-store.ts'
import { CREATED, orderOf, type SortColumns, type SortedPage } from '../../ground/db/page-rules.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { users } from '../users/table.ts'

export type ReferralRow = Row<typeof users, 'id' | 'firstname' | 'lastname' | 'email'> & {
  /** The list has only people who registered with a code. */
  referrer_id: string
  /** Sen credited to the referrer for this person's settled batches, less reversals. */
  income_sen: Sen
}
const SORTS: SortColumns<'referrals'> = { createdAt: CREATED, income: { columns: ['referral_given_sen'] } }
/** referrerId null: everybody's. totalSen: what the referrer (or all of them) earned, less reversals. percent: as the setting says now. */
export const referralPage = async (
  db: Db,
  page: SortedPage<'referrals'> & { referrerId: string | null },
): Promise<{ rows: ReferralRow[]; total: number; totalSen: Sen; percent: number }> => {
  const all = page.referrerId === null
  const where = all ? sql`referrer_id is not null` : sql`referrer_id = ${page.referrerId}`
  const list = {
    keys: (columns: SQL) => sql`select ${columns} from users where ${where}`,
    total: sql`(select count(*) from users where ${where})`,
    rows: (k: SQL) => sql`
      select u.id, u.firstname, u.lastname, u.email, u.referrer_id, u.referral_given_sen as income_sen
      from ${k} k
      cross join users u on u.id = k.id
    `,
  }
  const [{ rows, total }, [sum], [setting]] = await Promise.all([
    pageOfList<ReferralRow>(db, list, page, orderOf<'referrals'>(SORTS, page.sort)),
    db.all<{ total: number }>(
      all
        ? // Everybody's figures have user_id '': a row a day, where the balances are a row a person.
          sql`select coalesce(sum(referral_sen), 0) as total from daily_stats where user_id = ''`
        : sql`select coalesce(sum(referral_sen), 0) as total from balances where user_id = ${page.referrerId}`,
    ),
    db.all<{ value: string }>(sql`select value from settings where key = 'referral_percent'`),
  ])
  const percent = Number(setting?.value ?? DEFAULT_SETTINGS.referral_percent)
  return { rows, total, totalSen: sum?.total ?? 0, percent }
}
