// How many accounts need a runner: what the size of the fleet follows.
import { sql } from 'drizzle-orm'
import type { Db } from '../db/connection.ts'

/**
 * Accounts whose objects hold a lease or ask for one. The others rest without a runner: logged out, suspended, disconnected for
 * good, or in conflict. Read once a minute, from the index of states.
 */
export const countOnRunners = async (db: Db): Promise<number> =>
  (
    await db.all<{ n: number }>(
      sql`select count(*) as n from whatsapp where state in ('connected', 'reconnecting', 'restricted', 'unknown')
        and removed_at is null`,
    )
  )[0]?.n ?? 0
