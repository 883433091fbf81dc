// Reads under /admin/whatsapp: lists, counts, one account, its state.
import { listed, twice } from '../../../contract/api/shapes.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { seesAll } from '../../../contract/people/role-table.ts'
import { toPaged } from '../../../contract/ground/paging.ts'
import { LISTEN_MS } from '../../../contract/sending/whatsapp.ts'
import { sessionOf } from '../../../domain/people/auth/store.ts'
import { connect } from '../../../domain/ground/db/connection.ts'
import { presentLive, presentWorking, syncAccounts } from '../../../domain/sending/whatsapp/live-accounts.ts'
import {
  type AccountRow,
  accountCounts,
  accountList,
  accountPage,
  LIST_MAX,
} from '../../../domain/sending/whatsapp/store.ts'
import { accountObject, userChannel } from '../../../durable-objects/stubs.ts'
import { type WriteContext, door, type Effects, routes } from '../../http/door.ts'
import { livePorts } from '../../ports.ts'

export const whatsappAccountRoutes = routes()
type ListContext = { who: { id: string }; now: number; effects: () => Promise<Effects> }
const present = async ({ who, now, effects }: ListContext, rows: readonly AccountRow[], synced: boolean) => {
  const { env, later } = await effects()
  if (!synced) return presentWorking(livePorts(env, now), rows)
  const { accounts, events } = await syncAccounts(livePorts(env, now), rows)
  if (events.length > 0) later(userChannel(env, who.id).publish(events))
  return accounts
}

door(whatsappAccountRoutes, 'GET /admin/whatsapp/list-per-page', async (context) => {
  const { query } = context
  const { status, search, from, to } = query
  const filter = {
    userId: context.ownerId,
    status,
    search,
    from,
    to,
    checksOf: query.checks ? context.who.id : null,
    // a list of one person's accounts says on its head whose they are
    owners: seesAll(context.who.role) && context.ownerId === null,
  }
  const { rows, total } = await accountPage(context.db, filter, query)
  return toPaged(await present(context, rows, query.synced), total, query)
})

const wholeList = async (context: ListContext & Pick<WriteContext, 'db'>, userId: string | null, synced: boolean) => {
  const rows = await accountList(context.db, userId)
  const list = await present(context, rows.slice(0, LIST_MAX), synced)
  return listed(list, rows.length)
}
door(whatsappAccountRoutes, 'GET /admin/whatsapp/list', (context) =>
  wholeList(context, context.ownerId, context.query.synced),
)
door(whatsappAccountRoutes, 'GET /admin/whatsapp/list/:userId', (context) =>
  wholeList(context, context.userId, context.query.synced),
)

door(whatsappAccountRoutes, 'GET /admin/whatsapp/count', ({ db }) => accountCounts(db, null))
door(whatsappAccountRoutes, 'GET /admin/whatsapp/count/:userId', ({ db, who, userId }) => {
  const everybody = seesAll(who.role) && ['all', 'null', 'undefined'].includes(userId)
  return accountCounts(db, everybody ? null : userId)
})

door(whatsappAccountRoutes, 'GET /admin/whatsapp/client-state/:id', async ({ client, now, effects }) => {
  const { env } = await effects()
  // an account that was never linked has no row: its state is in its object only
  const state = client.account
    ? (await presentLive(livePorts(env, now), client.account)).state
    : (await accountObject(env, client.accountId).snapshot())?.state
  return { state: state === 'connected' ? 'CONNECTED' : (state ?? 'disconnected') }
})

// Long poll: the next message this account puts on record, or null; the caller asks again.
door(
  whatsappAccountRoutes,
  'GET /admin/whatsapp/listen-message-created/:id',
  async ({ account, query, effects, who }) => {
    const { env } = await effects()
    const waitMs = query.wait === undefined ? LISTEN_MS : query.wait * 1000
    const message = await accountObject(env, account.id).nextMessage(waitMs)
    // the sign-in may have ended while this waited (rule socket-ends)
    const asker = message && (await sessionOf(connect(env.DB), who.sessionHash, Date.now()))
    if (message && asker?.role !== who.role) throw new Refusal('invalid_token')
    return twice('message', message)
  },
)

door(whatsappAccountRoutes, 'GET /admin/whatsapp/:id', async ({ account, now, effects }) => {
  const { env } = await effects()
  return twice('whatsapp', await presentLive(livePorts(env, now), account))
})
