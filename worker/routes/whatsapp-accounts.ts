// /admin/whatsapp, reading: lists, counts, one account, its state.
import { listed, twice } from '../../contract/api/shapes.ts'
import { seesAll } from '../../contract/role-table.ts'
import { toPaged } from '../../contract/paging.ts'
import { LISTEN_MS } from '../../contract/whatsapp.ts'
import { type AccountRow, accountCounts, accountList, accountPage, LIST_MAX } from '../../domain/whatsapp/store.ts'
import { accountObject } from '../../durable-objects/stubs.ts'
import { type Ask, door, type Outside, routes } from '../http/door.ts'
import { presentLive, presentWorking, syncAccounts } from '../http/live-accounts.ts'

export const whatsappAccountRoutes = routes()
type Asked = { who: { id: string }; outside: () => Promise<Outside> }
const present = async ({ who, outside }: Asked, rows: readonly AccountRow[], synced: boolean) => {
  const { env, later } = await outside()
  if (!synced) return presentWorking(env, rows)
  const { accounts, publish } = await syncAccounts(env, rows, who.id)
  later(publish)
  return accounts
}

door(whatsappAccountRoutes, 'GET /admin/whatsapp/list-per-page', async (ask) => {
  const { query } = ask
  const { status, search } = query
  const filter = { userId: ask.ownerId, status, search, checksOf: query.checks ? ask.who.id : null }
  const { rows, total } = await accountPage(ask.db, filter, query)
  return toPaged(await present(ask, rows, query.synced), total, query)
})

const wholeList = async (ask: Asked & Pick<Ask, 'db'>, userId: string | null, synced: boolean) => {
  const rows = await accountList(ask.db, userId)
  const list = await present(ask, rows.slice(0, LIST_MAX), synced)
  return listed(list, rows.length)
}
door(whatsappAccountRoutes, 'GET /admin/whatsapp/list', (ask) => wholeList(ask, ask.ownerId, ask.query.synced))
door(whatsappAccountRoutes, 'GET /admin/whatsapp/list/:userId', (ask) => wholeList(ask, ask.userId, ask.query.synced))

door(whatsappAccountRoutes, 'GET /admin/whatsapp/count', ({ db }) => accountCounts(db, null))
door(whatsappAccountRoutes, 'GET /admin/whatsapp/count/:userId', ({ db, who, userId }) => {
  const everybody = seesAll(who.role) && ['all', 'null', 'undefined'].includes(userId)
  return accountCounts(db, everybody ? null : userId)
})

door(whatsappAccountRoutes, 'GET /admin/whatsapp/client-state/:id', async ({ client, outside }) => {
  const { env } = await outside()
  // never linked yet: only its object knows
  const state = client.account
    ? (await presentLive(env, client.account)).state
    : (await accountObject(env, client.accountId).snapshot())?.state
  return { state: state === 'connected' ? 'CONNECTED' : (state ?? 'disconnected') }
})

// Long poll: the next message this account puts on record, or null; the caller asks again.
door(whatsappAccountRoutes, 'GET /admin/whatsapp/listen-message-created/:id', async ({ account, query, outside }) => {
  const { env } = await outside()
  const waitMs = query.wait === undefined ? LISTEN_MS : query.wait * 1000
  const message = await accountObject(env, account.id).nextMessage(waitMs)
  return twice('message', message)
})

door(whatsappAccountRoutes, 'GET /admin/whatsapp/:id', async ({ account, outside }) => {
  const { env } = await outside()
  return twice('whatsapp', await presentLive(env, account))
})
