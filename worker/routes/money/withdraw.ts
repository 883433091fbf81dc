// /admin/withdraw (rule withdraw-steps).
import { jakartaDay } from '../../../contract/ground/time.ts'
import { listed, totalled, twice } from '../../../contract/api/shapes.ts'
import { DONE } from '../../../contract/ground/done.ts'
import { seesAll } from '../../../contract/people/role-table.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { answerTexts } from '../../../contract/ground/texts.ts'
import { senToRupiah } from '../../../contract/ground/money.ts'
import { toPaged } from '../../../contract/ground/paging.ts'
import { incomeDaysOf } from '../../../domain/money/ledger/income-days-store.ts'
import { statementOf } from '../../../domain/money/ledger/statement-store.ts'
import { balanceOf } from '../../../domain/money/ledger/store.ts'
import { runBatch } from '../../../domain/ground/db/connection.ts'
import { droppedRef } from '../../../domain/people/notices/approval-notices.ts'
import { withdrawRef } from '../../../domain/people/notices/withdraw-notices.ts'
import { readSettings } from '../../../domain/ground/settings/store.ts'
import { figuresOfAll } from '../../../domain/money/stats/store.ts'
import { cancelWithdraw, decideWithdraw, requestWithdraw } from '../../../domain/money/withdraw/decide-withdraw.ts'
import { publishWithdraw } from '../../../domain/money/withdraw/publish-withdraw.ts'
import { presentBankDetails, presentListed, presentWithdraw } from '../../../domain/money/withdraw/present.ts'
import { paidInAll, paidOnDay } from '../../../domain/money/withdraw/paid-store.ts'
import {
  totalOfUser,
  waitingOf,
  withdrawById,
  withdrawPage,
  withdrawSum,
} from '../../../domain/money/withdraw/store.ts'
import { summaryOf } from '../../../domain/money/withdraw/summary-store.ts'
import { Accepted } from '../../http/context.ts'
import { type WriteContext, door, routes, type Who } from '../../http/door.ts'
import { exportIncomeDays, exportStatement, exportWithdraws } from '../../money-files.ts'
import { channelPorts } from '../../ports.ts'
import { announce } from '../../push.ts'
import { settleUser } from '../../settle.ts'

export const withdrawRoutes = routes()
const LIST_MAX = 1_000

door(withdrawRoutes, 'GET /admin/withdraw/income/:userId', async ({ db, userId }) => {
  const income = senToRupiah((await figuresOfAll(db, userId)).incomeSen)
  return { income, ...totalled(income) }
})
door(withdrawRoutes, 'GET /admin/withdraw/balance/:userId', async ({ db, userId }) => {
  const balance = senToRupiah((await balanceOf(db, userId)).balanceSen)
  return { balance, ...totalled(balance) }
})
door(withdrawRoutes, 'GET /admin/withdraw/total-requested/:userId', async ({ db, userId }) =>
  totalled(await totalOfUser(db, userId, 'requested')),
)
door(withdrawRoutes, 'GET /admin/withdraw/total-accepted/:userId', async ({ db, userId }) =>
  totalled(await totalOfUser(db, userId, 'accepted')),
)
const listOf = async (db: WriteContext['db'], userId: string | null) => {
  const { rows, total } = await withdrawPage(db, { page: 1, limit: LIST_MAX, userId })
  return listed(rows.map(presentListed), total)
}
door(withdrawRoutes, 'GET /admin/withdraw/history/:userId', ({ db, userId }) => listOf(db, userId))

/** Everybody's requests: admin and dev, staff while the setting lets them. */
const seesRequests = async (db: WriteContext['db'], who: Who): Promise<boolean> =>
  seesAll(who.role) || (who.role === 'staff' && (await readSettings(db)).staff_can_process)
