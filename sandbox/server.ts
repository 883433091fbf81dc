// Starts the local WhatsApp: memory, wire, media host and HTTP on one port. Used by main.ts and by tests.
import { createServer } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { buildApp } from './http/app.ts'
import { dropHolds } from './protocol/faults/hold.ts'
import { openMediaHost } from './protocol/media.ts'
import { openSocketDoor } from './protocol/server.ts'
import { makeWorld, type World } from './protocol/world.ts'
import { openStore } from './store/store.ts'

export interface SandboxOptions {
  /** 0 picks a free port */
  port?: number
  host?: string
  dataDir: string
  qrFirstMs?: number
  qrNextMs?: number
  slowMs?: number
  log?: (line: string) => void
}

export interface Sandbox {
  /** http://host:port */
  url: string
  port: number
  whatsappUrl: string
  /** hex */
  rootKey: string
  mediaCa: string
  world: World
  close: () => Promise<void>
}

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { host = '127.0.0.1', log = () => undefined } = options
  const store = openStore(join(options.dataDir, 'sandbox'))
  const world = makeWorld(store, {
    qrFirstMs: options.qrFirstMs ?? 60_000,
    qrNextMs: options.qrNextMs ?? 20_000,
    slowMs: options.slowMs ?? 2000,
    log,
  })
  const media = await openMediaHost(store, host)
  world.mediaHost = media.host
  const door = openSocketDoor(world)
  let port = options.port ?? 0
  const rootKey = world.identity.root.public.toString('hex')
  const whatsappUrl = (): string => `ws://${host}:${port}/ws/chat`
  const info = () => ({ whatsappUrl: whatsappUrl(), rootKey, mediaHost: media.host, mediaCa: media.ca })
  const http = createServer(getRequestListener(buildApp(world, media, info, log, host).fetch))
  http.on('upgrade', (request, socket, head) => {
    if (URL.parse(request.url ?? '/', 'http://sandbox')?.pathname === '/ws/chat') door.accept(request, socket, head)
    else socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
  })
  try {
    await new Promise<void>((resolve, reject) => {
      http.once('error', reject)
      http.listen(port, host, resolve)
    })
  } catch (error) {
    media.close()
    store.close()
    throw error
  }
  const bound = http.address()
  if (typeof bound === 'object' && bound) port = bound.port
  return {
    url: `http://${host}:${port}`,
    port,
    whatsappUrl: whatsappUrl(),
    rootKey,
    mediaCa: media.ca,
    world,
    close: async () => {
      dropHolds(world)
      door.close()
      media.close()
      http.closeAllConnections()
      await new Promise<void>((resolve) => http.close(() => resolve()))
      await new Promise((resolve) => setImmediate(resolve))
      store.close()
    },
  }
}
