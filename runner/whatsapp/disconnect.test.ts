import { expect, test } from 'vitest'
import { closeError, readClose } from './disconnect.ts'

const conflict = (type: string, statusCode: number) =>
  Object.assign(closeError('Stream Errored (conflict)', statusCode), { data: { tag: 'conflict', attrs: { type } } })

test.each([
  ['restart', closeError('Stream Errored (restart required)', 515), 515],
  ['another login', conflict('replaced', 440), 440],
  ['the device removed, without a code', conflict('device_removed', 440), 401],
  ['a ban', closeError('Connection Failure', 403), 403],
  ['an error without a code', new Error('oops'), 500],
])('%s', (_name, error, code) =>
  expect(readClose(error, true, false)).toMatchObject({ code, reachedWhatsapp: true, proxyFailed: false }),
)

test('an HTTP status before the handshake is never taken for WhatsApp’s word', () => {
  const error = closeError('Unexpected server response: 403', 403)
  expect(readClose(error, false, true)).toMatchObject({ code: 408, reachedWhatsapp: false, proxyFailed: true })
})
test('closed by us is code 0', () => expect(readClose(undefined, false, false)).toMatchObject({ code: 0 }))
test('no number stands in the text', () =>
  expect(readClose(new Error('no session for 6281234567890'), true, false).detail).toBe('no session for 62812••••890'))
