// /admin/setting: the global settings.
import { DONE } from '../../contract/api/shapes.ts'
import { Refusal } from '../../contract/errors.ts'
import { runBatch } from '../../domain/db/connection.ts'
import { changedSettings, settingsProblem } from '../../domain/settings/rules.ts'
import { readSettings, writeSettings } from '../../domain/settings/store.ts'
import { isSandbox } from '../env.ts'
import { door, routes } from '../http/door.ts'

export const settingRoutes = routes()

door(settingRoutes, 'GET /admin/setting/get', async ({ db }) => ({
  setting: await readSettings(db),
}))

door(settingRoutes, 'PUT /admin/setting/update', async ({ env, db, body, audit }) => {
  const before = await readSettings(db)
  const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
  const setting = { ...before, ...sent }
  const problem = settingsProblem(before, setting, !isSandbox(env))
  if (problem) throw new Refusal(problem.code, { field: problem.field })
  const changed = changedSettings(before, setting)
  const was = Object.fromEntries(Object.keys(changed).map((key) => [key, before[key as keyof typeof before]]))
  if (Object.keys(changed).length > 0) {
    await runBatch(db, [writeSettings(db, changed), ...audit('settings.update', 'settings', was, changed)])
  }
  return { ...DONE, setting }
})
