// The double's websocket client behaves as the package `ws`: each case runs against both.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket as RealSocket, WebSocketServer } from 'ws'
import type { ClientSocket } from './client-socket.ts'
import type { UserClass } from './instance.ts'
import { Platform } from './platform.ts'
import { DurableObject } from './cloudflare-workers.ts'

type Client = Pick<ClientSocket, 'on' | 'once' | 'send' | 'close' | 'terminate' | 'ping' | 'readyState'>
/** The path decides what the server does: it echoes, closes, answers 409, or vanishes. */
type World = { dial: (path: string) => Client; sleep: (ms: number) => Promise<void> }

const record = (client: Client): unknown[][] => {
  const heard: unknown[][] = []
  client.on('open', () => heard.push(['open', client.readyState]))
  client.on('message', (data: Buffer, isBinary: boolean) => heard.push(['message', String(data), isBinary]))
  client.on('error', (error: Error) => heard.push(['error', error.message.replace(/ 127.*/, '')]))
  client.on('close', (code: number, reason: Buffer) => heard.push(['close', code, String(reason), client.readyState]))
  client.on('pong', () => heard.push(['pong']))
  return heard
}
const settled = async (world: World, heard: readonly unknown[][]): Promise<void> => {
  for (let i = 0; i < 300 && heard.at(-1)?.[0] !== 'close'; i++) await world.sleep(10)
}

const CASES: Record<string, (world: World) => Promise<void>> = {
  'opens, sends, hears, closes with its own code': async (world) => {
    const client = world.dial('/echo')
    const heard = record(client)
    expect(client.readyState).toBe(0)
    expect(() => client.send('early')).toThrow('WebSocket is not open: readyState 0 (CONNECTING)')
    client.once('open', () => client.send('hello'))
    client.once('message', () => client.close(4002, 'bye'))
    await settled(world, heard)
    expect(heard).toEqual([
      ['open', 1],
      ['message', 'hello', false],
      ['close', 4002, 'bye', 3],
    ])
    client.send('late')
    client.close()
    client.terminate()
  },
  'a close of the other end is answered and told with its code': async (world) => {
    const heard = record(world.dial('/closes'))
    await settled(world, heard)
    expect(heard).toEqual([
      ['open', 1],
      ['close', 4001, 'enough', 3],
    ])
  },
  'terminate is a close with 1006, not before the caller is done': async (world) => {
    const client = world.dial('/echo')
    const heard = record(client)
    client.once('open', () => {
      client.terminate()
      heard.push(['terminated', client.readyState])
    })
    await settled(world, heard)
    expect(heard).toEqual([
      ['open', 1],
      ['terminated', 2],
      ['close', 1006, '', 3],
    ])
  },
  'terminate before it is open is an error and a close': async (world) => {
    const client = world.dial('/echo')
    const heard = record(client)
    client.terminate()
    expect([client.readyState, heard]).toEqual([2, []])
    await settled(world, heard)
    expect(heard).toEqual([
      ['error', 'WebSocket was closed before the connection was established'],
      ['close', 1006, '', 3],
    ])
  },
  'another answer than 101 is an error and a close': async (world) => {
    const heard = record(world.dial('/refused'))
    await settled(world, heard)
    expect(heard).toEqual([
      ['error', 'Unexpected server response: 409'],
      ['close', 1006, '', 3],
    ])
  },
  'a connection that vanishes is a close with 1006': async (world) => {
    const heard = record(world.dial('/vanishes'))
    await settled(world, heard)
    expect(heard).toEqual([
      ['open', 1],
      ['close', 1006, '', 3],
    ])
  },
  'a ping is answered': async (world) => {
    const client = world.dial('/echo')
    const heard = record(client)
    client.once('open', () => client.ping())
    for (let i = 0; i < 300 && heard.length < 2; i++) await world.sleep(10)
    expect(heard).toEqual([['open', 1], ['pong']])
    client.terminate()
  },
}

describe('the package ws', () => {
  let server: Server
  beforeAll(async () => {
    server = createServer()
    const sockets = new WebSocketServer({ noServer: true })
    server.on('upgrade', (request, socket, head) => {
      if (request.url === '/refused') return socket.end('HTTP/1.1 409 Conflict\r\nContent-Length: 0\r\n\r\n')
      sockets.handleUpgrade(request, socket, head, (ws) => {
        if (request.url === '/closes') ws.close(4001, 'enough')
        if (request.url === '/vanishes') (socket as Socket).end()
        ws.on('message', (data) => ws.send(String(data)))
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => server.close())
  const world: World = {
    dial: (path) =>
      new RealSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}${path}`) as unknown as Client,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  }
  for (const [name, run] of Object.entries(CASES)) test(name, () => run(world))
})

class Echo extends DurableObject {
  async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname === '/refused') return new Response(null, { status: 409 })
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.acceptWebSocket(server)
    if (pathname === '/closes') server.close(4001, 'enough')
    if (pathname === '/vanishes') setTimeout(() => this.ctx.abort(), 20)
    return new Response(null, { status: 101, webSocket: client })
  }
  webSocketMessage(ws: WebSocket, message: string): void {
    ws.send(message)
  }
  webSocketClose(ws: WebSocket, code: number, reason: string): void {
    ws.close(code, reason)
  }
}

describe('the double', () => {
  for (const [name, run] of Object.entries(CASES))
    test(name, async () => {
      const platform = new Platform({ seed: 5, startsAt: 0, objects: { ECHO: Echo as unknown as UserClass } }).install()
      const echo = (platform.env['ECHO'] as DurableObjectNamespace).getByName('echo')
      const world: World = {
        dial: (path) => platform.dial({ url: `http://echo${path}`, answer: (request) => echo.fetch(request) }),
        sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      }
      try {
        await platform.drive(() => run(world))
      } finally {
        platform.dispose()
      }
    })
})
