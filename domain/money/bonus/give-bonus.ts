// Gives a bonus (rules bonus, day-limits, decider-ties): the statements themselves ask for everything that may have changed since the form was opened.
import { Refusal } from '../../../contract/ground/errors.ts'
import { type Deciding, dayDecision } from '../day-limits/store.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { refusalOf } from '../../ground/db/refusals.ts'
import { rolesThatPayOut } from '../../people/notices/withdraw-notices.ts'
import { refuseSteering } from '../../people/ties/refuse-steering.ts'
import { userById, type UserView } from '../../people/users/store.ts'
import { insertBonus, type NewBonus } from './store.ts'

/** @throws Refusal bonus_own or bonus_closed. */
const refuseBeneficiary = (giverId: string, to: { id: string; status: string }): void => {
  if (to.id === giverId) throw new Refusal('bonus_own', { field: 'userId' })
  if (to.status === 'closed') throw new Refusal('bonus_closed', { field: 'userId' })
}
/** @throws Refusal bonus_own, bonus_closed or decider_tied. */
export const mustGiveTo = async (db: Db, giverId: string, to: UserView, now: number): Promise<void> => {
  refuseBeneficiary(giverId, to)
  const line = { userId: to.id, withdrawId: null, member: `${to.firstname} ${to.lastname}`.trim() }
  await refuseSteering(db, { by: giverId, roles: rolesThatPayOut(false), now }, line)
}
export const decidingOf = ({ id, userId, adminId, nominal, now }: NewBonus): Deciding => ({
  kind: 'bonus',
  by: adminId,
  now,
  lines: [{ subject: id, beneficiaryId: userId, amount: nominal }],
})
/**
 * @param by who does it: the giver alone, or the second person
 * @returns false: it needs a second person, because of what was decided at the same moment; nothing was written
 * @throws Refusal bonus_own, bonus_closed, decider_tied, or forbidden for anyone who is no admin any more
 */
export const giveBonus = async (db: Db, bonus: NewBonus, by: string, more: Statement[]): Promise<boolean> => {
  const alone = by === bonus.adminId
  try {
    await insertBonus(db, bonus, by, [...dayDecision(db, decidingOf(bonus), { alone }), ...more])
    return true
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === 'day_limit') return false
    if (refusal !== 'bonus_refused') throw error
    const to = await userById(db, bonus.userId)
    if (to) await mustGiveTo(db, bonus.adminId, to, bonus.now)
    if (to && !alone) await mustGiveTo(db, by, to, bonus.now)
    throw new Refusal('forbidden')
  }
}
