import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { environmentProblems } from './environment.ts'

const key = (name: string): string => createHash('sha256').update(name).digest('hex')
const GOOD = {
  APP_ENV: 'production',
  APP_ORIGIN: 'https://blast.example.id',
  RUNNER_KEYS: `r1:${key('runner')}`,
  LINK_KEYS: `l2:${key('link')},l1:${key('link before')}`,
  SUPPRESSION_KEYS: `s1:${key('suppression')}`,
  VAULT_KEYS: `v1:${key('vault')}`,
  TURNSTILE_SITE_KEY: '0x4AAAAAAABkMYinukE8nzYS',
  TURNSTILE_SECRET: '0x4AAAAAAABkMYinukE8nzYSecretOfOurs',
  // bindings stand among the variables
  DB: {},
  ACCOUNT_BLAST: {},
}

test('a deployment with everything of its own has no problems', () => {
  expect(environmentProblems(GOOD)).toEqual([])
  expect(environmentProblems({ ...GOOD, VAULT_KEYS: undefined, LOCATION_HINT: 'me' })).toEqual([])
})

describe('a deployment is refused', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['without a ring', { LINK_KEYS: undefined }, 'LINK_KEYS: is missing'],
    ['without the hashes’ ring', { SUPPRESSION_KEYS: undefined }, 'SUPPRESSION_KEYS: is missing'],
    ['without the runners’ ring', { RUNNER_KEYS: undefined }, 'RUNNER_KEYS: is missing'],
    ['with an empty ring', { LINK_KEYS: '' }, 'LINK_KEYS: must be kid:64 hex digits'],
    ['with a short key', { LINK_KEYS: `a:${key('x').slice(2)}` }, 'LINK_KEYS: must be kid:64 hex digits'],
    ['with a key of one byte repeated', { RUNNER_KEYS: `a:${'ab'.repeat(32)}` }, 'RUNNER_KEYS: has a key that is not'],
    [
      'with a key of zeros behind a good one',
      { LINK_KEYS: `${GOOD.LINK_KEYS},a:${'0'.repeat(64)}` },
      'LINK_KEYS: has a key',
    ],
    [
      'with a counted key',
      { LINK_KEYS: `a:${'0123456789abcdef'.repeat(4)}` },
      'LINK_KEYS: has a key that is not random',
    ],
    [
      'with two equal rings',
      { SUPPRESSION_KEYS: `s:${key('link')}` },
      'SUPPRESSION_KEYS: its key s is also a key of LINK_KEYS',
    ],
    [
      'with one key in two rings',
      { VAULT_KEYS: `v1:${key('link before').toUpperCase()}` },
      'VAULT_KEYS: its key v1 is also',
    ],
    [
      'with a weak secret of runners of the version before',
      { RUNNER_SECRET: 'rahasia' },
      'RUNNER_SECRET: is too short',
    ],
    ['with a place that Cloudflare does not know', { LOCATION_HINT: 'jakarta' }, 'LOCATION_HINT: must be one of wnam'],
    ['without an origin', { APP_ORIGIN: '' }, 'APP_ORIGIN: is missing'],
    ['with an http origin', { APP_ORIGIN: 'http://blast.example.id' }, 'APP_ORIGIN: must be https://'],
    ['with a path behind the origin', { APP_ORIGIN: 'https://blast.example.id/' }, 'APP_ORIGIN: must be https://'],
    ['with an address of the sandbox', { SANDBOX_URL: 'http://127.0.0.1:8790' }, 'SANDBOX_URL: is for local runs only'],
    [
      'with a Turnstile site key for tests',
      { TURNSTILE_SITE_KEY: '1x00000000000000000000AA' },
      'TURNSTILE_SITE_KEY: is one',
    ],
    [
      'with a Turnstile secret for tests',
      { TURNSTILE_SECRET: '1x0000000000000000000000000000000AA' },
      'TURNSTILE_SECRET: is',
    ],
    ['without a Turnstile secret', { TURNSTILE_SECRET: undefined }, 'TURNSTILE_SECRET: is missing'],
    [
      'with a foreign bot check',
      { TURNSTILE_VERIFY_URL: 'http://127.0.0.1/x' },
      'TURNSTILE_VERIFY_URL: must be Cloudflare',
    ],
  ])('%s', (_what, change, problem) => {
    const problems = environmentProblems({ ...GOOD, ...change })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(problem)
    for (const value of Object.values(change).filter((v) => typeof v === 'string' && v.length > 30))
      expect(problems.join()).not.toContain(value)
  })
  test('under any name that is not a local run’s, and says all of it at once', () => {
    for (const name of ['production', 'staging', 'Sandbox', '', undefined]) {
      const problems = environmentProblems({ APP_ENV: name })
      expect(problems.map((line) => line.split(':')[0])).toEqual([
        'APP_ORIGIN',
        'RUNNER_KEYS',
        'LINK_KEYS',
        'SUPPRESSION_KEYS',
        'TURNSTILE_SITE_KEY',
        'TURNSTILE_SECRET',
      ])
    }
  })
})

test('a local run needs no more than its rings', () => {
  const rings = { LINK_KEYS: `1:${'11'.repeat(32)}`, SUPPRESSION_KEYS: `1:${'11'.repeat(32)}` }
  expect(environmentProblems({ APP_ENV: 'sandbox', SANDBOX_URL: 'http://127.0.0.1:8790', ...rings })).toEqual([])
  expect(environmentProblems({ APP_ENV: 'live', ...rings })).toEqual([])
  expect(environmentProblems({ APP_ENV: 'sandbox', ...rings, LINK_KEYS: 'x' })).toHaveLength(1)
})

test('a deployment that calls itself a local run is refused', () => {
  for (const name of ['sandbox', 'live'])
    expect(environmentProblems({ ...GOOD, APP_ENV: name })).toEqual([
      'APP_ORIGIN: is an https address, and APP_ENV says that this is a local run',
    ])
})
