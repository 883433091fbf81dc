// Whose things a call may touch (rules ownership, account-identity): the rule of each route stands in
// contract/access.ts.
import type { Context } from 'hono'
import { type Access, seesAll } from '../../contract/access.ts'
import { Refusal } from '../../contract/errors.ts'
import { checkKind } from '../../contract/number-checks.ts'
import type { Db } from '../../domain/db/connection.ts'
import { type CheckRecord, checkById } from '../../domain/number-checks/store.ts'
import { type AccountRow, accountByHandle } from '../../domain/whatsapp/store.ts'
import type { AppEnv, Who } from './ask.ts'

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const keyed = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** null: everybody's, which only admin and dev may ask for. Others get their own, whatever they send. */
export const listOwner = (c: Context<AppEnv>, who: Who): string | null => {
  const asked = textOf(c.req.query('user_id')) ?? textOf(c.req.query('userId'))
  if (!seesAll(who.role)) return who.id
  return asked === null || asked === 'null' || asked === 'undefined' ? null : asked
}

export const checkOwner = async (
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

/** The path says which kind. */
export const checkOf = async (who: Who, ask: { c: Context<AppEnv>; db: Db; body: unknown }): Promise<CheckRecord> => {
  const kind = checkKind.parse(ask.c.req.path.split('/')[3])
  const id = ask.c.req.param('id') ?? textOf(keyed(ask.body)['id'])
  const check = id === null ? null : await checkById(ask.db, kind, id)
  if (!check) throw new Refusal('not_found')
  if (check.user_id !== who.id && !seesAll(who.role)) throw new Refusal('forbidden')
  return check
}
