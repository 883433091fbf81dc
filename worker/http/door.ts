// One way through the wall for every route: sign-in, role, ownership, body and query, then one handler. What a route
// may be asked and by whom stands in contract/access.ts; a route that is not there does not compile.
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { z } from 'zod'
import { ACCESS, type Access, type ApiRoute, seesAll } from '../../contract/access.ts'
import { Refusal, tooMany } from '../../contract/errors.ts'
import { checkKind } from '../../contract/number-checks.ts'
import type { Role } from '../../contract/role-table.ts'
import { auditStatements } from '../../domain/audit/store.ts'
import { hashToken } from '../../domain/auth/token.ts'
import { connect, type Db, type Statement } from '../../domain/db/connection.ts'
import { needsSliding, sessionOf, slideSession } from '../../domain/auth/store.ts'
import { type LimitName, limitOf, networkOf } from '../../domain/limits/rules.ts'
import { takeTurn } from '../../domain/limits/store.ts'
import { type CheckRecord, checkById } from '../../domain/number-checks/store.ts'
import { type AccountRow, accountByHandle } from '../../domain/whatsapp/store.ts'
import { type Env, isSandbox } from '../env.ts'
import { invalid } from './errors.ts'
import { addressOf } from './outside.ts'

export type AppEnv = { Bindings: Env; Variables: { requestId: string } }
export type Who = { id: string; role: Role; sessionHash: string }
/**
 * form: fields of a multipart body beside its file, for the API document; the handler reads them.
 * upload: the handler reads the body as it comes and keeps its own limit.
 * often: how often a person, or a network where nobody is signed in, may ask.
 */
type Shape = {
  body?: z.ZodType
  form?: z.ZodType
  query?: z.ZodType
  limitBytes?: number
  upload?: true
  often?: LimitName
}
/** What each route was mounted with. */
export const mountedShapes = new Map<ApiRoute, Shape>()
type Out<T> = T extends z.ZodType ? z.output<T> : undefined
type IsPublic<K extends ApiRoute> = (typeof ACCESS)[K]['roles'] extends string ? true : false
type OwnsCheck<K extends ApiRoute> = (typeof ACCESS)[K]['own'] extends 'check' ? true : false
type OwnsAccount<K extends ApiRoute> = (typeof ACCESS)[K]['own'] extends 'account' ? true : false

export type Ask<K extends ApiRoute = ApiRoute, S extends Shape = Shape> = {
  c: Context<AppEnv>
  env: Env
  db: Db
  now: number
  requestId: string
  who: IsPublic<K> extends true ? null : Who
  body: Out<S['body']>
  query: Out<S['query']>
  param: (name: string) => string
  /** Of routes with own: 'list': whose rows; null: everybody's. */
  ownerId: string | null
  /** Of routes with own: 'account'. */
  account: OwnsAccount<K> extends true ? AccountRow : null
  /** Of routes with own: 'check'. */
  check: OwnsCheck<K> extends true ? CheckRecord : null
  /** Runs after the answer has left. */
  later: (work: Promise<unknown>) => void
  /** Row of the audit log, for the write's batch; none for a member's own writes. */
  audit: (action: string, target: string, before?: unknown, after?: unknown) => Statement[]
}

const JSON_LIMIT = 256 * 1024
export const bearerOf = (header: string | undefined): string | null =>
  /^Bearer (\S{20,200})$/i.exec(header ?? '')?.[1] ?? null

const signedIn = async (c: Context<AppEnv>, db: Db, now: number): Promise<Who> => {
  const token = bearerOf(c.req.header('authorization'))
  if (!token) throw new Refusal('missing_token')
  const sessionHash = await hashToken(token)
  const session = await sessionOf(db, sessionHash, now)
  if (!session) throw new Refusal('invalid_token')
  if (needsSliding(session, now)) c.executionCtx.waitUntil(slideSession(db, sessionHash, now))
  return { id: session.userId, role: session.role, sessionHash }
}

