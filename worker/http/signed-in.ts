// What every way to sign in ends in: the device's cookie, the answer, and word to the person of a device that is new. And what
// second factors need of this deployment.
import { DONE } from '../../contract/ground/done.ts'
import { deviceCookie, deviceOf } from '../../domain/people/auth/device.ts'
import { deviceWords } from '../../domain/people/auth/device-rules.ts'
import type { Arrival, SignedIn, Told } from '../../domain/people/auth/open-sign-in.ts'
import type { Db } from '../../domain/ground/db/connection.ts'
import type { FactorPorts } from '../../domain/people/factors/check-factor.ts'
import { siteOf } from '../../domain/people/factors/passkeys.ts'
import { hashRing } from '../../domain/recipients/suppressions/hash-keys.ts'
import { presentUser } from '../../domain/people/users/present.ts'
import { type Env, linkRing } from '../env.ts'
import { announce } from '../push.ts'
import { hasMail, sendMail } from '../services.ts'
import { placeOf } from './access.ts'
import type { WriteContext } from './context.ts'

/** What asks, for the list of sign-ins and for the security record. */
export const arrivalOf = async ({ c, env }: Pick<WriteContext, 'c' | 'env'>): Promise<Arrival> => {
  const place = placeOf(c.req.raw.headers)
  return {
    device: await deviceOf(linkRing(env), c.req.header('cookie')),
    from: { device: deviceWords(c.req.header('user-agent') ?? ''), country: place.country },
    place,
  }
}
export const factorPorts = ({ db, env, now }: Pick<WriteContext, 'db' | 'env' | 'now'>): FactorPorts => ({
  db,
  ring: hashRing(env),
  site: siteOf(env.APP_ORIGIN),
  now,
})

/** The bell, devices and the mailbox. */
export const tellChange = async (env: Env, db: Db, { ref, mail }: Told): Promise<void> => {
  await Promise.all([announce(env, db, ref), hasMail(env) && sendMail(env, mail)])
}
export const answerSignedIn = async (
  { c, env, db, later }: Pick<WriteContext, 'c' | 'env' | 'db' | 'later'>,
  { token, user, newDevice, told }: SignedIn,
) => {
  const isHttps = env.APP_ORIGIN.startsWith('https:')
  if (newDevice) c.header('set-cookie', await deviceCookie(linkRing(env), newDevice, isHttps))
  if (told) later(tellChange(env, db, told))
  const data = { token, user: presentUser(user) }
  return { ...DONE, ...data, data }
}
