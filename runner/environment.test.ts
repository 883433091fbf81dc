import { expect, test } from 'vitest'
import { readEnvironment, WHATSAPP_OWN_URL } from './environment.ts'

const good = {
  WORKER_URL: 'http://127.0.0.1:8788/',
  RUNNER_CREDENTIAL: `k1:${'ef'.repeat(32)}`,
  VAULT_KEYS: `new:${'ab'.repeat(32)},old:${'cd'.repeat(32)}`,
}
test('defaults dial WhatsApp itself', () =>
  expect(readEnvironment(good)).toMatchObject({
    workerUrl: 'http://127.0.0.1:8788',
    whatsappUrl: WHATSAPP_OWN_URL,
    sandbox: false,
    rootKey: null,
    leaseMs: 30_000,
    capacity: 200,
  }))
test('the first vault key encrypts', () => expect([...readEnvironment(good).vaultKeys.keys()]).toEqual(['new', 'old']))
test('the sandbox may be anywhere', () =>
  expect(
    readEnvironment({ ...good, SANDBOX: '1', WHATSAPP_URL: 'ws://127.0.0.1:1/x', WHATSAPP_ROOT_KEY: 'ef'.repeat(32) }),
  ).toMatchObject({ sandbox: true, whatsappUrl: 'ws://127.0.0.1:1/x' }))
test('another WhatsApp brings the certificate of its media host in a file', () =>
  expect(readEnvironment({ ...good, SANDBOX: '1', WHATSAPP_MEDIA_CA: '/run/media.pem' })).toMatchObject({
    sandboxUrl: null,
    mediaCaFile: '/run/media.pem',
  }))
test.each([
  ['WHATSAPP_URL', { WHATSAPP_URL: 'ws://127.0.0.1:1/x' }],
  ['WHATSAPP_ROOT_KEY', { WHATSAPP_ROOT_KEY: 'ef'.repeat(32) }],
  ['SANDBOX_URL', { SANDBOX_URL: 'http://127.0.0.1:1' }],
  ['WHATSAPP_MEDIA_CA', { WHATSAPP_MEDIA_CA: '/run/media.pem' }],
  ['WORKER_URL', { WORKER_URL: 'ftp://x' }],
  ['RUNNER_CREDENTIAL', { RUNNER_CREDENTIAL: undefined }],
  ['RUNNER_CREDENTIAL', { RUNNER_CREDENTIAL: 'a-secret-of-the-version-before' }],
  ['VAULT_KEYS', { VAULT_KEYS: 'k1:abcd' }],
  ['LEASE_MS', { LEASE_MS: 'soon' }],
])('a bad %s is named in one line', (name, change) =>
  expect(() => readEnvironment({ ...good, ...change })).toThrow(new RegExp(`^${name}: [^\\n]+$`)),
)

const random = (seed: number): string =>
  Array.from({ length: 32 }, (_, i) => ((i * 7 + seed) % 256).toString(16).padStart(2, '0')).join('')
const outside = {
  WORKER_URL: 'https://app.example',
  RUNNER_CREDENTIAL: `k1:${random(1)}`,
  VAULT_KEYS: `a:${random(2)},b:${random(3)}`,
}
test('away from this machine: https, and secrets that are random and differ', () => {
  expect(readEnvironment(outside).workerUrl).toBe('https://app.example')
  for (const [name, change] of [
    ['WORKER_URL', { WORKER_URL: 'http://app.example' }],
    ['WORKER_URL', { WORKER_URL: 'http://127.0.0.1.example' }],
    ['RUNNER_CREDENTIAL', { RUNNER_CREDENTIAL: good.RUNNER_CREDENTIAL }],
    ['VAULT_KEYS', { VAULT_KEYS: good.VAULT_KEYS }],
    ['VAULT_KEYS', { VAULT_KEYS: `a:${random(2)},b:${random(2)}` }],
    ['VAULT_KEYS', { VAULT_KEYS: `a:${random(1)}` }],
  ] as const) {
    let told = ''
    try {
      readEnvironment({ ...outside, ...change })
    } catch (error) {
      told = String(error)
    }
    expect(told).toMatch(new RegExp(`^Error: ${name}: [^\\n]+$`))
    for (const value of Object.values(change)) expect(told).not.toContain(value)
  }
})
