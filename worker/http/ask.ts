// What a route is asked with. A handler that only reads gets no more than reading takes, until its asker is known.
import type { Context } from 'hono'
import type { z } from 'zod'
import type { ACCESS, ApiRoute } from '../../contract/access.ts'
import type { Role } from '../../contract/role-table.ts'
import type { Db, Statement } from '../../domain/db/connection.ts'
import type { LimitName } from '../../domain/limits/rules.ts'
import type { CheckRecord } from '../../domain/number-checks/store.ts'
import type { AccountRow } from '../../domain/whatsapp/store.ts'
import type { Env } from '../env.ts'

export type AppEnv = { Bindings: Env; Variables: { requestId: string } }
export type Who = { id: string; role: Role; sessionHash: string }
/**
 * replica: any copy of the database that is as new as what the page has seen. primary: money, which is shown as it is now.
 */
export type Reads = 'replica' | 'primary'
/**
 * form: fields of a multipart body beside its file, for the API document; the handler reads them.
 * upload: the handler reads the body as it comes and keeps its own limit.
 * often: how often a person, or a network where nobody is signed in, may ask.
 * reads: the handler only reads; what it reads first travels with the look at who asks, and its answer leaves after that.
 */
export type Shape = {
  body?: z.ZodType
  form?: z.ZodType
  query?: z.ZodType
  limitBytes?: number
  upload?: true
  often?: LimitName
  reads?: Reads
}
type Out<T> = T extends z.ZodType ? z.output<T> : undefined
type IsPublic<K extends ApiRoute> = (typeof ACCESS)[K]['roles'] extends string ? true : false
type OwnsCheck<K extends ApiRoute> = (typeof ACCESS)[K]['own'] extends 'check' ? true : false
type OwnsAccount<K extends ApiRoute> = (typeof ACCESS)[K]['own'] extends 'account' ? true : false

/** What only somebody whose sign-in was confirmed may set in motion. */
export type Outside = {
  c: Context<AppEnv>
  env: Env
  /** Runs after the answer has left. */
  later: (work: Promise<unknown>) => void
  /** Row of the audit log, for the write's batch; none for a member's own writes. */
  audit: (action: string, target: string, before?: unknown, after?: unknown) => Statement[]
}
type Asked<K extends ApiRoute, S extends Shape> = {
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
  vars: Pick<Env, 'LINK_SECRET' | 'APP_ORIGIN'>
}
export type Ask<K extends ApiRoute = ApiRoute, S extends Shape = Shape> = Asked<K, S> &
  (S extends { reads: Reads }
    ? {
        /** Once the sign-in was confirmed: objects, buckets, the queue. @throws where it does not stand. */
        outside: () => Promise<Outside>
      }
    : Outside)
