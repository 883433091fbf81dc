// Keys of presses whose effect is in this object (rule one-press). A row goes in with the first writes of its turn.

/**
 * What became of a press under this id, and of one that comes later: burnt is refused. begun: of an account that was not there yet, so what
 * a crash leaves behind may be nothing.
 */
export type Kept = 'taken' | 'begun' | 'burnt'
/** null: this press is the first under its id, and has it from here on. */
export const takePress = (sql: SqlStorage, id: string, at: number, as: Kept = 'taken'): Kept | null => {
  const [row] = sql.exec<{ kept: Kept }>('select kept from presses where id = ?', id).toArray()
  if (row) return row.kept
  sql.exec('insert into presses (id, at, kept) values (?, ?, ?)', id, at, as)
  return null
}
export const setPress = (sql: SqlStorage, id: string, as: Kept): void => {
  sql.exec('update presses set kept = ? where id = ?', as, id)
}
/** It changed nothing: it may come again. */
export const dropPress = (sql: SqlStorage, id: string): void => {
  sql.exec('delete from presses where id = ?', id)
}
export const hasPresses = (sql: SqlStorage): boolean => sql.exec('select 1 from presses limit 1').toArray().length > 0
