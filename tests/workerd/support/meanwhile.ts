// Of two calls at one moment the slower one: it has read, and before it writes the other one is done.
import { createExecutionContext } from 'cloudflare:test'
import { app } from '../../../worker/app.ts'
import { ORIGIN } from './api.ts'
import { bound } from './database.ts'

/** D1 that waits for `act` before a statement or batch with the words `writes`: the first, second … `nth` one. */
export const slowed = (writes: string, act: () => Promise<unknown>, nth: number): D1Database => {
  const { DB } = bound
  type Named = { sql: string; inner: D1PreparedStatement }
  const named = new WeakMap<object, Named>()
  let left = nth
  const before = async (sqls: (string | undefined)[]): Promise<void> => {
    if (!sqls.some((sql) => sql?.includes(writes))) return
    left -= 1
    if (left === 0) await act()
  }
  const wrap = (sql: string, inner: D1PreparedStatement): D1PreparedStatement => {
    const statement = new Proxy(inner, {
      get: (target, key) => {
        if (key === 'bind') return (...values: unknown[]) => wrap(sql, target.bind(...values))
        const value: unknown = Reflect.get(target, key)
        if (typeof value !== 'function' || !['all', 'run', 'raw', 'first'].includes(String(key))) return value
        return async (...values: unknown[]) => {
          await before([sql])
          return Reflect.apply(value, target, values) as unknown
        }
      },
    })
    named.set(statement, { sql, inner })
    return statement
  }
  return {
    prepare: (sql: string) => wrap(sql, DB.prepare(sql)),
    batch: async (statements: D1PreparedStatement[]) => {
      await before(statements.map((one) => named.get(one)?.sql))
      return DB.batch(statements.map((one) => named.get(one)?.inner ?? one))
    },
  } as unknown as D1Database
}
type Sent = { token?: string | undefined; body?: unknown; form?: FormData; headers?: Record<string, string> }
type Answer = { reason?: string; approval_pending?: boolean }
/** @throws where the call never wrote that: nothing came between */
export const slowCall = async (
  [method, path]: [string, string],
  { token, body, form, headers }: Sent,
  writes: string,
  act: () => Promise<unknown>,
  nth = 1,
): Promise<{ status: number; json: Answer }> => {
  let came = false
  const DB = slowed(
    writes,
    async () => {
      came = true
      await act()
    },
    nth,
  )
  const request = new Request(`${ORIGIN}/api${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(form ? { body: form } : body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = await app.fetch(request, { ...bound, DB }, createExecutionContext())
  if (!came) throw new Error(`the call wrote no ${writes}`)
  return { status: answer.status, json: await answer.json<Answer>() }
}
