import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keyRing } from '../../contract/key-rings.ts'
import { localSecrets } from './secrets.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'wa-blaster-secrets-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))
const file = () => join(home, 'secrets.json')

test('they are made once, as rings where they are rings, and nobody else may read them', () => {
  const made = localSecrets(home)
  expect(localSecrets(home)).toEqual(made)
  expect([keyRing.safeParse(made.RUNNER_KEYS).success, keyRing.safeParse(made.VAULT_KEYS).success]).toEqual([
    true,
    true,
  ])
  expect(statSync(file()).mode & 0o077).toBe(0)
})
test('a folder of an older version gets what it lacks and keeps its vault key, or every account would be scanned again', () => {
  const older = {
    RUNNER_SECRET: 'of-before',
    LINK_SECRET: 'l',
    TURNSTILE_SECRET: 't',
    VAULT_KEYS: `1:${'ab'.repeat(32)}`,
  }
  writeFileSync(file(), JSON.stringify(older))
  const secrets = localSecrets(home)
  expect(secrets).toMatchObject({ LINK_SECRET: 'l', TURNSTILE_SECRET: 't', VAULT_KEYS: older.VAULT_KEYS })
  expect(keyRing.safeParse(secrets.RUNNER_KEYS).success).toBe(true)
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual(secrets)
})
