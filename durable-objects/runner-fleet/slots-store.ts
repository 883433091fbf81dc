// Which accounts each runner holds or will open. Stored, because this object loses its memory when it is evicted, and a machine
// that vanished cannot report again. A boot is one start of a runner. During a hand-over an account has slots on two boots.
export type Slot = { bootId: string; accountId: string }

export const createSlots = (sql: SqlStorage): void => {
  sql.exec('create table if not exists boots (boot text primary key, gone_at integer) without rowid')
  sql.exec(
    `create table if not exists slots (boot text not null, account text not null, epoch integer not null,
      primary key (boot, account)) without rowid`,
  )
}

/** The boot's control socket is open; when it was last heard is read from that socket. */
export const markBootConnected = (sql: SqlStorage, bootId: string): void => {
  sql.exec('insert into boots (boot) values (?) on conflict (boot) do update set gone_at = null', bootId)
}
/** @param at when it was last heard, epoch ms; a time that is already stored stays */
export const markBootGone = (sql: SqlStorage, bootId: string, at: number): void => {
  sql.exec('update boots set gone_at = ? where boot = ? and gone_at is null', at, bootId)
}
/** For boots whose socket vanished without a close event, as after a restart of this object: they may have been heard until now. */
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
/** A release that arrives late must not free the slot of a later epoch. */
export const freeSlot = (sql: SqlStorage, bootId: string, accountId: string, epoch: number): void => {
  sql.exec('delete from slots where boot = ? and account = ? and epoch <= ?', bootId, accountId, epoch)
}
/** Replaces a runner's slots by the accounts it reports; unchanged rows are not written. */
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
 * At most `limit` slots of these boots. Accounts that have a later slot on another boot come last: nearly all of them are
 * connected there, and those without a runner must not wait for them. No index: it would be written at each placement.
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
/** Deletes slots, except of a boot that dialled again meanwhile and reported them again. */
export const forgetSlots = (sql: SqlStorage, slots: readonly Slot[]): void => {
  sql.exec(
    `delete from slots where boot in (select boot from boots where gone_at is not null) and (boot, account) in
      (select value ->> 'bootId', value ->> 'accountId' from json_each(?))`,
    JSON.stringify(slots),
  )
}
/** Deletes those of these boots that have no slot left and were not heard again. */
export const forgetBoots = (sql: SqlStorage, bootIds: readonly string[]): void => {
  sql.exec(
    `delete from boots where gone_at is not null and boot in (select value from json_each(?))
      and not exists (select 1 from slots where slots.boot = boots.boot)`,
    JSON.stringify(bootIds),
  )
}
