// PUT /admin/users/{id}: profile and member edit in one. A new password or role ends the person's sign-ins; who changes their
// own password keeps the one they do it with. Password, email and bank details need the present password once more;
// each change of bank details is kept (rule bank-change).
import { maskAccount } from '../../../contract/people/account-number.ts'
import { accountNumberProblem } from '../../../contract/people/banks.ts'
import type { Settings } from '../../../contract/ground/settings.ts'
import { askedEntry, askStatements } from '../approvals/ask-second.ts'
import type { Payload } from '../approvals/payload.ts'
import { mustBeTypedTwice } from '../approvals/typed-twice.ts'
import { isSteep, usualPerson } from '../approvals/usual-rules.ts'
import { readLadder } from '../approvals/usual-store.ts'
import { needsSecond } from '../approvals/rules.ts'
import { Refusal, tooMany } from '../../../contract/ground/errors.ts'
import { type Role, seesAll } from '../../../contract/people/role-table.ts'
import type { UserUpdate } from '../../../contract/people/users.ts'
import { newPasswordProblem } from '../auth/judge-password.ts'
import { hashPassword } from '../auth/password.ts'
import { updatePasswordHash } from '../auth/password-store.ts'
import { askNewEmail } from '../auth/new-email.ts'
import { mustKnowPassword } from '../auth/present-password.ts'
import type { Mail } from '../notices/mail.ts'
import { closeResets, dropEmailChange, endSignIns } from '../auth/store.ts'
import { recordBankChange } from '../bank-details/changes-store.ts'
import { type Db, runBatch, type Statement } from '../../ground/db/connection.ts'
import { refusalOf } from '../../ground/db/refusals.ts'
import { askedRef } from '../notices/approval-notices.ts'
import { credentialNotice } from '../notices/credential-notices.ts'
import { rolesThatPayOut } from '../notices/withdraw-notices.ts'
import { refuseSteering } from '../ties/refuse-steering.ts'
import { refuseIfSteers } from '../ties/store.ts'
import { asRead } from '../../ground/edits/as-read.ts'
import { withUnversioned } from '../../ground/edits/versions.ts'
import { countCall } from '../../ground/limits/store.ts'
import { levelById } from '../levels/store.ts'
import { parseSettings } from '../../ground/settings/rules.ts'
import { selectSettings } from '../../ground/settings/store.ts'
import { personEdit } from '../users/as-read.ts'
import { effectiveFee } from '../users/present.ts'
import { intervalProblem, mayUpdate, adminChanges, nameOf, type Target } from '../users/rules.ts'
import { refuseLastAdmin } from '../users/status-store.ts'
import {
  refusePriceMoved,
  selectEmailOwner,
  selectUser,
  type UserPatch,
  type UserView,
  updateUser,
  userById,
} from '../users/store.ts'

const NEW_EMAILS = { most: 5, minutes: 60 }
const BANK = ['account_name', 'account_bank', 'account_number'] as const
const PLAIN = ['firstname', 'lastname', ...BANK] as const
/** What a thief of a sign-in would change first (rule present-password). */
const needsPassword = (update: UserUpdate, target: UserView): boolean =>
  Boolean(update.password) ||
  ([...BANK, 'email'] as const).some((field) => update[field] !== undefined && update[field] !== target[field])
/** A number that comes back as a list masked it is no change. */
const unmasked = ({ account_number, ...rest }: UserUpdate, user: UserView): UserUpdate =>
  account_number === undefined || (account_number !== '' && account_number === maskAccount(user.account_number))
    ? rest
    : { ...rest, account_number }
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
    const weak = await newPasswordProblem(update.password, {
      ...target,
      ...(update.email ? { email: update.email } : {}),
    })
    if (weak) throw new Refusal('password_rule', { field: 'password', text: weak })
    newSecret = await hashPassword(update.password)
  }
  const signsOut = newSecret !== null || patch.role !== undefined || update.revoke_sessions === true
  return { patch, newSecret, signsOut }
}

/**
 * Takes the price out of the patch where it rises above the setting or three times the usual, by the person's own fee or by a level given
 * by hand: that waits for a second person (rules second-person, usual-price).
 * @throws Refusal amount_again
 */
