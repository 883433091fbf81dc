// The second step of a sign-in, passkeys, recovery codes, the proof before what a thief would do first, and one's own sign-ins.
import { z } from 'zod'
import {
  FACTOR_WAYS,
  ownIdBody,
  passkeyBody,
  passkeyOptions,
  passkeySignInBody,
  proveBody,
  recoveryCodes,
  secondStepBody,
  security,
  totpConfirmBody,
} from '../../people/factors.ts'
import { user } from '../../people/users.ts'
import { ADMINS, ALL, call } from '../call.ts'
import { done } from '../../ground/done.ts'

const signedIn = { token: z.string(), user }
const signedInAnswer = done.extend({ ...signedIn, data: z.looseObject(signedIn) })
/** Also for those who must set up a second factor before anything else. */
const setsUp = { roles: ALL, own: 'none', unenrolled: true } as const
const secret = done.extend({ secret: z.string(), uri: z.string() })
const codes = done.extend({ recovery_codes: recoveryCodes })

export const factorCalls = {
  'POST /auth/login/factor': call({
    roles: 'public',
    own: 'none',
    limit: 'second-step',
    body: secondStepBody,
    answer: signedInAnswer,
  }),
  /** A passkey alone signs in: it is on the person's device and asks for their finger, face or PIN. */
  'POST /auth/passkey-options': call({ roles: 'public', own: 'none', limit: 'second-step', answer: passkeyOptions }),
  'POST /auth/login/passkey': call({
    roles: 'public',
    own: 'none',
    limit: 'second-step',
    body: passkeySignInBody,
    answer: signedInAnswer,
  }),
  'GET /auth/security': call({ ...setsUp, reads: 'primary', answer: security }),
  'POST /auth/totp': call({ ...setsUp, proof: true, limit: 'factor', answer: secret }),
  /** A new phone: the app of before counts until the first code of the new one confirms it. */
  'POST /auth/totp/replace': call({ ...setsUp, proof: true, limit: 'factor', answer: secret }),
  'POST /auth/totp/confirm': call({ ...setsUp, proof: true, limit: 'factor', body: totpConfirmBody, answer: codes }),
  'DELETE /auth/totp': call({ ...setsUp, proof: true, answer: done }),
  'POST /auth/passkeys/options': call({ ...setsUp, proof: true, limit: 'factor', answer: passkeyOptions }),
  'POST /auth/passkeys': call({ ...setsUp, proof: true, limit: 'factor', body: passkeyBody, answer: codes }),
  'POST /auth/passkeys/remove': call({ ...setsUp, proof: true, body: ownIdBody, answer: done }),
  'POST /auth/recovery-codes': call({ ...setsUp, proof: true, limit: 'factor', answer: codes }),
  /** What the person can prove themselves by; `password`: they have no second factor. */
  'POST /auth/prove/options': call({
    ...setsUp,
    limit: 'factor',
    answer: passkeyOptions.extend({ ways: z.array(z.enum(['password', ...FACTOR_WAYS])) }),
  }),
  /**
   * Counts for five minutes, for this sign-in (rule step-up), and for the token of the answer alone; the one that asked ends within a
   * minute (rule new-token).
   */
  'POST /auth/prove': call({ ...setsUp, limit: 'factor', body: proveBody, answer: done.extend({ token: z.string() }) }),
  'DELETE /auth/sign-ins': call({ ...setsUp, answer: done }),
  'POST /auth/sign-ins/end': call({ ...setsUp, body: ownIdBody, answer: done }),
  /** Of somebody who lost all of theirs. */
  'DELETE /admin/users/:id/factors': call({ roles: ADMINS, own: 'none', proof: true, answer: done }),
}
