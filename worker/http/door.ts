// One way through the wall for every route: sign-in, role, ownership, body and query, then one handler. What a route
// may be asked and by whom stands in contract/access.ts; a route that is not there does not compile.
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ACCESS, type Access, type ApiRoute } from '../../contract/access.ts'
import { ANYWHERE, AT_PRIMARY, BOOKMARK_HEADER, readBookmark } from '../../contract/bookmark.ts'
import { Refusal, tooMany } from '../../contract/errors.ts'
import type { Role } from '../../contract/role-table.ts'
import { auditStatements } from '../../domain/audit/store.ts'
import { isGateRefused } from '../../domain/auth/store.ts'
import type { Db } from '../../domain/db/connection.ts'
import { type LimitName, limitOf, networkOf } from '../../domain/limits/rules.ts'
import { takeTurn } from '../../domain/limits/store.ts'
import { isSandbox } from '../env.ts'
import type { AppEnv, Ask, Outside, Shape, Who } from './ask.ts'
import { invalid } from './errors.ts'
import { addressOf } from './outside.ts'
import { checkOf, checkOwner, listOwner } from './ownership.ts'
import { claimedVisit, publicVisit, signedInVisit, tokenOf, type Visit } from './visit.ts'

export type { AppEnv, Ask, Outside, Who } from './ask.ts'
/** What each route was mounted with. */
export const mountedShapes = new Map<ApiRoute, Shape>()
const JSON_LIMIT = 256 * 1024

const readJson = async (c: Context<AppEnv>): Promise<unknown> => {
  const text = await c.req.text()
  try {
    return text.trim() === '' ? {} : JSON.parse(text)
  } catch {
    throw new Refusal('invalid_json')
  }
}

/** @throws Refusal too_many_attempts. */
const checkTurn = async (c: Context<AppEnv>, name: LimitName, who: Who | null, db: Db, now: number): Promise<void> => {
  const key = `${name}:${who?.id ?? networkOf(addressOf(c.req.raw.headers))}`
  const wait = await takeTurn(db, key, limitOf(name, isSandbox(c.env)), now)
  if (wait !== null) throw tooMany(wait)
}

/** Everything that stands between a call and its handler, and the handler. @throws Refusal. */
const run = async <K extends ApiRoute, S extends Shape>(
  c: Context<AppEnv>,
  { access, shape, handle }: { access: Access; shape: S; handle: (ask: Ask<K, S>) => Promise<unknown> },
  { who, db, confirmed }: Visit,
  now: number,
): Promise<unknown> => {
  if (who && access.roles !== 'runner' && !(access.roles as readonly Role[]).includes(who.role)) {
    throw new Refusal('forbidden')
  }
  // what is not known to be a read alone waits until its asker is known to be who they say
  if (!shape.reads) await confirmed()
  const query = shape.query?.safeParse(c.req.query())
  if (query && !query.success) throw invalid(query.error)
  const raw = shape.body ? await readJson(c) : undefined
  const account = who ? await checkOwner(access.own, who, { c, db, body: raw }) : null
  const check = who && access.own === 'check' ? await checkOf(who, { c, db, body: raw }) : null
  const body = shape.body?.safeParse(raw)
  if (body && !body.success) throw invalid(body.error)
  if (shape.often) await checkTurn(c, shape.often, who, db, now)
  const requestId = c.get('requestId')
  const outside: Outside = {
    c,
    env: c.env,
    later: (work) => c.executionCtx.waitUntil(work),
    audit: (action, target, before, after) =>
      who ? auditStatements(db, { actor: who, action, target, before, after, at: now, requestId }) : [],
  }
  const ask = {
    db,
    now,
    requestId,
    who,
    body: body?.data,
    query: query?.data,
    param: (name: string) => c.req.param(name) ?? '',
    ownerId: who && access.own === 'list' ? listOwner(c, who) : null,
    account,
    check,
    vars: c.env,
    ...(shape.reads ? { outside: () => confirmed().then(() => outside) } : outside),
  }
  return handle(ask as unknown as Ask<K, S>)
}
/** No answer leaves, and no refusal either, before the sign-in was confirmed. */
const confirmedly = async (visit: Visit, work: () => Promise<unknown>): Promise<unknown> => {
  try {
    return await work()
  } finally {
    await visit.confirmed()
  }
}
/** What a replica that lags behind may be wrong about: it may say yes, only the primary says no. */
const mayBeStale = (error: unknown, visit: Visit): boolean =>
  isGateRefused(error) ||
  (visit.byReplica() && error instanceof Refusal && (error.status === 404 || error.status === 403))

/** Mounts one route; the handler's value is the JSON answer, a Response passes as it is. */
export const door = <K extends ApiRoute, const S extends Shape>(
  app: Hono<AppEnv>,
  key: K,
  shape: S,
  handle: (ask: Ask<K, S>) => Promise<unknown>,
): void => {
  const access: Access = ACCESS[key]
  mountedShapes.set(key, shape)
  const [method = 'GET', path = '/'] = key.split(' ')
  const limit = bodyLimit({
    maxSize: shape.limitBytes ?? JSON_LIMIT,
    onError: () => {
      throw new Refusal('body_too_large')
    },
  })
  const unlimited: typeof limit = (_c, next) => next()
  const route = { access, shape, handle }
  app.on(method, path, shape.upload ? unlimited : limit, async (c) => {
    const now = Date.now()
    const replicas = c.env.READ_REPLICAS === 'on'
    const at = replicas && shape.reads === 'replica' ? (readBookmark(c.req.header(BOOKMARK_HEADER)) ?? ANYWHERE) : null
    // whatever a write changes, here or in an object, the page's next read must see
    if (replicas && !shape.reads && method !== 'GET') c.header(BOOKMARK_HEADER, AT_PRIMARY)
    const go = async (visit: Visit): Promise<Response> => {
      const answer = await confirmedly(visit, () => run(c, route, visit, now))
      const bookmark = shape.reads ? visit.bookmark() : null
      if (bookmark !== null) c.header(BOOKMARK_HEADER, bookmark)
      return answer instanceof Response ? answer : c.json(answer as Record<string, unknown>)
    }
    if (access.roles === 'public') return go(publicVisit(c, at))
    const token = tokenOf(c)
    const claimed = await claimedVisit(c, token, at, now)
    if (!claimed) return go(await signedInVisit(c, token, now))
    try {
      return await go(claimed)
    } catch (error) {
      if (!mayBeStale(error, claimed)) throw error
      return go(await signedInVisit(c, token, now))
    }
  })
}
export const routes = (): Hono<AppEnv> => new Hono<AppEnv>()
