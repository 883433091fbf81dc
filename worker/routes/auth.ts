// /auth: sign-in, sign-up, sign-out, tickets, reset (rules sign-in, guessing, reset-link).
import { answerTexts } from '../../contract/texts.ts'
import { DONE } from '../../contract/api/shapes.ts'
import { proveItIsYou } from '../../domain/auth/prove-it-is-you.ts'
import { registerMember } from '../../domain/auth/register-member.ts'
import { deviceCookie, deviceOf } from '../../domain/auth/device.ts'
import { confirmNewEmail } from '../../domain/auth/new-email.ts'
import { confirmReset, makeReset } from '../../domain/auth/reset-password.ts'
import { signIn } from '../../domain/auth/sign-in.ts'
import { closeSession } from '../../domain/auth/store.ts'
import { makeTicket, sign, TICKET_TTL_MS } from '../../domain/auth/token.ts'
import { runBatch } from '../../domain/db/connection.ts'
import { closeOwn } from '../../domain/users/change-status.ts'
import { presentUser } from '../../domain/users/present.ts'
import { userById } from '../../domain/users/store.ts'
import { Refusal } from '../../contract/errors.ts'
import { linkRing } from '../env.ts'
import { door, routes } from '../http/door.ts'
import { endSockets } from '../end-sockets.ts'
import { isHuman, sendMail } from '../services.ts'
import { settleUser } from '../settle.ts'
import { tellStop } from '../tell-pause.ts'
import { addressOf, placeOf } from '../http/access.ts'

export const authRoutes = routes()

/** The secret's label. */
const EMAIL_HASH = 'unknown-email'
door(authRoutes, 'POST /auth/login', async ({ c, env, db, body, now }) => {
  const device = await deviceOf(linkRing(env), c.req.header('cookie'))
  const address = addressOf(c.req.raw.headers)
  const check = (response: string) => isHuman(env, { response, action: 'login', address })
  const hashEmail = (email: string) => sign(linkRing(env), EMAIL_HASH, email)
  const place = placeOf(c.req.raw.headers)
  const request = { body, address, device, place, hashEmail, isHuman: check, now }
  const { token, user, newDevice } = await signIn(db, request)
  const isHttps = env.APP_ORIGIN.startsWith('https:')
  if (newDevice) c.header('set-cookie', await deviceCookie(linkRing(env), newDevice, isHttps))
  const data = { token, user: presentUser(user) }
  return { ...DONE, ...data, data }
})

door(authRoutes, 'POST /auth/register', async ({ c, env, db, body, now }) => {
  const address = addressOf(c.req.raw.headers)
  await registerMember(
    { db, now, isHuman: (response) => isHuman(env, { response, action: 'register', address }) },
    body,
  )
  return DONE
})

door(authRoutes, 'POST /auth/validate', async ({ db, who }) => {
  const user = await userById(db, who.id)
  if (!user) throw new Refusal('invalid_token')
  const shown = presentUser(user)
  return { ...DONE, isvalid: true as const, user: shown, data: { user: shown } }
})

door(authRoutes, 'POST /auth/logout', async ({ env, db, who, later, security }) => {
  await runBatch(db, [closeSession(db, who.sessionHash), ...security('sign_out', who.id)])
  later(endSockets(env, { userId: who.id, only: who.sessionHash }))
  return DONE
})

// Settled first, so that income of the last minute is withdrawn before, too.
door(authRoutes, 'POST /auth/close-account', async ({ env, db, who, body, now, audit, later, security }) => {
  await proveItIsYou(db, who, { password: body.current_password }, now)
  await settleUser(env, db, who.id)
  await closeOwn(db, who.id, now, (before, after) => [
    ...audit('user.status', who.id, before, after),
    ...security('closed', who.id),
  ])
  later(endSockets(env, { userId: who.id, keeps: null }))
  later(tellStop(env, db, who.id))
  return DONE
})

door(authRoutes, 'POST /auth/ws-ticket', async ({ env, who, now }) => ({
  ticket: await makeTicket(linkRing(env), who, now),
  expiresIn: TICKET_TTL_MS / 1_000,
}))

// The mail goes after the answer: neither its words nor its time tell whether the email is known.
door(authRoutes, 'POST /auth/reset-password', async ({ env, db, body, now, later }) => {
  const send = async (): Promise<void> => {
    const mail = await makeReset(db, { email: body.email, origin: env.APP_ORIGIN, now })
    if (mail) await sendMail(env, mail)
  }
  later(send())
  return { ...DONE, msg: answerTexts.resetSent }
})

door(authRoutes, 'POST /auth/reset-password/confirm', async ({ env, db, body, now, later, security }) => {
  const { userId } = await confirmReset(db, { ...body, now }, (id, unless) => security('password_changed', id, unless))
  later(endSockets(env, { userId, keeps: null }))
  return DONE
})

door(authRoutes, 'POST /auth/confirm-email', async ({ env, db, body, now, requestId, later, security }) => {
  const { userId, keeps, mail } = await confirmNewEmail(db, body.token, { now, requestId }, (id, unless) =>
    security('email_changed', id, unless),
  )
  later(endSockets(env, { userId, keeps }))
  later(sendMail(env, mail))
  return DONE
})
