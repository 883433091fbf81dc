// Sign-up: the form in the order of its fields, then the bot check, then one insert (rule bot-check).
import { AGREE_TEXT, registerForm } from '../../../contract/people/auth.ts'
import { type FieldErrors, Refusal } from '../../../contract/ground/errors.ts'
import { refusalOf } from '../../ground/db/refusals.ts'
import type { Db } from '../../ground/db/connection.ts'
import { selectEmailOwner, selectReferrer } from '../users/store.ts'
import { parseSettings } from '../../ground/settings/rules.ts'
import { selectSettings } from '../../ground/settings/store.ts'
import { newPasswordProblem } from './judge-password.ts'
import { hashPassword } from './password.ts'
import { insertUser } from './password-store.ts'

export type RegisterPorts = {
  db: Db
  now: number
  /** Asks the bot check about the browser's answer. */
  isHuman: (response: string) => Promise<boolean>
}
const FORM_FIELDS = ['firstName', 'lastName', 'email', 'password', 'password2'] as const
const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const refuse = (fields: FieldErrors): never => {
  throw new Refusal('invalid_input', { fields, text: Object.values(fields)[0] ?? '' })
}
const checkForm = (body: Record<string, unknown>) => {
  const code = text(body['affiliateCode']).trim() || text(body['referral_code']).trim()
  const values = Object.fromEntries(FORM_FIELDS.map((field) => [field, text(body[field])]))
  const parsed = registerForm.safeParse({ ...values, affiliateCode: code.slice(0, 40) })
  if (parsed.success) return { ...parsed.data, affiliateCode: code }
  const fields: FieldErrors = {}
  for (const issue of parsed.error.issues) fields[String(issue.path[0])] ??= issue.message
  // field errors in the order of the form, not of the checks
  return refuse(Object.fromEntries(FORM_FIELDS.flatMap((f) => (fields[f] ? [[f, fields[f]]] : []))))
}

const newReferralCode = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (b) => CODE_LETTERS[b % CODE_LETTERS.length]).join('')

/** @throws Refusal with fields as the screen names them. */
export const registerMember = async (
  ports: RegisterPorts,
  body: Record<string, unknown>,
): Promise<{ id: string; email: string }> => {
  const form = checkForm(body)
  const owner = { email: form.email, firstname: form.firstName, lastname: form.lastName }
  const weak = await newPasswordProblem(form.password, owner)
  if (weak) refuse({ password: weak })
  if (body['agreeToTerms'] !== true && body['agreeToTerms'] !== 'true') refuse({ agreeToTerms: AGREE_TEXT })
  const answer = text(body['cf-turnstile-response'])
  if (answer === '' || !(await ports.isHuman(answer))) throw new Refusal('bot_check_failed')

  const { db, now } = ports
  const [settingRows, owners, referrers] = await db.batch([
    selectSettings(db),
    selectEmailOwner(db, form.email),
    selectReferrer(db, form.affiliateCode),
  ])
  const taken = () => new Refusal('email_taken', { field: 'email' })
  if (owners.length > 0) throw taken()
  const [referrer] = referrers
  if (form.affiliateCode !== '' && !referrer) {
    throw new Refusal('referral_unknown', { field: 'referral_code' })
  }
  const settings = parseSettings(settingRows)
  const person = {
    id: crypto.randomUUID(),
    firstname: form.firstName,
    lastname: form.lastName,
    email: form.email,
    passwordHash: await hashPassword(form.password),
    role: 'member' as const,
    referrerId: form.affiliateCode === '' ? null : (referrer?.id ?? null),
    intervalMin: settings.interval_min,
    intervalMax: settings.interval_max,
    now,
  }
  for (let tries = 0; ; tries++) {
    try {
      if (await insertUser(db, { ...person, referralCode: newReferralCode() }))
        return { id: person.id, email: person.email }
    } catch (error) {
      if (refusalOf(error) === 'taken users.email') throw taken()
      if (tries >= 3 || refusalOf(error) !== 'taken users.referral_code') throw error
      continue
    }
    throw new Refusal('sign_up_closed')
  }
}
