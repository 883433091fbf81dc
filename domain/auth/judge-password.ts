// Whether a password may be set: its form, and that it is none of the usual ones (rule passwords). Whoever signs in with an older
// one is not asked for another.
import { passwordProblem } from '../../contract/auth.ts'
import { type Owner, weakness } from './password-rules.ts'

let common: Promise<ReadonlySet<string>> | null = null
/** Loaded at the first new password of an isolate, which most never see. */
const commonPasswords = (): Promise<ReadonlySet<string>> =>
  (common ??= import('./common-passwords.ts').then(
    ({ COMMON_PASSWORDS }) => new Set(COMMON_PASSWORDS.trim().split(/\s/)),
  ))

/** The sentence for the form; null: it may be set. */
export const newPasswordProblem = async (password: string, owner: Owner): Promise<string | null> =>
  passwordProblem(password, owner.email) ?? weakness(password, owner, await commonPasswords())
