import { expect, test } from 'vitest'
import { CHECK_PHASES } from '../../../../contract/sending/number-checks.ts'
import { checkTexts } from '../../../texts/indonesian.ts'
import { causeOf } from './cause.ts'

test('every phase has a word that is not its name on the wire, and a resting one a cause', () => {
  for (const phase of CHECK_PHASES) {
    expect(checkTexts.phases[phase]).not.toBe(phase)
    const runs = phase === 'generating' || phase === 'validating'
    expect(causeOf({ phase, status: 'idle', error: null }) === null, phase).toBe(runs)
  }
})
test('a job that works, and one with an error of its own, have no general cause', () => {
  expect(causeOf({ phase: 'idle', status: 'sending', error: null })).toBeNull()
  expect(causeOf({ phase: 'error_generate', status: 'idle', error: 'Nomor pengirim dibatasi.' })).toBeNull()
})
test('an error without words of its own says what the button does', () => {
  expect(causeOf({ phase: 'error_validate', status: 'idle', error: null })).toBe(
    'Berhenti karena kesalahan. Start mencoba lagi.',
  )
})
