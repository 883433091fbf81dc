// contract/sending/account-name.ts in SQL, for statements that answer one name (rule nickname).
import { sql } from 'drizzle-orm'

/** Of whatsapp as w; null: it has no name. */
export const ACCOUNT_NAME = sql`coalesce(w.nickname, w.pushname)`
