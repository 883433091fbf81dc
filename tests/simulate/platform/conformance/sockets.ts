// Hibernatable websockets: accepting, tags, attachments, automatic answers, sleep.
// Cannot be tried in workerd under vitest: a network between the ends that delays, drops or goes silent; the `ws` client
// (client-socket.test.ts holds the double's against the real package).
import { expect } from 'vitest'
import type { Inside } from './probe.ts'
import { behave, type Case, connect, outcome, stub, until } from './world.ts'

const socketOf = ({ ctx }: Inside): WebSocket => ctx.getWebSockets()[0] as WebSocket
const tagsOf = ({ ctx }: Inside, tag?: string): string[] =>
  ctx.getWebSockets(tag).map((ws) => ctx.getTags(ws).at(-1) ?? '')
export const socketCases: Case[] = [
  {
    name: 'messages go both ways in order, text and bytes',
    run: async (world) => {
      behave('ws-echo', {
        message: (_, ws, message) =>
          ws.send(typeof message === 'string' ? message : `bytes ${new Uint8Array(message).join()}`),
      })
      const { ws, heard } = await connect(world, 'ws-echo')
      for (const text of ['1', '2', '3']) ws.send(text)
      ws.send(new Uint8Array([7, 8]))
      await until(world, 'four echoes', () => heard.length === 4)
      expect(heard.map(([, data]) => data)).toEqual(['1', '2', '3', 'bytes 7,8'])
    },
  },
  {
    name: 'getWebSockets: all newest first, of a tag oldest first',
    run: async (world) => {
      for (const tag of ['1', '2', '3']) await connect(world, 'ws-tags', { 'x-tags': `all,${tag}` })
      await connect(world, 'ws-tags', { 'x-tags': 'other' })
      await world.inside('ws-tags', (inside) => {
        expect(tagsOf(inside)).toEqual(['other', '3', '2', '1'])
        expect(tagsOf(inside, 'all')).toEqual(['1', '2', '3'])
        expect(tagsOf(inside, 'nobody')).toEqual([])
        expect(inside.ctx.getWebSockets()[0]).toBe(inside.ctx.getWebSockets()[0])
      })
    },
  },
  {
    name: 'attachments are clones; none is null; too large and not cloneable ones are refused',
    run: async (world) => {
      await connect(world, 'ws-attachments')
      await world.inside('ws-attachments', async (inside) => {
        const ws = socketOf(inside)
        expect(ws.deserializeAttachment()).toBeNull()
        const value = { at: new Date(5), list: [1] }
        ws.serializeAttachment(value)
        value.list.push(2)
        expect(ws.deserializeAttachment()).toEqual({ at: new Date(5), list: [1] })
        expect(ws.deserializeAttachment()).not.toBe(ws.deserializeAttachment())
        expect(await outcome(() => ws.serializeAttachment('x'.repeat(17_000)))).toMatch(
          /^Error: A WebSocket 'attachment' cannot be larger than 16384 bytes/,
        )
        expect(await outcome(() => inside.ctx.acceptWebSocket(ws))).toMatch(/^Error: Cannot call `acceptWebSocket\(\)`/)
      })
    },
  },
  {
    name: 'automatic answers wake nobody, and their time is known after sleep',
    run: async (world) => {
      const messages: unknown[] = []
      behave('ws-auto', {
        message: (_, __, message) => {
          messages.push(message)
        },
      })
      const { ws, heard } = await connect(world, 'ws-auto', { 'x-auto': '1', 'x-tags': 't' })
      const time = () =>
        world.inside('ws-auto', ({ ctx }) => {
          const [socket] = ctx.getWebSockets()
          return socket ? (ctx.getWebSocketAutoResponseTimestamp(socket)?.getTime() ?? null) : null
        })
      expect(await time()).toBeNull()
      await stub(world, 'ws-auto').count()
      ws.send('ping')
      await until(world, 'the first answer', () => heard.length === 1)
      const first = Number(await time())
      await world.evict('ws-auto')
      await until(world, 'a later time', () => Date.now() > first)
      ws.send('ping')
      await until(world, 'the second answer', () => heard.length === 2)
      expect(heard).toEqual([
        ['message', 'pong'],
        ['message', 'pong'],
      ])
      expect(messages).toEqual([])
      expect(Number(await time())).toBeGreaterThan(first)
      await world.inside('ws-auto', ({ ctx }) => {
        expect(ctx.getWebSocketAutoResponse()?.request).toBe('ping')
      })
    },
  },
  {
    name: 'an eviction keeps sockets, tags and attachments; a message or a close wakes the object',
    run: async (world) => {
      const seen: unknown[] = []
      behave('ws-evicted', {
        message: ({ ctx, probe }, ws, message) => {
          seen.push([message, probe.memory, ws.deserializeAttachment(), ctx.getTags(ws)])
        },
        close: (_, ws, code) => {
          seen.push([code, ws.deserializeAttachment()])
          ws.close(1000)
        },
      })
      const { ws, heard } = await connect(world, 'ws-evicted', { 'x-tags': 'a,b' })
      await stub(world, 'ws-evicted').count()
      await world.evict('ws-evicted')
      ws.send('hello')
      await until(world, 'the message', () => seen.length === 1)
      await world.evict('ws-evicted')
      ws.close(4009)
      await until(world, 'the close', () => heard.length === 1)
      expect(seen).toEqual([
        ['hello', 0, { tags: ['a', 'b'] }, ['a', 'b']],
        [4009, { tags: ['a', 'b'] }],
      ])
    },
  },
  {
    name: 'a handler that throws ends neither the socket nor the object',
    run: async (world) => {
      behave('ws-throws', {
        message: ({ probe }, ws, message) => {
          probe.memory += 1
          if (message === 'throw') throw new Error('in the handler')
          ws.send(String(probe.memory))
        },
      })
      const { ws, heard } = await connect(world, 'ws-throws')
      ws.send('throw')
      ws.send('go on')
      await until(world, 'an answer', () => heard.length === 1)
      expect(heard).toEqual([['message', '2']])
    },
  },
]
