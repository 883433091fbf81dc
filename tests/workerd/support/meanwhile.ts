// Of two calls at one moment the slower one: it has read, and before it writes the other one is done.
import { createExecutionContext } from 'cloudflare:test'
import { app } from '../../../worker/app.ts'
import { ORIGIN } from './api.ts'
import { bound } from './database.ts'

/** D1 that waits for `act` before the first batch with a statement that has the words `writes`. */
const slowed = (writes: string, act: () => Promise<unknown>): D1Database => {
  const { DB } = bound
  const texts = new WeakMap<object, string>()
  let waits = true
  return {
    prepare: (sql: string) =>
      new Proxy(DB.prepare(sql), {
        get: (target, key) => {
          if (key !== 'bind') return Reflect.get(target, key)
          return (...values: unknown[]) => {
            const statement = target.bind(...values)
            texts.set(statement, sql)
            return statement
          }
        },
      }),
    batch: async (statements: D1PreparedStatement[]) => {
      if (waits && statements.some((one) => texts.get(one)?.includes(writes))) {
        waits = false
        await act()
      }
      return DB.batch(statements)
    },
  } as unknown as D1Database
}
type Answer = { reason?: string; approval_pending?: boolean }
/** @throws where the call never wrote that: nothing came between */
export const slowCall = async (
  [method, path]: [string, string],
  { token, body }: { token?: string; body?: unknown },
  writes: string,
  act: () => Promise<unknown>,
): Promise<{ status: number; json: Answer }> => {
  let came = false
  const DB = slowed(writes, async () => {
    came = true
    await act()
  })
  const request = new Request(`${ORIGIN}/api${path}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = await app.fetch(request, { ...bound, DB }, createExecutionContext())
  if (!came) throw new Error(`the call wrote no ${writes}`)
  return { status: answer.status, json: await answer.json<Answer>() }
}
