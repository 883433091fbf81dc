// What every answer under /api has: a request id, security headers, CORS for the page's origin alone, and one shape for all
// errors, unknown paths and wrong methods included.
import type { Context, Hono, MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { secureHeaders } from 'hono/secure-headers'
import { ROUTES } from '../../contract/api/table.ts'
import { BOOKMARK_HEADER } from '../../contract/ground/bookmark.ts'
import { Refusal } from '../../contract/ground/errors.ts'
import { RELEASE_HEADER } from '../../contract/ground/release-header.ts'
import { SERVER_TIME_HEADER } from '../../contract/ground/server-time.ts'
import { withRequestId } from '../log.ts'
import { mustBeConfigured } from './configured.ts'
import { countAnswer } from './count-answer.ts'
import type { AppEnv } from './door.ts'
import { answerError } from './errors.ts'

/** Sets the request id, the server's time and the common headers. One middleware for both, because each one delays every call. */
const everyAnswer: MiddlewareHandler<AppEnv> = async (c, next) => {
  const id = c.req.header('cf-ray') ?? crypto.randomUUID()
  c.set('requestId', id)
  const since = Date.now()
  await withRequestId(id, async () => {
    await next()
    countAnswer(c, since)
  })
  const { headers, status } = c.res
  // the headers of an upgrade's answer cannot be changed
  if (status === 101) return
  // set directly, because c.header would copy the whole answer for each
  headers.set('x-request-id', id)
  headers.set(SERVER_TIME_HEADER, String(Date.now()))
  headers.set(RELEASE_HEADER, c.env.PRODUCT_VERSION ?? 'unknown')
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  // a shared cache must not serve this answer to another origin
  if (!headers.has('vary')) headers.set('vary', 'Origin')
}
const unlessUpgrade =
  (inner: MiddlewareHandler<AppEnv>): MiddlewareHandler<AppEnv> =>
  (c, next) =>
    c.req.header('upgrade') === 'websocket' ? next() : inner(c, next)
/**
 * A call that reached Cloudflare by http is refused and not led on: the person who sent it must learn that their token went over the wire in
 * the clear. Cloudflare writes this header itself, whatever was sent; no local run has it.
 */
const mustBeEncrypted = (c: Context<AppEnv>): void => {
  if (c.req.header('cf-visitor')?.includes('"http"')) throw new Refusal('https_needed')
}
/**
 * Nothing is served by a Worker without its secrets. Compressed bodies are refused: a small one could expand to a huge one. In one
 * middleware, as each one delays every call.
 */
const acceptable: MiddlewareHandler<AppEnv> = (c, next) => {
  mustBeConfigured(c)
  mustBeEncrypted(c)
  const coding = c.req.header('content-encoding')?.trim().toLowerCase() ?? ''
  if (coding !== '' && coding !== 'identity') {
    c.header('accept-encoding', 'identity')
    throw new Refusal('unsupported_media_type')
  }
  return next()
}
const patterns = ROUTES.map(([route]) => {
  const [method = '', path = ''] = route.split(' ')
  return { method, path: new RegExp(`^/api${path.replace(/:[a-zA-Z]+/g, '[^/]+')}/?$`) }
})
const methodsOf = (path: string): string[] => patterns.filter((p) => p.path.test(path)).map((p) => p.method)

const nothingHere = (c: Context<AppEnv>): Response => {
  const methods = [...new Set(methodsOf(c.req.path))]
  if (methods.length === 0) return answerError(new Refusal('not_found'), c, c.get('requestId'))
  c.header('allow', methods.join(', '))
  return answerError(new Refusal('method_not_allowed'), c, c.get('requestId'))
}

/** The page of the API document has an inline style and no script. */
const DOCS_PATH = '/api/docs'
/** Plain pages have one, too, and a form. That of a joining page leads on to WhatsApp; browsers ask the policy of the form about that. */
const PLAIN_PATHS = ['/api/ikut/', '/api/receipt', '/api/opt-out']
const headersFor = (styleSrc: string, formAction: string[] = ["'none'"]): MiddlewareHandler<AppEnv> =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      objectSrc: ["'none'"],
      styleSrc: [styleSrc],
      baseUri: ["'none'"],
      formAction,
      frameAncestors: ["'none'"],
    },
    crossOriginResourcePolicy: 'same-site',
    referrerPolicy: 'no-referrer',
    xFrameOptions: 'DENY',
    strictTransportSecurity: 'max-age=31536000; includeSubDomains',
  })
const apiHeaders = headersFor("'none'")
const pageHeaders = headersFor("'unsafe-inline'")
const formHeaders = headersFor("'unsafe-inline'", ["'self'", 'https://wa.me', 'https://api.whatsapp.com'])
const headersOf = (path: string): MiddlewareHandler<AppEnv> => {
  if (path === DOCS_PATH) return pageHeaders
  return PLAIN_PATHS.some((start) => path.startsWith(start)) ? formHeaders : apiHeaders
}

/** Used for cross-origin requests only, because Hono's cors makes an answer of its own and merges the two, which costs time. */
const otherOrigins: MiddlewareHandler<AppEnv> = cors({
  origin: (origin, c: Context<AppEnv>) => (origin !== '' && origin === c.env.APP_ORIGIN ? origin : null),
  allowHeaders: ['authorization', 'content-type', BOOKMARK_HEADER],
  allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
  exposeHeaders: ['x-request-id', 'content-disposition', 'retry-after', BOOKMARK_HEADER, SERVER_TIME_HEADER],
  maxAge: 600,
})

export const applyAppWide = (app: Hono<AppEnv>): void => {
  app.use(everyAnswer)
  app.use(unlessUpgrade((c, next) => headersOf(c.req.path)(c, next)))
  app.use(unlessUpgrade((c, next) => (c.req.header('origin') === undefined ? next() : otherOrigins(c, next))))
  app.use(acceptable)
  app.notFound((c) => nothingHere(c))
  app.onError((error, c) => answerError(error, c, c.get('requestId')))
}
