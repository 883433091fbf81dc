// How long a recipient rests after a message, in SQL (rule cooldown).
import { sql } from 'drizzle-orm'
import { DEFAULT_SETTINGS } from '../../../contract/ground/settings.ts'

/** Hours; read with the statement that asks it. */
export const COOLDOWN_H = sql`
  coalesce(
    (select cast(value as integer) from settings where key = 'recipient_cooldown_hours'),
    ${DEFAULT_SETTINGS.recipient_cooldown_hours}
  )
`