/** Of everybody. The setting that lets staff see it is read in the same batch. @throws Refusal forbidden */
const forOffice = async <T>(db: WriteContext['db'], who: Who, read: Promise<T>): Promise<T> => {
  const [sees, found] = await Promise.all([seesRequests(db, who), read])
  if (!sees) throw new Refusal('forbidden')
  return found
}
door(withdrawRoutes, 'GET /admin/withdraw/total-today', async ({ db, who, now }) => {
  const day = jakartaDay(now)
  return { ...totalled(await forOffice(db, who, paidOnDay(db, day))), day }
})
door(withdrawRoutes, 'GET /admin/withdraw/total-all', async ({ db, who }) =>
  totalled(await forOffice(db, who, paidInAll(db))),
)
door(withdrawRoutes, 'GET /admin/withdraw/histories', ({ db, who }) => forOffice(db, who, listOf(db, null)))
door(withdrawRoutes, 'GET /admin/withdraw/histories-per-page', async ({ db, who, query }) => {
  const pageOf = async (userId: string | null) => {
    const asked = { ...query, userId }
    const reads = [withdrawPage(db, asked), waitingOf(db, userId), withdrawSum(db, asked)] as const
    const [found, waiting, sum] = await Promise.all(reads)
    return { ...found, waiting, sum }
  }
  const ownerId = who.role === 'member' ? who.id : (query.user_id ?? null)
  // the setting that lets staff see requests is read in the same batch as the requests
  const [sees, found] = await Promise.all([seesRequests(db, who), pageOf(ownerId)])
  const { rows, total, waiting, sum } = sees || ownerId === who.id ? found : await pageOf(who.id)
  return { ...toPaged(rows.map(presentListed), total, query), waiting, sum }
})
door(withdrawRoutes, 'GET /admin/withdraw/account/:id', async ({ db, who, param }) => {
  const row = await forOffice(db, who, withdrawById(db, param('id')))
  if (!row) throw new Refusal('not_found')
  return presentBankDetails(row)
})
door(withdrawRoutes, 'GET /admin/withdraw/export', async ({ db, who, query, audit }) => {
  if (!(await seesRequests(db, who))) throw new Refusal('forbidden')
  const file = await exportWithdraws(db, query)
  await runBatch(db, audit('withdraw.export', query.status ?? 'all'))
  return file
})
door(withdrawRoutes, 'GET /admin/withdraw/summary/:userId', ({ db, userId, now }) => summaryOf(db, userId, now))

// The page does not wait for this call's effect: a balance event brings the new balance.
door(withdrawRoutes, 'POST /admin/withdraw/settle', async ({ db, env, who }) => ({
  ...DONE,
  settled: await settleUser(env, db, who.id),
}))
door(withdrawRoutes, 'GET /admin/withdraw/statement/:userId', async ({ db, userId, query }) => {
  const { lines, total, open, older, newer } = await statementOf(db, { userId, ...query })
  return { ...toPaged(lines, total, query), open, older, newer }
})
door(withdrawRoutes, 'GET /admin/withdraw/statement-file/:userId', ({ db, userId, query }) =>
  exportStatement(db, { userId, ...query }),
)
door(withdrawRoutes, 'GET /admin/withdraw/income-days/:userId', async ({ db, userId, query }) => {
  const { rows, older, newer } = await incomeDaysOf(db, { userId, ...query })
  return { list: rows, data: rows, older, newer }
})
door(withdrawRoutes, 'GET /admin/withdraw/income-days-file/:userId', ({ db, userId, query }) =>
  exportIncomeDays(db, { userId, ...query }),
)

door(withdrawRoutes, 'POST /admin/withdraw/request', async ({ db, env, who, body, now, audit, later }) => {
  // settled first, so that income of the last minute can be withdrawn, too
  await settleUser(env, db, who.id)
  const request = { userId: who.id, nominal: body.nominal, now }
  const row = await requestWithdraw(db, request, (id) =>
    audit('withdraw.request', id, undefined, { nominal: body.nominal }),
  )
  later(publishWithdraw({ db, ...channelPorts(env) }, row.user_id))
  later(announce(env, db, withdrawRef(row)))
  return { ...DONE, ...twice('withdraw', presentWithdraw(row)) }
})
door(withdrawRoutes, 'POST /admin/withdraw/cancel', async ({ db, env, withdraw, now, audit, later }) => {
  const entry = audit('withdraw.cancel', withdraw.id, { status: withdraw.status }, { status: 'rejected' })
  const { row, moved } = await cancelWithdraw(db, withdraw, now, entry)
  if (moved) {
    later(publishWithdraw({ db, ...channelPorts(env) }, row.user_id))
    later(announce(env, db, droppedRef(row)))
  }
  return { ...DONE, ...twice('withdraw', presentWithdraw(row)) }
})
door(withdrawRoutes, 'PUT /admin/withdraw/update', async ({ db, env, who, body, now, audit, later }) => {
  const { id, status: to, reason } = body
  const { row, asked, refs } = await decideWithdraw(db, who, { id, to, reason, now }, audit)
  later(publishWithdraw({ db, ...channelPorts(env) }, row.user_id))
  const answer = { ...DONE, ...twice('withdraw', presentWithdraw(row)) }
  later(announce(env, db, ...refs))
  return asked ? new Accepted({ ...answer, msg: answerTexts.secondAsked }) : answer
})
