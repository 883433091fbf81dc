import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { ACCESS, type Access } from '../../contract/access.ts'
import { call, makeLevel, makePerson, type Person } from './api.ts'

const ODD = [
  '',
  ' ',
  '0',
  '-1',
  '1e999',
  'null',
  '%',
  '_',
  "'; drop table users; --",
  '\u0000',
  '\ud800',
  '🙏🏽'.repeat(40),
  '../..',
  'a'.repeat(3_000),
  '\u202e',
]
const names = [
  'id',
  'userId',
  'user_id',
  'deviceId',
  'previousDeviceId',
  'clientid',
  'whatsappClientId',
  'phoneNumber',
  'number',
  'name',
  'status',
  'consent_source',
  'email',
  'password',
  'password2',
  'token',
  'nominal',
  'reason',
  'value',
  'text',
  'button',
  'blast_fee',
  'role',
  'requirement_blast',
  'interval_min',
  'interval_max',
  'whatsapp_id',
  'start_number',
  'end_number',
  'b_insert',
  'blast_interval_min',
  'blast_interval_max',
  'firstname',
  'level_id',
  'colors',
  'firstName',
]
const odd = fc.oneof(
  fc.constantFrom(...ODD),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string(), { maxLength: 3 }),
  fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
)
const body = fc.oneof(fc.dictionary(fc.constantFrom(...names), odd, { maxKeys: 8 }), odd)
const word = fc.oneof(fc.constantFrom(...ODD), fc.string({ unit: 'grapheme', maxLength: 30 }))
const well = (text: string): string => encodeURIComponent(text.toWellFormed())

let dev: Person
beforeAll(async () => {
  await makeLevel('l1', 100, 0)
  dev = await makePerson('dev')
})
/** Signing out ends the walk; the reset of a stranger's password sends mail. */
const SKIPPED = ['POST /auth/logout']
const routes = Object.entries(ACCESS as Record<string, Access>).filter(([key]) => !SKIPPED.includes(key))

describe('nothing that is sent makes the server fail', () => {
  test.each(routes)('%s', async (key) => {
    const [method = '', path = ''] = key.split(' ')
    await fc.assert(
      fc.asyncProperty(body, word, word, async (sent, param, query) => {
        const filled = path.replace(/:[a-zA-Z]+/g, well(param) || 'x')
        const search = `?page=${well(query)}&limit=${well(param)}&search=${well(query)}&status=${well(query)}&synced=1&user_id=${well(query)}`
        const plain = fc.stringify(sent).length % 2 === 0 ? search : `?search=${well(query)}&page=1`
        const token = (await isAlive()) ? dev.token : (dev = await makePerson('dev')).token
        const response = await call(method, `${filled}${plain}`, {
          token,
          ...(method === 'GET' ? {} : { body: sent ?? 'null' }),
        })
        const text = await response.text()
        expect([500, 501, 502]).not.toContain(response.status)
        if (response.status >= 400) {
          expect(JSON.parse(text)).toMatchObject({ reason: expect.any(String), requestId: expect.any(String) })
          expect(text).not.toMatch(/SQLITE|D1_ERROR|at .*\.ts:|Invalid input/)
        }
      }),
      { numRuns: 12, seed: 20261121 },
    )
  })
  const isAlive = async (): Promise<boolean> =>
    (await call('POST', '/auth/validate', { token: dev.token })).status === 200
})

test.each([
  ['text/plain', 'x', 400],
  ['application/json', '\ufeff{"email":', 400],
  ['multipart/form-data; boundary=x', '--y\r\nbroken', 422],
  ['multipart/form-data', 'x', 415],
])('a body of %s that is none is %i', async (type, text, status) => {
  const paths = type.startsWith('multipart') ? ['/admin/phonenumber/import'] : ['/admin/phonenumber/save']
  for (const path of paths) {
    const response = await call('POST', path, { token: dev.token, body: text, headers: { 'content-type': type } })
    expect([response.status, path]).toEqual([status, path])
  }
})
