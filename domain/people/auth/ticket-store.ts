// Tickets between the two steps of a sign-in, and the challenges of passkeys: stored as their hash, for five minutes (rule second-factor).
import { type SQL, sql } from 'drizzle-orm'
import { MINUTE_MS } from '../../../contract/ground/time.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'
import type { factorTickets, TICKET_PURPOSES } from './table.ts'

const LIFE_MS = 5 * MINUTE_MS
const MAX_TRIES = 5
export type TicketPurpose = (typeof TICKET_PURPOSES)[number]
type NewTicket = { ticketHash: string; purpose: TicketPurpose; userId: string | null; sessionHash: string | null }

/**
 * @param holds of the person's row, in the same statement: a ticket for a password that was changed meanwhile would be written after
 * the change has dropped all others. Where it does not hold nothing is written.
 */
export const addTicket = (db: Db, ticket: NewTicket, now: number, holds?: SQL): Statement =>
  db.run(sql`
    insert into factor_tickets (ticket_hash, purpose, user_id, session_hash, expires_at)
    select ${ticket.ticketHash}, ${ticket.purpose}, ${ticket.userId}, ${ticket.sessionHash}, ${now + LIFE_MS}
    where ${holds ? sql`exists (select 1 from users where id = ${ticket.userId} and ${holds})` : sql`true`}
  `)

type Ticket = Pick<typeof factorTickets.$inferSelect, 'userId'>
/** Counts one try of it. null: it is none of these, ran out or was tried too often. */
export const tryTicket = async (
  db: Db,
  ticket: { ticketHash: string; purpose: TicketPurpose; sessionHash: string | null },
  now: number,
): Promise<Ticket | null> => {
  const [row] = await db.all<Ticket>(sql`
    update factor_tickets
    set tries = tries + 1
    where ticket_hash = ${ticket.ticketHash} and purpose = ${ticket.purpose}
      and session_hash is ${ticket.sessionHash} and expires_at > ${now} and tries < ${MAX_TRIES}
    returning user_id as "userId"
  `)
  return row ?? null
}
/**
 * A condition on a person's row: they have a second factor, and the ticket is there. A change of password or factors, and an end of
 * sign-ins, drops the tickets of before (dropTickets), and none is written for a password that counts no more (addTicket).
 */
export const ticketStands = (ticketHash: string): SQL =>
  sql`factor_since is not null and exists (select 1 from factor_tickets where ticket_hash = ${ticketHash})`
/** false: another call was faster. */
export const spendTicket = async (db: Db, ticketHash: string): Promise<boolean> =>
  (await db.all(sql`delete from factor_tickets where ticket_hash = ${ticketHash} returning purpose`)).length > 0
/** For a batch: none that was given before a change of factors, or a sign-in, counts after it. */
export const dropTickets = (db: Db, userId: string | SQL): Statement =>
  db.run(sql`delete from factor_tickets where user_id = ${userId} and purpose = 'sign_in'`)
