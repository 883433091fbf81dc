import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { makeAgents, ProxyError } from './proxy.ts'

/** Dials through a proxy of this machine. @returns what came of it, and how often the proxy was dialled */
const dialThrough = async (scheme: string, host: string, privateProxies: boolean) => {
  let dialled = 0
  let blamed = 0
  const proxy = createServer((socket) => {
    dialled++
    socket.destroy()
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  const error = await new Promise<unknown>((resolve) => {
    try {
      const { socket } = makeAgents(
        `${scheme}://${host}:${port}`,
        { mediaCa: null, privateProxies },
        () => (blamed += 1),
      )
      request({ host: 'web.whatsapp.invalid', agent: socket }).on('error', resolve).end()
    } catch (thrown) {
      resolve(thrown)
    }
  })
  proxy.close()
  return { dialled, blamed, refused: error instanceof ProxyError }
}

test.each([
  ['http', 'localhost'],
  ['socks5', 'localhost'],
  ['http', '127.0.0.1'],
  ['socks5', '127.0.0.1'],
  // one reader takes what stands before the sign for the host, who dials what stands behind it
  ['socks5', String.raw`a\@127.0.0.1`],
  ['socks5', String.raw`proxy.example\@localhost`],
  // addresses only to what looks them up
  ['socks5', '0x7f.1'],
  ['http', '0177.0.0.1'],
])('a %s proxy at %s, in our own network, is dialled in the sandbox only', async (scheme, host) => {
  expect(await dialThrough(scheme, host, true)).toMatchObject({ dialled: 1, blamed: 1, refused: true })
  expect(await dialThrough(scheme, host, false)).toMatchObject({ dialled: 0, refused: true })
})