const splitPrice = async (
  db: Db,
  row: UserView,
  { blast_fee, level_id, ...rest }: UserPatch,
  { price, second_person_fee_above }: Settings,
  { again, now }: { again: number | undefined; now: number },
): Promise<{ patch: UserPatch; rises: boolean; asked: { amount: number; payload: Payload['price'] } | null }> => {
  const payload: UserPatch = {
    ...(blast_fee === undefined ? {} : { blast_fee }),
    ...(level_id === undefined ? {} : { level_id }),
  }
  const own = blast_fee === undefined ? row.blast_fee : blast_fee
  const given = level_id === undefined ? null : await levelById(db, level_id)
  const level = level_id === undefined ? row.level_fee : (given?.blast_fee ?? null)
  const amount = own ?? level ?? price
  const rises = Object.keys(payload).length > 0 && amount > effectiveFee(row)
  const usual = rises ? usualPerson(await readLadder(db, now, row.id), row) : 0
  const steep = rises && isSteep(amount, usual)
  // of a level that is given nobody types the price
  if (steep && amount === blast_fee) mustBeTypedTwice({ field: 'blast_fee', amount, again, usual })
  const before = {
    blast_fee: row.blast_fee,
    level_id: row.level_id,
    levelName: row.level_name,
    ...(steep ? { usual } : {}),
  }
  return steep || (rises && needsSecond(amount, second_person_fee_above))
    ? {
        patch: rest,
        rises,
        asked: { amount, payload: { ...payload, before, ...(given ? { levelName: given.name } : {}) } },
      }
    : { patch: { ...rest, ...payload }, rises, asked: null }
}

/**
 * Which sign-ins ended, so that their sockets must be closed: none, or all of the person's but `keeps` (a token hash;
 * null: all of them).
 */
export type EndedSignIns = { keeps: string | null } | null

type Wish = {
  actor: { id: string; role: Role; sessionHash: string }
  update: UserUpdate
  now: number
  origin: string | null
}
/**
 * Whether somebody has an email is told to those alone who may list everybody; all others get the answer of a free one, and what they
 * ask for is counted before anything is looked up (rule taken-email).
 * @returns null: the email stays as it is
 * @throws Refusal mail_off, too_many_attempts or email_taken
 */
const askedEmail = async (db: Db, { actor, update, now, origin }: Wish, user: UserView) => {
  const { email } = update
  if (email === undefined || email === user.email) return null
  if (origin === null) throw new Refusal('mail_off', { field: 'email' })
  // each wish mails an address that anybody may name
  const wait = await countCall(db, `new-email:${user.id}`, NEW_EMAILS, now)
  if (wait !== null) throw tooMany(wait)
  const inUse = (await selectEmailOwner(db, email)).length > 0
  if (inUse && seesAll(actor.role)) throw new Refusal('email_taken', { field: 'email' })
  const sessionHash = actor.id === user.id ? actor.sessionHash : null
  return { email, ...(await askNewEmail(db, { user, email, inUse, sessionHash, origin, now })) }
}

