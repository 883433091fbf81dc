// The form in which the tables of this folder state a call: who may make it, whose things it may touch, what it takes and what
// it answers. The Worker's routes, the API document, the page's client and the tests all read these tables.
import { z } from 'zod'
import type { Role } from '../people/role-table.ts'

export const ALL = ['member', 'staff', 'dev', 'admin'] as const
export const MEMBERS = ['member', 'dev', 'admin'] as const
export const ADMINS = ['dev', 'admin'] as const
export const STAFF_AND_ADMINS = ['staff', 'dev', 'admin'] as const

/**
 * Whose things a call may touch; `door` refuses all others before the handler runs.
 * none: the roles alone decide.
 * user: the path's id is the caller's own; admin and dev may name anybody.
 * list: `user_id` (or `userId`) of the query: admin and dev choose, all others get their own rows whatever they send.
 * body: `userId` of the body, if sent, is the caller's own.
 * account: the path's or body's id names an account of the caller; admin and dev any.
 * ownAccount: the body's id names an account of the caller's own, whatever the role.
 * client: the path's or body's client id names an account of the caller, or one being linked; admin and dev any.
 * newClient: the body's client id is nobody's yet or the caller's own, admins included.
 * withdraw: the body's id names a withdraw of the caller's own, whatever the role.
 * office: nobody's own; staff only while the setting lets them pay out, which the handler asks with its own read.
 * proof: the path's id names a withdraw of the caller's own; those who pay out have any.
 * check: the path's or body's id names a generator or validator of the caller; admin and dev any.
 */
export const OWNERSHIPS = [
  'none',
  'user',
  'list',
  'body',
  'account',
  'ownAccount',
  'client',
  'newClient',
  'withdraw',
  'office',
  'proof',
  'check',
] as const
export type Ownership = (typeof OWNERSHIPS)[number]
/** people: signed in, with one of the call's roles. runner: signed with the runner's credential. */
export type Audience = 'public' | 'runner' | 'people'
/**
 * none: the call may write. replica: it only reads, from any copy that is as new as what the page has seen. primary: it only
 * reads, from the database itself, because somebody acts on the answer: pays or asks for money by it, decides what waits, mends what is wrong, or
 * sees how they sign in. Figures that are only looked at may be moments old, of money, too (`GET /admin/home`).
 */
export type Reads = 'none' | 'replica' | 'primary'
/** A limit's name: how many calls it allows, and whom it counts by, is in domain/ground/limits/rules.ts. */
export type LimitName =
  | 'register'
  | 'reset'
  | 'confirm'
  | 'factor'
  | 'second-step'
  | 'import'
  | 'link'
  | 'start'
  | 'settle'
  | 'message'
  | 'push'
  | 'export'
  | 'withdraw'
  | 'opt-out'
  | 'recipient-page'
  | 'join'
  | 'join-press'
  | 'poll'
  | 'list'
  | 'health'
  | 'self-check'
  | 'docs'
  | 'report'
  | 'press'
/**
 * json: one JSON value. table: rows as a file, CSV or a JSON array. results: JSON that is written while it is read, or CSV.
 * other: a page, a stored file, a socket.
 */
export type Sends = 'json' | 'table' | 'results' | 'other'

/** For a call without a body, or one whose answer has no stated keys. */
const NOTHING = z.undefined()
export const NO_QUERY = z.object({})
export type Nothing = typeof NOTHING
type NoQuery = typeof NO_QUERY
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
  /** For the audience people; empty for all others. */
  roles: readonly Role[]
  own: O
  reads: D
  limit: LimitName | null
  /** true: the person must have proved on this sign-in, within five minutes, to be who they are (rule step-up). */
  proof: boolean
  /** true: also for somebody who must set up a second factor before anything else (rule factor-required). */
  unenrolled: boolean
  /** The schema of a JSON body. */
  body: B
  /** The fields of a multipart body beside its file; the handler reads them itself. */
  form: F
  query: Q
  /** What a client may rely on in a 200; an answer may have more keys. */
  answer: A
  /** The answer 202 of a call whose work goes on after the answer. */
  accepted: L
  sends: S
  /** The largest body in bytes; null: 256 KiB, the usual limit. */
  limitBytes: number | null
  /** true: the handler reads the body as a stream and enforces a limit of its own. */
  upload: boolean
}
type Roles = 'public' | 'runner' | readonly Role[]
type AudienceOf<R extends Roles> = R extends 'public' | 'runner' ? R : 'people'
type Stated<R, O, D, B, F, Q, A, L> = {
  roles: R
  own: O
  reads?: D
  limit?: LimitName
  proof?: true
  unenrolled?: true
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
/** A call that answers page after page: who turns them faster than anybody reads copies the list (rule rate-limits). */
const hasPages = (query: Schema | undefined): boolean => query instanceof z.ZodObject && 'page' in query.shape
const filled = (stated: Loose, sends: Sends): Call => {
  const { roles } = stated
  return {
    audience: roles === 'public' || roles === 'runner' ? roles : 'people',
    roles: roles === 'public' || roles === 'runner' ? [] : roles,
    own: stated.own,
    reads: stated.reads ?? 'none',
    limit: stated.limit ?? (hasPages(stated.query) ? 'list' : null),
    proof: stated.proof ?? false,
    unenrolled: stated.unenrolled ?? false,
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

/** States a call that answers JSON. Defaults: no body, no query, no limit but that of lists where it has pages, and it may write. */
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

/** States a call whose answer is no single JSON value: its handler makes the Response itself. */
export function fileCall<
  const S extends Exclude<Sends, 'json'>,
  const R extends Roles,
  const O extends Ownership,
  Q extends Schema = NoQuery,
  A extends Schema = Nothing,
>(
  sends: S,
  stated: { roles: R; own: O; limit?: LimitName; proof?: true; query?: Q; answer?: A },
): Call<AudienceOf<R>, O, 'none', Nothing, Nothing, Q, A, Nothing, S>
export function fileCall(sends: Sends, stated: Loose): Call {
  return filled(stated, sends)
}
