// Sign-in, sign-up, forgotten passwords.
import { call } from '../../../lib/api/http.ts'
import { authTexts } from '../../../texts/indonesian.ts'

/** @param botCheck the answer of the check that the server asked for; empty: it has not */
export const login = (email: string, password: string, botCheck: string) =>
  call(
    'POST /auth/login',
    {
      anonymous: true,
      body: {
        email: email.trim().toLowerCase(),
        password,
        ...(botCheck === '' ? {} : { 'cf-turnstile-response': botCheck }),
      },
    },
    { fallback: authTexts.signinFailed },
  )

type Registration = {
  firstName: string
  lastName: string
  email: string
  password: string
  password2: string
  affiliateCode: string
  agreeToTerms: boolean
  'cf-turnstile-response': string
}
export const register = (body: Registration) =>
  call('POST /auth/register', { anonymous: true, body }, { fallback: authTexts.signupFailed })

export const askReset = (email: string) => call('POST /auth/reset-password', { anonymous: true, body: { email } })
export const confirmEmail = (token: string) => call('POST /auth/confirm-email', { anonymous: true, body: { token } })
export const confirmReset = (token: string, password: string, password2: string) =>
  call('POST /auth/reset-password/confirm', { anonymous: true, body: { token, password, password2 } })
