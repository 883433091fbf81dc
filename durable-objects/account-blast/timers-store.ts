// Every due time of an account's object: it has one alarm only, which follows the earliest of these.

export const setTimer = (sql: SqlStorage, name: string, due: number): void => {
  sql.exec(
    'insert into timers (name, due) values (?, ?) on conflict (name) do update set due = excluded.due where due <> excluded.due',
    name,
    Math.round(due),
  )
}
export const clearTimer = (sql: SqlStorage, name: string): void => {
  sql.exec('delete from timers where name = ?', name)
}
export const timerDue = (sql: SqlStorage, name: string): number | null =>
  sql.exec<{ due: number }>('select due from timers where name = ?', name).toArray()[0]?.due ?? null
export const dueTimers = (sql: SqlStorage, now: number): string[] =>
  sql
    .exec<{ name: string }>('select name from timers where due <= ? order by due', now)
    .toArray()
    .map((r) => r.name)
export const earliestTimer = (sql: SqlStorage): number | null =>
  sql.exec<{ due: number | null }>('select min(due) as due from timers').one().due
