// What was paid lately, as it is on record, in SQL (rule usual-price).
import { sql } from 'drizzle-orm'
import type { Db } from '../../ground/db/connection.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { auditLog } from '../../record/audit/table.ts'
import type { RankedLevel } from '../levels/store.ts'
import { parseSettings } from '../../ground/settings/rules.ts'
import { selectSettings } from '../../ground/settings/store.ts'
import type { approvals } from './table.ts'
import { type Ladder, USUAL_MS } from './usual-rules.ts'

const parsed = (json: string): Readonly<Record<string, unknown>> => JSON.parse(json) as Record<string, unknown>
/** @param personId whose own changes count, too */
export const readLadder = async (db: Db, now: number, personId: string | null = null): Promise<Ladder> => {
  const since = now - USUAL_MS
  const [levels, settings, changes, agreed] = await db.batch([
    db.all<RankedLevel>(sql`select id, blast_fee, requirement_blast from levels`),
    selectSettings(db),
    // the unary + keeps SQLite at the index by target
    db.all<Row<typeof auditLog, 'target' | 'action' | 'at' | 'before'>>(sql`
      select a.target, a.action, a.at, a.before
      from (select id from levels union all select 'settings' union all select ${personId}) t
      cross join audit_log a on a.target = t.id
      where +a.at > ${since}
        and +a.action in ('level.create', 'level.update', 'settings.update', 'user.update')
    `),
    db.all<Row<typeof approvals, 'kind' | 'subject' | 'payload'> & { at: number }>(sql`
      select kind, subject, payload, decided_at as at
      from approvals
      where status = 'approved' and asked_at > ${since} and kind in ('price', 'level', 'setting')
    `),
  ])
  return {
    levels,
    setting: parseSettings(settings),
    past: {
      changes: changes.map(({ before, ...change }) => ({ ...change, before: before === null ? null : parsed(before) })),
      agreed: agreed.map(({ payload, ...one }) => ({ ...one, payload: parsed(payload) })),
    },
  }
}
