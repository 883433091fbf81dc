// Passkeys by @simplewebauthn/server: what the browser is asked, and whether its answer is right (rule passkeys). The library comes
// with the first passkey of an isolate, because most calls need none.
import { fromBase64Url, toBase64Url } from '../../../contract/ground/base64.ts'
import type { Assertion, Attestation } from '../../../contract/people/factors.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import type { NewPasskey, Passkey } from './store.ts'

const library = () => import('@simplewebauthn/server')
const PRODUCT = 'WA Blaster'
const WAIT_MS = 5 * 60_000

/** A site by its name: no passkey can be made for an address of numbers, so a local run has them as localhost. */
export const siteOf = (appOrigin: string): { id: string; origin: string } => {
  const url = new URL(appOrigin)
  if (/^(127\.0\.0\.1|\[::1\])$/.test(url.hostname)) url.hostname = 'localhost'
  return { id: url.hostname, origin: url.origin }
}
const transportsOf = (key: Pick<Passkey, 'transports'>) => JSON.parse(key.transports) as never[]
const named = (key: Pick<Passkey, 'id' | 'transports'>) => ({ id: key.id, transports: transportsOf(key) })

/** For `navigator.credentials.create`. @param ticket is the challenge */
export const creationOptions = async (
  site: { id: string },
  person: { id: string; email: string; firstname: string; lastname: string },
  has: readonly Passkey[],
  ticket: string,
) =>
  (await library()).generateRegistrationOptions({
    rpName: PRODUCT,
    rpID: site.id,
    userID: new Uint8Array(new TextEncoder().encode(person.id)),
    userName: person.email,
    userDisplayName: `${person.firstname} ${person.lastname}`.trim(),
    challenge: fromBase64Url(ticket),
    timeout: WAIT_MS,
    // which maker's device it is does not matter here
    attestationType: 'none',
    excludeCredentials: has.map(named),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: [-7, -257],
  })
/** For `navigator.credentials.get`. @param has empty: whichever the person chooses */
export const requestOptions = async (site: { id: string }, has: readonly Passkey[], ticket: string) =>
  (await library()).generateAuthenticationOptions({
    rpID: site.id,
    challenge: fromBase64Url(ticket),
    timeout: WAIT_MS,
    allowCredentials: has.map(named),
    userVerification: 'required',
  })

type Expected = { site: { id: string; origin: string }; ticket: string }
/** @throws Refusal passkey_failed */
export const readNewPasskey = async (
  answer: Attestation,
  { site, ticket }: Expected,
): Promise<Omit<NewPasskey, 'user_id' | 'name' | 'created_at'>> => {
  const { verifyRegistrationResponse } = await library()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: answer,
      expectedChallenge: ticket,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
    })
    if (!verified || !registrationInfo) throw new Refusal('passkey_failed')
    const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo
    return {
      id: credential.id,
      public_key: toBase64Url(credential.publicKey),
      counter: credential.counter,
      backup_eligible: credentialDeviceType === 'multiDevice' ? 1 : 0,
      backed_up: credentialBackedUp ? 1 : 0,
      transports: JSON.stringify(answer.response.transports ?? []),
    }
  } catch (error) {
    // the library says what is wrong with an answer, which is for nobody who made it up
    if (error instanceof Error) throw new Refusal('passkey_failed')
    throw error
  }
}
/** What the authenticator says of itself; its count is stored by who calls. @throws Refusal passkey_failed */
export const readAssertion = async (
  answer: Assertion,
  key: Passkey,
  { site, ticket }: Expected,
): Promise<{ counter: number; backedUp: boolean }> => {
  const { verifyAuthenticationResponse } = await library()
  const handle = answer.response.userHandle
  if (handle !== undefined && handle !== toBase64Url(new TextEncoder().encode(key.user_id)))
    throw new Refusal('passkey_failed')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: ticket,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      credential: {
        id: key.id,
        publicKey: fromBase64Url(key.public_key),
        counter: key.counter,
        transports: transportsOf(key),
      },
    })
    if (!verified) throw new Refusal('passkey_failed')
    return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp }
  } catch (error) {
    // the library says what is wrong with an answer, which is for nobody who made it up
    if (error instanceof Error) throw new Refusal('passkey_failed')
    throw error
  }
}
