import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { foreignWhatsapp } from './foreign-whatsapp.ts'

const HERE = fileURLToPath(import.meta.url)
const KEY = 'ab'.repeat(32)

test('nothing set means the sandbox', () =>
  expect(foreignWhatsapp({ WHATSAPP_URL: ' ', WHATSAPP_ROOT_KEY: '' })).toBeNull())
test('an address alone is enough', () =>
  expect(foreignWhatsapp({ WHATSAPP_URL: 'ws://127.0.0.1:9/ws/chat' })).toEqual({
    url: 'ws://127.0.0.1:9/ws/chat',
    rootKey: null,
    mediaCaFile: null,
  }))
test('root key and media certificate come with it', () =>
  expect(
    foreignWhatsapp({ WHATSAPP_URL: 'wss://wa.test/', WHATSAPP_ROOT_KEY: KEY, WHATSAPP_MEDIA_CA: HERE }),
  ).toMatchObject({ rootKey: KEY, mediaCaFile: HERE }))
test.each([
  ['WHATSAPP_URL', { WHATSAPP_URL: 'http://127.0.0.1:9' }],
  ['WHATSAPP_URL', { WHATSAPP_URL: 'wherever' }],
  ['WHATSAPP_ROOT_KEY', { WHATSAPP_URL: 'ws://127.0.0.1:9', WHATSAPP_ROOT_KEY: 'abcd' }],
  ['WHATSAPP_ROOT_KEY', { WHATSAPP_ROOT_KEY: KEY }],
  ['WHATSAPP_MEDIA_CA', { WHATSAPP_MEDIA_CA: HERE }],
  ['WHATSAPP_MEDIA_CA', { WHATSAPP_URL: 'ws://127.0.0.1:9', WHATSAPP_MEDIA_CA: '/no/such/file.pem' }],
])('a bad %s is named in one line', (name, source) =>
  expect(() => foreignWhatsapp(source)).toThrow(new RegExp(`^${name}: [^\\n]+$`)),
)
