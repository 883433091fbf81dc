// Sign-in, sign-up, sign-out, tickets and forgotten passwords.
import { z } from 'zod'
import {
  confirmEmailBody,
  resetConfirmBody,
  resetRequestBody,
  selfCheckAnswer,
  wsTicketAnswer,
} from '../../people/auth.ts'
import { factorNeeded } from '../../people/factors.ts'
import { pressAnswer, pressBody } from '../../ground/presses.ts'
import { closeAccountBody, user } from '../../people/users.ts'
import { ALL, call } from '../call.ts'
import { done } from '../../ground/done.ts'

/** Sign-in and sign-up check their fields one after the other and answer the first problem, in the specification's texts. */
const anything = z.record(z.string(), z.unknown()).catch({})
const signedIn = { token: z.string(), user }

export const authCalls = {
  'POST /auth/login': call({
    roles: 'public',
    own: 'none',
    body: anything,
    answer: done.extend({ ...signedIn, data: z.looseObject(signedIn) }),
    accepted: factorNeeded,
  }),
  'POST /auth/register': call({ roles: 'public', own: 'none', limit: 'register', body: anything, answer: done }),
  'POST /auth/reset-password': call({
    roles: 'public',
    own: 'none',
    limit: 'reset',
    body: resetRequestBody,
    answer: done.extend({ msg: z.string() }),
  }),
  'POST /auth/reset-password/confirm': call({
    roles: 'public',
    own: 'none',
    limit: 'reset',
    body: resetConfirmBody,
    answer: done,
  }),
  /** Confirms the email of a mailed link; a new one becomes the person's own. */
  'POST /auth/confirm-email': call({
    roles: 'public',
    own: 'none',
    limit: 'reset',
    body: confirmEmailBody,
    /** changed: it was a new email's link; else that of the address with which the person signed up. */
    answer: done.extend({ changed: z.boolean() }),
  }),
  /** Mails the link that confirms one's own email once more. */
  'POST /auth/confirm-email/ask': call({ roles: ALL, own: 'none', limit: 'confirm', answer: done }),
  'POST /auth/validate': call({
    roles: ALL,
    own: 'none',
    unenrolled: true,
    reads: 'replica',
    answer: done.extend({ isvalid: z.literal(true), user, data: z.looseObject({ user }) }),
  }),
  'POST /auth/logout': call({ roles: ALL, own: 'none', unenrolled: true, answer: done }),
  /** One's own account, for ever or until an admin opens it again (rule close-own). */
  'POST /auth/close-account': call({ roles: ALL, own: 'none', body: closeAccountBody, answer: done }),
  'POST /auth/ws-ticket': call({ roles: ALL, own: 'none', answer: wsTicketAnswer }),
  /** One's own channel writes a row and takes it back, for the look at a new release (decision record 0078). */
  'POST /auth/self-check': call({ roles: ALL, own: 'none', limit: 'self-check', answer: selfCheckAnswer }),
  /** What became of one's own press, by its key; a key that nobody used is used up by the question (rule one-press). */
  'POST /auth/press': call({
    roles: ALL,
    own: 'none',
    unenrolled: true,
    limit: 'press',
    body: pressBody,
    answer: pressAnswer,
  }),
}
