// What the page behind a person's link shows them of what is kept about their consent (rule recipient-page).
import { sql } from 'drizzle-orm'
import { type Db, runNamed, type Statement } from '../../ground/db/connection.ts'
import { anyOf, type Row } from '../../ground/db/rows.ts'
import type { phoneNumbers } from './table.ts'
import type { Hashes } from '../suppressions/hash.ts'
import { historyOf } from '../suppressions/range-store.ts'
import { unlessErased } from '../suppressions/erased-store.ts'
import { holdIfDisputed } from '../sources/hold-store.ts'
import { snoozedUntilOf } from '../suppressions/snooze-store.ts'
import type { consentHistory, suppressions } from '../suppressions/table.ts'

const EVENTS_SHOWN = 20

type Listed = Row<typeof phoneNumbers, 'consent_source' | 'consent_at' | 'last_sent' | 'count_success'> & {
  snoozed_until: number | null
}
/** listed: null where no recipient has the number: the page shows nothing then, whatever the history has. */
export const recipientOf = async (db: Db, number: string, hashes: Hashes) => {
  const { listed, stops, history } = await runNamed(db, {
    listed: db.all<Listed>(sql`
      select consent_source, consent_at, last_sent, count_success, ${snoozedUntilOf('p')} as snoozed_until
      from phone_numbers p
      where number = ${number}
    `),
    stops: db.all<Row<typeof suppressions, 'created_at'>>(sql`
      select created_at from suppressions where hash in ${anyOf(hashes)} limit 1
    `),
    history: db.all<Row<typeof consentHistory, 'event' | 'source' | 'at'>>(sql`
      select event, source, at from ${historyOf(hashes, number)} order by id desc limit ${EVENTS_SHOWN}
    `),
  })
  const [row = null] = listed
  return { listed: row, stoppedAt: stops[0]?.created_at ?? null, history: row === null ? [] : history }
}

/**
 * That somebody never agreed, with what was said that they had agreed to; once for each consent. Goes into the batch of their stop, and holds
 * the source if that was one too many (rule source-hold).
 */
export const disputeStatements = (db: Db, who: { number: string; hashes: Hashes; now: number }): Statement[] => {
  const { hashes, now } = who
  const theirs = sql`hash in ${anyOf(hashes)}`
  const history = historyOf(hashes, who.number)
  const source = sql`
    coalesce(
      (select consent_source from phone_numbers where number = ${who.number}),
      (select source from ${history} where event = 'granted' order by id desc limit 1)
    )
  `
  const isNew = sql`
    not exists (
      select 1
      from consent_history
      where ${theirs} and event = 'disputed'
        and id > coalesce((select max(id) from ${history} where event = 'granted'), 0)
    )
  `
  return [
    db.run(sql`
      insert into disputes (hash, source, at)
      select ${hashes[0]}, said.source, ${now}
      from (select ${source} as source) said
      where said.source is not null and ${isNew}
    `),
    db.run(sql`
      insert into consent_history (hash, number, event, source, by, at)
      select ${hashes[0]}, ${unlessErased(who.number, hashes)}, 'disputed', ${source}, null, ${now}
      where ${isNew}
    `),
    holdIfDisputed(db, sql`(select source from disputes where ${theirs} order by id desc limit 1)`, now),
  ]
}
