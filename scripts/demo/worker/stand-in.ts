// Bindings that say of a place what it would say after years, or in another deployment: for the looks for troubles alone.
import type { Env } from '../../../worker/env.ts'
import type { Stand } from '../../drive/troubles.ts'

/** The same object, but for some of its parts. Methods stay bound: Cloudflare's objects have private fields. */
const but = <T extends object>(target: T, own: Readonly<Record<string, unknown>>): T =>
  new Proxy(target, {
    get: (of, key) => {
      if (typeof key === 'string' && key in own) return own[key]
      const value: unknown = Reflect.get(of, key)
      return typeof value === 'function' ? (value as () => unknown).bind(of) : value
    },
  })
const sized = (statement: D1PreparedStatement, bytes: number): D1PreparedStatement =>
  but(statement, {
    bind: (...values: unknown[]) => sized(statement.bind(...values), bytes),
    all: async () => {
      const answer = await statement.all()
      return { ...answer, meta: { ...answer.meta, size_after: bytes } }
    },
  })
const databaseOf = (db: D1Database, bytes: number): D1Database =>
  but(db, { prepare: (text: string) => sized(db.prepare(text), bytes) })

export const standIn = (
  env: Env,
  { importsSince, misconfigured, backups, secondPlace, databaseBytes }: Stand,
): Env => ({
  ...env,
  ...(importsSince !== undefined && {
    IMPORTS: but(env.IMPORTS, {
      metrics: async () => ({ backlogCount: 7, backlogBytes: 900, oldestMessageTimestamp: new Date(importsSince) }),
    }),
  }),
  ...(misconfigured && { APP_ENV: 'production', TURNSTILE_SECRET: '' }),
  ...(backups && { BACKUP_EVERY_S: '60' }),
  ...(secondPlace && { SECOND_S3_ADDRESS: 'https://second.invalid/bucket' }),
  ...(databaseBytes !== undefined && { DB: databaseOf(env.DB, databaseBytes) }),
})
