// /admin/setting: the global settings.
import { DONE } from '../../contract/api/shapes.ts'
import { Refusal } from '../../contract/errors.ts'
import { PROVEN_SETTINGS, type Settings } from '../../contract/settings.ts'
import { askSecond } from '../../domain/approvals/ask-second.ts'
import { loosened } from '../../domain/approvals/rules.ts'
import { isAlone } from '../../domain/approvals/store.ts'
import { runBatch } from '../../domain/db/connection.ts'
import { askedRef } from '../../domain/notices/approval-notices.ts'
import {
  changedSettings,
  parseSettings,
  settingsProblem,
  withoutAdminSettings,
  withSettings,
} from '../../domain/settings/rules.ts'
import { readSettings, selectSettings, writeSettings } from '../../domain/settings/store.ts'
import { isSandbox } from '../env.ts'
import { door, routes } from '../http/door.ts'
import { announce } from '../push.ts'

export const settingRoutes = routes()
const pick = <T extends object, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>

door(settingRoutes, 'GET /admin/setting/get', async ({ db, who }) => {
  const setting = await readSettings(db)
  const isAdmin = who.role === 'admin' || who.role === 'dev'
  return { setting: isAdmin ? setting : withoutAdminSettings(setting) }
})

door(
  settingRoutes,
  'PUT /admin/setting/update',
  async ({ env, db, who, body, now, audit, press, needProof, later }) => {
    const rows = await selectSettings(db)
    const before = parseSettings(rows)
    const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
    const setting = withSettings(rows, sent)
    const problem = settingsProblem(before, setting, !isSandbox(env))
    if (problem) throw new Refusal(problem.code, { field: problem.field })
    // one that follows another is not written beside it
    const onlySent = (changed: Partial<Settings>) =>
      Object.fromEntries(Object.entries(changed).filter(([key]) => key in sent)) as Partial<Settings>
    const wanted = onlySent(changedSettings(before, setting))
    if (PROVEN_SETTINGS.some((key) => key in wanted)) needProof()
    // what loosens the limits of the second person waits for one, if there is one (rule second-person)
    const looser = loosened(before, setting).filter((key) => key in sent)
    const asks = looser.length > 0 && !(await isAlone(db, who.id, now))
    const saved = asks ? withSettings(rows, { ...sent, ...pick(before, looser) }) : setting
    const changed = onlySent(changedSettings(before, saved))
    if (asks) {
      const [id, change] = [crypto.randomUUID(), pick(setting, looser)]
      const about = { kind: 'setting' as const, subject: 'settings', amount: Math.max(...Object.values(change)) }
      const payload = { ...change, before: pick(before, looser) }
      const question = { id, ...about, beneficiary_id: null, payload, by: who.id, now }
      await askSecond(db, question, audit('approval.ask', id, pick(before, looser), change))
      later(announce(env, db, askedRef(id)))
    }
    const was = Object.fromEntries(Object.keys(changed).map((key) => [key, before[key as keyof typeof before]]))
    if (Object.keys(changed).length > 0) {
      await runBatch(db, [writeSettings(db, changed), ...audit('settings.update', 'settings', was, changed)])
    } else await runBatch(db, press())
    return { ...DONE, setting: saved, approval_pending: asks }
  },
)
