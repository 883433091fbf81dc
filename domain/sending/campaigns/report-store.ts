// Campaigns that ended long ago (rule campaign-report): the rows of their people go to files in the bucket, and a report reads both.
import { sql } from 'drizzle-orm'
import { bitOf } from '../../../contract/ground/came.ts'
import { CAMPAIGN_ROWS_DAYS } from '../../../contract/ground/campaign-days.ts'
import { type CampaignPerson } from '../../../contract/sending/campaigns.ts'
import { PERSON_STATES } from '../../../contract/sending/reports.ts'
import { DAY_MS } from '../../../contract/ground/time.ts'
import { type Db, runBatch } from '../../ground/db/connection.ts'
import { peopleAfter, peopleOf, storedState, type Wanted } from './people-store.ts'
import { reportAfter, type Reported, writeReport } from './report-files.ts'
import { momentIn } from './zone-store.ts'

/** People of a file, and of a transaction that deletes them. */
const PORTION = 4_000

const [HELD, UNKNOWN] = (['held', 'unknown'] as const).map((state) => PERSON_STATES.indexOf(state))
/**
 * Moves rows to files. Each file is written before its rows go: after a crash between both it is written once more, as it was. Who is held still may
 * have been written to: they are uncertain and settled from now on, since nothing finds them to count them later.
 */
export const fileEnded = async (
  db: Db,
  { bucket, now, hasTime }: { bucket: R2Bucket; now: number; hasTime: () => boolean },
): Promise<void> => {
  const ended = await db.all<{ id: number }>(sql`
    select id
    from campaigns c
    where c.ended_at < ${now - CAMPAIGN_ROWS_DAYS * DAY_MS} and exists (select 1 from campaign_people q where q.campaign_id = c.id)
  `)
  for (const { id } of ended)
    for (let left = true; left; ) {
      if (!hasTime()) return
      const people = await db.all<Reported>(sql`
        select number_id, iif(state = ${HELD}, ${UNKNOWN}, state) as state, ${momentIn(sql`at`)} as at, variant, came
        from campaign_people
        where campaign_id = ${id}
        order by number_id
        limit ${PORTION}
      `)
      await writeReport(bucket, id, people)
      const filed = sql`campaign_id = ${id} and number_id <= ${people.at(-1)?.number_id ?? 0}`
      await runBatch(db, [
        db.run(sql`
          update campaigns
          set settled = settled + (select count(*) from campaign_people where ${filed} and state = ${HELD})
          where id = ${id}
        `),
        db.run(sql`delete from campaign_people where ${filed}`),
      ])
      left = people.length === PORTION
    }
}
/** For a file: some of the next, by id, and after whom it goes on; null: these are the last. */
export const reportPage = async (
  { db, bucket }: { db: Db; bucket: R2Bucket },
  { id, state, came, after, limit }: Wanted & { after: number; limit: number },
): Promise<{ rows: CampaignPerson[]; last: number | null }> => {
  const isWanted = (one: Reported): boolean =>
    (state === undefined || one.state === storedState(state)) && (came === undefined || (one.came & bitOf(came)) !== 0)
  for (let from = after; ; ) {
    const filed = await reportAfter(bucket, id, from)
    if (filed.length === 0) break
    from = filed.at(-1)?.number_id ?? from
    const rows = await peopleOf(db, id, filed.filter(isWanted))
    if (rows.length > 0) return { rows, last: from }
  }
  const rows = await peopleAfter(db, { id, state, came, after, limit })
  return { rows, last: rows.length < limit ? null : (rows.at(-1)?.id ?? null) }
}
