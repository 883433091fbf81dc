import { once } from 'node:events'
import { createServer } from 'node:tls'
import { generate } from 'selfsigned'
import { afterAll, expect, test } from 'vitest'
import { speaksOldTls } from './old-tls.ts'

const closing: (() => void)[] = []
afterAll(() => closing.forEach((close) => close()))
const serve = async (least: 'TLSv1' | 'TLSv1.2'): Promise<number> => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec' })
  const server = createServer({ key, cert, minVersion: least, ciphers: 'DEFAULT@SECLEVEL=0' })
  server.on('tlsClientError', () => undefined)
  server.listen(0, 'localhost')
  await once(server, 'listening')
  closing.push(() => server.close())
  return (server.address() as { port: number }).port
}

test('an address that speaks TLS 1.1 is found, and one that begins at 1.2 is not blamed', async () => {
  expect(await speaksOldTls('localhost', await serve('TLSv1'))).toBe(true)
  expect(await speaksOldTls('localhost', await serve('TLSv1.2'))).toBe(false)
})
