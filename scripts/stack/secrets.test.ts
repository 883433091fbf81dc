import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { environmentProblems } from '../../worker/environment.ts'
import { localSecrets } from './secrets.ts'
import { workerVars } from './worker-vars.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'secrets-'))
})
afterEach(() => rmSync(home, { recursive: true }))

test('a new folder gets rings that differ, and keeps them', () => {
  const made = localSecrets(home)
  expect(statSync(join(home, 'secrets.json')).mode & 0o077).toBe(0)
  expect(new Set(Object.values(made)).size).toBe(Object.keys(made).length)
  expect(localSecrets(home)).toEqual(made)
  const places = { origin: 'http://127.0.0.1:8787', sandboxOrigin: 'http://127.0.0.1:8790' }
  expect(environmentProblems(workerVars(made, places))).toEqual([])
  expect(environmentProblems(workerVars(made, { ...places, sandboxOrigin: null }))).toEqual([])
})

test('in a folder of an older version its one secret becomes the first key of both rings', () => {
  const file = join(home, 'secrets.json')
  const before = { RUNNER_SECRET: 'r', LINK_SECRET: 'ab'.repeat(32), TURNSTILE_SECRET: 't', VAULT_KEYS: 'v' }
  writeFileSync(file, JSON.stringify(before))
  const ring = `1:${before.LINK_SECRET}`
  expect(localSecrets(home)).toMatchObject({ LINK_KEYS: ring, SUPPRESSION_KEYS: ring, VAULT_KEYS: 'v' })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(localSecrets(home))
})

test('a folder whose database is there and whose keys are not gets no other keys', () => {
  localSecrets(home)
  rmSync(join(home, 'secrets.json'))
  expect(localSecrets(home)).toMatchObject({ VAULT_KEYS: expect.any(String) })
  rmSync(join(home, 'secrets.json'))
  const databases = join(home, 'state/v3/d1/miniflare-D1DatabaseObject')
  mkdirSync(databases, { recursive: true })
  writeFileSync(join(databases, 'aa.sqlite'), '')
  expect(() => localSecrets(home)).toThrow('secrets.json is missing, and new keys would open nothing')
  expect(existsSync(join(home, 'secrets.json'))).toBe(false)
})
