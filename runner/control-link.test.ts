// The control socket against a real server: one that falls silent is left, also when it never said a word.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { CLOSE, PING, PONG } from '../contract/operation/runner.ts'
import { ControlLink } from './control-link.ts'
import { makeLog } from './log.ts'
import { noteUnreadable, noteVersionRefused } from './signs.ts'

const CLOCK = 1_800_000_000_000
const RING = ['k1', 'k0'].map((kid) => ({ kid, proof: 'p' }))
const USE = { vaultUse: { opened: ['k1'], sealed: [] } }
let server: WebSocketServer
let link: ControlLink
/** One entry a dial: how many pings it brought. */
let dials: number[]
let answersFrom: number
let refusals: string[]
let said: Record<string, unknown>[]

beforeEach(async () => {
  dials = []
  refusals = []
  said = []
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (ws) => {
    const dial = dials.push(0) - 1
    ws.on('message', (data) => {
      if (String(data) !== PING) return void said.push(JSON.parse(String(data)) as Record<string, unknown>)
      dials[dial] = (dials[dial] ?? 0) + 1
      if (dial >= answersFrom) ws.send(PONG)
    })
  })
  await new Promise((listening) => server.once('listening', listening))
  const { port } = server.address() as { port: number }
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] })
  link = new ControlLink({
    dial: () => new WebSocket(`ws://127.0.0.1:${port}`),
    capacity: 1,
    version: 'test',
    mode: 'sandbox',
    held: () => [],
    vault: { names: () => RING, reseal: () => [], use: () => USE },
    command: () => {},
    refused: (line) => refusals.push(line),
    busy: () => ({ sessions: 0, sends: 0 }),
    objectReleases: () => [{ version: '1.2.3', accounts: 2 }],
    report: () => {
      throw new Error('nobody asks for a report')
    },
    clock: () => CLOCK + performance.now(),
    log: makeLog('silent', 'test'),
  })
})
afterEach(() => {
  link.end()
  vi.useRealTimers()
  for (const ws of server.clients) ws.terminate()
  server.close()
})
/** A second passes, and what was sent meanwhile arrives. */
const second = async (): Promise<void> => {
  vi.advanceTimersByTime(1_000)
  for (let turn = 0; turn < 20; turn++) await new Promise((next) => setImmediate(next))
}

test('one that never answers is dialled again', async () => {
  answersFrom = 1
  link.start()
  for (let passed = 0; passed < 120; passed++) await second()
  expect(dials.length).toBe(2)
  expect(dials[0]).toBeLessThan(5)
  expect(dials[1]).toBeGreaterThan(5)
})
test('one that answers stays', async () => {
  answersFrom = 0
  link.start()
  for (let passed = 0; passed < 120; passed++) await second()
  expect(dials.length).toBe(1)
})
test('rule troubles: the fleet hears of the keys that a runner has, and how long ago WhatsApp refused its version or a session was unreadable', async () => {
  answersFrom = 0
  link.start()
  for (let passed = 0; passed < 11; passed++) await second()
  expect(said).toMatchObject([
    { kind: 'hello', vaultKeys: RING },
    { kind: 'heartbeat', vaultUse: USE.vaultUse, objects: [{ version: '1.2.3', accounts: 2 }] },
  ])
  expect(said[1]).not.toHaveProperty('versionRefused')
  noteVersionRefused('2.3000.1')
  noteUnreadable()
  for (let passed = 0; passed < 20; passed++) await second()
  const { versionRefused, unreadableAgoMs } = said.at(-1) as Record<string, { agoMs: number }>
  expect(versionRefused).toMatchObject({ version: '2.3000.1' })
  expect(Math.round((versionRefused?.agoMs ?? 0) / 1_000)).toBe(19)
  expect(unreadableAgoMs).toBe(versionRefused?.agoMs)
})
test('rule runner-clock: hello and heartbeats carry the time that this machine thinks it is', async () => {
  answersFrom = 0
  link.start()
  const begun = CLOCK + performance.now()
  for (let passed = 0; passed < 21; passed++) await second()
  const beats = said.map(({ kind, at }) => [kind, Math.round((Number(at) - begun) / 10_000)])
  expect(beats).toEqual([
    ['hello', 0],
    ['heartbeat', 1],
    ['heartbeat', 2],
  ])
})
test('a runner that is about to end says so again on each socket that it dials meanwhile', async () => {
  answersFrom = 0
  link.start()
  await second()
  link.drain()
  await second()
  for (const ws of server.clients) ws.close(1012)
  while (dials.length < 2) await second()
  await second()
  const words = said.filter(({ kind }) => kind !== 'heartbeat')
  expect(words.map(({ kind }) => kind)).toEqual(['hello', 'draining', 'hello', 'draining'])
  expect(words[2]).toMatchObject({ capacity: 0 })
})
test('one that is closed each time it opens is dialled less and less often', async () => {
  answersFrom = 0
  server.on('connection', (ws) => ws.close(4010))
  link.start()
  for (let passed = 0; passed < 120; passed++) await second()
  expect(dials.length).toBeGreaterThan(5)
  expect(dials.length).toBeLessThan(60)
})
test.each([CLOSE.wrongMode, CLOSE.tooOld])(
  'one that is refused for good (%i) is told why once, and dialled no more',
  async (code) => {
    answersFrom = 0
    server.on('connection', (ws) => ws.close(code, 'this runner is sandbox, the Worker is live'))
    link.start()
    for (let passed = 0; passed < 60; passed++) await second()
    expect(dials.length).toBe(1)
    expect(refusals).toEqual(['the Worker refuses this runner: this runner is sandbox, the Worker is live'])
  },
)
