// Between a right password and a session: the ticket and what it can be answered with; and signing in by a passkey alone
// (rules second-factor, passkeys).
import type { FactorWay, GivenFactor } from '../../contract/factors.ts'
import { Refusal } from '../../contract/errors.ts'
import { type Arrival, openSignIn, type SignedIn } from '../auth/open-sign-in.ts'
import { selectSignInFacts } from '../auth/sign-ins-store.ts'
import { hashToken, newToken } from '../auth/token.ts'
import { type Db, runBatch, type Statement } from '../db/connection.ts'
import { closedRefusal } from '../users/stopped.ts'
import { selectUser } from '../users/store.ts'
import { checkFactor, type FactorPorts } from './check-factor.ts'
import { requestOptions } from './passkeys.ts'
import { type Held, passkeyById, selectHeld, selectPasskeys } from './store.ts'
import { addTicket, dropTickets, spendTicket, type TicketPurpose, tryTicket } from './ticket-store.ts'

export type Asked = { ticket: string; options: { challenge: string } & Record<string, unknown> }
const waysOf = (held: Held | undefined): FactorWay[] => [
  ...((held?.passkeys ?? 0) > 0 ? (['passkey'] as const) : []),
  ...((held?.totp ?? 0) > 0 ? (['totp'] as const) : []),
  ...((held?.recovery ?? 0) > 0 ? (['recovery'] as const) : []),
]
/** A ticket, and what the browser's own call takes. @param userId null: of a passkey that will say */
export const askFactor = async (
  { db, site, now }: Pick<FactorPorts, 'db' | 'site' | 'now'>,
  asks: { purpose: TicketPurpose; userId: string | null; sessionHash: string | null },
  more: readonly Statement[] = [],
): Promise<Asked & { ways: FactorWay[] }> => {
  const ticket = newToken()
  const [keys, [held]] =
    asks.userId === null ? [[], []] : await db.batch([selectPasskeys(db, asks.userId), selectHeld(db, asks.userId)])
  const usesPasskey = keys.length > 0 || asks.userId === null
  const options = usesPasskey ? await requestOptions(site, keys, ticket) : { challenge: ticket }
  await runBatch(db, [addTicket(db, { ticketHash: await hashToken(ticket), ...asks }, now), ...more])
  return { ticket, options: { ...options }, ways: waysOf(held) }
}

const enter = async (db: Db, userId: string, arrival: Arrival, now: number): Promise<SignedIn> => {
  const [[user], [facts]] = await db.batch([selectUser(db, userId), selectSignInFacts(db, { id: userId })])
  if (!user) throw new Refusal('factor_ticket_invalid')
  if (user.status === 'closed') throw closedRefusal(user.status_reason)
  return openSignIn(db, { ...arrival, user, facts, now, byFactor: true }, [dropTickets(db, userId)])
}

/** @throws Refusal factor_ticket_invalid and those of checkFactor */
export const takeSecondStep = async (
  ports: FactorPorts,
  given: GivenFactor & { ticket: string },
  arrival: Arrival,
): Promise<SignedIn> => {
  const { db, now } = ports
  const ticketHash = await hashToken(given.ticket)
  const ticket = await tryTicket(db, { ticketHash, purpose: 'sign_in', sessionHash: null }, now)
  if (!ticket?.userId) throw new Refusal('factor_ticket_invalid')
  await checkFactor(ports, { id: ticket.userId, guesses: ticket.userId }, given, given.ticket)
  if (!(await spendTicket(db, ticketHash))) throw new Refusal('factor_ticket_invalid')
  return enter(db, ticket.userId, arrival, now)
}

/** @throws Refusal factor_ticket_invalid, passkey_unknown or passkey_failed */
export const signInByPasskey = async (
  ports: FactorPorts,
  given: Extract<GivenFactor, { passkey: object }> & { ticket: string },
  arrival: Arrival,
): Promise<SignedIn> => {
  const { db, now } = ports
  const ticketHash = await hashToken(given.ticket)
  const ticket = await tryTicket(db, { ticketHash, purpose: 'passkey_sign_in', sessionHash: null }, now)
  if (!ticket || !(await spendTicket(db, ticketHash))) throw new Refusal('factor_ticket_invalid')
  const key = await passkeyById(db, given.passkey.id)
  if (!key) throw new Refusal('passkey_unknown')
  await checkFactor(ports, { id: key.user_id, guesses: key.user_id }, given, given.ticket)
  return enter(db, key.user_id, arrival, now)
}
