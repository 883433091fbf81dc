// Marks the recipients of sources that were held or released (rule source-hold): a claim then passes over them without looking at them.
import { type SQL, sql } from 'drizzle-orm'
import { type Db, runNamed } from '../../ground/db/connection.ts'
import type { Row } from '../../ground/db/rows.ts'
import { HELD } from '../sources/hold-store.ts'
import type { consentSources } from '../sources/table.ts'
import { AFTER_A_HOLD } from './flag-store.ts'

/** Rows that one statement looks at: it holds the writer for a tenth of a second. */
const STEP = 5_000
type Source = Row<typeof consentSources, 'name' | 'held_at'>
type Place = { created_at: number; id: number }

const markStep = async (db: Db, { name, held_at }: Source, after: Place): Promise<Place | null> => {
  const next = sql`
    from phone_numbers indexed by phone_numbers_source
    where consent_source = ${name} and (created_at, id) > (${after.created_at}, ${after.id})
    order by created_at, id
  `
  // asked again: whoever released it meanwhile has marked it for a walk of its own
  const same = sql`exists (select 1 from consent_sources where name = ${name} and held_at is ${held_at})`
  const mark = (from: number, to: SQL) =>
    db.run(sql`
      update phone_numbers
      set suppressed = ${to}
      where id in (select id ${next} limit ${STEP}) and suppressed = ${from} and ${same}
    `)
  const { last } = await runNamed(db, {
    marked: held_at === null ? mark(HELD, AFTER_A_HOLD) : mark(0, sql`${HELD}`),
    last: db.all<Place>(sql`select created_at, id ${next} limit 1 offset ${STEP - 1}`),
  })
  return last[0] ?? null
}

/** Cron. What a run does not finish, the next begins anew: rows that are marked cost it little. */
export const markHeld = async (db: Db, hasTime: () => boolean): Promise<void> => {
  const open = await db.all<Source>(
    sql`select name, held_at from consent_sources where marked = 0 order by held_at is null`,
  )
  for (const source of open) {
    let place: Place | null = { created_at: 0, id: 0 }
    while (place !== null) {
      if (!hasTime()) return
      place = await markStep(db, source, place)
    }
    await db.run(
      sql`update consent_sources set marked = 1 where name = ${source.name} and held_at is ${source.held_at}`,
    )
  }
}
