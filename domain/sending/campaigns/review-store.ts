// Who changed last what a campaign will be, and that somebody else lets it go (rule campaign-review).
import { sql } from 'drizzle-orm'
import { DEFAULT_SETTINGS } from '../../../contract/ground/settings.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { refuseIf } from '../../ground/db/refusal-store.ts'
import { tiedUntil } from '../../people/ties/tied-store.ts'

/** For the batch of an edit of a segment: who made it has changed what the campaigns that wait with it will be. */
export const segmentChanged = (db: Db, segment: string, by: string): Statement =>
  db.run(sql`update campaigns set changed_by = ${by} where state = 'draft' and segment_id = ${segment}`)
/** The same of a template, which is read anew with each claim. */
export const templateChanged = (db: Db, template: string, by: string): Statement =>
  db.run(sql`
    update campaigns
    set changed_by = ${by}
    where state in ('draft', 'paused') and id in (select campaign_id from campaign_templates where template_id = ${template})
  `)
/** The same of what stands in a template where a person has no value, before that is written: its words are the office's, too. */
export const fallbackChanged = (db: Db, { key, fallback }: { key: string; fallback: string }, by: string): Statement =>
  db.run(sql`
    update campaigns
    set changed_by = ${by}
    where state in ('draft', 'paused')
      and exists (select 1 from recipient_fields where key = ${key} and fallback <> ${fallback})
      and id in (
        select c.campaign_id
        from campaign_templates c
        join templates t on t.id = c.template_id
        where instr(t.text_wa, ${`{${key}}`}) > 0
      )
  `)
/**
 * For the batch of a launch or of going on: fails it (needs_another) where the settings say that who changed it last must not do that, nor
 * somebody whom one person could act as, too (rule two-sign-ins).
 */
export const refuseOwnChange = (db: Db, id: number, who: string, now: number): Statement =>
  refuseIf(
    db,
    'needs_another',
    sql`
      exists (
        select 1
        from campaigns
        where id = ${id} and (changed_by = ${who} or ${tiedUntil(sql`campaigns.changed_by`, sql`${who}`, now)} is not null)
      )
      and coalesce((select value from settings where key = 'campaigns_reviewed'), ${String(DEFAULT_SETTINGS.campaigns_reviewed)})
        in ('true', '1')
    `,
  )
