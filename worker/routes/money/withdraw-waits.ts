// /admin/withdraw: the wait of a tied decider, and its member's *Bukan saya* (rules decider-wait, wait-objection).
import { twice } from '../../../contract/api/shapes.ts'
import { DONE } from '../../../contract/ground/done.ts'
import { presentWithdraw } from '../../../domain/money/withdraw/present.ts'
import { publishWithdraw } from '../../../domain/money/withdraw/publish-withdraw.ts'
import { objectToWait, waitForWithdraw } from '../../../domain/money/withdraw/wait-withdraw.ts'
import { door, routes } from '../../http/door.ts'
import { tellChange } from '../../http/signed-in.ts'
import { channelPorts } from '../../ports.ts'

export const withdrawWaitRoutes = routes()

door(withdrawWaitRoutes, 'POST /admin/withdraw/wait', async ({ db, env, who, body, now, audit, security, later }) => {
  const asked = { id: body.id, origin: env.APP_ORIGIN, now }
  const { row, told } = await waitForWithdraw(db, who, asked, ({ user_id: userId }, after) => [
    ...audit('withdraw.wait', body.id, undefined, after),
    ...security('wait_opened', userId),
  ])
  if (told) {
    later(publishWithdraw({ db, ...channelPorts(env) }, row.user_id))
    later(tellChange(env, db, told))
  }
  return { ...DONE, ...twice('withdraw', presentWithdraw(row)) }
})
door(withdrawWaitRoutes, 'POST /admin/withdraw/object', async ({ db, env, withdraw, now, audit, security, later }) => {
  const more = [...audit('withdraw.object', withdraw.id), ...security('wait_stopped', withdraw.user_id)]
  const { row, moved } = await objectToWait(db, withdraw, now, more)
  if (moved) later(publishWithdraw({ db, ...channelPorts(env) }, row.user_id))
  return { ...DONE, ...twice('withdraw', presentWithdraw(row)) }
})
