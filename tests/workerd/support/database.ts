// What the Worker under test is bound to, and its database in plain SQL.
import { env } from 'cloudflare:workers'
import { connect } from '../../../domain/ground/db/connection.ts'
import type { Env } from '../../../worker/env.ts'

export const bound = env as unknown as Env
export const db = connect(bound.DB)

export const run = (sql: string, ...values: unknown[]) =>
  bound.DB.prepare(sql)
    .bind(...values)
    .run()
export const all = async <T = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<T[]> =>
  (
    await bound.DB.prepare(sql)
      .bind(...values)
      .all<T>()
  ).results
/** The first row, which must be there. */
export const one = async <T>(sql: string, ...values: unknown[]): Promise<T> => (await all<T>(sql, ...values))[0] as T
