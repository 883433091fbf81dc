// What a handler gets, depending on how its call is stated in contract/api/. A handler that only reads gets the database at
// once, and effects only after the sign-in is confirmed. Whose rows it may touch is decided before it runs.
import type { Context } from 'hono'
import type { SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { AuditAction } from '../../contract/record/audit.ts'
import type { Audience, Call, Ownership, Reads, Sends } from '../../contract/api/call.ts'
import type { AcceptedOf, AnswerOf, Api, ParamOf, Route } from '../../contract/api/table.ts'
import type { Role } from '../../contract/people/role-table.ts'
import type { Standing } from '../../domain/people/auth/store.ts'
import type { SecurityKind } from '../../contract/record/security-events.ts'
import type { Db, Statement } from '../../domain/ground/db/connection.ts'
import type { CheckRecord } from '../../domain/sending/number-checks/store.ts'
import type { WithdrawRow } from '../../domain/money/withdraw/store.ts'
import type { AccountActs } from './press.ts'
import type { AccountRow, Alias } from '../../domain/sending/whatsapp/store.ts'
import type { Env } from '../env.ts'

export type AppEnv = {
  Bindings: Env
  /** userId: of who is signed in, once a call has come as far as its role. waits: the caller asked to be answered later. */
  Variables: { requestId: string; userId?: string; waits?: true }
}
export type Who = { id: string; role: Role; sessionHash: string }

/** Everything beyond a read of D1: objects, buckets, the queue, later work, audit rows. Only for a confirmed sign-in. */
export type Effects = {
  c: Context<AppEnv>
  env: Env
  /** Runs after the answer has left. */
  later: (work: Promise<unknown>) => void
  /**
   * Statements that add the audit entry to the write's own batch, none for a member's own writes; and the key of the press, so that the batch
   * is the act (rule one-press). Where `unless` holds there is no entry.
   */
  audit: (action: AuditAction, target: string, before?: unknown, after?: unknown, unless?: SQL) => Statement[]
  /** The key of the press alone, for the batch of an act that is not audited. */
  press: () => Statement[]
  /** true: the next batch is not the last of this act, so the press is not done by it. */
  partly: (areLeft: boolean) => void
  /** What a person may press of this account: under the key of the press each comes once. */
  acts: (accountId: string) => AccountActs
  /** For a call of which only some changes need it (rule step-up). @throws Refusal proof_needed */
  needProof: () => void
  /** Of the sign-in; null: the call needs none. */
  standing: Standing | null
  /** Statements that add this event of a person to the write's own batch, with where the call comes from; `unless`: see the store. */
  security: (kind: SecurityKind, userId: string, unless?: SQL) => Statement[]
}
type DeferredEffects = {
  /** Resolves with the effects once the sign-in is confirmed. @throws if it is not valid */
  effects: () => Promise<Effects>
}
/** A client id: its account, or the attempt to link one. One of the two is there. */
type Client = { userId: string; account: AccountRow | null; accountId: string; clientid: string }

export type Caller = { public: object; runner: object; people: { who: Who } }
export type EffectsByReads = { none: Effects; replica: DeferredEffects; primary: DeferredEffects }
/** By kind of ownership: what door.ts found to belong to the caller. */
export type Owned = {
  none: object
  user: { userId: string }
  /** Whose rows; null: everybody's. */
  list: { ownerId: string | null }
  body: object
  account: { account: AccountRow }
  ownAccount: { account: AccountRow }
  client: { client: Client }
  /** null: nobody's yet. */
  newClient: { alias: Alias | null }
  withdraw: { withdraw: WithdrawRow }
  office: object
  proof: { withdraw: WithdrawRow }
  check: { check: CheckRecord }
}
type BaseContext = {
  db: Db
  now: number
  requestId: string
  vars: Pick<Env, 'LINK_KEYS' | 'SUPPRESSION_KEYS' | 'APP_ORIGIN' | 'RUNBOOKS_URL'>
}
/** The context of every handler that may write. */
export type WriteContext = BaseContext & Effects
/** By audience, ownership, reads, body and query of the call. */
export type CallContext<W extends Audience, O extends Ownership, D extends Reads, B, Q> = BaseContext &
  Caller[W] &
  Owned[O] &
  EffectsByReads[D] & { body: B; query: Q }
type RouteContext<R extends Route, C extends Call = Api[R]> = CallContext<
  C['audience'],
  C['own'],
  C['reads'],
  z.output<C['body']>,
  z.output<C['query']>
> & { param: (name: ParamOf<R>) => string }

/** An answer whose work continues after it: status 202. */
export class Accepted<T extends object> {
  readonly answer: T
  constructor(answer: T) {
    this.answer = answer
  }
}
type SentAnswer<R extends Route> = Record<Exclude<Sends, 'json'>, Response> & {
  json: AnswerOf<R> | Accepted<AcceptedOf<R> & object>
}
export type Handler<R extends Route> = (context: RouteContext<R>) => Promise<SentAnswer<R>[Api[R]['sends']]>
