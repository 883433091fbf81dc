// The last day whose look at members is done: the day that lists show (rule fraud-list).
import { sql } from 'drizzle-orm'

export const SHOWN_DAY = sql`(select after from cron_rounds where name = 'fraud-shown')`
