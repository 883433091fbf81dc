// How many recipients a claim would find now, for members before they start (rule recipients-ready). Each look at the screen asks, so it
// reads no more rows of a large list than of a small one.
import { sql } from 'drizzle-orm'
import type { Db } from '../../ground/db/connection.ts'
import { CLAIMABLE, inLine, restedSince } from './run-rules-store.ts'
import { claimableNow } from './store.ts'

/** Counted up to this. */
export const READY_MAX = 500
/** Rows that are looked at: at the front of the list stand those, too, whom no claim takes, as the service's own accounts. */
export const READY_LOOK = 1_000

export type ReadyRow = { ready: number; exact: 0 | 1 }
/** exact 0: there are more, or it cannot be known by so few rows. */
export const selectReady = (db: Db, now: number) => {
  const request = { now, runStartedAt: now }
  const front = inLine(request, sql`${CLAIMABLE} and p.last_attempt_at <= ${restedSince(request)}`, READY_LOOK)
  return db.all<ReadyRow>(sql`
    select
      n as ready,
      case when n < ${READY_MAX} then (select count(*) from (${front})) < ${READY_LOOK} else 0 end as exact
    from (
      select count(*) as n
      from (
        select 1
        from (${front}) f
        cross join phone_numbers p on p.id = f.id
        where ${claimableNow(request, null)}
        limit ${READY_MAX}
      )
    )
  `)
}
