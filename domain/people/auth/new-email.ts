// A new email counts once the link that was mailed to it is opened; the old one is told (rule new-email).
import type { SQL } from 'drizzle-orm'
import { Refusal } from '../../../contract/ground/errors.ts'
import {
  emailAskedMail,
  emailChangedMail,
  emailInUseMail,
  newEmailMail,
  welcomeMail,
} from '../../../contract/people/mails.ts'
import { auditStatements } from '../../record/audit/store.ts'
import { refusalOf } from '../../ground/db/refusals.ts'
import { type Db, runBatch, type Statement } from '../../ground/db/connection.ts'
import { credentialNotice } from '../notices/credential-notices.ts'
import {
  addConfirmation,
  addEmailChange,
  emailChangeOf,
  useConfirmation,
  useEmailChange,
} from './email-change-store.ts'
import type { Mail } from '../notices/mail.ts'
import { hashToken, newToken } from '../../ground/crypto/token.ts'

const linkOf = (origin: string, token: string): string => `${origin}/confirm-email?token=${token}`

/** The mail with the link that confirms the address with which somebody signed up (rule confirmed-email); null: that is not to be confirmed now. */
export const makeConfirmation = async (
  db: Db,
  { user, origin, now }: { user: { id: string; email: string }; origin: string; now: number },
): Promise<Mail | null> => {
  const token = newToken()
  const link = { tokenHash: await hashToken(token), userId: user.id, email: user.email, now }
  return (await addConfirmation(db, link)) ? { to: user.email, ...welcomeMail(linkOf(origin, token)) } : null
}

/** The statement that stores the wish, and the mails that go out once it is stored. */
export const askNewEmail = async (
  db: Db,
  wish: {
    user: { id: string; email: string }
    email: string
    /** true: somebody has it. The wish is stored all the same, and its link goes nowhere. */
    inUse: boolean
    /** Of the sign-in that stays. */
    sessionHash: string | null
    origin: string
    now: number
  },
): Promise<{ statement: Statement; mails: Mail[] }> => {
  const { user, email, inUse, sessionHash, now } = wish
  const token = newToken()
  const statement = addEmailChange(db, {
    tokenHash: await hashToken(token),
    userId: user.id,
    email,
    sessionHash,
    now,
  })
  const link = linkOf(wish.origin, token)
  return {
    statement,
    mails: [
      { to: email, ...(inUse ? emailInUseMail() : newEmailMail(link)) },
      { to: user.email, ...emailAskedMail() },
    ],
  }
}

/** Answers whose email changed, the sign-in that stays, and the mail to the old one; null: the one that they have is confirmed. @throws Refusal */
export const confirmEmail = async (
  db: Db,
  token: string,
  { now, requestId }: { now: number; requestId: string },
  events: (userId: string, unless: SQL) => Statement[],
): Promise<{ userId: string; keeps: string | null; mail: Mail; ref: string } | null> => {
  const tokenHash = await hashToken(token)
  const change = await emailChangeOf(db, tokenHash, now)
  if (!change) throw new Refusal('email_link_invalid')
  if (change.email === change.oldEmail) {
    if (!(await useConfirmation(db, tokenHash, now))) throw new Refusal('email_link_invalid')
    return null
  }
  try {
    const { userId, role, oldEmail, email } = change
    const entry = { actor: { id: userId, role }, action: 'user.update', target: userId, at: now, requestId } as const
    const audit = (unless: SQL) => [
      ...auditStatements(db, { ...entry, before: { email: oldEmail }, after: { email } }, unless),
      ...events(userId, unless),
    ]
    if (!(await useEmailChange(db, tokenHash, audit, now))) throw new Refusal('email_link_invalid')
  } catch (error) {
    if (refusalOf(error) !== 'taken users.email') throw error
    throw new Refusal('email_taken')
  }
  const mail = { to: change.oldEmail, ...emailChangedMail() }
  const { statements, ref } = credentialNotice(db, { ...change, id: change.userId }, 'email', now)
  await runBatch(db, statements)
  return { userId: change.userId, keeps: change.sessionHash, mail, ref }
}
