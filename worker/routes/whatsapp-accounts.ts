// /admin/whatsapp, reading: lists, counts, one account, its state.
import { z } from 'zod'
import { seesAll } from '../../contract/access.ts'
import { Refusal } from '../../contract/errors.ts'
import { sortedQuery, toPaged } from '../../contract/paging.ts'
import { LISTEN_MS, listFilter } from '../../contract/whatsapp.ts'
import {
  type AccountRow,
  accountByHandle,
  accountCounts,
  accountList,
  accountPage,
  aliasOf,
  LIST_MAX,
} from '../../domain/whatsapp/store.ts'
import { accountObject } from '../../durable-objects/stubs.ts'
import { type Ask, door, type Outside, routes } from '../http/door.ts'
import { presentLive, presentWorking, syncAccounts } from '../http/live-accounts.ts'

export const whatsappAccountRoutes = routes()
/** Present and not false. */
const flag = z
  .string()
  .optional()
  .transform((v) => v !== undefined && !['', '0', 'false', 'null', 'undefined'].includes(v))
const listQuery = sortedQuery('accounts').extend({
  synced: flag,
  /** Only accounts that the asker's number checks may use (rule screens-by-role). */
  checks: flag,
  status: z
    .enum([...listFilter.options, 'reconnecting', 'restricted'])
    .or(z.literal(['', 'null']).transform(() => 'all' as const))
    .default('all'),
})

type Asked = { who: { id: string }; outside: () => Promise<Outside> }
const present = async ({ who, outside }: Asked, rows: readonly AccountRow[], synced: boolean) => {
  const { env, later } = await outside()
  if (!synced) return presentWorking(env, rows)
  const { accounts, publish } = await syncAccounts(env, rows, who.id)
  later(publish)
  return accounts
}

door(
  whatsappAccountRoutes,
  'GET /admin/whatsapp/list-per-page',
  { query: listQuery, reads: 'replica' },
  async (ask) => {
    const { query } = ask
    const { status, search } = query
    const filter = { userId: ask.ownerId, status, search, checksOf: query.checks ? ask.who.id : null }
    const { rows, total } = await accountPage(ask.db, filter, query)
    return toPaged(await present(ask, rows, query.synced), total, query)
  },
)

const wholeList = async (ask: Asked & Pick<Ask, 'db'>, userId: string | null, synced: boolean) => {
  const rows = await accountList(ask.db, userId)
  const list = await present(ask, rows.slice(0, LIST_MAX), synced)
  return { list, data: list, truncated: rows.length > LIST_MAX }
}
const syncQuery = z.object({ synced: flag })
door(whatsappAccountRoutes, 'GET /admin/whatsapp/list', { query: syncQuery, reads: 'replica' }, (ask) =>
  wholeList(ask, ask.ownerId, ask.query.synced),
)
door(whatsappAccountRoutes, 'GET /admin/whatsapp/list/:userId', { query: syncQuery, reads: 'replica' }, (ask) =>
  wholeList(ask, ask.param('userId'), ask.query.synced),
)

door(whatsappAccountRoutes, 'GET /admin/whatsapp/count', { reads: 'replica' }, ({ db }) => accountCounts(db, null))
door(whatsappAccountRoutes, 'GET /admin/whatsapp/count/:userId', { reads: 'replica' }, ({ db, who, param }) => {
  const everybody = seesAll(who.role) && ['all', 'null', 'undefined'].includes(param('userId'))
  return accountCounts(db, everybody ? null : param('userId'))
})

door(
  whatsappAccountRoutes,
  'GET /admin/whatsapp/client-state/:id',
  { reads: 'replica' },
  async ({ db, who, param, outside }) => {
    const [row, alias] = await Promise.all([accountByHandle(db, param('id')), aliasOf(db, param('id'))])
    const owner = row?.user_id ?? alias?.userId
    if (!owner) throw new Refusal('not_found')
    if (owner !== who.id && !seesAll(who.role)) throw new Refusal('forbidden')
    const { env } = await outside()
    // never linked yet: only its object knows
    const state = row
      ? (await presentLive(env, row)).state
      : (await accountObject(env, alias?.accountId ?? '').snapshot())?.state
    return { state: state === 'connected' ? 'CONNECTED' : (state ?? 'disconnected') }
  },
)

// Long poll: the next message this account puts on record, or null; the caller asks again.
const waitQuery = z.object({
  wait: z.coerce
    .number()
    .min(0)
    .max(LISTEN_MS / 1000)
    .optional(),
})
door(
  whatsappAccountRoutes,
  'GET /admin/whatsapp/listen-message-created/:id',
  { query: waitQuery, reads: 'replica' },
  async ({ account, query, outside }) => {
    const { env } = await outside()
    const waitMs = query.wait === undefined ? LISTEN_MS : query.wait * 1000
    const message = await accountObject(env, account.id).nextMessage(waitMs)
    return { message, data: message }
  },
)

door(whatsappAccountRoutes, 'GET /admin/whatsapp/:id', { reads: 'replica' }, async ({ account, outside }) => {
  const { env } = await outside()
  const whatsapp = await presentLive(env, account)
  return { whatsapp, data: whatsapp }
})
