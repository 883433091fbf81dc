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
