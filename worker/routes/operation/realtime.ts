// GET /ws: the upgrade ends in the caller's own channel, or in the admins' shared one (rules ownership, socket-ticket).
import { seesAll } from '../../../contract/people/role-table.ts'
import { Refusal, tooMany } from '../../../contract/ground/errors.ts'
import { ADMIN_CLIENT_ID, userClientId, isChannelId } from '../../../contract/ground/channels.ts'
import { type Session, sessionOf } from '../../../domain/people/auth/store.ts'
import { hashToken, readTicket } from '../../../domain/ground/crypto/token.ts'
import type { Db } from '../../../domain/ground/db/connection.ts'
import { socketLimit } from '../../../domain/ground/limits/rules.ts'
import { accountByHandle, aliasOf } from '../../../domain/sending/whatsapp/store.ts'
import { adminChannel, userChannel } from '../../../durable-objects/stubs.ts'
import { endSockets } from '../../end-sockets.ts'
import { type Env, isSandbox, linkRing } from '../../env.ts'
import { door, routes } from '../../http/door.ts'

export const realtimeRoutes = routes()
/** A tab that was closed is out of the count at once, one that lost its network within minutes. */
const SOCKET_WAIT_S = 60

/** The token is a single-use ticket; in a sandbox also the bearer itself, which no address of a deployment should hold. @throws Refusal missing_token, invalid_token or factor_missing. */
const whoListens = async (
  env: Env,
  db: Db,
  token: string | undefined,
  now: number,
): Promise<Session & { sessionHash: string }> => {
  if (!token) throw new Refusal('missing_token')
  const ticket = token.includes('.') ? await readTicket(linkRing(env), token, now) : null
  if (!ticket && !isSandbox(env)) throw new Refusal('invalid_token')
  const sessionHash = ticket ? ticket.sessionHash : await hashToken(token)
  const session = await sessionOf(db, sessionHash, now)
  if (!session || (ticket && ticket.userId !== session.userId)) throw new Refusal('invalid_token')
  if (session.mustEnrol) throw new Refusal('factor_missing')
  if (ticket && !(await userChannel(env, session.userId).useTicket(ticket.nonce, ticket.expiresAt))) {
    throw new Refusal('invalid_token')
  }
  return { ...session, sessionHash }
}

const LOOPBACK = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/
/** Browsers always name the page that opens a socket; what names none is no browser, and needs the token all the same. */
const isOurPage = (origin: string | undefined, env: Env): boolean =>
  origin === undefined || origin === env.APP_ORIGIN || (isSandbox(env) && LOOPBACK.test(origin))

/** A person may not name another person's client id or channel. An id that nobody has is only a label. */
const mayNameDevice = async (db: Db, deviceId: string, who: Session): Promise<boolean> => {
  if (deviceId === ADMIN_CLIENT_ID) return seesAll(who.role)
  if (deviceId === userClientId(who.userId) || seesAll(who.role)) return true
  const alias = await aliasOf(db, deviceId)
  return alias ? alias.userId === who.userId : !isChannelId(deviceId)
}

/** Headers for a monitor of one account: that account is asked for its events, and the channel leaves out all others. */
const onlyAbout = async (db: Db, id: string): Promise<Record<string, string>> => {
  const account = await accountByHandle(db, id)
  return { 'x-only': id, ...(account ? { 'x-only-account': account.id } : {}) }
}

door(realtimeRoutes, 'GET /ws', async ({ c, env, db, query, now, later }) => {
  if (c.req.header('upgrade')?.toLowerCase() !== 'websocket') throw new Refusal('invalid_input')
  if (!isOurPage(c.req.header('origin'), env)) throw new Refusal('forbidden')
  const who = await whoListens(env, db, query.token, now)
  const device = query.deviceId || userClientId(who.userId)
  if (!(await mayNameDevice(db, device, who))) throw new Refusal('forbidden')
  const isAdmins = device === ADMIN_CLIENT_ID
  const channel = isAdmins ? adminChannel(env) : userChannel(env, who.userId)
  // a new request without the token, which the channel must not see
  const headers = {
    upgrade: 'websocket',
    'x-user': who.userId,
    'x-session': who.sessionHash,
    'x-until': String(who.expiresAt),
    'x-device': device,
    'x-most': String(socketLimit(isSandbox(env))),
    ...(isAdmins && query.watch ? { 'x-watch': query.watch } : {}),
    ...(isAdmins && query.id ? await onlyAbout(db, query.id) : {}),
  }
  const response = await channel.fetch(new Request('https://channel/ws', { headers }))
  if (response.status === 429) throw tooMany(SOCKET_WAIT_S, 'sockets_many')
  // a sign-in that ended since it was read had no socket yet that could be closed
  const stillStands = async (): Promise<void> => {
    const session = await sessionOf(db, who.sessionHash, Date.now())
    if (session?.role !== who.role) await endSockets(env, { userId: who.userId, only: who.sessionHash })
  }
  later(stillStands())
  return response
})
