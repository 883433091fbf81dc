// Tells a deployed place that its restoring was drilled, for /status: the drill itself runs on this machine, against nothing of that place.
import type { RemoteDatabase } from './deploy/database.ts'

/** @param version with which it was drilled @param now epoch ms */
export const noteDrill = async (
  database: Pick<RemoteDatabase, 'query'>,
  version: string,
  now: number,
): Promise<void> => {
  await database.query(
    `insert into milestones (name, version, at)
     values ('drill', ?, cast(? as integer))
     on conflict (name) do update set version = excluded.version, at = excluded.at`,
    [version, String(now)],
  )
}
