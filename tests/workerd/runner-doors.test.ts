// Runners come by the same doors as everybody, and by their signature alone.
import { exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { ROUTES } from '../../contract/api/table.ts'
import {
  ACCOUNT_PATH,
  CONTROL_PATH,
  MEDIA_PATH,
  RUNNER_HEADERS,
  SIGNATURE_WINDOW_MS,
  signedText,
} from '../../contract/operation/runner.ts'
import { ringOf } from '../../contract/ground/key-rings.ts'
import { digestOf, hmac } from '../../domain/ground/crypto/crypto.ts'
import { runnerCredential } from '../../domain/people/auth/runner-credential.ts'
import { ORIGIN } from './support/api.ts'
import { bound } from './support/database.ts'
import { makePerson } from './support/people.ts'

const UPGRADE = { upgrade: 'websocket' }
/** @param signed the path that the signature is for, if it is another. */
const ask = async (
  path: string,
  {
    headers = {},
    signed = path,
    ageMs = 0,
    nonce = crypto.randomUUID(),
  }: { headers?: object; signed?: string; ageMs?: number; nonce?: string } = {},
): Promise<Response> => {
  const runner = { runnerId: 'door-runner', bootId: crypto.randomUUID() }
  const time = String(Date.now() - ageMs)
  const [kid = '', key = ''] = (
    await runnerCredential(ringOf('RUNNER_KEYS', bound.RUNNER_KEYS), runner.runnerId)
  ).split(':')
  const signature = await hmac(digestOf(key) ?? '', signedText({ path: signed, ...runner, time, nonce }))
  const request = new Request(ORIGIN + path, {
    headers: {
      [RUNNER_HEADERS.id]: runner.runnerId,
      [RUNNER_HEADERS.boot]: runner.bootId,
      [RUNNER_HEADERS.time]: time,
      [RUNNER_HEADERS.nonce]: nonce,
      [RUNNER_HEADERS.key]: kid,
      [RUNNER_HEADERS.signature]: signature,
      ...headers,
    },
  })
  return exports.default.fetch(request)
}
const media = (name: string): string => `${MEDIA_PATH}/templates/${encodeURIComponent(name)}`

test('the table states where runners dial', () => {
  const paths = ROUTES.filter(([, call]) => call.audience === 'runner').map(([route]) => route)
  expect(paths).toEqual([
    `GET ${CONTROL_PATH.slice(4)}`,
    `GET ${ACCOUNT_PATH.slice(4)}/:id`,
    `GET ${MEDIA_PATH.slice(4)}/:folder/:name`,
  ])
})
test('a signed runner reaches the fleet, an account’s object and the media of templates', async () => {
  const control = await ask(CONTROL_PATH, { headers: UPGRADE })
  expect(control.status).toBe(101)
  control.webSocket?.accept()
  control.webSocket?.close()
  // nobody gave it this account: the object itself closes what the door let through
  const account = await ask(`${ACCOUNT_PATH}/nobodys?epoch=1`, { headers: UPGRADE })
  expect(account.status).toBe(101)
  account.webSocket?.accept()
  account.webSocket?.close()
  await bound.MEDIA.put('templates/foto ä.png', 'bytes', { httpMetadata: { contentType: 'image/png' } })
  const file = await ask(media('foto ä.png'))
  expect([file.status, file.headers.get('content-type'), (await file.arrayBuffer()).byteLength]).toEqual([
    200,
    'image/png',
    5,
  ])
  expect((await ask(media('none.png'))).status).toBe(404)
})
test('rule runner-credential: the door of media spends its nonce, and serves the media of templates alone', async () => {
  await bound.MEDIA.put('checks/secret.json', 'numbers')
  expect((await ask(`${MEDIA_PATH}/checks/secret.json`)).status).toBe(404)
  const nonce = crypto.randomUUID()
  const tries = [await ask(media('foto ä.png'), { nonce }), await ask(media('foto ä.png'), { nonce })]
  expect(tries.map((r) => r.status)).toEqual([200, 401])
})
test('rule runner-credential: the dial of a runner that somebody recorded opens no second control socket', async () => {
  const nonce = crypto.randomUUID()
  const dials = [
    await ask(CONTROL_PATH, { nonce, headers: UPGRADE }),
    await ask(CONTROL_PATH, { nonce, headers: UPGRADE }),
  ]
  expect(dials.map(({ status }) => status)).toEqual([101, 409])
  dials[0]?.webSocket?.accept()
  dials[0]?.webSocket?.close()
})
test('a socket’s door opens for an upgrade only', async () => {
  for (const path of [CONTROL_PATH, `${ACCOUNT_PATH}/a?epoch=1`]) expect((await ask(path)).status).toBe(422)
})
test('a signature holds for its path and its minute', async () => {
  const path = media('foto ä.png')
  const refused = [
    await ask(path, { signed: media('other.png') }),
    await ask(path, { ageMs: SIGNATURE_WINDOW_MS }),
    await ask(path, { ageMs: -2 * SIGNATURE_WINDOW_MS }),
    await ask(path, { headers: { [RUNNER_HEADERS.nonce]: '' } }),
    await ask(path, { headers: { [RUNNER_HEADERS.signature]: '' } }),
    await ask(`${ACCOUNT_PATH}/a?epoch=2`, { signed: `${ACCOUNT_PATH}/a?epoch=1`, headers: UPGRADE }),
  ]
  expect(refused.map((r) => r.status)).toEqual(refused.map(() => 401))
})
test('a person’s sign-in opens no door of a runner', async () => {
  const { token } = await makePerson('admin')
  const headers = { ...UPGRADE, authorization: `Bearer ${token}`, [RUNNER_HEADERS.signature]: '' }
  for (const path of [CONTROL_PATH, `${ACCOUNT_PATH}/a?epoch=1`, media('foto ä.png')]) {
    expect((await ask(path, { headers })).status).toBe(401)
  }
})
