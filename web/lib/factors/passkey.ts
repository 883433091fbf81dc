// The browser's own calls for passkeys. The library turns what they take and give into JSON where the browser cannot.
import { browserSupportsWebAuthn, startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import type { Assertion, Attestation } from '../../../contract/people/factors.ts'
import { factorTexts as texts } from '../../texts/indonesian.ts'

/** No passkey is for an address of numbers (siteOf, domain/people/factors/passkeys.ts). */
export const canPasskeys = (): boolean => browserSupportsWebAuthn() && !/^[\d.]+$|^\[/.test(location.hostname)

const inWords = (error: unknown): Error => {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return new Error(texts.passkeyThere)
  return new Error(texts.passkeyStopped)
}
type Options = { challenge: string }
/** @throws Error in words */
export const makePasskey = async (options: Options): Promise<Attestation> => {
  if (!canPasskeys()) throw new Error(texts.noPasskeys)
  try {
    return (await startRegistration({ optionsJSON: options as never })) as Attestation
  } catch (error) {
    throw inWords(error)
  }
}
/** @throws Error in words */
export const askPasskey = async (options: Options): Promise<Assertion> => {
  if (!canPasskeys()) throw new Error(texts.noPasskeys)
  try {
    return (await startAuthentication({ optionsJSON: options })) as Assertion
  } catch (error) {
    throw inWords(error)
  }
}
