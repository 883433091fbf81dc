// The page of a local run, before the real Worker: served by `wrangler pages dev`, as people have it, and by the browser tests' own host for it
// (scripts/stack/page-host.ts). What either answers is the same.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { functionsBundle } from '../../scripts/stack/build.ts'
import { openRegister } from '../../scripts/stack/orphans.ts'
import { origin, pageHostPart } from '../../scripts/stack/parts.ts'
import { freePort } from '../../scripts/stack/ports.ts'
import { root } from '../../scripts/stack/shell.ts'
import { type Stack, startStack } from '../../scripts/stack/stack.ts'
import { type Part, supervise } from '../../scripts/stack/supervise.ts'

const folder = mkdtempSync(join(root, '.data/page-hosts-'))
let stack: Stack
let host: Part
let other: string
beforeAll(async () => {
  stack = await startStack({ dataDir: join(folder, 'wrangler'), demoData: 'people' })
  copyFileSync(await functionsBundle(), join(stack.home, 'page/functions.js'))
  const ports = { page: await freePort(), worker: Number(new URL(stack.workerOrigin).port), sandbox: 0 }
  const { home } = stack
  const logFile = join(home, 'logs/page-host.log')
  host = supervise({ ...pageHostPart(home, ports), logFile }, openRegister(folder), () => {})
  host.start()
  await host.untilReady(60_000)
  other = origin(ports.page)
})
afterAll(async () => {
  await host?.stop()
  await stack?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const OF_ONE_ANSWER = ['date', 'x-request-id', 'x-server-time']
const answerOf = async (at: string, path: string, init: RequestInit) => {
  const answer = await fetch(`${at}${path}`, { redirect: 'manual', ...init })
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !OF_ONE_ANSWER.includes(name)))
  const body = (await answer.text()).replaceAll(/"requestId":"[^"]*"/g, '"requestId":""')
  return { status: answer.status, headers, body }
}
const asset = async (): Promise<string> =>
  /\/assets\/index-[\w-]+\.js/.exec(await (await fetch(`${stack.origin}/signin`)).text())?.[0] ?? ''

describe('both answer alike', () => {
  test.each([
    ['the document', '/signin', {}],
    ['the first address', '/', {}],
    ['an address of the page that no file stands for', '/member?page=2', {}],
    ['a file that is not there', '/assets/none.js', {}],
    ['the manifest', '/manifest.webmanifest', {}],
    ['the service worker', '/sw.js', {}],
    ['only the head of the document', '/signin', { method: 'HEAD' }],
    ['a document that is written to', '/signin', { method: 'POST', body: 'a=1' }],
    ['the API', '/api/health', {}],
    ['the API as it is', '/api/health', { headers: { 'accept-encoding': 'identity' } }],
    ['the API to nobody', '/api/admin/home', {}],
    ['a call that is not there', '/api/none', {}],
    ['a sign-in', '/api/auth/login', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }],
    ['a socket without a ticket', '/api/ws', { headers: { 'sec-websocket-protocol': 'none' } }],
    ['a joining page', '/ikut/none', {}],
    ['a receipt', '/receipt?t=none', {}],
    ['the end of permission', '/opt-out?t=none', {}],
  ] as [string, string, RequestInit][])('%s', async (_, path, init) => {
    const answers = [await answerOf(stack.origin, path, init), await answerOf(other, path, init)]
    expect(answers[1]).toEqual(answers[0])
  })
  test('a file of the page, and not again to who has it', async () => {
    const path = await asset()
    expect(path).not.toBe('')
    const first = await answerOf(stack.origin, path, {})
    expect(await answerOf(other, path, {})).toEqual(first)
    const again = { headers: { 'if-none-match': first.headers['etag'] ?? '' } }
    expect(await answerOf(other, path, again)).toEqual(await answerOf(stack.origin, path, again))
  })
})
