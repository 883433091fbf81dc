// /admin/setting: the global settings.
import { DAYS_OF } from '../../../contract/ground/consent-grades.ts'
import { DONE } from '../../../contract/ground/done.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { PROVEN_SETTINGS, type Settings, type settingsAgain } from '../../../contract/ground/settings.ts'
import { askSecond } from '../../../domain/people/approvals/ask-second.ts'
import type { z } from 'zod'
import { mustBeTypedTwice } from '../../../domain/people/approvals/typed-twice.ts'
import { steepSettings } from '../../../domain/people/approvals/usual-rules.ts'
import { readLadder } from '../../../domain/people/approvals/usual-store.ts'
import { loosened } from '../../../domain/people/approvals/rules.ts'
import { isAlone } from '../../../domain/people/approvals/store.ts'
import { runBatch, type Statement } from '../../../domain/ground/db/connection.ts'
import { asRead } from '../../../domain/ground/edits/as-read.ts'
import { withUnversioned } from '../../../domain/ground/edits/versions.ts'
import { askedRef } from '../../../domain/people/notices/approval-notices.ts'
import {
  changedSettings,
  parseSettings,
  settingsProblem,
  withoutAdminSettings,
  withSettings,
} from '../../../domain/ground/settings/rules.ts'
import { settingChanges } from '../../../domain/ground/settings/changes-store.ts'
import {
  refuseSettingsEdited,
  selectSettings,
  settingsRead,
  writeSettings,
} from '../../../domain/ground/settings/store.ts'
import { walkAnew } from '../../../domain/recipients/suppressions/grade-walk-store.ts'
import { isSandbox } from '../../env.ts'
import { door, routes, type Who, type WriteContext } from '../../http/door.ts'
import { announce } from '../../push.ts'

export const settingRoutes = routes()
const pick = <T extends object, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>

door(settingRoutes, 'GET /admin/setting/get', async ({ db, who }) => {
  const rows = await selectSettings(db)
  const setting = parseSettings(rows)
  const isAdmin = who.role === 'admin' || who.role === 'dev'
  return isAdmin ? { setting, version: settingsRead(rows).version } : { setting: withoutAdminSettings(setting) }
})

door(settingRoutes, 'GET /admin/setting/changes', async ({ db }) => {
  const changes = (await settingChanges(db)).map(({ at, ...change }) => ({ ...change, at: new Date(at).toISOString() }))
  return { changes }
})

type Context = Pick<WriteContext, 'db' | 'env' | 'now' | 'audit' | 'press' | 'later' | 'needProof'> & { who: Who }
const GRADE_SETTINGS = ['consent_lowest_grade', ...Object.values(DAYS_OF)] as const
const STEERED = ['price', 'referral_percent'] as const
type Rows = Awaited<ReturnType<typeof selectSettings>>
type Again = z.output<typeof settingsAgain>
type Change = { rows: Rows; version: string | undefined; sent: Partial<Settings>; again: Again; guard: Statement[] }
/**
 * Prices and shares of more than three times the usual, by their keys, with the usual (rule usual-price).
 * @throws Refusal amount_again
 */
const steepOf = async (
  { db, now }: Context,
  before: Settings,
  wanted: Partial<Settings>,
  again: Again,
): Promise<ReturnType<typeof steepSettings>> => {
  if (!STEERED.some((key) => key in wanted)) return {}
  const after = { ...before, ...wanted }
  const steep = steepSettings(before, after, (await readLadder(db, now)).past)
  for (const field of STEERED) {
    const usual = steep[field]
    if (usual !== undefined)
      mustBeTypedTwice({ field, amount: Number(after[field]), again: again[`${field}_again`], usual })
  }
  return steep
}
/** All of it in one batch: what waits for a second person is not asked where the rest is refused. */
const change = async (context: Context, { rows, version, sent, again, guard }: Change): Promise<boolean> => {
  const { db, env, who, now, audit, press, needProof, later } = context
  const before = parseSettings(rows)
  const setting = withSettings(rows, sent)
  const problem = settingsProblem(before, setting, !isSandbox(env))
  if (problem) throw new Refusal(problem.code, { field: problem.field })
  // one that follows another is not written beside it
  const onlySent = (changed: Partial<Settings>) =>
    Object.fromEntries(Object.entries(changed).filter(([key]) => key in sent)) as Partial<Settings>
  const wanted = onlySent(changedSettings(before, setting))
  if (PROVEN_SETTINGS.some((key) => key in wanted)) needProof()
  const usual = await steepOf(context, before, wanted, again)
  // what loosens the limits of the second person, or is steep, waits for one, if there is one (rules second-person, usual-price)
  const keys = new Set<keyof Settings>([...loosened(before, setting), ...STEERED.filter((key) => key in usual)])
  const looser = [...keys].filter((key) => key in sent)
  const asks = looser.length > 0 && !(await isAlone(db, who.id, now))
  const saved = asks ? withSettings(rows, { ...sent, ...pick(before, looser) }) : setting
  const changed = onlySent(changedSettings(before, saved))
  const was = Object.fromEntries(Object.keys(changed).map((key) => [key, before[key as keyof typeof before]]))
  const writes =
    Object.keys(changed).length === 0
      ? []
      : [
          writeSettings(db, changed),
          // asked for and taken back within a minute, it would leave marks that no walk looks at
          ...(GRADE_SETTINGS.some((key) => key in changed) ? [walkAnew(db)] : []),
          ...audit('settings.update', 'settings', was, withUnversioned(version, changed)),
        ]
  if (asks) {
    const [id, loose] = [crypto.randomUUID(), pick(setting, looser)]
    const about = {
      kind: 'setting' as const,
      subject: 'settings',
      amount: Math.max(...Object.values(loose).map(Number)),
    }
    const payload = { ...loose, before: pick(before, looser), usual }
    const question = { id, ...about, beneficiary_id: null, payload, by: who.id, now }
    await askSecond(db, question, [...guard, ...audit('approval.ask', id, pick(before, looser), loose), ...writes])
    later(announce(env, db, askedRef(id)))
  } else {
    await runBatch(db, writes.length === 0 ? press() : [...guard, ...writes])
  }
  return asks
}

door(settingRoutes, 'PUT /admin/setting/update', async (context) => {
  const { db } = context
  const { version, price_again, referral_percent_again, ...body } = context.body
  const again = { price_again, referral_percent_again }
  const rows = await selectSettings(db)
  const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
  const edit = {
    version,
    now: settingsRead(rows),
    guard: refuseSettingsEdited(db, rows),
    again: async () => settingsRead(await selectSettings(db)),
    about: { target: 'settings', actions: ['settings.update'], names: true } as const,
  }
  const asks = await asRead(db, edit, (guard) => change(context, { rows, version, sent, again, guard }))
  const after = await selectSettings(db)
  return { ...DONE, setting: parseSettings(after), version: settingsRead(after).version, approval_pending: asks }
})
