// The place's switch in SQL (rule sending-pause).
import { type SQL, sql } from 'drizzle-orm'
import { NEVER_PAUSED, type PlacePause } from '../../../contract/people/pauses.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { refuseUnless } from '../../ground/db/refusal-store.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { sendingPause } from './table.ts'

type Stored = Pick<Row<typeof sendingPause>, 'version' | 'reason' | 'by_name' | 'at'>
/** One JSON value for another statement's columns; null before the switch was turned for the first time. */
export const PAUSE_JSON: SQL = sql`
  (select json_object('version', version, 'reason', reason, 'by_name', by_name, 'at', at) from sending_pause where id = 1)
`
const present = ({ version, reason, by_name, at }: Stored): PlacePause => ({
  version,
  paused: reason === null ? null : { of: 'place', reason, by: by_name, since: new Date(at).toISOString() },
})
/** @param json what PAUSE_JSON answered */
export const pauseOf = (json: string | null): PlacePause =>
  json === null ? NEVER_PAUSED : present(JSON.parse(json) as Stored)

export const readPause = async (db: Db): Promise<PlacePause> => {
  const [row] = await db.all<Stored>(sql`select version, reason, by_name, at from sending_pause where id = 1`)
  return row ? present(row) : NEVER_PAUSED
}
/** For a batch: fails it unless the switch stands where it was read. */
export const refusePauseTurned = (db: Db, version: number): Statement =>
  refuseUnless(db, 'edited', sql`coalesce((select version from sending_pause where id = 1), 0) = ${version}`)
/** When the switch was turned last (epoch ms); 0: never. */
export const pauseTurnedAt = async (db: Db): Promise<number> =>
  (await db.all<{ at: number }>(sql`select at from sending_pause where id = 1`))[0]?.at ?? 0

/** @param reason null: sending goes on */
export const turnPause = (db: Db, by: { id: string; name: string }, reason: string | null, now: number): Statement =>
  db.run(sql`
    insert into sending_pause (id, version, reason, by_id, by_name, at)
    values (1, 1, ${reason}, ${by.id}, ${by.name}, ${now})
    on conflict (id) do update set
      version = version + 1,
      reason = excluded.reason,
      by_id = excluded.by_id,
      by_name = excluded.by_name,
      at = excluded.at
  `)

/** Ids of all accounts that are at work, in no order. */
export const accountsAtWork = async (db: Db): Promise<string[]> =>
  (await db.all<{ id: string }>(sql`select id from whatsapp where status = 'sending'`)).map(({ id }) => id)
