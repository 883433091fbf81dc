// Whose an account is, by name.
import { sql } from 'drizzle-orm'
import type { Db } from '../../ground/db/connection.ts'

/** Empty: nobody has this id any more. */
export const ownerNameOf = async (db: Db, userId: string): Promise<string> =>
  (
    await db.all<{ name: string }>(
      sql`select trim(firstname || ' ' || lastname) as name from users where id = ${userId}`,
    )
  )[0]?.name ?? ''
