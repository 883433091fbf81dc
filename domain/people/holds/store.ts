// Whether withdraws are held, in SQL: those of a person (rule withdraw-hold), and all while the place pays far more than usual (rule usual-pay). Who may
// hold and lift is the money's.
import { type SQL, sql } from 'drizzle-orm'
import { isPayHeld } from './pay-hold-store.ts'

/** Of a person alone: what is not of everybody, and lasts until somebody lifts it. */
export const isPersonHeld = (userId: string | SQL): SQL => sql`
  exists (select 1 from withdraw_holds h where h.user_id = ${userId} and h.lifted_at is null)
`
/** Of a person: the condition that every statement which accepts a withdraw asks. All are held while the pay is far above the usual (rule usual-pay). */
export const isWithdrawHeld = (userId: string | SQL): SQL => sql`(${isPersonHeld(userId)} or ${isPayHeld})`
