// Who changed last what a campaign will be, and that somebody else lets it go (rule campaign-review).
import { type SQL, sql } from 'drizzle-orm'
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
const REVIEWED = sql`
  coalesce((select value from settings where key = 'campaigns_reviewed'), ${String(DEFAULT_SETTINGS.campaigns_reviewed)})
    in ('true', '1')
`
/** Of campaign_templates x with templates t: some campaign sends it now. */
const isSent = (which: SQL): SQL => sql`
  ${REVIEWED}
  and exists (
    select 1
    from campaigns c
    cross join campaign_templates x on x.campaign_id = c.id and x.weight > 0
    cross join templates t on t.id = x.template_id
    where c.state in ('launching', 'running') and ${which}
  )
`
/**
 * For the batch of an edit that recipients would notice: fails it (needs_another) where the settings ask for another look, and a campaign sends
 * this template now. Nobody would look: it is paused first.
 */
export const refuseUnseen = (db: Db, template: string): Statement =>
  refuseIf(db, 'needs_another', isSent(sql`t.id = ${template}`))
/** The same of what stands where a person has no value. */
export const refuseUnseenFallback = (db: Db, { key, fallback }: { key: string; fallback: string }): Statement =>
  refuseIf(
    db,
    'needs_another',
    sql`
      exists (select 1 from recipient_fields where key = ${key} and fallback <> ${fallback})
      and ${isSent(sql`instr(t.text_wa, ${`{${key}}`}) > 0`)}
    `,
  )

/** An entry by which somebody filled in the whole form; a price that was agreed to is none. */
const SAVES = sql`(e.action in ('campaign.create', 'campaign.update') and json_type(e.after, '$.name') is not null)`
const lastOf = (which: SQL): SQL => sql`
  coalesce((select max(e.id) from audit_log e where e.target = cast(campaigns.id as text) and ${which}), 0)
`
/**
 * Of campaigns: everybody who changed something of it since it was let go last, by the audit log. Whoever saves the form has seen what was changed
 * before, so these are who saved it last, and who has changed a template, the segment or a fallback since. (`changed_by`, the last of them, is for the
 * release before.)
 */
const CHANGERS = sql`
  select e.actor_id as id
  from (
    select cast(campaigns.id as text) as target, 'campaign' as of
    union all
    select x.template_id, 'message' from campaign_templates x where x.campaign_id = campaigns.id and x.weight > 0
    union all
    select campaigns.segment_id, 'segment' where campaigns.state = 'draft'
    union all
    select f.key, 'field'
    from recipient_fields f
    where exists (
      select 1
      from campaign_templates x
      join templates t on t.id = x.template_id
      where x.campaign_id = campaigns.id and x.weight > 0 and instr(t.text_wa, '{' || f.key || '}') > 0
    )
  ) part
  cross join audit_log e on e.target = part.target
  where e.id > ${lastOf(sql`e.action in ('campaign.launch', 'campaign.resume')`)}
    and e.id >= ${lastOf(SAVES)}
    and case part.of
      when 'campaign' then ${SAVES}
      when 'message' then e.action = 'message.update'
      when 'segment' then e.action = 'segment.update'
      else e.action = 'phonenumber.field'
    end
`
/**
 * For the batch of a launch or of going on: fails it (needs_another) where the settings say that nobody who changed it may do that, nor
 * somebody whom one person could act as, too (rule two-sign-ins).
 */
export const refuseOwnChange = (db: Db, id: number, who: string, now: number): Statement =>
  refuseIf(
    db,
    'needs_another',
    sql`
      ${REVIEWED}
      and exists (
        select 1
        from campaigns
        where id = ${id}
          and exists (
            select 1
            from (${CHANGERS}) changer
            where changer.id = ${who} or ${tiedUntil(sql`changer.id`, sql`${who}`, now)} is not null
          )
      )
    `,
  )
