// /auth: sign-in, sign-up, sign-out, tickets, reset (rules sign-in, guessing, reset-link).
import type { SQL } from 'drizzle-orm'
import { answerTexts } from '../../../contract/ground/texts.ts'
import { DONE } from '../../../contract/ground/done.ts'
import { mustKnowPassword } from '../../../domain/people/auth/present-password.ts'
import { registerMember } from '../../../domain/people/auth/register-member.ts'
import { confirmEmail, makeConfirmation } from '../../../domain/people/auth/new-email.ts'
import { confirmReset, makeReset } from '../../../domain/people/auth/reset-password.ts'
import { signIn } from '../../../domain/people/auth/sign-in.ts'
import { closeSession } from '../../../domain/people/auth/store.ts'
import { makeTicket, sign, TICKET_TTL_MS } from '../../../domain/ground/crypto/token.ts'
import { type Db, runBatch, type Statement } from '../../../domain/ground/db/connection.ts'
import { askFactor } from '../../../domain/people/factors/second-step.ts'
import { closeOwn } from '../../../domain/privacy/closing/change-status.ts'
import { presentUser } from '../../../domain/people/users/present.ts'
import { userById } from '../../../domain/people/users/store.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { userChannel } from '../../../durable-objects/stubs.ts'
import { type Env, linkRing } from '../../env.ts'
import { errorFields, log } from '../../log.ts'
import { Accepted } from '../../http/context.ts'
import { door, routes } from '../../http/door.ts'
import { answerSignedIn, arrivalOf, factorPorts, tellChange } from '../../http/signed-in.ts'
import { endSockets } from '../../end-sockets.ts'
import { hasMail, isHuman, sendMail } from '../../services.ts'
import { settleUser } from '../../settle.ts'
import { tellStop } from '../../tell-pause.ts'
import { addressOf } from '../../http/access.ts'

export const authRoutes = routes()

/** The secret's label. */
const EMAIL_HASH = 'unknown-email'
door(authRoutes, 'POST /auth/login', async (context) => {
  const { c, env, db, body, now } = context
  const arrival = await arrivalOf(context)
  const address = addressOf(c.req.raw.headers)
  const check = (response: string) => isHuman(env, { response, action: 'login', address })
  const ask = (userId: string, holds: SQL, more: readonly Statement[]) =>
    askFactor(factorPorts(context), { purpose: 'sign_in', userId, sessionHash: null, holds }, more)
  const hashEmail = (email: string) => sign(linkRing(env), EMAIL_HASH, email)
  const request = { ...arrival, body, address, hashEmail, isHuman: check, askFactor: ask, now }
  const entered = await signIn(db, request)
  if ('ticket' in entered) return new Accepted({ reason: 'factor_needed' as const, ...entered })
  return answerSignedIn(context, entered)
})

const mailConfirmation = async (env: Env, db: Db, user: { id: string; email: string }, now: number): Promise<void> => {
  try {
    const mail = await makeConfirmation(db, { user, origin: env.APP_ORIGIN, now })
    if (mail) await sendMail(env, mail)
  } catch (error) {
    log.error('mail not sent', errorFields(error))
  }
}
door(authRoutes, 'POST /auth/register', async ({ c, env, db, body, now, later }) => {
  const address = addressOf(c.req.raw.headers)
  const user = await registerMember(
    { db, now, isHuman: (response) => isHuman(env, { response, action: 'register', address }) },
    body,
  )
  // after the answer: no mail that fails takes a sign-up along
  if (hasMail(env)) later(mailConfirmation(env, db, user, now))
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
door(authRoutes, 'POST /auth/close-account', async (context) => {
  const { env, db, who, body, now, audit, later, security, standing, needProof } = context
  await mustKnowPassword(db, who, body.current_password, now)
  if (standing?.factorSince) needProof()
  await settleUser(env, db, who.id)
  await closeOwn(db, who.id, now, (before, after) => [
    ...audit('user.status', who.id, before, after),
    ...security('closed', who.id),
  ])
  later(endSockets(env, { userId: who.id, keeps: null }))
  later(tellStop(env, db, who.id))
  return DONE
})

door(authRoutes, 'POST /auth/self-check', async ({ env, who }) => ({
  ...DONE,
  object: await userChannel(env, who.id).selfCheck(),
}))

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
  const { userId, ref, mail } = await confirmReset(db, { ...body, now }, (id, unless) =>
    security('password_changed', id, unless),
  )
  later(endSockets(env, { userId, keeps: null }))
  later(tellChange(env, db, { ref, mail }))
  return DONE
})

door(authRoutes, 'POST /auth/confirm-email', async ({ env, db, body, now, requestId, later, security }) => {
  const changed = await confirmEmail(db, body.token, { now, requestId }, (id, unless) =>
    security('email_changed', id, unless),
  )
  if (!changed) return { ...DONE, changed: false }
  const { userId, keeps, ...told } = changed
  later(endSockets(env, { userId, keeps }))
  later(tellChange(env, db, told))
  return { ...DONE, changed: true }
})

door(authRoutes, 'POST /auth/confirm-email/ask', async ({ env, db, who, now }) => {
  const user = await userById(db, who.id)
  if (!user) throw new Refusal('invalid_token')
  if (user.email_confirmed_at !== null) return DONE
  if (!hasMail(env)) throw new Refusal('mail_off')
  const mail = await makeConfirmation(db, { user, origin: env.APP_ORIGIN, now })
  if (!mail) throw new Refusal('email_waits')
  if (!(await sendMail(env, mail))) throw new Refusal('overloaded')
  return DONE
})
