// Every way in which a hibernatable websocket ends: closed by the client, by the object, by both, without an answer, or by a crash.
import { expect } from 'vitest'
import type { Inside } from './probe.ts'
import { behave, type Case, connect, outcome, stub, until, type World } from './world.ts'

const socketOf = ({ ctx }: Inside): WebSocket => ctx.getWebSockets()[0] as WebSocket
/** Records the arguments of webSocketClose, and the socket's state at that moment. */
const recordCloses = (name: string, reply: boolean): unknown[][] => {
  const closes: unknown[][] = []
  behave(name, {
    close: ({ ctx }, ws, ...told) => {
      closes.push([...told, ws.readyState, ctx.getWebSockets().length])
      if (reply) ws.close(1000, 'answered')
    },
  })
  return closes
}
const open = (world: World, name: string): Promise<number> =>
  world.inside(name, ({ ctx }) => ctx.getWebSockets().length)

export const closeCases: Case[] = [
  {
    name: 'the client closes: the socket is out of the list, may be answered once, and sends nothing more',
    run: async (world) => {
      const after: unknown[] = []
      behave('ws-client-closes', {
        close: async ({ ctx }, ws, ...told) => {
          after.push(told, ws.readyState, ctx.getWebSockets().length)
          ws.close(1000, 'answered')
          after.push(ws.readyState, await outcome(() => ws.send('late')), await outcome(() => ws.close(1000)))
        },
      })
      const { ws, heard } = await connect(world, 'ws-client-closes')
      ws.close(4002, 'bye')
      expect(ws.readyState).toBe(WebSocket.CLOSING)
      await until(world, 'the answer', () => heard.length === 1)
      expect(after).toEqual([
        [4002, 'bye', true],
        WebSocket.CLOSING,
        0,
        WebSocket.CLOSED,
        "TypeError: Can't call WebSocket send() after close().",
        undefined,
      ])
      expect(heard).toEqual([['close', 1000, 'answered', true]])
    },
  },
  {
    name: 'a close without a code is 1005',
    run: async (world) => {
      const closes = recordCloses('ws-no-code', true)
      const { ws } = await connect(world, 'ws-no-code')
      ws.close()
      await until(world, 'the close', () => closes.length === 1)
      expect(closes[0]?.slice(0, 3)).toEqual([1005, '', true])
    },
  },
  {
    name: 'a close that webSocketClose does not answer leaves the client waiting until the object leaves memory',
    run: async (world) => {
      const closes = recordCloses('ws-unanswered', false)
      const { ws, heard } = await connect(world, 'ws-unanswered')
      ws.close(4002, 'bye')
      await until(world, 'the close', () => closes.length === 1)
      // nothing reports that no answer comes; an answer would have arrived by now
      await world.sleep(100)
      expect(heard).toEqual([])
      expect(await open(world, 'ws-unanswered')).toBe(0)
      await world.evict('ws-unanswered')
      await until(world, 'the end', () => heard.length === 1)
      expect(heard).toEqual([['close', 1006, 'WebSocket disconnected without sending Close frame.', false]])
    },
  },
  {
    name: 'the object closes: the socket is closing and listed until the client has answered; then webSocketClose hears it',
    run: async (world) => {
      const closes = recordCloses('ws-object-closes', false)
      const { heard } = await connect(world, 'ws-object-closes')
      await world.inside('ws-object-closes', async (inside) => {
        const ws = socketOf(inside)
        ws.send('last words')
        ws.close(4001, 'enough')
        expect(ws.readyState).toBe(WebSocket.CLOSING)
        expect(inside.ctx.getWebSockets()).toHaveLength(1)
        expect(await outcome(() => ws.send('late'))).toBe("TypeError: Can't call WebSocket send() after close().")
        ws.close(1000)
      })
      await until(world, 'the close', () => closes.length === 1)
      expect(heard).toEqual([
        ['message', 'last words'],
        ['close', 4001, 'enough', true],
      ])
      expect(closes).toEqual([[4001, 'enough', true, WebSocket.CLOSED, 0]])
    },
  },
  {
    name: 'both close at once: each keeps to its own code',
    run: async (world) => {
      const closes = recordCloses('ws-both', false)
      const { ws, heard } = await connect(world, 'ws-both')
      await world.inside('ws-both', (inside) => socketOf(inside).close(4001, 'object'))
      ws.close(4002, 'client')
      await until(world, 'the closes', () => closes.length === 1 && heard.length === 1)
      expect(heard).toEqual([['close', 4001, 'object', true]])
      expect(closes[0]?.slice(2)).toEqual([true, WebSocket.CLOSED, 0])
    },
  },
  {
    name: 'a message that arrives before the client’s close is handled though its handler is still busy',
    run: async (world) => {
      const log: string[] = []
      behave('ws-busy', {
        message: async (_, ws, message) => {
          log.push(`begin ${String(message)}`)
          await world.sleep(60)
          log.push((await outcome(() => ws.send('late'))) === undefined ? 'sent' : 'refused')
        },
        close: () => {
          log.push('close')
        },
      })
      const { ws, heard } = await connect(world, 'ws-busy')
      ws.send('1')
      ws.send('2')
      ws.close(4000)
      await until(world, 'all of it', () => log.length === 5)
      expect(log).toEqual(['begin 1', 'begin 2', 'close', 'sent', 'sent'])
      await until(world, 'the late ones', () => heard.length === 2)
    },
  },
  {
    name: 'close codes and reasons that may not be sent are refused',
    run: async (world) => {
      await connect(world, 'ws-codes')
      await world.inside('ws-codes', async (inside) => {
        const ws = socketOf(inside)
        for (const code of [999, 1004, 1005, 1006, 1015, 5000])
          expect(await outcome(() => ws.close(code))).toBe(`InvalidAccessError: Invalid WebSocket close code: ${code}.`)
        expect(await outcome(() => ws.close(undefined, 'why'))).toMatch(/^InvalidAccessError: /)
        expect(await outcome(() => ws.close(1000, 'r'.repeat(124)))).toMatch(/^SyntaxError: /)
        expect(ws.readyState).toBe(WebSocket.OPEN)
      })
    },
  },
  {
    name: 'an object that dies takes its sockets along: the client hears 1006, the next instance has none and hears nothing',
    run: async (world) => {
      const closes = recordCloses('ws-dies', true)
      const { heard } = await connect(world, 'ws-dies', { 'x-auto': '1' })
      await world.kill('ws-dies')
      await until(world, 'the end', () => heard.length === 1)
      expect(heard).toEqual([['close', 1006, 'WebSocket disconnected without sending Close frame.', false]])
      expect(await open(world, 'ws-dies')).toBe(0)
      expect(closes).toEqual([])
      await world.inside('ws-dies', ({ ctx }) => {
        expect(ctx.getWebSocketAutoResponse()).toBeNull()
      })
    },
  },
  {
    name: 'a peer that dies is a close with 1006; sending to it then does nothing',
    run: async (world) => {
      const closes: unknown[][] = []
      behave('ws-peer-dies', {
        close: async ({ ctx }, ws, ...told) => {
          closes.push([...told, ws.readyState, ctx.getWebSockets().length, await outcome(() => ws.send('anybody'))])
        },
      })
      behave('ws-peer', {
        calls: {
          hold: async ({ probe }) => {
            const request = new Request('http://probe/', { headers: { upgrade: 'websocket' } })
            const { webSocket } = await stub(world, 'ws-peer-dies').fetch(request)
            webSocket?.accept()
            if (webSocket) probe.kept.push(webSocket)
          },
        },
      })
      await stub(world, 'ws-peer').call('hold')
      expect(await open(world, 'ws-peer-dies')).toBe(1)
      await world.kill('ws-peer')
      await until(world, 'the close', () => closes.length === 1)
      expect(closes).toEqual([
        [1006, 'WebSocket disconnected without sending Close frame.', false, WebSocket.CLOSING, 0, undefined],
      ])
    },
  },
]
