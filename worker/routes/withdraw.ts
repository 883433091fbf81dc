// /admin/withdraw (rule withdraw-steps).
import { seesAll } from '../../contract/access.ts'
import { Refusal } from '../../contract/errors.ts'
import { settleBody } from '../../contract/ledger.ts'
import { senToRupiah } from '../../contract/money.ts'
import { pageQuery, toPaged } from '../../contract/paging.ts'
import { withdrawListQuery, withdrawRequestBody, withdrawUpdateBody } from '../../contract/withdraw.ts'
import { jakartaDay } from '../../domain/blast/rules.ts'
import { statementOf } from '../../domain/ledger/statement/store.ts'
import { balanceOf } from '../../domain/ledger/store.ts'
import { readSettings } from '../../domain/settings/store.ts'
import { figuresOfAll } from '../../domain/stats/store.ts'
import { decideWithdraw, requestWithdraw } from '../../domain/withdraw/decide-withdraw.ts'
import { presentWithdraw } from '../../domain/withdraw/present.ts'
import { paidInAll, paidOnDay } from '../../domain/withdraw/paid-store.ts'
import { totalOfUser, withdrawPage } from '../../domain/withdraw/store.ts'
import { type Ask, door, routes, type Who } from '../http/door.ts'
import { tellWithdraw } from '../http/live-withdraws.ts'
import { settleOf } from '../settle.ts'

export const withdrawRoutes = routes()
const LIST_MAX = 1_000

door(withdrawRoutes, 'GET /admin/withdraw/income/:userId', { reads: 'primary' }, async ({ db, param }) => {
  const income = senToRupiah((await figuresOfAll(db, param('userId'))).incomeSen)
  return { income, value: income, total: income }
})
door(withdrawRoutes, 'GET /admin/withdraw/balance/:userId', { reads: 'primary' }, async ({ db, param }) => {
  const balance = senToRupiah((await balanceOf(db, param('userId'))).balanceSen)
  return { balance, value: balance, total: balance }
})
/** "a value or total": both. */
const totalled = (total: number) => ({ total, value: total })
door(withdrawRoutes, 'GET /admin/withdraw/total-requested/:userId', { reads: 'primary' }, async ({ db, param }) =>
  totalled(await totalOfUser(db, param('userId'), 'requested')),
)
door(withdrawRoutes, 'GET /admin/withdraw/total-accepted/:userId', { reads: 'primary' }, async ({ db, param }) =>
  totalled(await totalOfUser(db, param('userId'), 'accepted')),
)
door(withdrawRoutes, 'GET /admin/withdraw/total-today', { reads: 'primary' }, async ({ db, now }) => {
  const day = jakartaDay(now)
  return { ...totalled(await paidOnDay(db, day)), day }
})
door(withdrawRoutes, 'GET /admin/withdraw/total-all', { reads: 'primary' }, async ({ db }) =>
  totalled(await paidInAll(db)),
)

const listOf = async (db: Ask['db'], userId: string | null) => {
  const { rows, total } = await withdrawPage(db, { page: 1, limit: LIST_MAX, userId })
  const list = rows.map(presentWithdraw)
  return { list, data: list, truncated: total > list.length }
}
door(withdrawRoutes, 'GET /admin/withdraw/history/:userId', { reads: 'primary' }, ({ db, param }) =>
  listOf(db, param('userId')),
)

/** Everybody's requests: admin and dev, staff while the setting lets them. */
const seesRequests = async (db: Ask['db'], who: Who): Promise<boolean> =>
  seesAll(who.role) || (who.role === 'staff' && (await readSettings(db)).staff_can_process)
door(withdrawRoutes, 'GET /admin/withdraw/histories', { reads: 'primary' }, async ({ db, who }) => {
  const [sees, list] = await Promise.all([seesRequests(db, who), listOf(db, null)])
  if (!sees) throw new Refusal('forbidden')
  return list
})
door(
  withdrawRoutes,
  'GET /admin/withdraw/histories-per-page',
  { query: withdrawListQuery, reads: 'primary' },
  async ({ db, who, query }) => {
    const pageOf = (userId: string | null) => withdrawPage(db, { ...query, userId })
    const asked = who.role === 'member' ? who.id : (query.user_id ?? null)
    // whether staff may see it is a setting, which is read beside what they would see
    const [sees, found] = await Promise.all([seesRequests(db, who), pageOf(asked)])
    const { rows, total } = sees || asked === who.id ? found : await pageOf(who.id)
    return toPaged(rows.map(presentWithdraw), total, query)
  },
)

// Of everything else nobody waits for: the balance event tells what came of it.
door(
  withdrawRoutes,
  'POST /admin/withdraw/settle',
  { body: settleBody, often: 'settle' },
  async ({ db, env, who }) => ({ success: true, settled: await settleOf(env, db, who.id) }),
)
door(
  withdrawRoutes,
  'GET /admin/withdraw/statement/:userId',
  { query: pageQuery, reads: 'primary' },
  async ({ db, param, query }) => {
    const { lines, total, open } = await statementOf(db, { userId: param('userId'), ...query })
    return { ...toPaged(lines, total, query), open }
  },
)

door(
  withdrawRoutes,
  'POST /admin/withdraw/request',
  { body: withdrawRequestBody },
  async ({ db, env, who, body, now, audit, later }) => {
    // what was earned a moment ago can be asked for too
    await settleOf(env, db, who.id)
    const ask = { userId: who.id, nominal: body.nominal, now }
    const row = await requestWithdraw(db, ask, (id) =>
      audit('withdraw.request', id, undefined, { nominal: body.nominal }),
    )
    later(tellWithdraw(env, db, row.user_id))
    return { success: true, withdraw: presentWithdraw(row), data: presentWithdraw(row) }
  },
)
door(
  withdrawRoutes,
  'PUT /admin/withdraw/update',
  { body: withdrawUpdateBody },
  async ({ db, env, who, body, now, audit, later }) => {
    const ask = { id: body.id, to: body.status, now }
    const row = await decideWithdraw(db, who, ask, (before) =>
      audit('withdraw.update', body.id, { status: before.status }, { status: body.status }),
    )
    later(tellWithdraw(env, db, row.user_id))
    return { success: true, withdraw: presentWithdraw(row), data: presentWithdraw(row) }
  },
)
