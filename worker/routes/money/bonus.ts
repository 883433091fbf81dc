// /admin/bonus (rule bonus).
import { answerTexts, caseTexts } from '../../../contract/ground/texts.ts'
import { DONE } from '../../../contract/ground/done.ts'
import type { BonusItem } from '../../../contract/money/bonus.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { senToRupiah } from '../../../contract/ground/money.ts'
import { toPaged } from '../../../contract/ground/paging.ts'
import { askedEntry, askSecond } from '../../../domain/people/approvals/ask-second.ts'
import { decidingOf, giveBonus, mustGiveTo } from '../../../domain/money/bonus/give-bonus.ts'
import { type BonusRow, bonusById, bonusPage, bonusSum, takeBackBonus } from '../../../domain/money/bonus/store.ts'
import { needsSecondToday } from '../../../domain/money/day-limits/store.ts'
import { refusalOf } from '../../../domain/ground/db/refusals.ts'
import { publishBalance } from '../../../domain/money/ledger/publish-balance.ts'
import { balanceOf } from '../../../domain/money/ledger/store.ts'
import { askedRef } from '../../../domain/people/notices/approval-notices.ts'
import { userById } from '../../../domain/people/users/store.ts'
import { Accepted } from '../../http/context.ts'
import { type WriteContext, door, routes } from '../../http/door.ts'
import { channelPorts } from '../../ports.ts'
import { announce } from '../../push.ts'

export const bonusRoutes = routes()

const present = (row: BonusRow): BonusItem => ({
  id: row.id,
  nominal: row.nominal,
  reason: row.reason,
  createdAt: new Date(row.created_at).toISOString(),
  User: { firstname: row.firstname, lastname: row.lastname },
  userId: row.user_id,
  adminId: row.admin_id,
  givenBy: row.giver,
})

door(bonusRoutes, 'POST /admin/bonus/create', async ({ db, env, who, body, now, audit, later }) => {
  const to = await userById(db, body.userId)
  if (!to) throw new Refusal('invalid_input', { field: 'userId', text: caseTexts.memberUnknown })
  await mustGiveTo(db, who.id, to, now)
  const id = crypto.randomUUID()
  const bonus = { id, adminId: who.id, ...body, now }
  const entry = audit('bonus.create', id, undefined, body)
  // what was decided between the look and the write makes it wait as well
  const given = !(await needsSecondToday(db, decidingOf(bonus))) && (await giveBonus(db, bonus, who.id, entry))
  if (!given) {
    const about = { kind: 'bonus' as const, subject: id, amount: body.nominal }
    const question = { id, ...about, beneficiary_id: body.userId, payload: body, by: who.id, now }
    await askSecond(db, question, audit('approval.ask', id, undefined, askedEntry(about)))
    later(announce(env, db, askedRef(id)))
    return new Accepted({ ...DONE, msg: answerTexts.secondAsked, approval: { id } })
  }
  const row = await bonusById(db, id)
  if (!row) throw new Refusal('not_found')
  later(publishBalance({ db, ...channelPorts(env) }, row.user_id))
  return { ...DONE, bonus: present(row) }
})

/** The refusal that tells what deleting this bonus would do to the balance; the admin may confirm it. */
const spent = async (db: WriteContext['db'], row: BonusRow): Promise<Refusal> => {
  const after = senToRupiah((await balanceOf(db, row.user_id)).balanceSen) - row.nominal
  const name = `${row.firstname} ${row.lastname}`.trim()
  return new Refusal('bonus_spent', { text: caseTexts.bonusSpent(name, Math.floor(after)) })
}
door(bonusRoutes, 'DELETE /admin/bonus/:id', async ({ db, env, query, param, now, audit, later }) => {
  const row = await bonusById(db, param('id'))
  if (!row) throw new Refusal('not_found')
  const mayOverdraw = query.confirm === '1'
  try {
    await takeBackBonus(db, row, { mayOverdraw, now }, audit('bonus.delete', row.id, present(row)))
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === 'taken ledger.ref') throw new Refusal('not_found')
    throw refusal === 'below_zero' ? await spent(db, row) : error
  }
  later(publishBalance({ db, ...channelPorts(env) }, row.user_id))
  return DONE
})

door(bonusRoutes, 'GET /admin/bonus/list-per-page', async ({ db, query, ownerId }) => {
  const asked = { ...query, userId: ownerId }
  const [{ rows, total }, sum] = await Promise.all([bonusPage(db, asked), bonusSum(db, asked)])
  return { ...toPaged(rows.map(present), total, query), sum }
})
door(bonusRoutes, 'GET /admin/bonus/total/:userId', async ({ db, userId }) => {
  const totalBonus = senToRupiah((await balanceOf(db, userId)).bonusSen)
  return { totalBonus, total: totalBonus }
})
