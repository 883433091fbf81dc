// Sign-in, sign-up, forgotten passwords.
import { http } from '../../lib/http.ts'
import type { SessionUser } from '../../lib/session.ts'
import { authTexts } from '../../texts/id.ts'

type SignedIn = { token?: string; user?: SessionUser; data?: { token?: string; user?: SessionUser } }

export const login = async (email: string, password: string): Promise<{ token: string; user: SessionUser }> => {
  const answer = await http.post<SignedIn>(
    '/auth/login',
    { email: email.trim().toLowerCase(), password },
    { anonymous: true, fallback: authTexts.signinFailed },
  )
  const token = answer.token ?? answer.data?.token
  const user = answer.user ?? answer.data?.user
  if (!token || !user) throw new Error(authTexts.signinFailed)
  return { token, user }
}

export type Registration = {
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
  http.post<SignedIn & { success?: boolean }>('/auth/register', body, {
    anonymous: true,
    fallback: authTexts.signupFailed,
  })

export const askReset = (email: string) => http.post('/auth/reset-password', { email }, { anonymous: true })
export const confirmReset = (token: string, password: string, password2: string) =>
  http.post('/auth/reset-password/confirm', { token, password, password2 }, { anonymous: true })
