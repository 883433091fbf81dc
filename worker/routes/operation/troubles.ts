// /admin/troubles: what the Worker found wrong with itself, and whether alerts arrive (rules troubles, alerts).
import { DONE } from '../../../contract/ground/done.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { readSettings } from '../../../domain/ground/settings/store.ts'
import { addTestAlerts, deliveredOf } from '../../../domain/operation/troubles/alerts-store.ts'
import { presentTroubles } from '../../../domain/operation/troubles/present.ts'
import { troubleList } from '../../../domain/operation/troubles/store.ts'
import { targetsOf } from '../../../domain/operation/troubles/targets.ts'
import { door, routes } from '../../http/door.ts'
import { tellAlerts } from '../../troubles.ts'

export const troubleRoutes = routes()

door(troubleRoutes, 'GET /admin/troubles', async ({ db, vars, now }) => {
  const [list, settings] = await Promise.all([troubleList(db, now), readSettings(db)])
  const targets = targetsOf(settings)
  const mail = targets.filter(({ channel }) => channel === 'mail').length
  return { ...presentTroubles(list, vars.RUNBOOKS_URL ?? ''), channels: { mail, webhook: mail < targets.length } }
})

door(troubleRoutes, 'POST /admin/troubles/test', async ({ db, env, now, press }) => {
  const targets = targetsOf(await readSettings(db))
  if (targets.length === 0) throw new Refusal('no_alert_address')
  const ids = await addTestAlerts(db, targets, now, press())
  await tellAlerts(env, db, now)
  return { ...DONE, sent: ids.length, delivered: (await deliveredOf(db, ids)).length }
})
