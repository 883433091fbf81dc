import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeSocket, type SocketPorts, type SocketStatus } from './socket.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const dialing = (ticket: SocketPorts['ticket']) => {
  const statuses: SocketStatus[] = []
  const socket = makeSocket({
    ticket,
    connect: () => {
      throw new Error('no ticket was given')
    },
    onEvents: () => undefined,
    onStatus: (status) => statuses.push(status),
    greeting: () => null,
    onGap: () => undefined,
    attended: () => false,
    onSilent: () => undefined,
    random: () => 0.5,
  })
  return { socket, statuses }
}

test('an answer about a ticket that never ends does not end the trying', async () => {
  let asked = 0
  const { socket, statuses } = dialing(() => {
    asked += 1
    return new Promise(() => undefined)
  })
  socket.open()
  expect(asked).toBe(1)
  await vi.advanceTimersByTimeAsync(40_000)
  expect(asked).toBeGreaterThanOrEqual(2)
  expect(statuses).toContain('down')
  socket.close()
  const before = asked
  await vi.advanceTimersByTimeAsync(120_000)
  expect(asked).toBe(before)
})

test('a refused ticket is asked for again, ever more slowly', async () => {
  const times: number[] = []
  const { socket } = dialing(() => {
    times.push(Date.now())
    return Promise.reject(new Error('refused'))
  })
  socket.open()
  await vi.advanceTimersByTimeAsync(60_000)
  socket.close()
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  expect(pauses.slice(0, 4)).toEqual([500, 1_000, 2_000, 4_000])
  expect(Math.max(...pauses)).toBeLessThanOrEqual(15_000)
})

/** The browser's side of a line, whose other end a test holds. */
class Line extends EventTarget {
  said: string[] = []
  closed = false
  readyState: number = WebSocket.OPEN
  send(text: string): void {
    this.said.push(text)
  }
  close(): void {
    this.closed = true
  }
  hear(data: string): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data }))
  }
}
const talking = (attended: boolean) => {
  const lines: Line[] = []
  const statuses: SocketStatus[] = []
  const silences: number[] = []
  const socket = makeSocket({
    ticket: async () => 'ticket',
    connect: () => {
      const line = new Line()
      lines.push(line)
      return line as unknown as WebSocket
    },
    onEvents: () => undefined,
    onStatus: (status) => statuses.push(status),
    greeting: () => null,
    onGap: () => undefined,
    attended: () => attended,
    onSilent: () => silences.push(Date.now()),
    random: () => 0.5,
  })
  const open = async (): Promise<Line> => {
    socket.open()
    await vi.advanceTimersByTimeAsync(0)
    const [line] = lines
    if (!line) throw new Error('not dialled')
    line.dispatchEvent(new Event('open'))
    line.hear('pong')
    return line
  }
  return { socket, open, lines, statuses, silences }
}

test('while somebody looks, a line that falls silent is noticed within three seconds', async () => {
  const { open, statuses, silences } = talking(true)
  const line = await open()
  for (let i = 0; i < 100; i++) {
    await vi.advanceTimersByTimeAsync(100)
    line.hear('pong')
  }
  expect(silences).toEqual([])
  const silentFrom = Date.now()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(silences).toHaveLength(1)
  expect((silences[0] ?? 0) - silentFrom).toBeLessThanOrEqual(3_000)
  expect(statuses.at(-1)).toBe('down')
  // late, but there: it was only slow
  line.hear('pong')
  expect(statuses.at(-1)).toBe('open')
})

test('a slow line whose answers come a second or two late is not taken for a silent one', async () => {
  const { open, silences } = talking(true)
  const line = await open()
  let answered = line.said.length
  for (let i = 0; i < 30; i++) {
    const said = line.said.length
    await vi.advanceTimersByTimeAsync(1_000)
    for (; answered < said; answered++) line.hear('pong')
  }
  expect(silences).toEqual([])
})

test('nobody looks: a ping now and then is enough', async () => {
  const { open } = talking(false)
  const line = await open()
  const before = line.said.length
  for (let i = 0; i < 260; i++) {
    await vi.advanceTimersByTimeAsync(100)
    line.hear('pong')
  }
  expect(line.said.length - before).toBe(1)
})

test('a silent socket is left for a new one when the line is back', async () => {
  const { socket, open, lines } = talking(true)
  const line = await open()
  socket.hurry()
  await vi.advanceTimersByTimeAsync(0)
  expect(lines).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(4_000)
  socket.hurry()
  await vi.advanceTimersByTimeAsync(0)
  expect([line.closed, lines.length]).toEqual([true, 2])
})
