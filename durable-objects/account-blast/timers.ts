// What each timer does when it is due.
import { foldAttempts } from './sending/attempts-store.ts'
import { dropOldChecks } from './number-check/check-store.ts'
import { endRestriction, reconnect } from './session/connection.ts'
import type { AccountCore, TimerName } from './core.ts'
import { ATTEMPT_DAYS, CHECK_DAYS, DAY_MS, KEY_ROW_DAYS } from '../timing.ts'
import { keepJobs } from './one-off/one-off.ts'
import { dropOldJobs } from './one-off/one-off-store.ts'
import { keepChecks } from './number-check/persist-check.ts'
import { checkLease, placeRunner, wantsRunner } from './session/lease.ts'
import { linkTimedOut } from './session/link.ts'
import { processOptOuts } from './opt-outs/opt-outs.ts'
import { expirePending, expireUnknown, flush, resend } from './sending/outcomes.ts'
import { saveRow } from './account-row.ts'
import { dropUnused } from './session/vault-store.ts'

const tidy = async (core: AccountCore): Promise<void> => {
  const doc = core.account
  // a link nobody finished leaves nothing behind
  if (!doc.linked && !doc.link && !doc.removed && doc.attempts === 0) return core.forget()
  const keep = Math.max(ATTEMPT_DAYS * DAY_MS, core.context?.cooldownMs ?? 0)
  foldAttempts(core.sql, core.now() - keep)
  dropUnused(core.sql, core.now() - KEY_ROW_DAYS * DAY_MS)
  dropOldChecks(core.sql, core.now() - CHECK_DAYS * DAY_MS)
  dropOldJobs(core.sql, core.now() - CHECK_DAYS * DAY_MS)
  core.timer('tidy', core.now() + DAY_MS)
}

export const TIMERS: Record<TimerName, (core: AccountCore) => unknown> = {
  pump: (core) => core.wake(),
  check: (core) => core.wake(),
  'check-keep': keepChecks,
  'job-keep': keepJobs,
  ack: expirePending,
  unknown: expireUnknown,
  reconnect,
  link: linkTimedOut,
  place: (core) => (wantsRunner(core.account) ? placeRunner(core) : undefined),
  lease: checkLease,
  flush,
  resend,
  row: saveRow,
  'opt-outs': processOptOuts,
  tidy,
  restriction: endRestriction,
}
