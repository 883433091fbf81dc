// What stands between the page and the Worker: a lost connection is an answer the page can read, not a bare 500.
import { globSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../scripts/stack/shell.ts'
import { onRequest } from '../../web/functions/api/[[path]].ts'
import { onRequest as onOptOut } from '../../web/functions/opt-out.ts'
import { onRequest as onJoining } from '../../web/functions/ikut/[id].ts'

/** Answers /ok, hangs up on everything else. */
const server: Server = createServer((request, response) => {
  if (request.url === '/api/ok') response.end(`${request.method} arrived`)
  else if (request.url === '/api/ikut/promo?lang=en') response.end('the page in en')
  else if (request.url === '/api/opt-out?token=x') response.end(`the page of a link, ${request.method}`)
  else if (request.url === '/api/ikut/promo') response.writeHead(303, { location: 'https://wa.me/62811' }).end()
  else request.socket.destroy()
})
beforeAll(() => new Promise<void>((done) => void server.listen(0, '127.0.0.1', done)))
afterAll(() => new Promise<void>((done) => void server.close(() => done())))
const call = (path: string, method: string): Promise<Response> => {
  const { port } = server.address() as { port: number }
  const request = new Request(`http://127.0.0.1:${port}/api${path}`, { method })
  return onRequest({ request, env: { API: { fetch } } })
}

test('each function has its address among those that Pages asks functions for', () => {
  const functions = globSync('**/*.ts', { cwd: join(root, 'web/functions') }).filter((file) => file !== 'plain-page.ts')
  const { include } = JSON.parse(readFileSync(join(root, 'web/public/_routes.json'), 'utf8')) as { include: string[] }
  const addresses = functions.map(
    (file) =>
      `/${file
        .replaceAll('\\', '/')
        .replace(/\[.*\]/, '*')
        .replace(/\.ts$/, '')}`,
  )
  expect(include.toSorted()).toEqual(addresses.toSorted())
})

test('a call goes through as it came', async () => {
  expect(await (await call('/ok', 'PUT')).text()).toBe('PUT arrived')
})

test.each([
  ['GET', 'Internal server error'],
  ['POST', 'Network error. Please try again.'],
])('a lost %s answers 502 and says %j', async (method, msg) => {
  const answer = await call('/lost', method)
  expect(answer.status).toBe(502)
  expect(await answer.json()).toMatchObject({ msg, message: msg, error: msg, reason: 'unreachable' })
  // the files' headers do not reach what a function answers
  expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

describe('rule joining-page: its short address', () => {
  const joining = (path: string, method: string): Promise<Response> => {
    const { port } = server.address() as { port: number }
    return onJoining({
      request: new Request(`http://127.0.0.1:${port}/ikut/${path}`, { method }),
      env: { API: { fetch } },
    })
  }
  test('is the Worker’s page, and where it leads is for the browser to follow', async () => {
    expect(await (await joining('promo?lang=en', 'GET')).text()).toBe('the page in en')
    const led = await joining('promo', 'POST')
    expect([led.status, led.headers.get('location')]).toEqual([303, 'https://wa.me/62811'])
  })
  test('is that of a person’s link, too, with its token', async () => {
    const { port } = server.address() as { port: number }
    const pressed = (method: string) =>
      onOptOut({
        request: new Request(`http://127.0.0.1:${port}/opt-out?token=x`, { method }),
        env: { API: { fetch } },
      })
    expect(await (await pressed('GET')).text()).toBe('the page of a link, GET')
    expect(await (await pressed('POST')).text()).toBe('the page of a link, POST')
  })
  test('says so in words when the Worker cannot be reached', async () => {
    const answer = await joining('lost', 'GET')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([502, 'text/plain; charset=utf-8'])
    expect(await answer.text()).toContain('Coba lagi')
  })
})
