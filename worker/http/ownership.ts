// Whose things a call may touch (rules ownership, account-identity). contract/api/ states a kind for each call; each kind is
// enforced here before the handler runs. A handler gets only what this check found.
import type { Context } from 'hono'
import type { Ownership } from '../../contract/api/call.ts'
import { isReservedClientId } from '../../contract/ground/channels.ts'
import { Refusal } from '../../contract/ground/errors.ts'
import { checkKind } from '../../contract/sending/number-checks.ts'
import { seesAll } from '../../contract/people/role-table.ts'
import type { Db } from '../../domain/ground/db/connection.ts'
import { checkById } from '../../domain/sending/number-checks/store.ts'
import { mayPayOut } from '../../domain/money/payouts/freeze-requests.ts'
import { readSettings } from '../../domain/ground/settings/store.ts'
import { withdrawById } from '../../domain/money/withdraw/store.ts'
import { accountByHandle, aliasOf, isAccountId } from '../../domain/sending/whatsapp/store.ts'
import type { AppEnv, Owned, Who } from './context.ts'

export type OwnershipInput = {
  c: Context<AppEnv>
  db: Db
  /** null: a public call, whose kind is `none`. */
  who: Who | null
  /** As it was sent. */
  body: unknown
  /** The body after its schema, which may change values. @throws Refusal invalid_input. */
  readBody: () => unknown
}
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const fieldOf = (body: unknown, name: string): string | null =>
  typeof body === 'object' && body !== null ? textOf(Object.entries(body).find(([key]) => key === name)?.[1]) : null
const known = (who: Who | null): Who => {
  if (!who) throw new Refusal('missing_token')
  return who
}
/** @throws Refusal forbidden if it belongs to another person. */
const mustBeTheirs = (ownerId: string, who: Who | null): void => {
  const { id, role } = known(who)
  if (ownerId !== id && !seesAll(role)) throw new Refusal('forbidden')
}
/** @throws Refusal not_found. */
const mustBeThere = <T>(found: T | null): T => {
  if (found === null) throw new Refusal('not_found')
  return found
}

/** @throws Refusal not_found or forbidden; of a client id also clientid_reserved or clientid_taken. */
export const OWNERS: { [O in Ownership]: (claim: OwnershipInput) => Promise<Owned[O]> } = {
  none: async () => ({}),
  user: async ({ c, who }) => {
    const userId = c.req.param('userId') ?? c.req.param('id') ?? ''
    mustBeTheirs(userId, who)
    return { userId }
  },
  list: async ({ c, who }) => {
    const { id, role } = known(who)
    if (!seesAll(role)) return { ownerId: id }
    const named = textOf(c.req.query('user_id')) ?? textOf(c.req.query('userId'))
    return { ownerId: named === 'null' || named === 'undefined' ? null : named }
  },
  body: async ({ who, body }) => {
    const userId = fieldOf(body, 'userId')
    if (userId !== null && userId !== known(who).id) throw new Refusal('forbidden')
    return {}
  },
  account: async ({ c, db, who, body }) => {
    const handle = c.req.param('id') ?? fieldOf(body, 'id') ?? fieldOf(body, 'whatsappClientId')
    const account = mustBeThere(handle === null ? null : await accountByHandle(db, handle))
    mustBeTheirs(account.user_id, who)
    return { account }
  },
  ownAccount: async ({ db, who, body }) => {
    const id = fieldOf(body, 'id')
    const account = mustBeThere(id === null ? null : await accountByHandle(db, id))
    if (account.user_id !== known(who).id) throw new Refusal('forbidden')
    return { account }
  },
  client: async ({ c, db, who, readBody }) => {
    const body = readBody()
    const clientid = mustBeThere(c.req.param('id') ?? fieldOf(body, 'deviceId') ?? fieldOf(body, 'clientid'))
    const [account, alias] = await Promise.all([accountByHandle(db, clientid), aliasOf(db, clientid)])
    const userId = mustBeThere(account?.user_id ?? alias?.userId ?? null)
    mustBeTheirs(userId, who)
    return { client: { userId, account, accountId: account?.id ?? alias?.accountId ?? '', clientid } }
  },
  newClient: async ({ db, who, readBody }) => {
    const clientid = mustBeThere(fieldOf(readBody(), 'deviceId'))
    const [alias, isAccount] = await Promise.all([aliasOf(db, clientid), isAccountId(db, clientid)])
    if (alias && alias.userId !== known(who).id) throw new Refusal('clientid_taken')
    // a member once took another's account by choosing its id for a client id
    if (isAccount || (!alias && isReservedClientId(clientid))) throw new Refusal('clientid_reserved')
    return { alias }
  },
  // nobody else takes back a request in a member's name: the office rejects, with a reason
  withdraw: async ({ db, who, body }) => {
    const id = fieldOf(body, 'id')
    const withdraw = mustBeThere(id === null ? null : await withdrawById(db, id))
    if (withdraw.user_id !== known(who).id) throw new Refusal('forbidden')
    return { withdraw }
  },
  // the roles are looked at before; the handler reads the setting beside what it answers, in one round trip
  office: async () => ({}),
  proof: async ({ c, db, who }) => {
    const { id, role } = known(who)
    const withdraw = mustBeThere(await withdrawById(db, c.req.param('id') ?? ''))
    if (withdraw.user_id !== id && !mayPayOut(role, await readSettings(db))) throw new Refusal('forbidden')
    return { withdraw }
  },
  // the path says which kind
  check: async ({ c, db, who, body }) => {
    const kind = checkKind.parse(c.req.path.split('/')[3])
    const id = c.req.param('id') ?? fieldOf(body, 'id')
    const check = mustBeThere(id === null ? null : await checkById(db, kind, id))
    mustBeTheirs(check.user_id, who)
    return { check }
  },
}
