// /admin/withdraw (s.7 Withdraw, decision 29).
import { seesAll } from '../../contract/access.ts'
import { Refusal } from '../../contract/errors.ts'
import { settleBody } from '../../contract/ledger.ts'
import { senToRupiah } from '../../contract/money.ts'
import { pageQuery, toPaged } from '../../contract/paging.ts'
import { withdrawListQuery, withdrawRequestBody, withdrawUpdateBody } from '../../contract/withdraw.ts'
import { jakartaDay, nextJakartaMidnight } from '../../domain/blast/rules.ts'
import { statementOf } from '../../domain/ledger/statement/store.ts'
import { balanceOf } from '../../domain/ledger/store.ts'
import { readSettings } from '../../domain/settings/store.ts'
import { figuresOfAll } from '../../domain/stats/store.ts'
import { decideWithdraw, requestWithdraw } from '../../domain/withdraw/decide-withdraw.ts'
import { presentWithdraw } from '../../domain/withdraw/present.ts'
import { totalAccepted, totalOfUser, withdrawPage } from '../../domain/withdraw/store.ts'
import { type Ask, door, routes, type Who } from '../http/door.ts'
import { tellWithdraw } from '../http/live-withdraws.ts'
import { settleOf } from '../settle.ts'

export const withdrawRoutes = routes()
const LIST_MAX = 1_000
const DAY_MS = 86_400_000

door(withdrawRoutes, 'GET /admin/withdraw/income/:userId', {}, async ({ db, param }) => {
  const income = senToRupiah((await figuresOfAll(db, param('userId'))).incomeSen)
  return { income, value: income, total: income }
})
door(withdrawRoutes, 'GET /admin/withdraw/balance/:userId', {}, async ({ db, param }) => {
  const balance = senToRupiah((await balanceOf(db, param('userId'))).balanceSen)
  return { balance, value: balance, total: balance }
})
/** "a value or total" (s.7): both. */
const totalled = (total: number) => ({ total, value: total })
door(withdrawRoutes, 'GET /admin/withdraw/total-requested/:userId', {}, async ({ db, param }) =>
  totalled(await totalOfUser(db, param('userId'), 'requested')),
)
door(withdrawRoutes, 'GET /admin/withdraw/total-accepted/:userId', {}, async ({ db, param }) =>
  totalled(await totalOfUser(db, param('userId'), 'accepted')),
)
door(withdrawRoutes, 'GET /admin/withdraw/total-today', {}, async ({ db, now }) => ({
  ...totalled(await totalAccepted(db, nextJakartaMidnight(now) - DAY_MS)),
  day: jakartaDay(now),
}))
door(withdrawRoutes, 'GET /admin/withdraw/total-all', {}, async ({ db }) => totalled(await totalAccepted(db, 0)))

const listOf = async (db: Ask['db'], userId: string | null) => {
  const { rows, total } = await withdrawPage(db, { page: 1, limit: LIST_MAX, userId })
  const list = rows.map(presentWithdraw)
  return { list, data: list, truncated: total > list.length }
}
door(withdrawRoutes, 'GET /admin/withdraw/history/:userId', {}, ({ db, param }) => listOf(db, param('userId')))

/** Everybody's requests: admin and dev, staff while the setting lets them. */
const seesRequests = async (db: Ask['db'], who: Who): Promise<boolean> =>
  seesAll(who.role) || (who.role === 'staff' && (await readSettings(db)).staff_can_process)
door(withdrawRoutes, 'GET /admin/withdraw/histories', {}, async ({ db, who }) => {
  if (!(await seesRequests(db, who))) throw new Refusal('forbidden')
  return listOf(db, null)
})
door(
  withdrawRoutes,
  'GET /admin/withdraw/histories-per-page',
  { query: withdrawListQuery },
  async ({ c, db, who, query }) => {
    const asked = c.req.query('user_id')
    const userId = (await seesRequests(db, who)) ? (asked && asked !== 'null' ? asked : null) : who.id
    const { rows, total } = await withdrawPage(db, { ...query, userId })
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
door(withdrawRoutes, 'GET /admin/withdraw/statement/:userId', { query: pageQuery }, async ({ db, param, query }) => {
  const { lines, total, open } = await statementOf(db, { userId: param('userId'), ...query })
  return { ...toPaged(lines, total, query), open }
})

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
