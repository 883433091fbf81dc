// The hourly job that deletes what is past its time, table by table of the one list (rule retention).
import { isNotProved } from '../../record/record/store.ts'
import { type SQL, sql } from 'drizzle-orm'
import { jakartaDay, MINUTE_MS } from '../../../contract/ground/time.ts'
import { dropLids } from '../../record/audit/store.ts'
import type { Db } from '../../ground/db/connection.ts'
import { purge } from '../../ground/db/purge.ts'
import { purgeCounts } from '../../ground/limits/store.ts'
import { purgeSubscriptions } from '../../people/notices/push-store.ts'
import { purgeNotices } from '../../people/notices/store.ts'
import { tidySecurityEvents } from '../../record/security-events/store.ts'
import { foldSettlements } from '../../money/settlement/fold-store.ts'
import { purgeActs } from '../../recipients/bulk-acts/store.ts'
import { dropDeletedFields } from '../../recipients/fields/store.ts'
import { purgeConsents } from '../../recipients/suppressions/consent-store.ts'
import { purgeRanges } from '../../recipients/suppressions/range-store.ts'
import { dropDeletedTags } from '../../recipients/tags/store.ts'
import { purgeAnsweredWakes } from '../../sending/wakes/store.ts'
import { purgeTroubles } from '../troubles/store.ts'
import { RETENTIONS, type Unit } from './rules.ts'

export type RetentionPorts = {
  db: Db
  now: number
  clock: () => number
  /** Deletes ended imports with their files and skipped rows. */
  forgetImports: (before: number) => Promise<void>
  /** Deletes number checks with their files, and what their senders keep of them. */
  forgetChecks: (before: number) => Promise<void>
}

const isOver = (column: string, unit: Unit, before: number): SQL => {
  const cell = sql.identifier(column)
  if (unit === 'day') return sql`${cell} < ${jakartaDay(before)}`
  return sql`${cell} <= ${unit === 'minute' ? Math.floor(before / MINUTE_MS) : before}`
}

const FOLD_MS = 20_000
const TAGS_MS = 20_000
/** Tables of which more goes than their own rows, or whose index wants another question; of all others the rows past their time are deleted. */
const PURGES: Readonly<Record<string, (ports: RetentionPorts, before: number) => Promise<unknown>>> = {
  push_subscriptions: ({ db }) => purgeSubscriptions(db),
  request_counts: ({ db, now }) => purgeCounts(db, now),
  // before the history: a row of it that is gone would stand for a recipient's again
  consent_ranges: ({ db }, before) => purgeRanges(db, before),
  consent_history: ({ db }, before) => purgeConsents(db, before, isNotProved('consent_history', before)),
  notices: ({ db }, before) => purgeNotices(db, before),
  import_jobs: ({ forgetImports }, before) => forgetImports(before),
  bulk_acts: ({ db }, before) => purgeActs(db, before),
  audit_log: async ({ db }, before) => {
    await purge(db, 'audit_log', sql`${isOver('at', 'ms', before)} and ${isNotProved('audit_log', before)}`)
    await dropLids(db)
  },
  // places go before the events do
  security_events: ({ db, now }) => tidySecurityEvents(db, now),
  // what ended before began before: the index is by the beginning
  blaster_jobs: ({ db }, before) =>
    purge(db, 'blaster_jobs', sql`created_at <= ${before} and finished_at <= ${before}`),
  number_checks: ({ forgetChecks }, before) => forgetChecks(before),
  phone_tags: ({ db, clock }) => {
    const until = clock() + TAGS_MS
    return dropDeletedTags(db, () => clock() < until)
  },
  phone_fields: ({ db, clock }) => {
    const until = clock() + TAGS_MS
    return dropDeletedFields(db, () => clock() < until)
  },
  troubles: ({ db }, before) => purgeTroubles(db, before),
  unanswered_wakes: ({ db }) => purgeAnsweredWakes(db),
  settlements: ({ db, clock }, before) => foldSettlements(db, { before, clock, until: clock() + FOLD_MS }),
}

/** One table that fails must not keep the others. @returns whether all went well */
export const keepRetentions = async (
  ports: RetentionPorts,
  failed: (table: string, error: unknown) => void,
): Promise<boolean> => {
  let isWell = true
  for (const [table, life] of Object.entries(RETENTIONS)) {
    const own = PURGES[table]
    const isTimed = life.kept === 'for a time'
    const before = isTimed ? ports.now - life.afterMs : ports.now
    try {
      if (own) await own(ports, before)
      else if (isTimed) await purge(ports.db, table, isOver(life.column, life.unit, before))
    } catch (error) {
      isWell = false
      failed(table, error)
    }
  }
  return isWell
}
