// What people do with a campaign that is there, in SQL (rules campaigns, campaign-price): pause, go on, cancel, archive, delete.
import { sql } from 'drizzle-orm'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { refuseUnless } from '../../ground/db/refusal-store.ts'
import { joinedPass } from './join-store.ts'
import { endPriceQuestion } from './question-store.ts'
import { isIn, refuseAsked } from './store.ts'

export const pauseCampaign = (db: Db, id: number): Statement[] => [
  refuseUnless(db, 'status_moved', isIn(id, sql`'running'`)),
  db.run(sql`update campaigns set state = 'paused' where id = ${id}`),
]
export const resumeCampaign = (db: Db, id: number, now: number): Statement[] => [
  refuseUnless(db, 'status_moved', isIn(id, sql`'paused'`)),
  refuseAsked(db, id),
  // who let it go on has seen why it stopped: it is judged by what comes from now on
  db.run(sql`
    update campaigns
    set
      pass = ${joinedPass(now)}, state = 'running', why = null, told_at = null, changed_by = null, judged_from = ${now}, judged_success = success,
      judged_fail = fail
    where id = ${id}
  `),
]
/** Who ends it, and what it is called. */
type Closing = { name: string; by: string; now: number }
export const cancelCampaign = (db: Db, id: number, { name, by, now }: Closing): Statement[] => [
  refuseUnless(db, 'status_moved', isIn(id, sql`'launching', 'running', 'paused'`)),
  db.run(sql`update campaigns set state = 'cancelled', ended_at = ${now} where id = ${id}`),
  ...endPriceQuestion(db, { id, name, ending: 'cancelled', by, now }),
]
/** The batch fails (status_moved) unless it has ended. */
export const archiveCampaign = (db: Db, id: number, at: number | null): Statement[] => [
  refuseUnless(db, 'status_moved', isIn(id, sql`'finished', 'cancelled'`)),
  db.run(sql`update campaigns set archived_at = ${at} where id = ${id}`),
]
export const deleteCampaign = (db: Db, id: number, { name, by, now }: Closing): Statement[] => [
  refuseUnless(db, 'status_moved', isIn(id, sql`'draft'`)),
  db.run(sql`delete from campaign_templates where campaign_id = ${id}`),
  db.run(sql`delete from campaigns where id = ${id}`),
  ...endPriceQuestion(db, { id, name, ending: 'deleted', by, now }),
]
