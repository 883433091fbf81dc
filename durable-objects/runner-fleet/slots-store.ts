// Which accounts each runner has or is to open, on disk: what this object had in memory is gone after a rest, and a machine
// that vanished cannot say it again. A boot is one start of a runner. An account that changes hands is with two of them.
export type Slot = { bootId: string; accountId: string }

export const createSlots = (sql: SqlStorage): void => {
  sql.exec('create table if not exists boots (boot text primary key, gone_at integer) without rowid')
  sql.exec(
    `create table if not exists slots (boot text not null, account text not null, epoch integer not null,
      primary key (boot, account)) without rowid`,
  )
}

/** Its control socket is open: when it was heard last is that socket's to say. */
export const markBootConnected = (sql: SqlStorage, bootId: string): void => {
  sql.exec('insert into boots (boot) values (?) on conflict (boot) do update set gone_at = null', bootId)
}
/** @param at when it was heard last, epoch ms; the first that is noted counts */
export const markBootGone = (sql: SqlStorage, bootId: string, at: number): void => {
  sql.exec('update boots set gone_at = ? where boot = ? and gone_at is null', at, bootId)
}
/** Nobody heard these sockets close, as when this object was reset: their boots may have been heard until now. */
export const markOthersGone = (sql: SqlStorage, connected: readonly string[], now: number): void => {
  sql.exec(
    'update boots set gone_at = ? where gone_at is null and boot not in (select value from json_each(?))',
    now,
    JSON.stringify(connected),
  )
}
/** Boots without a control socket, and since when (epoch ms). */
export const goneBoots = (sql: SqlStorage): { bootId: string; goneAt: number }[] =>
  sql
    .exec<{ boot: string; gone_at: number }>('select boot, gone_at from boots where gone_at is not null')
    .toArray()
    .map(({ boot, gone_at }) => ({ bootId: boot, goneAt: gone_at }))

export const takeSlot = (sql: SqlStorage, bootId: string, accountId: string, epoch: number): void => {
  sql.exec(
    `insert into slots (boot, account, epoch) values (?, ?, ?)
      on conflict (boot, account) do update set epoch = max(epoch, excluded.epoch)`,
    bootId,
    accountId,
    epoch,
  )
}
/** Told late, it must not free what a later epoch took. */
export const freeSlot = (sql: SqlStorage, bootId: string, accountId: string, epoch: number): void => {
  sql.exec('delete from slots where boot = ? and account = ? and epoch <= ?', bootId, accountId, epoch)
}
/** What the runner itself says it has; rows that are right already are not written. */
export const replaceSlots = (
  sql: SqlStorage,
  bootId: string,
  held: readonly { accountId: string; epoch: number }[],
): void => {
  const json = JSON.stringify(held)
  sql.exec(
    `delete from slots where boot = ? and account not in (select value ->> 'accountId' from json_each(?))`,
    bootId,
    json,
  )
  sql.exec(
    `insert into slots (boot, account, epoch)
      select ?, value ->> 'accountId', value ->> 'epoch' from json_each(?) where true
      on conflict (boot, account) do update set epoch = excluded.epoch where epoch <> excluded.epoch`,
    bootId,
    json,
  )
}

/**
 * Slots of these boots, at most so many. Accounts that have a later slot elsewhere come last: nearly all of them are there
 * already, and those that are nowhere must not wait for them. The table is read once; an index would be written at each placement.
 */
export const slotsOf = (sql: SqlStorage, bootIds: readonly string[], limit: number): Slot[] =>
  sql
    .exec<{ boot: string; account: string }>(
      `select slots.boot, slots.account from slots
        join (select account, max(epoch) as newest from slots group by account) latest on latest.account = slots.account
        where slots.boot in (select value from json_each(?)) order by latest.newest > slots.epoch limit ?`,
      JSON.stringify(bootIds),
      limit,
    )
    .toArray()
    .map(({ boot, account }) => ({ bootId: boot, accountId: account }))
export const hasSlots = (sql: SqlStorage, bootIds: readonly string[]): boolean =>
  sql
    .exec('select 1 from slots where boot in (select value from json_each(?)) limit 1', JSON.stringify(bootIds))
    .toArray().length > 0
/** A boot that dialled again meanwhile keeps its slots: it has said which they are. */
export const forgetSlots = (sql: SqlStorage, slots: readonly Slot[]): void => {
  sql.exec(
    `delete from slots where boot in (select boot from boots where gone_at is not null) and (boot, account) in
      (select value ->> 'bootId', value ->> 'accountId' from json_each(?))`,
    JSON.stringify(slots),
  )
}
/** Those of these boots that have no slot left and were not heard again. */
export const forgetBoots = (sql: SqlStorage, bootIds: readonly string[]): void => {
  sql.exec(
    `delete from boots where gone_at is not null and boot in (select value from json_each(?))
      and not exists (select 1 from slots where slots.boot = boots.boot)`,
    JSON.stringify(bootIds),
  )
}
