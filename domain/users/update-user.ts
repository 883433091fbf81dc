// PUT /admin/users/{id}: profile and member edit in one. A new password or role ends the person's sign-ins; who changes their
// own password keeps the one they do it with. Password, email and bank details need the present password once more.
import { accountNumberProblem } from '../../contract/banks.ts'
import { passwordProblem } from '../../contract/auth.ts'
import { Refusal, tooMany } from '../../contract/errors.ts'
import type { Role } from '../../contract/role-table.ts'
import type { UserUpdate } from '../../contract/users.ts'
import { hashPassword } from '../auth/password.ts'
import { updatePasswordHash } from '../auth/password-store.ts'
import { askNewEmail } from '../auth/new-email.ts'
import { proveItIsYou } from '../auth/prove-it-is-you.ts'
import type { Mail } from '../auth/reset-password.ts'
import { closeResets, closeSessions, dropEmailChange } from '../auth/store.ts'
import { type Db, runBatch, type Statement } from '../db/connection.ts'
import { countCall } from '../limits/store.ts'
import { levelById } from '../levels/store.ts'
import { parseSettings } from '../settings/rules.ts'
import { selectSettings } from '../settings/store.ts'
import { effectiveFee } from './present.ts'
import { intervalProblem, mayUpdate, adminChanges, type Target } from './rules.ts'
import { selectEmailOwner, selectUser, type UserPatch, type UserView, updateUser, userById } from './store.ts'

const NEW_EMAILS = { most: 5, minutes: 60 }
const BANK = ['account_name', 'account_bank', 'account_number'] as const
const PLAIN = ['firstname', 'lastname', ...BANK] as const
/** What a thief of a sign-in would change first (rule step-up). */
const needsProof = (update: UserUpdate, target: UserView): boolean =>
  Boolean(update.password) ||
  ([...BANK, 'email'] as const).some((field) => update[field] !== undefined && update[field] !== target[field])
const refuse = (
  verdict: { code: ConstructorParameters<typeof Refusal>[0]; field?: string | undefined } | null,
): void => {
  if (!verdict) return
  throw new Refusal(verdict.code, verdict.field ? { field: verdict.field } : {})
}

const planPatch = async (
  db: Db,
  target: UserView & Target,
  update: UserUpdate,
  floor: number,
): Promise<{ patch: UserPatch; newSecret: string | null; signsOut: boolean }> => {
  const patch: UserPatch = {}
  for (const field of PLAIN) {
    const value = update[field]
    if (value !== undefined && value !== target[field]) patch[field] = value
  }
  if (patch.account_bank !== undefined || patch.account_number !== undefined) {
    const { account_bank, account_number } = { ...target, ...patch }
    const text = accountNumberProblem(account_bank, account_number)
    if (text) throw new Refusal('invalid_input', { field: 'account_number', text })
  }
  const min = update.blast_interval_min ?? target.blast_interval_min
  const max = update.blast_interval_max ?? target.blast_interval_max
  if (min !== target.blast_interval_min || max !== target.blast_interval_max) {
    refuse(intervalProblem(min, max, floor))
    patch.blast_interval_min = min
    patch.blast_interval_max = max
  }
  const byAdmin = adminChanges(update, target)
  if (byAdmin.includes('blast_fee')) patch.blast_fee = update.blast_fee ?? null
  if (byAdmin.includes('level_id') && update.level_id !== undefined) {
    if (!(await levelById(db, update.level_id))) refuse({ code: 'level_unknown', field: 'level_id' })
    patch.level_id = update.level_id
  }
  if (byAdmin.includes('role') && update.role !== undefined) patch.role = update.role
  let newSecret: string | null = null
  if (update.password) {
    const weak = passwordProblem(update.password, update.email ?? target.email)
    if (weak) throw new Refusal('password_rule', { field: 'password', text: weak })
    newSecret = await hashPassword(update.password)
  }
  const signsOut = newSecret !== null || patch.role !== undefined || update.revoke_sessions === true
  return { patch, newSecret, signsOut }
}

/**
 * Which sign-ins ended, so that their sockets must be closed: none, or all of the person's but `keeps` (a token hash;
 * null: all of them).
 */
export type EndedSignIns = { keeps: string | null } | null

type Wish = { actor: { id: string; sessionHash: string }; update: UserUpdate; now: number; origin: string | null }
/** null: the email stays as it is. @throws Refusal mail_off or email_taken */
const askedEmail = async (db: Db, { actor, update, now, origin }: Wish, user: UserView) => {
  const { email } = update
  if (email === undefined || email === user.email) return null
  if (origin === null) throw new Refusal('mail_off', { field: 'email' })
  if ((await selectEmailOwner(db, email)).length > 0) throw new Refusal('email_taken', { field: 'email' })
  // each wish mails an address that anybody may name
  const wait = await countCall(db, `new-email:${user.id}`, NEW_EMAILS, now)
  if (wait !== null) throw tooMany(wait)
  const sessionHash = actor.id === user.id ? actor.sessionHash : null
  return { email, ...(await askNewEmail(db, { user, email, sessionHash, origin, now })) }
}

/** @throws Refusal */
export const changeUser = async (
  db: Db,
  request: {
    actor: { id: string; role: Role; sessionHash: string }
    targetId: string
    update: UserUpdate
    now: number
    /** Of the page, for the link to a new email; null: no mail can be sent. */
    origin: string | null
    /** Audit rows for what changed (never the password). */
    audit: (before: unknown, after: object) => Statement[]
  },
): Promise<{ user: UserView; ended: EndedSignIns; emailPending: string | null; mails: Mail[] }> => {
  const [[row], settingRows] = await db.batch([selectUser(db, request.targetId), selectSettings(db)])
  if (!row) throw new Refusal('not_found')
  const target = { ...row, fee: effectiveFee(row) }
  refuse(mayUpdate(request.actor, target, request.update))
  const { actor, update, now } = request
  if (needsProof(update, target)) await proveItIsYou(db, actor, { password: update.current_password }, now)
  const newEmail = await askedEmail(db, request, row)
  const floor = parseSettings(settingRows).interval_floor
  const { patch, newSecret, signsOut } = await planPatch(db, target, request.update, floor)
  const before = {
    ...Object.fromEntries(Object.keys(patch).map((key) => [key, row[key as keyof UserView]])),
    ...(newEmail === null ? {} : { email: row.email }),
  }
  const after = {
    ...patch,
    ...(newSecret === null ? {} : { password: 'changed' }),
    ...(newEmail === null ? {} : { email_pending: newEmail.email }),
    ...(signsOut ? { signed_out: true } : {}),
  }
  // Whoever gives a new password proves to know it; only a wish to end every sign-in ends this one, too.
  const staysIn = request.actor.id === row.id && request.update.revoke_sessions !== true
  const ended = signsOut ? { keeps: staysIn ? request.actor.sessionHash : null } : null
  await runBatch(db, [
    ...(Object.keys(patch).length > 0 ? [updateUser(db, row.id, patch)] : []),
    ...(newSecret === null
      ? []
      : [updatePasswordHash(db, row.id, newSecret), closeResets(db, row.id, now), dropEmailChange(db, row.id)]),
    ...(newEmail === null ? [] : [newEmail.statement]),
    ...(ended ? [closeSessions(db, row.id, ended.keeps)] : []),
    ...request.audit(before, after),
  ])
  const user = await userById(db, row.id)
  if (!user) throw new Refusal('not_found')
  return { user, ended, emailPending: newEmail?.email ?? null, mails: newEmail?.mails ?? [] }
}
