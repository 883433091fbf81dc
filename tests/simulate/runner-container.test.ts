// A runner on a container: the product's class and its real process; only the machine between them is simulated.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { keyRing } from '../../contract/ground/key-rings.ts'
import { type ControlUp, controlUp, PING, RUNNER_HEADERS } from '../../contract/operation/runner.ts'
import { STOP_MS } from '../../contract/operation/runner-hello.ts'
import { runnerCredential } from '../../domain/people/auth/runner-credential.ts'
import type { ObjectsEnv } from '../../durable-objects/env.ts'
import { RunnerContainer } from '../../durable-objects/runner-container/object.ts'
import { readEnvironment } from '../../runner/environment.ts'
import { ContainerHost } from './platform/container-host.ts'

const KEYS = `k1:${'a1'.repeat(32)}`
const RUNNER = [process.execPath, '--disable-warning=ExperimentalWarning', 'runner/main.ts']

let server: WebSocketServer
let host: ContainerHost
let env: ObjectsEnv
/** What runners sent on their control sockets, with the name of each. */
let said: { name: string; fact: ControlUp }[]

beforeEach(async () => {
  said = []
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (ws, request) =>
    ws.on('message', (data) => {
      const text = String(data)
      if (text !== PING)
        said.push({ name: String(request.headers[RUNNER_HEADERS.id]), fact: controlUp.parse(JSON.parse(text)) })
    }),
  )
  await once(server, 'listening')
  // otherwise every process of this machine would use the container's port
  host = new ContainerHost(RUNNER, { HEALTH_PORT: '0', PATH: process.env['PATH'] ?? '' })
  const { port } = server.address() as AddressInfo
  env = {
    RUNNER_KEYS: KEYS,
    VAULT_KEYS: `v1:${'b2'.repeat(32)}`,
    WORKER_URL: `http://127.0.0.1:${port}`,
    RUNNER_CAPACITY: '77',
  } as unknown as ObjectsEnv
})
afterEach(() => {
  vi.useRealTimers()
  host.kill()
  for (const ws of server.clients) ws.terminate()
  server.close()
})
const until = async (what: string, happened: () => boolean): Promise<void> => {
  for (let look = 0; !happened(); look++) {
    if (look === 1_000) throw new Error(`never happened: ${what}`)
    await new Promise((next) => setTimeout(next, 20))
  }
}
const hello = () => said.find(({ fact }) => fact.kind === 'hello')

test('it starts once, with its own name and credential and no key that credentials are made from', async () => {
  const container = new RunnerContainer(host.context, env)
  expect(await container.ensureRunning('runner-3')).toBe(true)
  expect(await container.ensureRunning('runner-3')).toBe(false)
  expect(host.starts).toHaveLength(1)
  const given = host.starts[0]?.env ?? {}
  expect(Object.keys(given).toSorted()).toEqual(
    ['HEALTH_PORT', 'RUNNER_CAPACITY', 'RUNNER_CREDENTIAL', 'RUNNER_ID', 'VAULT_KEYS', 'WORKER_URL'].toSorted(),
  )
  expect(given['RUNNER_CREDENTIAL']).toBe(await runnerCredential(keyRing.parse(KEYS), 'runner-3'))
  expect(JSON.stringify(given)).not.toContain('a1a1a1')
  expect(readEnvironment(given)).toMatchObject({ runnerId: 'runner-3', capacity: 77, sandbox: false, healthPort: 8080 })
  await until('its hello', () => hello() !== undefined)
  expect(hello()).toMatchObject({ name: 'runner-3', fact: { capacity: 77, mode: 'live' } })
})

test('it does not sleep while it runs, because its idle time is renewed', async () => {
  const container = new RunnerContainer(host.context, env)
  await container.ensureRunning('runner-1')
  await until('its hello', () => hello() !== undefined)
  await container.onActivityExpired()
  expect(host.signals).toEqual([])
  expect(host.running).toBe(true)
})

test('told to end it drains and exits; a second telling changes nothing, and afterwards it may start again', async () => {
  const container = new RunnerContainer(host.context, env)
  await container.ensureRunning('runner-1')
  await until('its hello', () => hello() !== undefined)
  expect(await container.drain()).toBe(true)
  await container.drain()
  expect(await host.ended).toBe(0)
  await until('its last word', () => said.some(({ fact }) => fact.kind === 'draining'))
  expect(await container.drain()).toBe(false)
  expect(await container.ensureRunning('runner-1')).toBe(true)
})

test('one that does not end is killed once its fifteen minutes are over, and not before', async () => {
  const deaf = `process.on('SIGTERM', () => {}); new WebSocket(process.env.WORKER_URL.replace('http', 'ws')); setInterval(() => {}, 1e3)`
  host = new ContainerHost([process.execPath, '-e', deaf], { PATH: process.env['PATH'] ?? '' })
  const container = new RunnerContainer(host.context, env)
  const up = once(server, 'connection')
  await container.ensureRunning('runner-1')
  await up
  vi.useFakeTimers({ toFake: ['Date'] })
  expect(await container.drain()).toBe(true)
  vi.setSystemTime(Date.now() + STOP_MS - 1)
  expect(await container.drain()).toBe(true)
  expect(host.running).toBe(true)
  vi.setSystemTime(Date.now() + 1)
  expect(await container.drain()).toBe(false)
  expect(await host.ended).toBe(137)
})

test.each([
  ['WORKER_URL', { WORKER_URL: '' }],
  ['VAULT_KEYS', { VAULT_KEYS: undefined }],
  ['VAULT_KEYS', { VAULT_KEYS: 'k:short' }],
  ['RUNNER_KEYS', { RUNNER_KEYS: '' }],
])('without a good %s nothing starts, and the error names it', async (name, change) => {
  const container = new RunnerContainer(host.context, { ...env, ...change })
  await expect(container.ensureRunning('runner-1')).rejects.toThrow(new RegExp(`^${name} `))
  expect(host.starts).toEqual([])
})