const readJson = async (c: Context<AppEnv>): Promise<unknown> => {
  const text = await c.req.text()
  try {
    return text.trim() === '' ? {} : JSON.parse(text)
  } catch {
    throw new Refusal('invalid_json')
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const keyed = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** null: everybody's, which only admin and dev may ask for. Others get their own, whatever they send. */
const listOwner = (c: Context<AppEnv>, who: Who): string | null => {
  const asked = textOf(c.req.query('user_id')) ?? textOf(c.req.query('userId'))
  if (!seesAll(who.role)) return who.id
  return asked === null || asked === 'null' || asked === 'undefined' ? null : asked
}

const checkOwner = async (
  rule: Access['own'],
  who: Who,
  ask: { c: Context<AppEnv>; db: Db; body: unknown },
): Promise<AccountRow | null> => {
  const all = seesAll(who.role)
  if (rule === 'user') {
    const id = ask.c.req.param('userId') ?? ask.c.req.param('id')
    if (id !== who.id && !all) throw new Refusal('forbidden')
  }
  if (rule === 'body') {
    const id = textOf(keyed(ask.body)['userId'])
    if (id !== null && id !== who.id) throw new Refusal('forbidden')
  }
  if (rule !== 'account') return null
  const body = keyed(ask.body)
  const handle = ask.c.req.param('id') ?? textOf(body['id']) ?? textOf(body['whatsappClientId'])
  const account = handle === null ? null : await accountByHandle(ask.db, handle)
  if (!account) throw new Refusal('not_found')
  if (account.user_id !== who.id && !all) throw new Refusal('forbidden')
  return account
}

/** @throws Refusal too_many_attempts. */
const checkTurn = async (c: Context<AppEnv>, name: LimitName, who: Who | null, db: Db, now: number): Promise<void> => {
  const key = `${name}:${who?.id ?? networkOf(addressOf(c.req.raw.headers))}`
  const wait = await takeTurn(db, key, limitOf(name, isSandbox(c.env)), now)
  if (wait !== null) throw tooMany(wait)
}

/** The path says which kind. */
const checkOf = async (who: Who, ask: { c: Context<AppEnv>; db: Db; body: unknown }): Promise<CheckRecord> => {
  const kind = checkKind.parse(ask.c.req.path.split('/')[3])
  const id = ask.c.req.param('id') ?? textOf(keyed(ask.body)['id'])
  const check = id === null ? null : await checkById(ask.db, kind, id)
  if (!check) throw new Refusal('not_found')
  if (check.user_id !== who.id && !seesAll(who.role)) throw new Refusal('forbidden')
  return check
}

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
  app.on(method, path, shape.upload ? unlimited : limit, async (c) => {
    const now = Date.now()
    const db = connect(c.env.DB)
    const who = access.roles === 'public' ? null : await signedIn(c, db, now)
    if (who && access.roles !== 'runner' && !(access.roles as readonly Role[]).includes(who.role)) {
      throw new Refusal('forbidden')
    }
    const query = shape.query?.safeParse(c.req.query())
    if (query && !query.success) throw invalid(query.error)
    const raw = shape.body ? await readJson(c) : undefined
    const account = who ? await checkOwner(access.own, who, { c, db, body: raw }) : null
    const check = who && access.own === 'check' ? await checkOf(who, { c, db, body: raw }) : null
    const body = shape.body?.safeParse(raw)
    if (body && !body.success) throw invalid(body.error)
    if (shape.often) await checkTurn(c, shape.often, who, db, now)
    const requestId = c.get('requestId')
    const ask = {
      c,
      env: c.env,
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
      later: (work: Promise<unknown>) => c.executionCtx.waitUntil(work),
      audit: (action: string, target: string, before?: unknown, after?: unknown) =>
        who ? auditStatements(db, { actor: who, action, target, before, after, at: now, requestId }) : [],
    }
    const answer = await handle(ask as unknown as Ask<K, S>)
    return answer instanceof Response ? answer : c.json(answer as Record<string, unknown>)
  })
}
export const routes = (): Hono<AppEnv> => new Hono<AppEnv>()
