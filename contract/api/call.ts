// The form in which the tables of this folder state a call: who may ask, whose things it is about, what it takes and what
// it answers. The Worker's doors, the API document, the page's client and the tests read the same tables.
import { z } from 'zod'
import type { Role } from '../role-table.ts'

export const ALL = ['member', 'staff', 'dev', 'admin'] as const
export const MEMBERS = ['member', 'dev', 'admin'] as const
export const ADMINS = ['dev', 'admin'] as const
export const STAFF_AND_ADMINS = ['staff', 'dev', 'admin'] as const

/**
 * Whose things a call may touch; the door refuses others before the handler runs.
 * none: the roles say it all.
 * user: the path names a person: themselves; admin and dev anybody.
 * list: `user_id` (or `userId`) of the query: admin and dev choose, others get their own, whatever they send.
 * body: `userId` of the body, if sent, is the caller's own.
 * account: the path's or body's id names an account of the caller; admin and dev any.
 * client: the path's or body's client id names an account of the caller, or one being linked; admin and dev any.
 * newClient: the body's client id is nobody's yet or the caller's own, admins included.
 * check: the path's or body's id names a generator or validator of the caller; admin and dev any.
 */
export const OWNERSHIPS = ['none', 'user', 'list', 'body', 'account', 'client', 'newClient', 'check'] as const
export type Ownership = (typeof OWNERSHIPS)[number]
/** people: signed in, with one of the call's roles. runner: signed with the runners' secret. */
export type Audience = 'public' | 'runner' | 'people'
/**
 * none: the call may write. replica: it only reads, from any copy as new as what the page has seen. primary: it only reads,
 * and money as it is now.
 */
export type Reads = 'none' | 'replica' | 'primary'
/** Counted per person, or per network where nobody is signed in; how often is in domain/limits/rules.ts. */
export type LimitName = 'register' | 'reset' | 'import' | 'link' | 'start' | 'settle' | 'message'
/**
 * json: one value. table: rows as a file, CSV or a JSON array. results: JSON written while it is read, or CSV.
 * other: a page, a stored file, a socket.
 */
export type Sends = 'json' | 'table' | 'results' | 'other'

/** Of a call that takes no body, or promises nothing of its answer. */
const NOTHING = z.undefined()
export const NO_QUERY = z.object({})
export type Nothing = typeof NOTHING
export type NoQuery = typeof NO_QUERY
export const isNothing = (schema: z.ZodType): boolean => schema === NOTHING
type Schema = z.ZodType

/** Parameters: audience, ownership, reads, body, form, query, answer, accepted, sends. */
export type Call<
  W extends Audience = Audience,
  O extends Ownership = Ownership,
  D extends Reads = Reads,
  B extends Schema = Schema,
  F extends Schema = Schema,
  Q extends Schema = Schema,
  A extends Schema = Schema,
  L extends Schema = Schema,
  S extends Sends = Sends,
> = {
  audience: W
  /** Of audience people; empty for others. */
  roles: readonly Role[]
  own: O
  reads: D
  limit: LimitName | null
  /** JSON. */
  body: B
  /** Fields of a multipart body beside its file; the handler reads them. */
  form: F
  query: Q
  /** What a client may rely on in a 200; more keys may come. */
  answer: A
  /** The 202 of a call that goes on after its answer. */
  accepted: L
  sends: S
  /** Largest body; null: the usual 256 KiB. */
  limitBytes: number | null
  /** The handler reads the body as it comes, and keeps its own limit. */
  upload: boolean
}
type Roles = 'public' | 'runner' | readonly Role[]
type AudienceOf<R extends Roles> = R extends 'public' | 'runner' ? R : 'people'
type Stated<R, O, D, B, F, Q, A, L> = {
  roles: R
  own: O
  reads?: D
  limit?: LimitName
  body?: B
  form?: F
  query?: Q
  answer: A
  accepted?: L
  limitBytes?: number
  upload?: true
}
type Loose = Partial<Stated<Roles, Ownership, Reads, Schema, Schema, Schema, Schema, Schema>> & {
  roles: Roles
  own: Ownership
}
const filled = (stated: Loose, sends: Sends): Call => {
  const { roles } = stated
  return {
    audience: roles === 'public' || roles === 'runner' ? roles : 'people',
    roles: roles === 'public' || roles === 'runner' ? [] : roles,
    own: stated.own,
    reads: stated.reads ?? 'none',
    limit: stated.limit ?? null,
    body: stated.body ?? NOTHING,
    form: stated.form ?? NOTHING,
    query: stated.query ?? NO_QUERY,
    answer: stated.answer ?? NOTHING,
    accepted: stated.accepted ?? NOTHING,
    sends,
    limitBytes: stated.limitBytes ?? null,
    upload: stated.upload ?? false,
  }
}

/** A call that answers JSON. What is left out is filled in: no body, no query, no limit, and it may write. */
export function call<
  const R extends Roles,
  const O extends Ownership,
  const D extends Reads = 'none',
  B extends Schema = Nothing,
  F extends Schema = Nothing,
  Q extends Schema = NoQuery,
  A extends Schema = Nothing,
  L extends Schema = Nothing,
>(stated: Stated<R, O, D, B, F, Q, A, L>): Call<AudienceOf<R>, O, D, B, F, Q, A, L, 'json'>
export function call(stated: Loose): Call {
  return filled(stated, 'json')
}

/** A call whose answer is no single JSON value: the handler makes the response itself. */
export function fileCall<
  const S extends Exclude<Sends, 'json'>,
  const R extends Roles,
  const O extends Ownership,
  Q extends Schema = NoQuery,
  A extends Schema = Nothing,
>(
  sends: S,
  stated: { roles: R; own: O; query?: Q; answer?: A },
): Call<AudienceOf<R>, O, 'none', Nothing, Nothing, Q, A, Nothing, S>
export function fileCall(sends: Sends, stated: Loose): Call {
  return filled(stated, sends)
}
