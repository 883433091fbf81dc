// Between a right password and a session: the ticket and what it can be answered with; and signing in by a passkey alone
// (rules second-factor, passkeys).
import type { SQL } from 'drizzle-orm'
import type { FactorWay, GivenFactor } from '../../../contract/people/factors.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { type Arrival, openSignIn, type SignedIn } from '../auth/open-sign-in.ts'
import { selectSignInFacts } from '../auth/sign-ins-store.ts'
import { hashToken, newToken } from '../../ground/crypto/token.ts'
import { type Db, runBatch, type Statement } from '../../ground/db/connection.ts'
import { mustHaveChanged } from '../../ground/db/refusal-store.ts'
import { type SecurityEvent, writeCapped } from '../../record/security-events/store.ts'
import { closedRefusal } from '../users/stopped.ts'
import { selectUser } from '../users/store.ts'
import { checkFactor, type FactorPorts } from './check-factor.ts'
import { requestOptions } from './passkeys.ts'
import { type Held, passkeyById, passkeyStands, selectHeld, selectPasskeys } from './store.ts'
import {
  addTicket,
  dropTickets,
  spendTicket,
  ticketStands,
  type TicketPurpose,
  tryTicket,
} from '../auth/ticket-store.ts'

export type Asked = { ticket: string; options: { challenge: string } & Record<string, unknown> }
const waysOf = (held: Held | undefined): FactorWay[] => [
  ...((held?.passkeys ?? 0) > 0 ? (['passkey'] as const) : []),
  ...((held?.totp ?? 0) > 0 ? (['totp'] as const) : []),
  ...((held?.recovery ?? 0) > 0 ? (['recovery'] as const) : []),
]
/**
 * A ticket, and what the browser's own call takes.
 * @param asks userId null: of a passkey that will say. holds: of the person's row; where it does not hold nothing is written, and the
 * error is nothing_changed
 */
export const askFactor = async (
  { db, site, now }: Pick<FactorPorts, 'db' | 'site' | 'now'>,
  { holds, ...asks }: { purpose: TicketPurpose; userId: string | null; sessionHash: string | null; holds?: SQL },
  more: readonly Statement[] = [],
): Promise<Asked & { ways: FactorWay[] }> => {
  const ticket = newToken()
  const [keys, [held]] =
    asks.userId === null ? [[], []] : await db.batch([selectPasskeys(db, asks.userId), selectHeld(db, asks.userId)])
  const usesPasskey = keys.length > 0 || asks.userId === null
  const options = usesPasskey ? await requestOptions(site, keys, ticket) : { challenge: ticket }
  const added = addTicket(db, { ticketHash: await hashToken(ticket), ...asks }, now, holds)
  await runBatch(db, [added, mustHaveChanged(db), ...more])
  return { ticket, options: { ...options }, ways: waysOf(held) }
}

const enter = async (
  db: Db,
  { userId, holds }: { userId: string; holds: SQL },
  arrival: Arrival,
  now: number,
): Promise<SignedIn | null> => {
  const [[user], [facts]] = await db.batch([selectUser(db, userId), selectSignInFacts(db, { id: userId })])
  if (!user) return null
  if (user.status === 'closed') throw closedRefusal(user.status_reason)
  return openSignIn(db, { ...arrival, user, facts, now, byFactor: true }, holds, [dropTickets(db, userId)])
}
const WRONG: ReadonlySet<string> = new Set([
  'factor_wrong',
  'recovery_wrong',
  'passkey_failed',
  'passkey_unknown',
  'password_wrong',
])
/** A wrong second step is on record: anyone who makes it has the password already, or the sign-in (rule security-events). */
export const recordingWrong = async <T>(
  db: Db,
  event: Omit<SecurityEvent, 'kind'>,
  check: () => Promise<T>,
): Promise<T> => {
  try {
    return await check()
  } catch (error) {
    const code = error instanceof Refusal ? error.code : null
    if (code === 'too_many_attempts') await writeCapped(db, { ...event, kind: 'locked_out' })
    else if (code !== null && WRONG.has(code)) await writeCapped(db, { ...event, kind: 'sign_in_failed' })
    throw error
  }
}
const checkOf = async (
  ports: FactorPorts,
  userId: string,
  given: GivenFactor & { ticket: string },
  { place, device }: Arrival,
): Promise<void> => {
  const event = { ...place, device: device && (await hashToken(device.id)), at: ports.now, userId }
  await recordingWrong(ports.db, event, () => checkFactor(ports, { id: userId, guesses: userId }, given, given.ticket))
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
  await checkOf(ports, ticket.userId, given, arrival)
  // the ticket is spent with the sign-in that it opens
  const entered = await enter(db, { userId: ticket.userId, holds: ticketStands(ticketHash) }, arrival, now)
  if (!entered) throw new Refusal('factor_ticket_invalid')
  return entered
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
  await checkOf(ports, key.user_id, given, arrival)
  const entered = await enter(db, { userId: key.user_id, holds: passkeyStands(key.id) }, arrival, now)
  if (!entered) throw new Refusal('passkey_unknown')
  return entered
}
