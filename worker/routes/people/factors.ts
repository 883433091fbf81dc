// /auth: the second step of a sign-in, what people prove themselves by, and their sign-ins (rules second-factor, passkeys, step-up,
// sign-ins).
import type { z } from 'zod'
import { DONE } from '../../../contract/ground/done.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import type { proveBody } from '../../../contract/people/factors.ts'
import { mustKnowPassword } from '../../../domain/people/auth/present-password.ts'
import { endSignIn, replaceToken } from '../../../domain/people/auth/sign-ins-store.ts'
import { endSignIns, type Standing } from '../../../domain/people/auth/store.ts'
import { hashToken, newSignInToken } from '../../../domain/ground/crypto/token.ts'
import { runBatch } from '../../../domain/ground/db/connection.ts'
import { refusalOf } from '../../../domain/ground/db/refusals.ts'
import { checkFactor } from '../../../domain/people/factors/check-factor.ts'
import {
  askFactor,
  recordingWrong,
  signInByPasskey,
  takeSecondStep,
} from '../../../domain/people/factors/second-step.ts'
import { readSecurity } from '../../../domain/people/factors/security.ts'
import {
  askPasskey,
  type Changed,
  finishPasskey,
  finishTotp,
  removePasskey,
  removeTotp,
  renewRecovery,
  resetFactors,
  type SetUpPorts,
  startNextTotp,
  startTotp,
} from '../../../domain/people/factors/set-up.ts'
import { spendTicket, tryTicket } from '../../../domain/people/auth/ticket-store.ts'
import { readSettings } from '../../../domain/ground/settings/store.ts'
import { endSockets } from '../../end-sockets.ts'
import { placeOf } from '../../http/access.ts'
import { door, routes, type Who, type WriteContext } from '../../http/door.ts'
import { answerSignedIn, arrivalOf, factorPorts, tellChange } from '../../http/signed-in.ts'

export const factorRoutes = routes()
type Signed = WriteContext & { who: Who }

door(factorRoutes, 'POST /auth/login/factor', async (context) => {
  const arrival = await arrivalOf(context)
  return answerSignedIn(context, await takeSecondStep(factorPorts(context), context.body, arrival))
})
door(factorRoutes, 'POST /auth/passkey-options', async (context) =>
  askFactor(factorPorts(context), { purpose: 'passkey_sign_in', userId: null, sessionHash: null }),
)
door(factorRoutes, 'POST /auth/login/passkey', async (context) => {
  const arrival = await arrivalOf(context)
  return answerSignedIn(context, await signInByPasskey(factorPorts(context), context.body, arrival))
})

door(factorRoutes, 'GET /auth/security', ({ db, who, now }) => readSecurity(db, who, now))

const standingIn = ({ standing }: Pick<Signed, 'standing'>): Standing => {
  if (standing === null) throw new Refusal('invalid_token')
  return standing
}
const setUpPorts = (context: Signed): SetUpPorts => ({
  ...factorPorts(context),
  who: context.who,
  standing: standingIn(context),
  audit: (change) => [
    ...context.audit('user.factor', context.who.id, undefined, { change }),
    ...(change.endsWith('_off') ? context.security('factor_removed', context.who.id) : []),
    ...(change === 'totp_replaced' ? context.security('factor_replaced', context.who.id) : []),
    ...(change.endsWith('_on') ? context.security('factor_added', context.who.id) : []),
  ],
})
/** Tells the person, and closes the sockets of the sign-ins that ended. */
const answerChange = ({ env, db, who, later }: Signed, { codes, ended, ...told }: Changed) => {
  later(tellChange(env, db, told))
  if (ended) later(endSockets(env, { userId: who.id, keeps: who.sessionHash }))
  return { ...DONE, recovery_codes: codes }
}
const isRequired = async ({ db, who }: Signed): Promise<boolean> =>
  who.role !== 'member' && (await readSettings(db)).factor_required

