// Reset by a one-time link of 30 minutes (rule reset-link). Whether an email is known shows in no answer.
import type { Mail } from '../notices/mail.ts'
import type { SQL } from 'drizzle-orm'
import { resetMail } from '../../../contract/people/mails.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { type Db, runBatch, type Statement } from '../../ground/db/connection.ts'
import { credentialNotice } from '../notices/credential-notices.ts'
import { userByEmail } from '../users/store.ts'
import { newPasswordProblem } from './judge-password.ts'
import { hashPassword } from './password.ts'
import { addReset, resetOwner, useReset } from './store.ts'
import { hashToken, newToken } from '../../ground/crypto/token.ts'

/** A new link for this person; null: three are open already. */
export const makeResetLink = async (
  db: Db,
  request: { userId: string; origin: string; now: number },
): Promise<string | null> => {
  const token = newToken()
  if (!(await addReset(db, { tokenHash: await hashToken(token), userId: request.userId, now: request.now })))
    return null
  return `${request.origin}/reset-password?token=${token}`
}

/** The link's mail; null: nobody has this email, the account is closed, or three links are open already. */
export const makeReset = async (
  db: Db,
  request: { email: string; origin: string; now: number },
): Promise<Mail | null> => {
  const user = await userByEmail(db, request.email)
  if (!user || user.status === 'closed') return null
  const link = await makeResetLink(db, { ...request, userId: user.id })
  if (link === null) return null
  return { to: user.email, ...resetMail(link) }
}

/** Answers whose password changed. @throws Refusal with fields, or reset_link_invalid. */
export const confirmReset = async (
  db: Db,
  request: { token: string; password: string; password2: string; now: number },
  events: (userId: string, unless: SQL) => Statement[],
): Promise<{ userId: string; ref: string; mail: Mail }> => {
  const tokenHash = await hashToken(request.token)
  const owner = await resetOwner(db, tokenHash, request.now)
  if (!owner) throw new Refusal('reset_link_invalid')
  const weak = await newPasswordProblem(request.password, owner)
  if (weak) throw new Refusal('password_rule', { field: 'password', text: weak })
  if (request.password !== request.password2) {
    throw new Refusal('password_rule', { field: 'password2', text: 'Passwords do not match.' })
  }
  const use = { tokenHash, passwordHash: await hashPassword(request.password), now: request.now }
  const used = await useReset(db, use, (unless) => events(owner.userId, unless))
  if (!used) throw new Refusal('reset_link_invalid')
  const { statements, ref, mail } = credentialNotice(db, { ...owner, id: owner.userId }, 'password', request.now)
  await runBatch(db, statements)
  return { userId: owner.userId, ref, mail }
}
