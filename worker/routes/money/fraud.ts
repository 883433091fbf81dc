// /admin/fraud: members to look at, and holds on their withdraws (rules fraud-signals, withdraw-hold).
import { DONE } from '../../../contract/ground/done.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { toPaged } from '../../../contract/ground/paging.ts'
import { DAY_MS, jakartaDay } from '../../../contract/ground/time.ts'
import { addHold, liftHold } from '../../../domain/money/fraud/holds-store.ts'
import { suspectPage } from '../../../domain/money/fraud/list-store.ts'
import { presentSuspect } from '../../../domain/money/fraud/present.ts'
import { rolesThatPayOut } from '../../../domain/people/notices/withdraw-notices.ts'
import { refuseSteering } from '../../../domain/people/ties/refuse-steering.ts'
import { publishWithdraw } from '../../../domain/money/withdraw/publish-withdraw.ts'
import { userById } from '../../../domain/people/users/store.ts'
import { door, routes, type WriteContext, type Who } from '../../http/door.ts'
import { channelPorts } from '../../ports.ts'

export const fraudRoutes = routes()

door(fraudRoutes, 'GET /admin/fraud', async ({ db, query, now }) => {
  const { rows, people, total, day, partial } = await suspectPage(db, query)
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return {
    ...toPaged(rows.map(presentSuspect(names)), total, query),
    day,
    old: day !== null && day < jakartaDay(now - DAY_MS),
    partial,
  }
})

/** Nobody decides about their own withdraws. @throws Refusal */
const mustBeAnother = async (db: WriteContext['db'], who: Who, userId: string): Promise<void> => {
  if (who.id === userId) throw new Refusal('withdraw_own')
  if (!(await userById(db, userId))) throw new Refusal('not_found')
}
door(fraudRoutes, 'POST /admin/fraud/hold', async ({ db, env, who, body, now, audit, later }) => {
  const { user_id: userId, reason } = body
  await mustBeAnother(db, who, userId)
  const entry = audit('user.hold_withdraws', userId, undefined, { reason })
  if (!(await addHold(db, { userId, by: who.id, reason, at: now }, entry))) throw new Refusal('already_held')
  later(publishWithdraw({ db, ...channelPorts(env) }, userId))
  return DONE
})
door(fraudRoutes, 'POST /admin/fraud/lift', async ({ db, env, who, body, now, audit, later }) => {
  const { user_id: userId, reason } = body
  await mustBeAnother(db, who, userId)
  const entry = audit('user.lift_hold', userId, undefined, { reason })
  const mustNotSteer = (): Promise<void> =>
    refuseSteering(db, { by: who.id, roles: rolesThatPayOut(false), now }, { userId, withdrawId: null, member: '' })
  await mustNotSteer()
  if (!(await liftHold(db, { userId, by: who.id, reason, at: now }, entry))) {
    await mustNotSteer()
    throw new Refusal('not_held')
  }
  later(publishWithdraw({ db, ...channelPorts(env) }, userId))
  return DONE
})
