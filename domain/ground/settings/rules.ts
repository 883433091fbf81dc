// Which settings may be saved, and how stored rows (text) are parsed (rule production-floors).
import {
  ADMIN_SETTINGS,
  DECIDER_DAY_FACTOR,
  DEFAULT_SETTINGS,
  isEmptyWindow,
  PRODUCTION_FLOOR,
  type Settings,
  settings,
} from '../../../contract/ground/settings.ts'

/** Stored rows over the defaults; a row that no longer fits its schema is ignored. */
export const parseSettings = (rows: readonly { key: string; value: string }[]): Settings => {
  const stored: Record<string, unknown> = {}
  for (const { key, value } of rows) {
    const schema = (settings.shape as Record<string, { safeParse(v: unknown): { success: boolean; data?: unknown } }>)[
      key
    ]
    const parsed = schema?.safeParse(value)
    if (parsed?.success) stored[key] = parsed.data
  }
  const values: Record<string, unknown> = { ...DEFAULT_SETTINGS, ...stored }
  if (!('decider_day_limit' in stored))
    values['decider_day_limit'] = DECIDER_DAY_FACTOR * Number(values['second_person_above'])
  return values as Settings
}

/** The settings as they will be with these values over the stored rows. */
export const withSettings = (rows: readonly { key: string; value: string }[], values: Partial<Settings>): Settings =>
  parseSettings([...rows, ...Object.entries(values).map(([key, value]) => ({ key, value: String(value) }))])

type Problem = {
  code: 'interval_order' | 'interval_below_floor' | 'below_floor' | 'window_empty'
  field: keyof Settings
}
/**
 * Why these settings cannot be saved over those, or null. In production none goes below the floors. An empty window of
 * an older version stands until somebody changes it.
 */
export const settingsProblem = (before: Settings, next: Settings, production: boolean): Problem | null => {
  if (production && next.interval_floor < PRODUCTION_FLOOR.interval_floor) {
    return { code: 'below_floor', field: 'interval_floor' }
  }
  if (production && next.recipient_cooldown_hours < PRODUCTION_FLOOR.recipient_cooldown_hours) {
    return { code: 'below_floor', field: 'recipient_cooldown_hours' }
  }
  if (next.interval_min < next.interval_floor) return { code: 'interval_below_floor', field: 'interval_min' }
  if (next.interval_min > next.interval_max) return { code: 'interval_order', field: 'interval_max' }
  const sameWindow =
    next.send_window_start === before.send_window_start && next.send_window_end === before.send_window_end
  if (isEmptyWindow(next) && !sameWindow) return { code: 'window_empty', field: 'send_window_end' }
  return null
}

/** For everybody but admins: as if these were not set (rule admin-settings). */
export const withoutAdminSettings = (setting: Settings): Settings => ({
  ...setting,
  ...Object.fromEntries(ADMIN_SETTINGS.map((key) => [key, DEFAULT_SETTINGS[key]])),
})

/** Only what differs. */
export const changedSettings = (before: Settings, after: Settings): Partial<Settings> =>
  Object.fromEntries(Object.entries(after).filter(([key, value]) => before[key as keyof Settings] !== value))
