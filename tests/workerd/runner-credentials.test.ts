// The runners' doors: a credential is made of one key of the ring and one name, and a signed call is taken once.
import { describe, expect, test } from 'vitest'
import { firstKey, keyRing, ringOf } from '../../contract/ground/key-rings.ts'
import {
  CONTROL_PATH,
  MEDIA_PATH,
  RUNNER_HEADERS,
  SIGNATURE_WINDOW_MS,
  signedText,
} from '../../contract/operation/runner.ts'
import { digestOf, hmac } from '../../domain/ground/crypto/crypto.ts'
import { runnerCredential } from '../../domain/people/auth/runner-credential.ts'
import { app } from '../../worker/app.ts'
import { ORIGIN } from './support/api.ts'
import { bound } from './support/database.ts'

const ring = ringOf('RUNNER_KEYS', bound.RUNNER_KEYS)
const [newest = '', oldest = ''] = bound.RUNNER_KEYS.split(',')
const MEDIA = `${MEDIA_PATH}/templates/not-there.png`

type Call = { credential: string; name?: string; path?: string; at?: number; nonce?: string; upgrade?: boolean }
const headersOf = async ({ credential, name = 'runner-7', path = MEDIA, at = Date.now(), nonce }: Call) => {
  const [kid = '', key = ''] = credential.split(':')
  const told = { path, runnerId: name, bootId: 'boot', time: String(at), nonce: nonce ?? crypto.randomUUID() }
  return {
    [RUNNER_HEADERS.id]: told.runnerId,
    [RUNNER_HEADERS.key]: kid,
    [RUNNER_HEADERS.boot]: told.bootId,
    [RUNNER_HEADERS.time]: told.time,
    [RUNNER_HEADERS.nonce]: told.nonce,
    [RUNNER_HEADERS.signature]: await hmac(digestOf(key) ?? key, signedText(told)),
  }
}
/** The Worker with these variables in place of the tests'. */
const answerOf = async (call: Call, vars: Partial<typeof bound> = {}): Promise<Response> =>
  app.fetch(
    new Request(ORIGIN + (call.path ?? MEDIA), {
      headers: { ...(await headersOf(call)), ...(call.upgrade ? { upgrade: 'websocket' } : {}) },
    }),
    { ...bound, ...vars },
    { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} },
  )
/** Past the signature there is no such file. */
const LET_IN = 404
const REFUSED = 401
const statusOf = async (call: Call, vars?: Partial<typeof bound>): Promise<number> =>
  (await answerOf(call, vars)).status

describe('rule runner-credential:', () => {
  test('a runner signs with its own, made by the first key of the ring', async () => {
    const credential = await runnerCredential(ring, 'runner-7')
    expect(credential).toMatch(/^new:[0-9a-f]{64}$/)
    expect(await statusOf({ credential })).toBe(LET_IN)
  })
  test('it is worth nothing under another name', async () => {
    const credential = await runnerCredential(ring, 'runner-7')
    expect(await statusOf({ credential, name: 'runner-8' })).toBe(REFUSED)
  })
  test('while a key is rotated those of both are valid, and only the new ones once the old key is taken out', async () => {
    const before = await runnerCredential(keyRing.parse(oldest), 'runner-7')
    const after = await runnerCredential(ring, 'runner-7')
    expect([await statusOf({ credential: before }), await statusOf({ credential: after })]).toEqual([LET_IN, LET_IN])
    const rotated = { RUNNER_KEYS: newest }
    expect(await statusOf({ credential: before }, rotated)).toBe(REFUSED)
    expect(await statusOf({ credential: after }, rotated)).toBe(LET_IN)
  })
  test('a key that is not of the ring, or the ring’s key itself, signs nothing', async () => {
    const foreign = await runnerCredential(keyRing.parse(`other:${'c3'.repeat(32)}`), 'runner-7')
    const { kid, hex } = firstKey(ring)
    expect(await statusOf({ credential: foreign })).toBe(REFUSED)
    expect(await statusOf({ credential: foreign.replace('other', kid) })).toBe(REFUSED)
    expect(await statusOf({ credential: `${kid}:${hex}` })).toBe(REFUSED)
  })
  test('a call that was seen, or that is too old, is not taken again', async () => {
    const credential = await runnerCredential(ring, 'runner-replay')
    const call = { credential, name: 'runner-replay', path: CONTROL_PATH, nonce: 'once', upgrade: true }
    const first = await answerOf(call)
    expect(first.status).toBe(101)
    first.webSocket?.accept()
    expect(await statusOf(call)).toBe(409)
    expect(await statusOf({ ...call, nonce: 'late', at: Date.now() - SIGNATURE_WINDOW_MS - 1 })).toBe(REFUSED)
    first.webSocket?.close(1000)
  })
  test('the shared secret of the version before is taken only while the deployment has it', async () => {
    const secret = 'secret-of-the-version-before-0123'
    const call = { credential: `:${secret}` }
    expect(await statusOf(call)).toBe(REFUSED)
    expect(await statusOf(call, { RUNNER_SECRET: secret })).toBe(LET_IN)
    expect(await statusOf({ credential: ':another-secret' }, { RUNNER_SECRET: secret })).toBe(REFUSED)
    expect(await statusOf(call, { RUNNER_SECRET: '' })).toBe(REFUSED)
  })
})
