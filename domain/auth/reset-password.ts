// Reset by a one-time link of 30 minutes (rule reset-link). Whether an email is known shows in no answer.
import type { SQL } from 'drizzle-orm'
import { resetMail } from '../../contract/texts.ts'
import { passwordProblem } from '../../contract/auth.ts'
import { Refusal } from '../../contract/errors.ts'
import type { Db, Statement } from '../db/connection.ts'
import { userByEmail } from '../users/store.ts'
import { hashPassword } from './password.ts'
import { addReset, resetOwner, useReset } from './store.ts'
import { hashToken, newToken } from './token.ts'

export type Mail = { to: string; subject: string; text: string }

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
  return { to: user.email, ...resetMail(user.firstname, link) }
}

/** Answers whose password changed. @throws Refusal with fields, or reset_link_invalid. */
export const confirmReset = async (
  db: Db,
  request: { token: string; password: string; password2: string; now: number },
  events: (userId: string, unless: SQL) => Statement[],
): Promise<{ userId: string }> => {
  const tokenHash = await hashToken(request.token)
  const owner = await resetOwner(db, tokenHash, request.now)
  if (!owner) throw new Refusal('reset_link_invalid')
  const weak = passwordProblem(request.password, owner.email)
  if (weak) throw new Refusal('password_rule', { field: 'password', text: weak })
  if (request.password !== request.password2) {
    throw new Refusal('password_rule', { field: 'password2', text: 'Passwords do not match.' })
  }
  const use = { tokenHash, passwordHash: await hashPassword(request.password), now: request.now }
  const used = await useReset(db, use, (unless) => events(owner.userId, unless))
  if (!used) throw new Refusal('reset_link_invalid')
  return { userId: owner.userId }
}