/** @throws Refusal */
export const changeUser = async (
  db: Db,
  request: {
    actor: { id: string; role: Role; sessionHash: string; hasFactor: boolean; needProof: () => void }
    targetId: string
    update: UserUpdate
    now: number
    /** Of the page, for the link to a new email; null: no mail can be sent. */
    origin: string | null
    /** Audit rows for what changed (never the password). */
    audit: (before: unknown, after: object) => Statement[]
    /** Of the question to a second person. */
    auditAsk: (id: string, about: unknown) => Statement[]
  },
): Promise<{
  user: UserView
  ended: EndedSignIns
  emailPending: string | null
  /** The price waits for a second person; all else is saved (rule second-person). */
  approvalPending: boolean
  mails: Mail[]
  /** Of notices about it. */
  refs: string[]
}> => {
  const [[row], settingRows] = await db.batch([selectUser(db, request.targetId), selectSettings(db)])
  if (!row) throw new Refusal('not_found')
  const target = { ...row, fee: effectiveFee(row) }
  const edit = personEdit(db, { version: request.update.version, row, reader: request.actor.role })
  refuse(mayUpdate(request.actor, target, request.update))
  const { actor, now } = request
  const update = unmasked(request.update, row)
  if (needsPassword(update, target)) {
    await mustKnowPassword(db, actor, update.current_password, now)
    // who knows the password does not yet have the second factor
    if (actor.hasFactor) actor.needProof()
  }
  // (rule proof-money)
  if (adminChanges(update, target).length > 0) actor.needProof()
  const newEmail = await askedEmail(db, request, row)
  const settings = parseSettings(settingRows)
  const { patch: wanted, newSecret, signsOut } = await planPatch(db, target, update, settings.interval_floor)
  const { patch, rises, asked } = await splitPrice(db, row, wanted, settings, { again: update.blast_fee_again, now })
  // who steers a person's money gives them no dearer messages either (rule decider-ties)
  const mustNotSteer = (): Promise<void> => {
    const line = { userId: row.id, withdrawId: null, member: nameOf(row) }
    return refuseSteering(db, { by: actor.id, roles: rolesThatPayOut(false), now }, line)
  }
  if (rises) await mustNotSteer()
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
  const told = [
    ...(newSecret === null ? [] : [credentialNotice(db, row, 'password', now)]),
    ...(BANK.some((field) => patch[field] !== undefined) ? [credentialNotice(db, row, 'bank', now)] : []),
  ]
  // Anyone who gives a new password proves to know it; only a wish to end every sign-in ends this one, too.
  const staysIn = request.actor.id === row.id && request.update.revoke_sessions !== true
  const question = asked && {
    id: crypto.randomUUID(),
    kind: 'price' as const,
    subject: row.id,
    beneficiary_id: row.id,
    ...asked,
    by: actor.id,
    now,
  }
  const ended = signsOut ? { keeps: staysIn ? request.actor.sessionHash : null } : null
  const work = (guard: Statement[]) =>
    runBatch(db, [
      ...guard,
      ...(question === null
        ? []
        : [...askStatements(db, question), ...request.auditAsk(question.id, askedEntry(question))]),
      // two changes at one moment were each judged alone: together they may pass the limit
      ...(wanted.blast_fee === undefined && wanted.level_id === undefined ? [] : [refusePriceMoved(db, row.id, row)]),
      ...(rises ? [refuseIfSteers(db, actor.id, row.id, now)] : []),
      ...(BANK.some((field) => patch[field] !== undefined)
        ? [recordBankChange(db, { userId: row.id, by: actor.id, now, to: patch })]
        : []),
      ...(patch.role === undefined || seesAll(patch.role) ? [] : [refuseLastAdmin(db, row.id)]),
      ...(Object.keys(patch).length > 0 ? [updateUser(db, row.id, patch)] : []),
      ...(newSecret === null ? [] : [updatePasswordHash(db, row.id, newSecret)]),
      // what somebody could ask for a member gives away no admin or dev
      ...(newSecret === null && patch.role === undefined
        ? []
        : [closeResets(db, row.id, now), dropEmailChange(db, row.id)]),
      ...(newEmail === null ? [] : [newEmail.statement]),
      ...(ended ? endSignIns(db, row.id, ended.keeps) : []),
      ...told.flatMap((notice) => notice.statements),
      ...(question !== null && Object.keys(after).length === 0
        ? []
        : request.audit(before, withUnversioned(update.version, after))),
    ])
  try {
    await asRead(db, edit, work)
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === 'decider_steers') await mustNotSteer()
    if (refusal === 'last_admin') throw new Refusal(refusal)
    if (refusal === 'price_moved' || refusal === 'decider_steers') throw new Refusal('price_moved')
    throw refusal === 'taken approvals.kind' ? new Refusal('approval_waits') : error
  }
  const user = await userById(db, row.id)
  if (!user) throw new Refusal('not_found')
  const mails = [...(newEmail?.mails ?? []), ...(request.origin === null ? [] : told.map((notice) => notice.mail))]
  const refs = [...told.map((notice) => notice.ref), ...(question === null ? [] : [askedRef(question.id)])]
  return { user, ended, emailPending: newEmail?.email ?? null, approvalPending: question !== null, mails, refs }
}