door(factorRoutes, 'POST /auth/totp', async (context) => ({ ...DONE, ...(await startTotp(setUpPorts(context))) }))
door(factorRoutes, 'POST /auth/totp/replace', async (context) => ({
  ...DONE,
  ...(await startNextTotp(setUpPorts(context))),
}))
door(factorRoutes, 'POST /auth/totp/confirm', async (context) =>
  answerChange(context, await finishTotp(setUpPorts(context), context.body.code)),
)
door(factorRoutes, 'DELETE /auth/totp', async (context) =>
  answerChange(context, await removeTotp(setUpPorts(context), await isRequired(context))),
)
door(factorRoutes, 'POST /auth/passkeys/options', (context) => askPasskey(setUpPorts(context)))
door(factorRoutes, 'POST /auth/passkeys', async (context) =>
  answerChange(context, await finishPasskey(setUpPorts(context), context.body)),
)
door(factorRoutes, 'POST /auth/passkeys/remove', async (context) =>
  answerChange(context, await removePasskey(setUpPorts(context), context.body.id, await isRequired(context))),
)
door(factorRoutes, 'POST /auth/recovery-codes', async (context) =>
  answerChange(context, await renewRecovery(setUpPorts(context))),
)

door(factorRoutes, 'POST /auth/prove/options', async (context) => {
  const { who } = context
  const asked = await askFactor(factorPorts(context), {
    purpose: 'prove',
    userId: who.id,
    sessionHash: who.sessionHash,
  })
  return { ...asked, ways: standingIn(context).factorSince === null ? (['password'] as const).slice() : asked.ways }
})
/** By who is signed in: a wrong one is on record as theirs. */
const checkProof = async (context: Signed & { body: z.infer<typeof proveBody> }): Promise<void> => {
  const { db, who, body, now } = context
  if (standingIn(context).factorSince === null) {
    const password = 'current_password' in body ? body.current_password : undefined
    await mustKnowPassword(db, who, password, now)
  } else {
    if ('current_password' in body) throw new Refusal('factor_wrong', { field: 'code' })
    const ticket = 'ticket' in body ? body.ticket : ''
    if ('passkey' in body) {
      const ticketHash = await hashToken(ticket)
      const found = await tryTicket(db, { ticketHash, purpose: 'prove', sessionHash: who.sessionHash }, now)
      if (!found || !(await spendTicket(db, ticketHash))) throw new Refusal('factor_ticket_invalid')
    }
    await checkFactor(factorPorts(context), { id: who.id, guesses: who.sessionHash }, body, ticket)
  }
}
door(factorRoutes, 'POST /auth/prove', async (context) => {
  const { c, env, db, who, now, later } = context
  const event = { ...placeOf(c.req.raw.headers), at: now, userId: who.id, by: who.id, sessionHash: who.sessionHash }
  await recordingWrong(db, event, () => checkProof(context))
  const token = newSignInToken(who)
  try {
    await runBatch(db, replaceToken(db, { was: who.sessionHash, is: await hashToken(token), now }))
  } catch (error) {
    throw refusalOf(error) === 'nothing_changed' ? new Refusal('invalid_token') : error
  }
  // the page opens another by the new token; a thief of the old one has none that stays
  later(endSockets(env, { userId: who.id, only: who.sessionHash }))
  return { ...DONE, token }
})

door(factorRoutes, 'POST /auth/sign-ins/end', async ({ env, db, who, body, later, press }) => {
  const ended = await endSignIn(db, who.id, body.id, press())
  if (ended.length === 0) throw new Refusal('not_found')
  for (const only of ended) later(endSockets(env, { userId: who.id, only }))
  return DONE
})
door(factorRoutes, 'DELETE /auth/sign-ins', async ({ env, db, who, later, security, press }) => {
  await runBatch(db, [...endSignIns(db, who.id, who.sessionHash), ...security('sessions_ended', who.id), ...press()])
  later(endSockets(env, { userId: who.id, keeps: who.sessionHash }))
  return DONE
})

door(factorRoutes, 'DELETE /admin/users/:id/factors', async (context) => {
  const { env, db, who, param, later, audit, security } = context
  const id = param('id')
  const told = await resetFactors(factorPorts(context), who, id, [
    ...audit('user.factor_reset', id),
    ...security('factor_removed', id),
    ...security('sessions_ended', id),
  ])
  later(tellChange(env, db, told))
  later(endSockets(env, { userId: id, keeps: null }))
  return DONE
})
