// Recipients' rows go, one or many in one transaction: what is remembered of each, their consents and their claims stay where they are asked for
// (rules recipient-memory, consent-history, number-claim).
import { type SQL, sql } from 'drizzle-orm'
import { type Db, runNamed, type Statement } from '../../ground/db/connection.ts'
import { holdersAmong, type NumberClaim, saveWithdrawnClaim } from '../suppressions/claims-store.ts'
import { rememberRows } from '../suppressions/memory-store.ts'
import { keepLeftOf } from '../suppressions/range-store.ts'
import { counted } from './store.ts'

/** i: id; n: number; h: its keyed hash. */
export type Gone = { i: number; n: string; h: string }
/**
 * @param where what must hold of each besides, of phone_numbers as p
 * @param first before anything is written
 * @returns how many went, and which accounts must let go of a number
 */
export const deletePhones = async (
  db: Db,
  gone: readonly Gone[],
  { by, now, where = sql`true` }: { by: string; now: number; where?: SQL },
  { first = [], more = [] }: { first?: Statement[]; more?: Statement[] },
): Promise<{ count: number; holders: NumberClaim[] }> => {
  const rows = sql`json_each(${JSON.stringify(gone)}) j`
  const ids = sql`
    id in (
      select p.id
      from ${rows}
      cross join phone_numbers p on p.id = (j.value ->> 'i') and p.number = (j.value ->> 'n')
      where ${where}
    )
  `
  const { holders, count } = await runNamed(db, {
    first,
    count: db.all<{ n: number }>(sql`select count(*) as n from phone_numbers where ${ids}`),
    claim: saveWithdrawnClaim(db, ids),
    memory: rememberRows(db, rows, sql`p.number = (j.value ->> 'n') and ${where}`, now),
    history: db.run(sql`
      insert into consent_history (hash, number, event, source, by, at)
      select j.value ->> 'h', p.number, 'withdrawn', p.consent_source, ${by}, ${now}
      from ${rows}
      cross join phone_numbers p on p.id = (j.value ->> 'i') and p.number = (j.value ->> 'n')
      where p.consent_at is not null and ${where}
    `),
    ...counted(db, ids, { change: db.run(sql`delete from phone_numbers where ${ids}`) }),
    brought: keepLeftOf(db, rows),
    more,
    holders: holdersAmong(db, sql`(select j.value ->> 'n' from ${rows})`),
  })
  return { count: count[0]?.n ?? 0, holders }
}
