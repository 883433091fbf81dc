// The account socket against a real server: how often it dials again where nothing is stored.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { AccountLink } from './account-link.ts'
import { FactOutbox } from './fact-outbox.ts'
import { makeLog } from './log.ts'

let server: WebSocketServer
let link: AccountLink
let dials: number
beforeEach(async () => {
  dials = 0
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (ws) => {
    dials += 1
    ws.close(1011)
  })
  await new Promise((listening) => server.once('listening', listening))
  const { port } = server.address() as { port: number }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  link = new AccountLink({
    dial: () => new WebSocket(`ws://127.0.0.1:${port}`),
    leaseMs: 30_000,
    outbox: new FactOutbox(),
    events: { command: () => {}, leaseLost: () => {}, fenced: () => {}, gaveUp: () => {} },
    log: makeLog('silent', 'test'),
  })
})
afterEach(() => {
  link.end()
  vi.useRealTimers()
  for (const ws of server.clients) ws.terminate()
  server.close()
})

test('one that is closed each time it opens is dialled less and less often: an object that stores nothing is not asked in a row', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.9)
  link.start()
  for (let passed = 0; passed < 120; passed++) {
    vi.advanceTimersByTime(1_000)
    for (let turn = 0; turn < 20; turn++) await new Promise((next) => setImmediate(next))
  }
  // five seconds between two at most
  expect(dials).toBeGreaterThan(20)
  expect(dials).toBeLessThan(40)
  vi.restoreAllMocks()
})
