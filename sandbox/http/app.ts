// All HTTP of the sandbox on its one port: health, controls, events, media, Turnstile, the phone page.
import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import type { MediaHost } from '../protocol/media.ts'
import type { World } from '../protocol/world.ts'
import type { MessageMedia } from '../store/messages.ts'
import { turnstileRoutes } from '../turnstile.ts'
import { controlRoutes } from './controls.ts'
import { onError, refuse } from './errors.ts'
import { isOwnOrigin, ownMachineOnly } from './own-machine.ts'
import { eventStream } from './events.ts'
import { alertRoutes } from './alerts.ts'
import { pushRoutes } from './push.ts'

const PAGE_FOLDER = fileURLToPath(new URL('../phone-page/dist', import.meta.url))
const MAX_BODY_BYTES = 1024 * 1024
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

export interface Info {
  whatsappUrl: string
  /** hex, for WHATSAPP_ROOT_KEY */
  rootKey: string
  /** host:port of the media server, and the CA its certificate is checked with */
  mediaHost: string
  mediaCa: string
}

export function buildApp(
  world: World,
  media: MediaHost,
  info: () => Info,
  log: (line: string) => void,
  host: string,
): Hono {
  const app = new Hono()
  app.use(ownMachineOnly(host))
  app.use(cors({ origin: (origin) => (isOwnOrigin(origin, host) ? origin : null) }))
  app.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: (c) => refuse(c, 413, 'too_large', 'Isi permintaan terlalu besar.'),
    }),
  )
  app.onError((error, c) => onError(error, c, log))
  app.notFound((c) => refuse(c, 404, 'not_found', 'Alamat tidak ditemukan.'))
  app.get('/', (c) => c.redirect('/sandbox/phone'))
  app.get('/sandbox', (c) => c.redirect('/sandbox/phone'))
  app.get('/sandbox/health', (c) => c.json({ ok: true }))
  app.get('/sandbox/info', (c) => c.json({ ok: true, ...info() }))
  app.get('/sandbox/events', (c) => eventStream(c, world))
  app.get('/sandbox/media/:seq', async (c) => {
    const row = world.store.messages.bySeq(Number(c.req.param('seq')) || 0)
    const part = row?.media == null ? undefined : (JSON.parse(row.media) as MessageMedia)
    const plain = part && (await media.read(part))
    if (!part || !plain) return refuse(c, 404, 'no_media', 'Media tidak ditemukan.')
    return c.body(new Uint8Array(plain), 200, {
      'content-type': part.mimetype,
      'x-content-type-options': 'nosniff',
      'content-security-policy': 'sandbox',
    })
  })
  app.get('/sandbox/phone', () => page('index.html'))
  app.get('/sandbox/phone/assets/:file', (c) => page(join('assets', c.req.param('file'))))
  app.get('/sandbox/phone/*', () => page('index.html'))
  app.route('/sandbox/turnstile', turnstileRoutes())
  app.route('/sandbox/push', pushRoutes())
  app.route('/sandbox/alerts', alertRoutes())
  app.route('/sandbox', controlRoutes(world))
  return app
}

async function page(file: string): Promise<Response> {
  const path = join(PAGE_FOLDER, normalize(file))
  if (!path.startsWith(PAGE_FOLDER)) return new Response('', { status: 404 })
  try {
    const body = await readFile(path)
    const cache = file.startsWith('assets') ? 'public, max-age=31536000, immutable' : 'no-store'
    const headers = { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream', 'cache-control': cache }
    return new Response(new Uint8Array(body), { headers })
  } catch {
    const hint = 'Halaman ponsel belum dibangun: vite build --config sandbox/phone-page/vite.config.ts'
    return new Response(hint, { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } })
  }
}
