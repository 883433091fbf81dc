import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Escrow, KEY_RING_NAMES, workerSecrets } from '../secrets.ts'
import { mayMakeKeys } from './new-keys.ts'

let home: string
let escrow: Escrow
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'new-keys-'))
  escrow = new Escrow(join(home, 'kept.json'))
})
afterEach(() => rmSync(home, { recursive: true }))

const ALL = workerSecrets('on')
const PAIR = { BACKUP_PUBLIC_KEY: 'public', BACKUP_PRIVATE_KEY: 'private' }
const rings = (but: readonly string[] = []) =>
  Object.fromEntries(KEY_RING_NAMES.filter((name) => !but.includes(name)).map((name) => [name, `kept ${name}`]))
const asked = (missing: readonly string[], hasSecrets: boolean, isTold = false) => {
  mayMakeKeys({ escrow, missing, hasSecrets, isTold })
  return 'may'
}
const refusal = (...[missing, hasSecrets, isTold]: Parameters<typeof asked>): string => {
  try {
    return asked(missing, hasSecrets, isTold)
  } catch (error) {
    return (error as Error).message
  }
}

test('in an empty account without the kept file keys are made for who says that there never were any', () => {
  expect(refusal(ALL, false)).toMatch(
    /^Nothing was made, because RUNNER_KEYS, .*BACKUP_PUBLIC_KEY.* would be made anew/,
  )
  expect(refusal(ALL, false)).toContain('say so with --new-keys')
  expect(asked(ALL, false, true)).toBe('may')
})

test('with the kept file nothing needs to be said, in whichever account', () => {
  escrow.add({ ...rings(), ...PAIR })
  expect(asked(ALL, false)).toBe('may')
  expect(asked(ALL, true)).toBe('may')
})

test('a kept file that lacks the key of a newer release is enough for that key', () => {
  escrow.add({ ...rings(['RECORD_KEYS']), ...PAIR })
  expect(asked(['RECORD_KEYS'], true)).toBe('may')
  expect(asked(ALL, false)).toBe('may')
})

test('half of a kept file is none', () => {
  escrow.add({ RECORD_KEYS: 'kept', ...PAIR })
  expect(refusal(ALL, false)).toMatch(/because RUNNER_KEYS, LINK_KEYS, SUPPRESSION_KEYS, VAULT_KEYS, VAPID_KEYS would/)
  // of a ring that every first set-up made, a whole file lacks none
  escrow.add(rings(['LINK_KEYS']))
  expect(refusal(['LINK_KEYS'], true)).toMatch(/because LINK_KEYS would be made anew/)
})

test('a Worker that lost one secret gets the kept one, or a new one for who says so', () => {
  expect(refusal(['BACKUP_PUBLIC_KEY'], true)).toMatch(/because BACKUP_PUBLIC_KEY would be made anew/)
  expect(asked(['BACKUP_PUBLIC_KEY'], true, true)).toBe('may')
  // what nobody could do without is not made for anybody
  expect(refusal(['SUPPRESSION_KEYS'], true, true)).toMatch(/^SUPPRESSION_KEYS was made before/)
})

test('what a person is asked for, and a Worker that lacks nothing, need no key', () => {
  expect(asked(['TURNSTILE_SECRET'], true)).toBe('may')
  expect(asked([], false)).toBe('may')
})
