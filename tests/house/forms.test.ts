// The person who leaves a changed form is asked first. That holds for a form only if it says that it was changed, so every form does it
// by the same hooks: one that does not fails here.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/stack/shell.ts'

const HOOKS = 'web/lib/forms/use-form.ts'
/** Forms that hold nothing that could be lost. */
const NOTHING_TO_LOSE: Record<string, string> = {
  'web/ui/search-box.tsx': 'what was searched for is in the address',
  'web/features/operation/monitor/frame.tsx': 'what is watched is in the address',
  'web/features/sending/account-check/screen.tsx': 'a search',
  'web/features/record/audit/parts/proof-tools.tsx': 'a text that its person keeps elsewhere, and a number',
  'web/app/overlays/proof.tsx': 'a password, like signing in',
  'web/features/recipients/phone-numbers/parts/all-dialog.tsx': 'a choice, and a word or a number',
  'web/features/recipients/phone-numbers/parts/one-line-form.tsx': 'a word, or what stands for a field',
  'web/lib/tags/tag-choice.tsx': 'the name of a tag, a word',
  'web/lib/lists/saved-filters.tsx': 'a name for what the address has',
  'web/lib/forms/edited-question.tsx': 'a choice beside a form, which keeps what was typed',
  'web/lib/forms/typed-twice-question.tsx': 'an amount beside a form, which keeps what was typed',
  'web/lib/factors/factor-form.tsx': 'a code, like signing in',
  'web/lib/factors/set-up.tsx': 'a code of the moment, or a name that is typed again in a second',
  'web/features/people/auth/signin.tsx': 'a person’s own sign-in, which the browser fills in again',
  'web/features/people/auth/reset-password.tsx': 'one address, and a password that nobody wants kept',
}

const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'web'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file, code: readFileSync(join(root, file), 'utf8') }))

test('the form library’s own hook is used in one place', () => {
  const own = /\buseForm\b[^}]*\} from 'react-hook-form'/
  expect(sources.filter(({ file, code }) => file !== HOOKS && own.test(code)).map(({ file }) => file)).toEqual([])
  expect(sources.some(({ file }) => file === HOOKS)).toBe(true)
})

test('a form without a hook that asks before it is left says why', () => {
  const silent = sources
    .filter(({ code }) => /<(form|SubmitForm)\b/.test(code))
    .filter(({ code }) => !/from '[./\w-]*(use-form|leaving)\.ts'/.test(code))
    .map(({ file }) => file)
  expect(silent.toSorted()).toEqual(Object.keys(NOTHING_TO_LOSE).toSorted())
})
