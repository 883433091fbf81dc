// Words of stopping of somebody whom WhatsApp named by a LID alone: whether they count goes by whom this account has written to (rule own-words),
// so they wait until it is known whose LID that is.
type Unnamed = { means: 'stop' | 'doubt'; at: number }

/** A stop stays one, whatever its author writes after it. */
export const addUnnamedStop = (sql: SqlStorage, lid: string, { means, at }: Unnamed): void => {
  sql.exec(
    `insert into unnamed_stops (lid, means, at) values (?, ?, ?)
     on conflict (lid) do update set means = iif(means = 'stop', means, excluded.means), at = excluded.at`,
    lid,
    means,
    at,
  )
}
/** null: nobody waits under this LID. */
export const takeUnnamedStop = (sql: SqlStorage, lid: string): Unnamed | null =>
  sql.exec<Unnamed>('delete from unnamed_stops where lid = ? returning means, at', lid).toArray()[0] ?? null
