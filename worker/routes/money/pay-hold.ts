// /admin/pay-hold: withdraws wait while the place pays far more than usual (rule usual-pay).
import { DONE } from '../../../contract/ground/done.ts'
import { seesAll } from '../../../contract/people/role-table.ts'
import { liftPayHold } from '../../../domain/money/decisions/pay-right-store.ts'
import { readPayHold } from '../../../domain/people/holds/pay-hold-store.ts'
import { door, routes } from '../../http/door.ts'

export const payHoldRoutes = routes()

door(payHoldRoutes, 'GET /admin/pay-hold', async ({ db, who }) => {
  const hold = await readPayHold(db)
  const { rupiah = null, usual = null } = (seesAll(who.role) && hold?.figures) || {}
  return { hold: hold && { id: hold.id, since: new Date(hold.since).toISOString(), rupiah, usual } }
})

door(payHoldRoutes, 'POST /admin/pay-hold/lift', async ({ db, who, body, now, audit, security }) => {
  const { id, reason } = body
  await liftPayHold(db, { id, by: who.id, now }, [
    ...audit('withdraw.let_go', `trouble:${id}`, undefined, { reason }),
    ...security('hold_lifted', who.id),
  ])
  return DONE
})
