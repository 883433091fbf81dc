// Whether a password may be set: its form, and that it is none of the usual ones (rule passwords). The person who signs in with an older
// one is not asked for another.
import { passwordProblem } from '../../../contract/people/auth.ts'
import { type Guesses, type Owner, weakness } from './password-rules.ts'

let guesses: Promise<Guesses> | null = null
/** Loaded at the first new password of an isolate, which most never see. */
const loadGuesses = async (): Promise<Guesses> => {
  const [{ COMMON_PASSWORDS }, { USUAL_WORDS }] = await Promise.all([
    import('./common-passwords.ts'),
    import('./usual-words.ts'),
  ])
  const words = USUAL_WORDS.trim().split(/\s+/)
  return {
    common: new Set(COMMON_PASSWORDS.trim().split(/\s/)),
    words: words.toSorted((a, b) => b.length - a.length),
  }
}

/** The sentence for the form; null: it may be set. */
export const newPasswordProblem = async (password: string, owner: Owner): Promise<string | null> =>
  passwordProblem(password, owner.email) ?? weakness(password, owner, await (guesses ??= loadGuesses()))
