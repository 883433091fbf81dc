// `door` mounts a route: it checks sign-in, role, ownership, body and query as contract/api/ states them, then calls the
// handler. A route that is not stated there does not compile, nor does a handler with another answer.
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { z } from 'zod'
import { type Audience, type Call, isNothing, type Ownership, type Reads } from '../../contract/api/call.ts'
import { API, type Route } from '../../contract/api/table.ts'
import { ANYWHERE, AT_PRIMARY, BOOKMARK_HEADER, readBookmark } from '../../contract/ground/bookmark.ts'
import { Refusal } from '../../contract/ground/errors.ts'
import { auditStatements } from '../../domain/record/audit/store.ts'
import { mustProve } from '../../domain/people/auth/proof-rules.ts'
import { isSignInRefused, type Standing } from '../../domain/people/auth/store.ts'
import { stoppedRefusal } from '../../domain/people/users/stopped.ts'
import { securityStatement } from '../../domain/record/security-events/store.ts'
import {
  Accepted,
  type AppEnv,
  type CallContext,
  type Caller,
  type Handler,
  type EffectsByReads,
  type Effects,
} from './context.ts'
import { invalid } from './errors.ts'
import { OWNERS } from './ownership.ts'
import { actsOf, onePress, type RunningPress } from './press.ts'
import { checkRateLimit } from './rate-limit.ts'
import { keepRefused } from './refused-act.ts'
import { checkSignature } from './runner-signature.ts'
import { type At, claimedAccess, placeOf, publicAccess, signedInAccess, tokenOf, type RequestAccess } from './access.ts'

export { type AppEnv, type WriteContext, type Effects, type Who } from './context.ts'
const JSON_LIMIT = 256 * 1024

const readJson = async (c: Context<AppEnv>): Promise<unknown> => {
  const text = await c.req.text()
  try {
    return text.trim() === '' ? {} : JSON.parse(text)
  } catch {
    throw new Refusal('invalid_json')
  }
}

/** @throws Refusal invalid_input. */
const parsed = <T extends z.ZodType>(schema: T, sent: unknown): z.output<T> => {
  const read = schema.safeParse(sent)
  if (!read.success) throw invalid(read.error)
  return read.data
}

/** A person's link brings it, in the address of its page or in the body of a call. */
const tokenIn = (sent: unknown): string | null => {
  const token = typeof sent === 'object' && sent !== null && 'token' in sent ? sent.token : null
  return typeof token === 'string' ? token : null
}
type AnyParam = { param: (name: string) => string }
type RouteDefinition<
  W extends Audience,
  O extends Ownership,
  D extends Reads,
  B extends z.ZodType,
  Q extends z.ZodType,
> = {
  call: Call<W, O, D, B, z.ZodType, Q>
  handle: (context: CallContext<W, O, D, z.output<B>, z.output<Q>> & AnyParam) => Promise<object>
}

/** All checks of a call, then its handler. @throws Refusal. */
const run = async <W extends Audience, O extends Ownership, D extends Reads, B extends z.ZodType, Q extends z.ZodType>(
  c: Context<AppEnv>,
  { call, handle }: RouteDefinition<W, O, D, B, Q>,
  { db, confirmed, who }: RequestAccess,
  caller: Caller[W],
  { now, press }: { now: number; press: RunningPress | null },
): Promise<object> => {
  if (who) c.set('userId', who.id)
  if (who && !call.roles.includes(who.role)) throw new Refusal('forbidden')
  // a call that may write starts only after the sign-in is confirmed
  const standing = call.reads === 'none' ? await confirmed() : null
  const isIdle = standing?.isIdle === 1
  if (who && isIdle && !call.roles.includes('member'))
    throw (await stoppedRefusal(db, who.id)) ?? new Refusal('forbidden')
  // (rule step-up)
  const needProof = (): void => {
    if (mustProve(standing, now)) throw new Refusal('proof_needed')
  }
  if (call.proof) needProof()
  const query = parsed(call.query, c.req.query())
  const sent = isNothing(call.body) ? undefined : await readJson(c)
  const readBody = () => parsed(call.body, sent)
  // of what members do whoever of the office is paused does what is their own (rule paused-office)
  const owner = who && isIdle ? { ...who, role: 'member' as const } : who
  const owned = await OWNERS[call.own]({ c, db, who: owner, body: sent, readBody })
  const body = readBody()
  if (call.limit === 'poll') c.set('waits', true)
  if (call.limit) await checkRateLimit(c, call.limit, { who, token: tokenIn(body) ?? tokenIn(query) }, db, now)
  const requestId = c.get('requestId')
  const keyStatements = () => press?.statements() ?? []
  const effects: Effects = {
    c,
    env: c.env,
    later: (work) => c.executionCtx.waitUntil(work),
    audit: (action, target, before, after, unless) =>
      who
        ? [
            ...auditStatements(db, { actor: who, action, target, before, after, at: now, requestId }, unless),
            ...keyStatements(),
          ]
        : [],
    press: keyStatements,
    partly: (areLeft) => {
      if (press) press.isPart = areLeft
    },
    acts: (accountId) => actsOf(c, db, press, accountId),
    needProof,
    standing,
    security: (kind, userId, unless) => {
      const by = { by: who?.id ?? null, sessionHash: who?.sessionHash ?? null }
      return [securityStatement(db, { ...placeOf(c.req.raw.headers), ...by, at: now, kind, userId }, unless)]
    },
  }
  const deferred = { effects: () => confirmed().then(() => effects) }
  const effectsByReads: EffectsByReads = { none: effects, replica: deferred, primary: deferred }
  const plain = { db, now, requestId, vars: c.env, param: (name: string) => c.req.param(name) ?? '' }
  return handle({ ...plain, ...caller, ...owned, ...effectsByReads[call.reads], query, body })
}
/** Neither an answer nor a refusal leaves before the sign-in is confirmed. */
const answerOnceConfirmed = async (access: RequestAccess, work: () => Promise<object>): Promise<object> => {
  try {
    return await work()
  } finally {
    await access.confirmed()
  }
}
/** Anyone who must set up a second factor first gets no other answer (rule factor-required). @throws Refusal factor_missing */
const enrolled = (access: RequestAccess, call: Pick<Call, 'unenrolled'>): RequestAccess => {
  const confirmed = async (): Promise<Standing | null> => {
    const standing = await access.confirmed()
    if (standing?.mustEnrol && !call.unenrolled) throw new Refusal('factor_missing')
    return standing
  }
  return { ...access, confirmed }
}
/** true: a replica that lags behind may have caused this error, so the primary must be asked before the call is refused. */
const mayBeStale = (error: unknown, access: RequestAccess): boolean =>
  isSignInRefused(error) ||
  (access.byReplica() && error instanceof Refusal && (error.status === 404 || error.status === 403))

