// Calls the Worker as a browser would, and makes people to call it as.
import { env, exports } from 'cloudflare:workers'
import { type BrowserEvent, eventFrame } from '../../contract/events.ts'
import type { Role } from '../../contract/role-table.ts'
import { hashPassword } from '../../domain/auth/password.ts'
import { openSession } from '../../domain/auth/store.ts'
import { hashToken, newSignInToken } from '../../domain/auth/token.ts'
import { connect, runBatch } from '../../domain/db/connection.ts'
import { insertUser } from '../../domain/users/store.ts'
import type { Env } from '../../worker/env.ts'

export const bound = env as unknown as Env
export const db = connect(bound.DB)
export const ORIGIN = 'http://127.0.0.1:8787'

type Call = { token?: string | undefined; body?: unknown; form?: FormData; headers?: Record<string, string> }
export const call = async (
  method: string,
  path: string,
  { token, body, form, headers }: Call = {},
): Promise<Response> =>
  exports.default.fetch(
    new Request(`${ORIGIN}/api${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(form
        ? { body: form }
        : body === undefined
          ? {}
          : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }),
  )
/** The whole answer; its body must be JSON. */
export const ask = async <T = Record<string, unknown>>(
  method: string,
  path: string,
  options: Call = {},
): Promise<{ status: number; headers: Headers; json: T }> => {
  const response = await call(method, path, options)
  return { status: response.status, headers: response.headers, json: await response.json<T>() }
}

/** A browser's socket; `query` names the channel and brings the token. */
export const listen = async (
  query: string,
): Promise<{ status: number; ws: WebSocket | null; events: BrowserEvent[] }> => {
  const response = await exports.default.fetch(
    new Request(`${ORIGIN}/api/ws?${query}`, { headers: { upgrade: 'websocket' } }),
  )
  const events: BrowserEvent[] = []
  response.webSocket?.accept()
  response.webSocket?.addEventListener('message', ({ data }) => {
    if (data === 'pong') return
    const frame = eventFrame.parse(JSON.parse(String(data)))
    events.push(...('events' in frame ? frame.events : [frame]))
  })
  return { status: response.status, ws: response.webSocket, events }
}

export type Person = { id: string; email: string; token: string; role: Role }
let people = 0
let cheapHash: Promise<string> | null = null
export const PASSWORD = 'rahasia-123'
export const makePerson = async (
  role: Role,
  options: { id?: string; referrerId?: string; password?: string } = {},
): Promise<Person> => {
  const n = ++people
  // as registering gives them: what is built from an id must bear its length
  const id = options.id ?? crypto.randomUUID()
  const email = `${role}-${n}@tests.example`
  cheapHash ??= hashPassword(PASSWORD)
  const now = Date.now()
  await insertUser(db, {
    id,
    firstname: 'Orang',
    lastname: String(n),
    email,
    passwordHash: await cheapHash,
    role,
    referralCode: `REF${n}`,
    referrerId: options.referrerId ?? null,
    intervalMin: 5,
    intervalMax: 15,
    now,
  })
  const token = newSignInToken({ id, role })
  await runBatch(db, [openSession(db, { tokenHash: await hashToken(token), userId: id, now })])
  return { id, email, token, role }
}
export const makeLevel = async (id: string, fee: number, requirement: number): Promise<void> => {
  await bound.DB.prepare(
    'insert into levels (id, name, blast_fee, requirement_blast, created_at) values (?, ?, ?, ?, 0)',
  )
    .bind(id, `Level ${id}`, fee, requirement)
    .run()
}
export const sqlAll = async <T = Record<string, unknown>>(query: string, ...values: unknown[]): Promise<T[]> =>
  (
    await bound.DB.prepare(query)
      .bind(...values)
      .all<T>()
  ).results
