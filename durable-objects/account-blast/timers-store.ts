// Every due time of an account's object: it has one alarm only, which follows the earliest of these.

export const readTimers = (sql: SqlStorage): Map<string, number> =>
  new Map(
    sql
      .exec<{ name: string; due: number }>('select name, due from timers')
      .toArray()
      .map((r) => [r.name, r.due]),
  )
export const writeTimer = (sql: SqlStorage, name: string, due: number): void => {
  sql.exec(
    'insert into timers (name, due) values (?, ?) on conflict (name) do update set due = excluded.due',
    name,
    due,
  )
}
export const deleteTimer = (sql: SqlStorage, name: string): void => {
  sql.exec('delete from timers where name = ?', name)
}
