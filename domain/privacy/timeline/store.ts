// Which accounts know what was sent to a number (rule timeline): who holds it now, and who tried last. Others are not searched for.
import { sql } from 'drizzle-orm'
import type { Db } from '../../ground/db/connection.ts'
import { ACCOUNT_NAME } from '../../sending/whatsapp/name-store.ts'

export type Known = {
  number: string
  lastAttemptAt: number
  /** Of one account; null: no account is known. */
  id: string | null
  name: string | null
  phonenumber: string | null
  ownerId: string | null
  holds: 0 | 1 | null
}
/** A row for each account, one without for a number that none is known of, none for no number. Also removed accounts, which may still know. */
export const accountsOfNumber = (db: Db, id: number): Promise<Known[]> =>
  db.all<Known>(sql`
    select
      p.number,
      p.last_attempt_at as "lastAttemptAt",
      w.id,
      coalesce(${ACCOUNT_NAME}, w.phonenumber, w.clientid) as name,
      w.phonenumber,
      w.user_id as "ownerId",
      w.id is p.in_use_by as holds
    from phone_numbers p
    left join whatsapp w on w.id = p.in_use_by or (w.id >= p.last_account and w.id < p.last_account || '~')
    where p.id = ${id}
  `)
