// Tells a deployed place that its own backup was opened and found whole, and how long that took, for /status (rule restore-drill).
/** @param version with which it was opened @param now epoch ms */
export const noteDrill = async (
  { query }: { query: (sql: string, params?: string[]) => Promise<unknown> },
  version: string,
  now: number,
  tookMs: number,
): Promise<void> => {
  await query(
    `insert into milestones (name, version, at, took_ms)
     values ('drill', ?, cast(? as integer), cast(? as integer))
     on conflict (name) do update set version = excluded.version, at = excluded.at, took_ms = excluded.took_ms`,
    [version, String(now), String(tookMs)],
  )
}