type Proceed<W extends Audience> = (access: RequestAccess, asker: Caller[W]) => Promise<Response>
type Entry<W extends Audience> = (c: Context<AppEnv>, at: At, now: number, go: Proceed<W>) => Promise<Response>
const ENTRIES: { [W in Audience]: Entry<W> } = {
  public: (c, at, _now, go) => go(publicAccess(c, at), {}),
  runner: async (c, at, now, go) => {
    await checkSignature(c, now)
    return go(publicAccess(c, at), {})
  },
  people: async (c, at, now, go) => {
    const token = tokenOf(c)
    const asPrimarySays = async (): Promise<Response> => {
      const access = await signedInAccess(c, token, now)
      return go(access, { who: access.who })
    }
    const claimed = await claimedAccess(c, token, at, now)
    if (!claimed) return asPrimarySays()
    try {
      return await go(claimed, { who: claimed.who })
    } catch (error) {
      if (!mayBeStale(error, claimed)) throw error
      return asPrimarySays()
    }
  },
}
const sent = (c: Context<AppEnv>, answer: object): Response => {
  if (answer instanceof Response) return answer
  return answer instanceof Accepted ? c.json(answer.answer, 202) : c.json(answer)
}
const tooLarge = (): never => {
  throw new Refusal('body_too_large')
}
const unlimited: MiddlewareHandler = (_c, next) => next()

const mount = <W extends Audience, O extends Ownership, D extends Reads, B extends z.ZodType, Q extends z.ZodType>(
  app: Hono<AppEnv>,
  route: Route,
  definition: RouteDefinition<W, O, D, B, Q>,
): void => {
  const [method = 'GET', path = '/'] = route.split(' ')
  const { audience, reads, limitBytes, upload }: RouteDefinition<W, O, D, B, Q>['call'] = definition.call
  const limit = upload ? unlimited : bodyLimit({ maxSize: limitBytes ?? JSON_LIMIT, onError: tooLarge })
  app.on(method, path, limit, (c) => {
    const now = Date.now()
    const replicas = c.env.READ_REPLICAS === 'on'
    const at = replicas && reads === 'replica' ? (readBookmark(c.req.header(BOOKMARK_HEADER)) ?? ANYWHERE) : null
    // the page's next read must see this write, whether D1 or an object stores it
    if (replicas && reads === 'none' && method !== 'GET') c.header(BOOKMARK_HEADER, AT_PRIMARY)
    return ENTRIES[audience](c, at, now, async (found, asker) => {
      const access = enrolled(found, definition.call)
      const answer = await onePress(c, { route, call: definition.call, access, now }, (press) => {
        const work = () => answerOnceConfirmed(access, () => run(c, definition, access, asker, { now, press }))
        return keepRefused(c, { route, who: access.who, db: access.db, now }, work)
      })
      const bookmark = reads === 'none' ? null : access.bookmark()
      if (bookmark !== null) c.header(BOOKMARK_HEADER, bookmark)
      return sent(c, answer)
    })
  })
}

type AnyHandler = (context: CallContext<Audience, Ownership, Reads, unknown, unknown> & AnyParam) => Promise<object>
/**
 * Mounts one route. Callers see the first signature alone, which holds the handler to what the table states for this route;
 * the second says that a handler of one route is a handler of some route.
 */
export function door<R extends Route>(app: Hono<AppEnv>, route: R, handle: Handler<R>): void
export function door(app: Hono<AppEnv>, route: Route, handle: AnyHandler): void {
  mount<Audience, Ownership, Reads, z.ZodType, z.ZodType>(app, route, { call: API[route], handle })
}
export const routes = (): Hono<AppEnv> => new Hono<AppEnv>()
